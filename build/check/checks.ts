// Runs build/check/*.sql. Each file states its rule in the first line and selects the rows that break it. Source rows
// include their location (`source_id`, `file`, `line`) and their subject (`key`).

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { CHECK_SAMPLE_ROWS } from '../constants.ts'

export interface FailedCheck {
  check: string
  rule: string
  rows: number
  /** The first failing rows, as JSON. */
  sample: string[]
  /** All failing rows, if they are source rows. */
  offences: Offence[]
}

/** A source row that breaks a rule. */
export interface Offence {
  source_id: string
  file: string | null
  line: number | null
  key: string
}

/** A check failed: nothing is written, and the current bundle stays in service. */
export class ChecksFailed extends Error {
  readonly failed: readonly FailedCheck[]
  constructor(failed: readonly FailedCheck[]) {
    const lines = failed.map(
      (check) => `${check.check}: ${check.rows} rows fail, e.g. ${check.sample[0]}\n  rule: ${check.rule}`,
    )
    super(
      `${failed.length === 1 ? '1 check' : `${failed.length} checks`} failed; no bundle was written.\n${lines.join('\n')}`,
    )
    this.name = 'ChecksFailed'
    this.failed = failed
  }
}

/** Checks that a change of endorsements can fail. */
const OF_ENDORSEMENTS = /^(endorse|rank-)/

export interface CheckReport {
  passed: number
  failed: FailedCheck[]
}

/** @param of `endorsements` runs only those checks, over the contests that the warehouse holds */
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

/** Empty if the rows are not source rows. */
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
    throw new Error(`build/check/${file} failed in DuckDB: ${error instanceof Error ? error.message : error}`)
  }
}
