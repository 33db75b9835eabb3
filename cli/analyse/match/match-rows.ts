// Sends the rows of a file to the workers, and takes their answers in order.

import { CommandError } from '../../exit.ts'
import type { LocatingColumn } from './answer.ts'
import type { Chunk, Counts, CsvJob, LocatedBy } from './chunk.ts'
import { openPool } from './pool.ts'
import type { Rejects } from './rejects.ts'
import type { TableFile } from './table-file.ts'
import type { WorkerSettings } from './worker.ts'

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
