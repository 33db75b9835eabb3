// Runs jobs on worker threads, and returns the results in the order of the jobs.

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODE_ROOT } from '../../../data/store/paths.ts'
import { MATCH_CHUNKS_PER_WORKER } from '../../constants.ts'
import type { Chunk, Job } from './chunk.ts'
import type { WorkerSeat, WorkerSettings } from './worker.ts'

export interface Pool {
  /**
   * Takes further jobs only as fast as results are read, MATCH_CHUNKS_PER_WORKER for each worker.
   * @throws the fault of a worker
   */
  run(jobs: Iterable<Job> | AsyncIterable<Job>): AsyncGenerator<Chunk, void>
  close(): Promise<void>
}

const WORKER = join(CODE_ROOT, 'cli', 'analyse', 'match', import.meta.url.endsWith('.ts') ? 'worker.ts' : 'worker.js')

export function openPool(count: number, settings: WorkerSettings): Pool {
  const workers = Array.from({ length: count }, (_, seat) => openWorker({ ...settings, seat, seats: count }))
  return {
    async *run(jobs) {
      const results: Promise<Chunk>[] = []
      let next = 0
      for await (const job of jobs) {
        const worker = workers[next++ % count]
        if (worker) results.push(worker.run(job))
        if (results.length < count * MATCH_CHUNKS_PER_WORKER) continue
        const first = results.shift()
        if (first) yield await first
      }
      for (const result of results) yield await result
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

interface PoolWorker {
  run(job: Job): Promise<Chunk>
  close(): Promise<void>
}

function openWorker(settings: WorkerSettings & WorkerSeat): PoolWorker {
  const thread = new Worker(WORKER, { workerData: settings })
  // A worker answers in the order in which it was asked.
  const waiting: { resolve(chunk: Chunk): void; reject(fault: Error): void }[] = []
  let fault: Error | undefined
  thread.on('message', (chunk: Chunk) => waiting.shift()?.resolve(chunk))
  const fail = (error: Error): void => {
    fault ??= error
    for (const one of waiting.splice(0)) one.reject(fault)
  }
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('a worker thread ended early')))
  return {
    run(job) {
      const result = new Promise<Chunk>((resolve, reject) => {
        if (fault) return reject(fault)
        waiting.push({ resolve, reject })
        thread.postMessage(job)
      })
      // A fault is thrown when the turn of the result comes.
      result.catch(() => undefined)
      return result
    },
    async close() {
      await thread.terminate()
    },
  }
}
