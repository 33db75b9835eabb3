// Starts the compiled command line as a real process, in a folder of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

const CLI = projectFile('dist', 'cli.js')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** @param folder becomes HUSTINGS_VAR */
export function start(folder: string, ...words: string[]): ChildProcess {
  return startWith('ignore', folder, words)
}

function startWith(stdin: 'ignore' | 'pipe', folder: string, words: readonly string[]): ChildProcess {
  if (!existsSync(CLI)) throw new Error(`${CLI} is missing: run make setup (or npm run build) before the tests`)
  const env = { ...process.env, HUSTINGS_VAR: folder }
  return spawn(process.execPath, [CLI, ...words], { env, stdio: [stdin, 'pipe', 'pipe'] })
}

export function hustings(folder: string, ...words: string[]): Promise<Ended> {
  return ended(start(folder, ...words))
}

/** @param input all of its stdin */
export function hustingsReading(input: string, folder: string, ...words: string[]): Promise<Ended> {
  const child = startWith('pipe', folder, words)
  child.stdin?.end(input)
  return ended(child)
}

export function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** The first match of what the process has printed so far or prints next. */
export function printed(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve, reject) => {
    child[stream]?.on('data', (chunk) => {
      text += chunk
      const match = pattern.exec(text)
      if (match) resolve(match)
    })
    child.on('close', (code) => reject(new Error(`ended with ${code} before it printed ${pattern}: ${text}`)))
  })
}
