// `hustings serve` as a process of its own, over a fixture's folder.

import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { ended, printed, start } from '../cli/hustings.ts'
import { AS_OF, type Fixture } from '../server/fixture.ts'

/** Linux tells which processes are whose; elsewhere tests that need it are skipped. */
export const HAS_PROC = existsSync('/proc/self/task')

export interface Serving {
  url: string
  child: ChildProcess
  /** Everything on stderr, once it has ended. */
  end: Promise<{ code: number | null; stderr: string }>
  workers(): number[]
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }>
}

export async function serve(fixture: Fixture, ...options: string[]): Promise<Serving> {
  const child = start(fixture.paths.root, 'serve', '--port', '0', '--as-of', AS_OF, ...options)
  const end = ended(child)
  const [, url = ''] = await printed(child, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
  const { pid = 0 } = child
  return {
    ...{ url, child, end },
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

/** How many of so many at once had each status. */
export async function askAtOnce(url: string, keys: readonly string[], times: number): Promise<Record<string, number>> {
  const asked = Array.from({ length: times }, (_, at) => ask(url, keys[at % keys.length] ?? ''))
  const counted: Record<string, number> = {}
  for (const { status, code } of await Promise.all(asked)) {
    const name = code ?? String(status)
    counted[name] = (counted[name] ?? 0) + 1
  }
  return counted
}
