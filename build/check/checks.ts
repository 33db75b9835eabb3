// Runs build/check/*.sql: each selects the rows that break its rule, and says the rule in its first line. Rows of a source say where they
// stand (`source_id`, `file`, `line`) and what they speak of (`key`).

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { CHECK_SAMPLE_ROWS } from '../constants.ts'

export interface FailedCheck {
  check: string
  rule: string
  rows: number
  /** The first offending rows, as JSON. */
  sample: string[]
  /** All of them, where they are rows of sources. */
  offences: Offence[]
}

/** A row of a source that breaks a rule. */
export interface Offence {
  source_id: string
  file: string | null
  line: number | null
  key: string
}

/** The bundle would be wrong: nothing is written, and the one in service stays. */
export class ChecksFailed extends Error {
  readonly failed: readonly FailedCheck[]
  constructor(failed: readonly FailedCheck[]) {
    const lines = failed.map(
      (check) => `${check.check}: ${check.rows} rows break it, e.g. ${check.sample[0]}\n  rule: ${check.rule}`,
    )
    super(
      `${failed.length === 1 ? '1 check' : `${failed.length} checks`} failed; no bundle was written.\n${lines.join('\n')}`,
    )
    this.name = 'ChecksFailed'
    this.failed = failed
  }
}

/** Those that an edit of endorsements can fail. */
const OF_ENDORSEMENTS = /^(endorse|rank-)/

export interface CheckReport {
  passed: number
  failed: FailedCheck[]
}

/** @param of endorsements: only the checks of these, over the contests that the warehouse holds */
export async function runChecks(
  warehouse: Warehouse,
  of: 'everything' | 'endorsements' = 'everything',
): Promise<CheckReport> {
  const folder = projectFile('build', 'check')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && (of === 'everything' || OF_ENDORSEMENTS.test(name)))
    .sort()
  const failed: FailedCheck[] = []
  for (const file of files) {
    const sql = readFileSync(join(folder, file), 'utf8')
    const { columns, rows } = await queryCheck(warehouse, file, sql)
    if (rows.length === 0) continue
    const sample = rows
      .slice(0, CHECK_SAMPLE_ROWS)
      .map((row) => JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]]))))
    failed.push({
      check: basename(file, '.sql'),
      rule: sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? '',
      rows: rows.length,
      sample,
      offences: toOffences(columns, rows),
    })
  }
  return { passed: files.length - failed.length, failed }
}

/** Empty where the rows are not those of sources. */
function toOffences(columns: readonly string[], rows: readonly unknown[][]): Offence[] {
  const at = (name: string): number => columns.indexOf(name)
  if (at('source_id') < 0 || at('key') < 0) return []
  const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
  return rows.map((row) => ({
    source_id: String(row[at('source_id')]),
    file: text(row[at('file')]),
    line: row[at('line')] == null ? null : Number(row[at('line')]),
    key: String(row[at('key')]),
  }))
}

async function queryCheck(warehouse: Warehouse, file: string, sql: string): ReturnType<Warehouse['query']> {
  try {
    return await warehouse.query(sql)
  } catch (error) {
    throw new Error(
      `build/check/${file} is no statement that DuckDB can run: ${error instanceof Error ? error.message : error}`,
    )
  }
}
