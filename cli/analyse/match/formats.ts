// Opens the input and writes the output, each in its format. Only Parquet needs DuckDB, which takes a moment to load.

import type { Counts } from './chunk.ts'
import { openCsv } from './csv-file.ts'
import type { MatchWork } from './match-rows.ts'
import { openRejects } from './rejects.ts'
import { formatOf, type TableFile } from './table-file.ts'
import { writeCsv } from './write-csv.ts'

export interface MatchOutput {
  output: string
  /** The file for the list of rejected rows. */
  rejects: string
  /** Names of the new columns. */
  added: readonly string[]
}

/** @throws CommandError if the file has no header, or is no Parquet file */
export async function openTable(file: string): Promise<TableFile> {
  if (formatOf(file) === 'csv') return openCsv(file)
  const { openParquet } = await import('./parquet-file.ts')
  return openParquet(file)
}

/** Writes both files or neither. @throws as matchRows */
export async function writeMatched(
  { output, rejects: list, added }: MatchOutput,
  work: Omit<MatchWork, 'rejects'>,
): Promise<Counts> {
  const { table } = work
  const rejects = await openRejects(list)
  try {
    const counts = await write()
    await rejects.complete()
    return counts
  } finally {
    await rejects.close()
  }

  async function write(): Promise<Counts> {
    const format = formatOf(output) ?? 'csv'
    if (table.header && format === 'csv')
      return writeCsv({ file: output, header: table.header, added }, { ...work, rejects })
    const { writeTable } = await import('./write-table.ts')
    return writeTable({ file: output, format, added }, { ...work, rejects })
  }
}
