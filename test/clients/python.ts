// Sessions of the published client `ballotdata`, in a virtual environment of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { createVenv } from './venv.ts'

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
  const venv = createVenv(CLIENT)
  if ('missing' in venv) return venv
  return { run: (service, ...words) => start(venv.python, service, words), remove: venv.remove }
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
