// `hustings serve` as a separate process, over a fixture's folder.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type Agent, get, type IncomingMessage } from 'node:http'
import { ended, printed, start } from '../../cli/hustings.ts'
import { AS_OF, type Fixture } from '../fixture.ts'

export const CHANGE = { by: 'command line', at: '2024-10-01T00:00:00.000Z' }
export const MODES = [
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const

/** Only Linux lists the children of a process; elsewhere the tests that need it are skipped. */
export const HAS_PROC = existsSync('/proc/self/task')

export interface Serving {
  url: string
  child: ChildProcess
  /** All of stderr, after the process has ended. */
  end: Promise<{ code: number | null; stderr: string }>
  workers(): number[]
  /** Of stderr so far. */
  log(): string
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }>
}

const children = new Set<ChildProcess>()

/** Ends remaining processes, also those that never listened. */
export async function endAll(): Promise<void> {
  for (const child of children) {
    child.kill('SIGCONT')
    child.kill('SIGTERM')
  }
  await Promise.all([...children].map((child) => once(child, 'exit')))
}

export async function serve(fixture: Fixture, ...options: string[]): Promise<Serving> {
  return toServing(start(fixture.paths.root, 'serve', '--port', '0', '--as-of', AS_OF, ...options))
}

/** @param child `hustings serve` */
export async function toServing(child: ChildProcess): Promise<Serving> {
  children.add(child)
  child.once('exit', () => children.delete(child))
  const end = ended(child)
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const [, url = ''] = await printed(child, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
  const { pid = 0 } = child
  return {
    ...{ url, child, end, log: () => log },
    workers: () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    stop(signal) {
      child.kill(signal)
      return end
    },
  }
}

export function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

export function countSockets(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:'))
    .length
}

/** Of `/v1/states` with this key. */
export async function ask(
  url: string,
  key: string,
): Promise<{ status: number; code: string | undefined; left: number }> {
  const reply = await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
  const { error } = JSON.parse(await reply.text())
  return { status: reply.status, code: error?.code, left: Number(reply.headers.get('x-daily-remaining')) }
}

/** Over the agent's connection. */
export function askOver(
  agent: Agent,
  url: string,
  key: string,
  path = '/v1/states',
): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent, headers: { Authorization: `Bearer ${key}` } }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk) => {
        text += chunk
      })
      reply.on('end', () => resolve(Object.assign(reply, { text })))
    }).on('error', reject)
  })
}

/** Number of answers by status, of this many simultaneous requests. */
export async function askAtOnce(url: string, keys: readonly string[], times: number): Promise<Record<string, number>> {
  return counted(await Promise.all(Array.from({ length: times }, (_, at) => ask(url, keys[at % keys.length] ?? ''))))
}

/** Number of answers by error code, or by status without one. */
export function counted(answers: readonly { status: number; code: string | undefined }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) counts[code ?? status] = (counts[code ?? status] ?? 0) + 1
  return counts
}
