// Sends the rows of a file to worker threads, and takes their answers in the order of the rows.

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODE_ROOT } from '../../../data/store/paths.ts'
import { CommandError } from '../../exit.ts'
import type { LocatingColumn } from './answer.ts'
import type { Chunk, Counts, CsvJob, Job, LocatedBy, TableFile } from './chunk.ts'
import type { Rejects } from './output-file.ts'
import type { WorkerSeat, WorkerSettings } from './worker.ts'

/** @setting Chunks for each worker that `match` holds in memory at once: one in work, one waiting. */
const MATCH_CHUNKS_PER_WORKER = 2

export interface MatchWork {
  table: TableFile
  by: LocatedBy
  /** Worker threads at most. */
  threads: number
  settings: WorkerSettings
  rejects: Rejects
  /** Called after each chunk with the counts so far and the share of the rows that is done, 0 to 1. */
  onProgress(counts: Counts, share: number): void
  stop: AbortSignal
}

/**
 * @param onChunk takes each chunk, in the order of the file
 * @throws CommandError for a row with another number of fields than the header. @throws the reason of `stop`
 */
export async function matchRows(
  { table, by, threads, settings, rejects, onProgress, stop }: MatchWork,
  wants: CsvJob['wants'],
  onChunk: (chunk: Chunk) => Promise<void>,
): Promise<Counts> {
  const pool = openPool(Math.max(1, Math.min(threads, table.jobsMax)), settings)
  const counts: Counts = { rows: 0, exact: 0, rejected: 0 }
  let line = table.firstLine
  let done = 0
  try {
    for await (const chunk of pool.run(table.jobs(by, wants))) {
      stop.throwIfAborted()
      if (chunk.misshapen)
        throw new CommandError(
          `${table.file}:${line + chunk.misshapen.line}: got ${chunk.misshapen.fields} fields, expected ${table.columns.length} as in the header. Nothing was written.`,
          'hustings match   # after correcting the line; a field with a comma or a line break needs quotes',
        )
      await onChunk(chunk)
      await rejects.add(
        chunk.rejects.map((reject) => ({
          line: line + reject.line,
          column: table.columns[positionOf(by, reject.column)] ?? '',
          reason: reject.reason,
        })),
      )
      for (const key of ['rows', 'exact', 'rejected'] as const) counts[key] += chunk[key]
      line += chunk.lines
      done += chunk.size
      onProgress(counts, done / table.size)
    }
    return counts
  } finally {
    await pool.close()
  }
}

function positionOf(by: LocatedBy, column: LocatingColumn): number {
  if ('address' in by) return by.address
  return column === 'lng' ? by.lng : by.lat
}

// The threads.

interface Pool {
  /**
   * Takes further jobs only as fast as results are read, MATCH_CHUNKS_PER_WORKER for each worker.
   * @throws the fault of a worker
   */
  run(jobs: Iterable<Job> | AsyncIterable<Job>): AsyncGenerator<Chunk, void>
  close(): Promise<void>
}

const WORKER = join(CODE_ROOT, 'cli', 'analyse', 'match', import.meta.url.endsWith('.ts') ? 'worker.ts' : 'worker.js')

function openPool(count: number, settings: WorkerSettings): Pool {
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
