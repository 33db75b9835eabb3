// Who withdrew after the District of Columbia's ballot was printed: of one contest, not of all that a person stands in.

import { findSmd } from '../../boundary/dc-smd.ts'
import { readXlsx } from '../../read/xlsx.ts'
import type { FetchedFile, Sink } from '../../source.ts'

const COLUMNS = ['ANC-SMD', 'Name', 'Date of Withdrawal'] as const

/** `<division id> <name>` of each candidate who withdrew, of the Board's list of those who filed for the commissions. */
export async function readWithdrawn(file: FetchedFile, sink: Pick<Sink, 'issue'>): Promise<Set<string>> {
  const withdrawn = new Set<string>()
  for await (const { line, record } of readXlsx(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    if (record['Date of Withdrawal'].trim() === '') continue
    const value = record['ANC-SMD'].trim()
    const smd = findSmd(value)
    if (smd) withdrawn.add(`${smd.ocd_id} ${record.Name.trim()}`)
    else {
      const message = `got ANC-SMD "${value.slice(0, 40)}", expected one such as 1A01; the line is left out`
      sink.issue({ file: file.name, line, field: 'ANC-SMD', code: 'bad-value', value, message, severity: 'refused' })
    }
  }
  return withdrawn
}
