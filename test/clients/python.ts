// A virtual environment of its own with the published client `ballotdata` in it, from the package index as anybody installs it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'

const CLIENT = 'ballotdata==1.0.0'
const SESSION = projectFile('test', 'clients', 'ballotdata_session.py')

export const line = z.record(z.string(), z.unknown())
export type Line = z.infer<typeof line>

export interface Session {
  /** The lines printed so far. */
  lines: Line[]
  /** Resolves with everything it printed; rejects with its trace where it failed. */
  ended: Promise<Line[]>
  child: ChildProcess
}

export interface Python {
  run(service: { url: string; key: string }, ...words: string[]): Session
  remove(): void
}

/** @returns why it is not to be had, in words, where it is not */
export function installClient(): Python | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-python-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const steps: readonly (readonly [string, readonly string[], string])[] = [
    ['python3', ['-m', 'venv', folder], 'there is no Python that makes virtual environments here'],
    [join(folder, 'bin', 'pip'), ['install', '-q', CLIENT], `no package index has ${CLIENT} for it here`],
  ]
  for (const [program, words, missing] of steps) {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 240_000 })
    if (status === 0) continue
    remove()
    const [last = ''] = (stderr ?? '').trim().split('\n').slice(-1)
    return { missing: `SKIPPED, for ${missing} (${last})` }
  }
  const python = join(folder, 'bin', 'python')
  return { run: (service, ...words) => start(python, service, words), remove }
}

function start(python: string, { url, key }: { url: string; key: string }, words: readonly string[]): Session {
  const env = { ...process.env, BALLOTDATA_API_URL: url, BALLOTDATA_API_KEY: key }
  const child = spawn(python, [SESSION, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: Line[] = []
  let rest = ''
  let trace = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const texts = (rest + text).split('\n')
    rest = texts.pop() ?? ''
    for (const one of texts) lines.push(line.parse(JSON.parse(one)))
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    trace += text
  })
  const ended = new Promise<Line[]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(lines) : reject(new Error(`ended with ${code}: ${trace}`))))
  })
  ended.catch(() => undefined)
  return { lines, ended, child }
}
