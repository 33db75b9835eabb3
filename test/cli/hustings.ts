// Runs the compiled command line in its own folder: as a real process, or in one process that runs one command after another.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

const CLI = projectFile('dist', 'cli.js')
const HOST = projectFile('test', 'cli', 'command-host.mjs')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** @param folder becomes HUSTINGS_VAR */
export function start(folder: string, ...words: string[]): ChildProcess {
  return startWith('ignore', folder, words)
}

/** @param environment added to this process's environment */
export function startIn(environment: Record<string, string>, folder: string, ...words: string[]): ChildProcess {
  return startWith('ignore', folder, words, environment)
}

function startWith(
  stdin: 'ignore' | 'pipe',
  folder: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  expectCompiled()
  const env = { ...process.env, ...environment, HUSTINGS_VAR: folder }
  return spawn(process.execPath, [CLI, ...words], { env, stdio: [stdin, 'pipe', 'pipe'] })
}

function expectCompiled(): void {
  if (!existsSync(CLI)) throw new Error(`${CLI} is missing: run make setup (or npm run build) before the tests`)
}

interface HostReply {
  ended?: Ended
  failed?: string
}

let host: ChildProcess | undefined
let lastCommand: Promise<unknown> = Promise.resolve()

interface HostCommand {
  words: string[]
  folder: string
  /** All of its stdin. */
  input?: string
  /** Added to this process's environment. */
  environment?: Record<string, string>
  /** ISO 8601. Default: the machine's clock. */
  now?: string
}

/**
 * Runs a command without a new process, in a tenth of the time: for commands that end by themselves and do not concern their process.
 * Commands run one at a time.
 */
export const runCommand = (folder: string, ...words: string[]) => queue({ words, folder })
export const runCommandIn = (environment: Record<string, string>, folder: string, ...words: string[]) =>
  queue({ words, folder, environment })
/** At a time of its own. */
export const runCommandAt = (now: string, environment: Record<string, string>, folder: string, ...words: string[]) =>
  queue({ words, folder, environment, now })
export const runCommandReading = (input: string, folder: string, ...words: string[]) => queue({ words, folder, input })

function queue(command: HostCommand): Promise<Ended> {
  const end = lastCommand.then(() => sendToHost(command))
  lastCommand = end.catch(() => undefined)
  return end
}

function sendToHost(command: HostCommand): Promise<Ended> {
  host ??= startHost()
  const child = host
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the process ended with ${code} in ${command.words}`))
    child.once('exit', onExit)
    child.once('message', ({ ended, failed }: HostReply) => {
      child.off('exit', onExit)
      if (ended) resolve(ended)
      else reject(new Error(failed))
    })
    child.send(command)
  })
}

/** The host process ends with this process. */
function startHost(): ChildProcess {
  expectCompiled()
  const child = fork(HOST, [CLI], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.once('exit', () => {
    host = undefined
  })
  child.unref()
  child.channel?.unref()
  return child
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

/** The first match in the process's output so far or to come. */
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
