// Runs an example as its reader does: a process of its own, with the address and the key in its environment.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEW_ENDORSEMENT } from '../../cli/look/demo.ts'
import { projectFile } from '../../data/store/paths.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { startWatchNow, type Watching } from '../cli/watching.ts'
import { compiled } from '../compiled.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'

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

/** The words that run an example, compiled once. */
export function asCompiled(file: string, ...words: string[]): string[] {
  return [process.execPath, compiled('examples', file), ...words]
}

/** The words that run the command in the head of an example, as its reader pastes it. npx would pass no signal on. */
export function inShell(file: string): string[] {
  const head = readFileSync(projectFile('examples', file), 'utf8').split(/^import /m)[0] ?? ''
  const [, command] = /^(?:\/\/)? +((?:npx tsx|python3) .+)$/m.exec(head) ?? []
  if (command === undefined) throw new Error(`the head of ${file} has no command`)
  return ['sh', '-c', `exec ${command.replace(/^npx tsx/, '"$0" --import tsx')}`, process.execPath]
}

/** What the command that `make run` prints does. */
export function addSuggested({ folder }: Mirror): void {
  appendFileSync(join(folder, 'data', 'sample', 'endorsements.csv'), `${NEW_ENDORSEMENT}\n`)
}

/** A server over the sample, and a watch that publishes what is edited in the mirror. */
export interface WatchedSample {
  folder: string
  mirror: Mirror
  watching: Watching
  server: ServedFolder
  close(): Promise<void>
}

export async function watchSample(): Promise<WatchedSample> {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-examples-'))
  const mirror = sampleMirror()
  await copySample(folder)
  const server = await serveFolder(folder, { sample: true, asOf: '2026-10-15' })
  const watching = startWatchNow(folder, mirror.folder)
  await watching.next()
  return {
    folder,
    mirror,
    watching,
    server,
    async close() {
      await server.stop()
      watching.child.kill('SIGTERM')
      await watching.end
      mirror.remove()
      rmSync(folder, { recursive: true })
    },
  }
}
