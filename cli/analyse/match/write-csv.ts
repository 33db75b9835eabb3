// Matches a CSV file to a CSV file: the workers write the rows, this file puts them in order.

import type { Counts } from './chunk.ts'
import { type MatchWork, matchRows } from './match-rows.ts'
import { openOutput } from './output-file.ts'
import type { CsvHeader } from './table-file.ts'

export interface CsvOutput {
  file: string
  header: CsvHeader
  /** Names of the new columns. */
  added: readonly string[]
}

/** Writes the whole file or nothing. @throws as matchRows */
export async function writeCsv({ file, header, added }: CsvOutput, work: MatchWork): Promise<Counts> {
  const output = await openOutput(file)
  try {
    await output.write(`${header.text},${added.join(',')}${header.lineBreak}`)
    const counts = await matchRows(work, 'text', (chunk) => output.write(chunk.bytes))
    await output.complete()
    return counts
  } finally {
    await output.close()
  }
}
