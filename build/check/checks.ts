// Runs the checks of the data, and refuses the sources whose rows break one: their last good rows stay.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Accepted, isPending, restoreLastGood } from '../../data/store/last-good.ts'
import { projectFile } from '../../data/store/paths.ts'
import { type SourceRead, STALE } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import type { BuildIssue } from '../bundle/name-case.ts'

/** @setting Issues that one check reports for one source. */
export const ISSUES_PER_CHECK_MAX = 100
/** @setting Rows that a failed check shows. */
export const CHECK_SAMPLE_ROWS = 5

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

// Refusal: the failing source gets its last good rows back, or is left out if it has none. Other sources continue.

/** A source whose latest rows failed a check. */
export interface RefusedSource {
  source_id: string
  /** The first check that it failed. */
  check: string
  rule: string
  /** Number of its rows that break the rule. */
  rows: number
  /** One failing row, as JSON. */
  sample: string
  /** Number of restored last good rows; null if there are none and the source is left out. */
  rows_in: number | null
}

interface Refusals {
  sources: RefusedSource[]
  issues: BuildIssue[]
}

/**
 * Takes back the rows of the sources at fault. Does nothing if no source is at fault.
 * @param earlier sources already refused in this build; if they fail again, they are left out
 */
export async function refuseSources(
  warehouse: Warehouse,
  failed: readonly FailedCheck[],
  { accepted, earlier }: { accepted: Accepted | undefined; earlier: readonly RefusedSource[] },
): Promise<Refusals> {
  const reads = await warehouse.sourceReads()
  const refused = new Set(earlier.map(({ source_id }) => source_id))
  const atFault = findAtFault(failed, reads, { accepted, refused })
  const refusals: Refusals = { sources: [], issues: [] }
  for (const source_id of [...atFault].sort()) {
    const { restored, orphans } = await takeBack(warehouse, source_id)
    const check = failed.find(({ offences }) => offences.some((one) => one.source_id === source_id)) ?? failed[0]
    if (!check) continue
    const own = check.offences.filter((one) => one.source_id === source_id)
    const { rule } = check
    const [sample = ''] = check.sample.filter((_, at) => check.offences[at]?.source_id === source_id)
    refusals.sources.push({
      source_id,
      check: check.check,
      rule,
      rows: own.length,
      sample: sample || (check.sample[0] ?? ''),
      rows_in: restored?.rows_in ?? null,
    })
    const end = restored ? 'its last good rows stay' : 'the source is left out'
    refusals.issues.push(...own.slice(0, ISSUES_PER_CHECK_MAX).map((one) => toIssue(one, check, end)), ...orphans)
  }
  return refusals
}

function toIssue({ source_id, file, line, key }: Offence, { check, rule }: FailedCheck, end: string): BuildIssue {
  const message = `breaks a rule of the build, and ${end}. Rule: ${rule}`
  return {
    source_id,
    file: file ?? source_id,
    line,
    field: null,
    code: check,
    value: key,
    message,
    severity: 'refused',
  }
}

/**
 * Sources with failing rows that no build has accepted; if several contradict each other, all but the largest. If all
 * failing rows were accepted before, something else has changed: other sources of the same states, or the build itself.
 */
function findAtFault(
  failed: readonly FailedCheck[],
  reads: readonly SourceRead[],
  { accepted, refused }: { accepted: Accepted | undefined; refused: ReadonlySet<string> },
): Set<string> {
  const pending = new Set(reads.filter((read) => isPending(read, accepted)).map(({ source_id }) => source_id))
  const atFault = new Set<string>()
  const unexplained = new Set<string>()
  for (const involved of failed.flatMap(({ offences }) => groupSources(offences))) {
    const suspects = involved.filter((id) => pending.has(id) || refused.has(id))
    if (suspects.length === 0) for (const id of involved) unexplained.add(id)
    const isMutual = suspects.length > 1 && suspects.length === involved.length
    for (const id of isMutual ? withoutLargest(suspects, reads) : suspects) atFault.add(id)
  }
  if (atFault.size > 0 || unexplained.size === 0) return atFault
  const states = new Set(reads.filter(({ source_id }) => unexplained.has(source_id)).flatMap((read) => read.states))
  const others = reads.filter((read) => pending.has(read.source_id) && !refused.has(read.source_id))
  const changed = others.filter((read) => read.states.some((state) => states.has(state)))
  return new Set(changed.length > 0 ? changed.map(({ source_id }) => source_id) : unexplained)
}

/** The sources of each key with failing rows. */
function groupSources(offences: readonly Offence[]): string[][] {
  const groups = new Map<string, Set<string>>()
  for (const { key, source_id } of offences) groups.set(key, (groups.get(key) ?? new Set()).add(source_id))
  return [...groups.values()].map((group) => [...group])
}

function withoutLargest(ids: readonly string[], reads: readonly SourceRead[]): string[] {
  const size = (id: string): number => reads.find(({ source_id }) => source_id === id)?.rows_in ?? 0
  return ids.toSorted((a, b) => size(b) - size(a) || (a < b ? -1 : 1)).slice(1)
}

/** Rows of other sources that need a taken-back row, by the table of that row. */
const DEPENDENT = [
  { table: 'endorsement', key: 'endorsement_key', needs: 'choice' },
  { table: 'stance', key: 'stance_key', needs: 'contest' },
] as const

/** Also takes back other sources' endorsements of these choices and stances on these contests. Their feeds are read again at the next ingest. */
async function takeBack(
  warehouse: Warehouse,
  source_id: string,
): Promise<{ restored: SourceRead | undefined; orphans: BuildIssue[] }> {
  for (const { needs } of DEPENDENT)
    await warehouse.run(
      `CREATE OR REPLACE TEMP TABLE taken_back_${needs} AS SELECT ${needs}_key FROM core.${needs} WHERE source_id = $source_id`,
      { source_id },
    )
  await restoreLastGood(warehouse, source_id)
  const restored = (await warehouse.sourceReads()).find((read) => read.source_id === source_id)
  const orphans: BuildIssue[] = []
  for (const { table, key, needs } of DEPENDENT) {
    const orphaned = `source_id <> $source_id
    AND ${needs}_key IN (SELECT ${needs}_key FROM taken_back_${needs})
    AND ${needs}_key NOT IN (SELECT ${needs}_key FROM core.${needs})`
    const rows = await warehouse.all<Offence & { file: string }>(
      `SELECT source_id, file, line, ${key} AS key
     FROM core.${table}
     WHERE ${orphaned}
     ORDER BY source_id, file, line, key`,
      { source_id },
    )
    await warehouse.run(
      `UPDATE core.source_read SET signature = $stale WHERE source_id IN (SELECT source_id FROM core.${table} WHERE ${orphaned})`,
      { source_id, stale: STALE },
    )
    await warehouse.run(`DELETE FROM core.${table} WHERE ${orphaned}`, { source_id })
    const message = `its ${needs} is in the refused rows of ${source_id}; left out until the next ingest reads this file again`
    for (const { key: value, ...at } of rows)
      orphans.push({ ...at, field: null, code: `${needs}-refused`, value, message, severity: 'refused' })
  }
  return { restored, orphans }
}
