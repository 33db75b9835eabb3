// The last run of each proof, as a file.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { figure } from './figure.ts'

const FILE = projectFile('test', 'proof', 'records.json')

const record = z.strictObject({
  /** `missed`: the test passed, and a figure is beyond its bar. */
  result: z.enum(['held', 'missed', 'failed', 'not run']),
  /** Why it was not run. */
  reason: z.string().optional(),
  figures: z.array(figure),
  /** YYYY-MM-DD */
  date: z.string(),
  machine: z.string(),
  /** Programs that wanted a core when the run began. */
  load: z.string(),
})
export type ProofRecord = z.output<typeof record>
export type ProofRecords = Readonly<Record<string, ProofRecord>>

export function loadRecords(): ProofRecords {
  return existsSync(FILE) ? z.record(z.string(), record).parse(JSON.parse(readFileSync(FILE, 'utf8'))) : {}
}

/** Writes them in this order. */
export function saveRecords(records: ProofRecords): void {
  writeFileSync(FILE, `${JSON.stringify(records, null, 2)}\n`)
}
