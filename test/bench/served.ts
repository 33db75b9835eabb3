// Servers as processes of their own, and what they use.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

const TICKS_A_SECOND = 100

export interface Served {
  port: number
  /** Of all its processes. */
  pids(): number[]
  close(): Promise<void>
}

/** A server of the command line, as an operator starts it. */
export async function serve(
  { root }: { root: string },
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [projectFile('dist', 'cli.js'), 'serve', '--port', '0', ...words], {
    env: { ...process.env, HUSTINGS_VAR: root, HUSTINGS_LOG_FILE: '/dev/null', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = Number(await readUntil(child, /http:\/\/127\.0\.0\.1:(\d+)/))
  const pid = child.pid ?? 0
  return {
    port,
    pids: () => [pid, ...childrenOf(pid)],
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export function readUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const [, found] = pattern.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Seconds of a core that the processes have used. */
export function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
  }, 0)
}

/** Megabytes of the processes together; memory that several share counts once. */
export function pssOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, kilobytes = 0] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return sum + Number(kilobytes) / 1000
  }, 0)
}
