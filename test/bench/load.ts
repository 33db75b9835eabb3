// Load at a fixed number of connections, from a thread of its own, over raw sockets: the client must cost less than any server.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'

// Plain JavaScript, which a worker starts from.
const CLIENT = projectFile('test', 'bench', 'load-client.mjs')

const result = z.tuple([
  z.object({ answers: z.number(), wrong: z.number(), received: z.number(), p50: z.number(), p99: z.number() }),
])

export interface LoadCount {
  answers: number
  /** Bytes, heads included. */
  received: number
  seconds: number
  /** Milliseconds from the request to the end of its answer. */
  p50: number
  p99: number
}

export interface Load {
  /** Sends these requests in turn. Throws when any answer is neither 200 nor 304. */
  count(port: number, requests: readonly string[]): Promise<LoadCount>
  /** Answers a second to these requests in turn. Throws when any answer is neither 200 nor 304. */
  run(port: number, requests: readonly string[]): Promise<number>
  close(): Promise<void>
}

export function openLoad(connections: number, milliseconds: number): Load {
  const worker = new Worker(CLIENT, { execArgv: [] })
  const count: Load['count'] = async (port, requests) => {
    const started = performance.now()
    worker.postMessage({ port, requests, connections, milliseconds })
    const [{ answers, wrong, received, p50, p99 }] = result.parse(await once(worker, 'message'))
    if (wrong > 0)
      throw new Error(`${wrong} of ${answers} answers of ${requests[0]?.split('\r\n')[0]} were neither 200 nor 304`)
    return { answers, received, p50, p99, seconds: (performance.now() - started) / 1000 }
  }
  return {
    count,
    async run(port, requests) {
      const { answers, seconds } = await count(port, requests)
      return answers / seconds
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
