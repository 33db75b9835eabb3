// One account requests answers about a whole state, each with other filters. Meanwhile the test measures the time of health checks,
// the cached reads of another account, and the memory of the server.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'

export interface Target {
  url: string
  /** Of the server's process. */
  pid: number
  /** Requested repeatedly by the other account, and cached by the server. */
  readPath: string
  readKey: string
}

const figures = z.object({
  /** Milliseconds that 99 of 100 health checks took at most. */
  healthP99: z.number(),
  readsPerSecond: z.number(),
  /** Number of health checks and reads without status 200. */
  failed: z.number(),
})
export type Figures = z.infer<typeof figures>

const BURST = 60

// Plain JavaScript, which a worker starts from. A separate thread, so that the attack's clients do not slow its clock.
const OBSERVER = projectFile('test', 'whole', 'area-observer.mjs')

export interface Observer {
  /** Since the last call. */
  figures(): Promise<Figures>
  close(): Promise<void>
}

export function observe(target: Target): Observer {
  const worker = new Worker(OBSERVER, { execArgv: [], workerData: target })
  return {
    async figures() {
      worker.postMessage(null)
      const [answer] = await once(worker, 'message')
      return figures.parse(answer)
    },
    close: async () => void (await worker.terminate()),
  }
}

/** Megabytes of memory that the process holds. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export interface Tally {
  /** Number of answers by status. */
  statuses: Record<number, number>
}

/** Sends bursts of 60 requests, one after the other, for the given time. @param pathOf a different path for each request */
export async function attack(
  { url }: Target,
  key: string,
  { pathOf, milliseconds }: { pathOf: (nth: number) => string; milliseconds: number },
): Promise<Tally> {
  const tally: Tally = { statuses: {} }
  const until = performance.now() + milliseconds
  for (let nth = 0; performance.now() < until; nth += BURST)
    await Promise.all(Array.from({ length: BURST }, (_, at) => ask(url + pathOf(nth + at), key, tally)))
  return tally
}

function ask(url: string, key: string, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { Authorization: `Bearer ${key}` } }, (reply) => {
      const { statusCode = 0 } = reply
      tally.statuses[statusCode] = (tally.statuses[statusCode] ?? 0) + 1
      if (statusCode === 429 && reply.headers['retry-after'] === undefined) reject(new Error('429 without Retry-After'))
      reply.resume()
      reply.on('close', resolve)
    }).on('error', reject)
  })
}

/** Sends 60 requests without reading the answers. @returns function that disconnects */
export function askUnread({ url }: Target, key: string, pathOf: (nth: number) => string): () => void {
  const { port, hostname } = new URL(url)
  const sockets = Array.from({ length: BURST }, (_, nth): Socket => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(`GET ${pathOf(nth)} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    return socket
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
