// A compiled server as a process of its own, with its memory after garbage collection, its descriptors and its event-loop pauses.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { AS_OF } from '../server/fixture.ts'

/** Descriptors are listed in /proc. */
export const CANNOT_MEASURE = existsSync('/proc/self/fd') ? null : 'skipped: this system has no /proc'

const measures = z.object({
  ...{ heap_mb: z.number(), rss_mb: z.number(), descriptors: z.number() },
  ...{ pause_p99_ms: z.number(), pause_max_ms: z.number() },
})
export type Measures = z.output<typeof measures>

export interface MeasuredServer {
  url: string
  pid: number
  measure(): Promise<Measures>
  /** Forgets the pauses until now. */
  resetPauses(): Promise<void>
  /** Ends it like a service manager; returns its exit code and everything it wrote. */
  stop(): Promise<{ code: number | null; output: string }>
}

/**
 * @param root HUSTINGS_VAR
 * @param options of `startServer`, beside its paths and port
 */
export async function startMeasured(root: string, options: object = {}): Promise<MeasuredServer> {
  const words = [root, JSON.stringify({ asOf: AS_OF, logLevel: 'error', ...options })]
  const child = fork(projectFile('test', 'whole', 'measured-server.mjs'), words, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = once(child, 'exit')
  const told = async (): Promise<unknown> => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(() => [])])
    if (message === undefined) throw new Error(`the server ended:\n${output}`)
    return message
  }
  const { url } = z.object({ url: z.string() }).parse(await told())
  return {
    url,
    pid: child.pid ?? 0,
    async measure() {
      child.send('measure')
      return measures.parse(await told())
    },
    async resetPauses() {
      child.send('reset')
      await told()
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, output }
    },
  }
}
