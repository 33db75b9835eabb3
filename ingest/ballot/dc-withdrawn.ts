// Who withdrew after the District of Columbia's ballot was printed: a status of one contest, not of a person.

import { findSmd } from '../boundary/dc-smd.ts'
import { readCsv } from '../read/csv.ts'
import type { FetchedFile, Sink } from '../source.ts'

const COLUMNS = ['smd_id', 'candidate_name', 'candidate_status'] as const
const WITHDREW = 'Withdrew'

/** `<division id> <name>` of each candidate who withdrew. */
export function readWithdrawn(file: FetchedFile, sink: Pick<Sink, 'issue'>): Set<string> {
  const withdrawn = new Set<string>()
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    if (record.candidate_status.trim() !== WITHDREW) continue
    const smd = findSmd(record.smd_id.replace(/^smd_\d{4}_/, ''))
    if (smd) withdrawn.add(`${smd.ocd_id} ${record.candidate_name.trim()}`)
    else {
      const message = `got smd_id "${record.smd_id.slice(0, 40)}", expected one such as smd_2022_1A01; the line is left out`
      sink.issue({
        file: file.name,
        line,
        field: 'smd_id',
        code: 'bad-value',
        value: record.smd_id,
        message,
        severity: 'refused',
      })
    }
  }
  return withdrawn
}
