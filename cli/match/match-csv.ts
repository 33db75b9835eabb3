// Matches a CSV file: chunks of rows to the workers, answered chunks to the output, in order.

import { statSync } from 'node:fs'
import { MATCH_CHUNK_BYTES } from '../constants.ts'
import { CommandError } from '../exit.ts'
import type { Counts, CsvJob, LocatedBy } from './csv-chunk.ts'
import { type CsvHeader, readChunks } from './csv-file.ts'
import { openOutput } from './output-file.ts'
import { openPool } from './pool.ts'
import { openRejects } from './rejects.ts'
import type { WorkerSettings } from './worker.ts'

export interface MatchFiles {
  file: string
  output: string
  rejects: string
}

export interface CsvMatch {
  header: CsvHeader
  by: LocatedBy
  /** Names of the new columns. */
  added: readonly string[]
  /** Worker threads at most. */
  threads: number
  settings: WorkerSettings
}

/**
 * Writes the output and the rejects, or neither.
 * @param onProgress called after each chunk with the counts so far and the share of the file that is done
 * @throws CommandError for a row with another number of fields than the header. @throws the reason of `stop`
 */
export async function matchCsv(
  { file, output, rejects }: MatchFiles,
  { header, by, added, threads, settings }: CsvMatch,
  onProgress: (counts: Counts, share: number) => void,
  stop: AbortSignal,
): Promise<Counts> {
  const size = statSync(file).size
  const chunks = Math.ceil(size / MATCH_CHUNK_BYTES)
  const pool = openPool(Math.max(1, Math.min(threads, chunks)), settings)
  const written = openOutput(output)
  const refused = openRejects(rejects)
  const counts: Counts = { rows: 0, exact: 0, rejected: 0 }
  let line = 1 + header.lines
  let done = header.bytes
  try {
    written.write(`${header.text},${added.join(',')}${header.lineBreak}`)
    for await (const chunk of pool.run(jobsOf(file, header, by))) {
      stop.throwIfAborted()
      if (chunk.misshapen)
        throw new CommandError(
          `${file}:${line + chunk.misshapen.line}: got ${chunk.misshapen.fields} fields, expected ${header.columns.length} as in the header. Nothing was written.`,
          'hustings match   (after correcting the line; a field with a comma or a line break needs quotes)',
        )
      written.write(chunk.text)
      for (const { line: before, column, reason } of chunk.rejects)
        refused.add(line + before, header.columns[column] ?? '', reason)
      for (const key of ['rows', 'exact', 'rejected'] as const) counts[key] += chunk[key]
      line += chunk.lines
      done += chunk.bytes
      onProgress(counts, done / size)
    }
    written.complete()
    refused.complete()
    return counts
  } finally {
    written.close()
    refused.close()
    await pool.close()
  }
}

function* jobsOf(file: string, header: CsvHeader, by: LocatedBy): Generator<CsvJob> {
  for (const text of readChunks(file, header.bytes)) yield { text, fields: header.columns.length, by }
}
