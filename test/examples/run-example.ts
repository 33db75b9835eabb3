// Runs an example as its reader does: a process of its own, with the address and the key in its environment.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectFile } from '../../data/store/paths.ts'

export interface Running {
  child: ChildProcess
  /** What it has printed so far. */
  stdout(): string
  stderr(): string
  /** The exit code. */
  end: Promise<number | null>
}

/** @param command the program and its words; a file is named from the root of the project. @param input all of its stdin */
export function runExample(
  { url, key }: { url: string; key: string },
  [program = '', ...words]: readonly string[],
  input = '',
): Running {
  const env = { ...process.env, HUSTINGS_URL: url, HUSTINGS_KEY: key }
  const child = spawn(program, words, { cwd: projectFile(), env, stdio: ['pipe', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.end(input)
  const end = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return { child, stdout: () => stdout, stderr: () => stderr, end }
}

/** The words that run an example in TypeScript. */
export function withTsx(file: string, ...words: string[]): string[] {
  return [process.execPath, '--import', 'tsx', projectFile('examples', file), ...words]
}
