// Collects a reader's rows and issues in memory, and checks each row against data/core/rows.ts.

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { CORE_COLUMNS } from '../../data/core/columns.ts'
import type { CoreRows, CoreTable, EndorsementRow, EndorserRow, StanceRow } from '../../data/core/rows.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Issue, SourceRow } from '../../data/store/source-read.ts'
import { isCalendarDate } from '../read/field-value.ts'
import { type Sink, SourceError } from '../read/source.ts'
import { shortenIssue } from './issue.ts'

/** @setting Most issues that one source may report. More mean that its files have another layout than the reader expects. */
export const ISSUES_PER_SOURCE_MAX = 100_000

type NullableColumns<Row> = { [Column in keyof Row]: null extends Row[Column] ? Column : never }[keyof Row]

/** The compiler checks that this list has exactly the nullable columns of the row types. */
const NULLABLE: { [Table in CoreTable]: Record<NullableColumns<CoreRows[Table]>, true> } = {
  division: { census_geoid: true, same_as: true, valid_through: true },
  shape: { ocd_id: true, census_geoid: true, class: true, valid_from: true, valid_to: true },
  zip: { county_geoid: true },
  zip_county: { range_count: true },
  municipality: { website_url: true },
  address_point: {},
  street_range: {},
  election: { name_es: true, primary_system: true, info_url: true },
  contest: {
    title_es: true,
    short_title_es: true,
    ranks_allowed: true,
    measure_code: true,
    description: true,
    description_es: true,
    party: true,
    source_url: true,
    within_ocd_id: true,
  },
  contest_county: {},
  choice: {
    label_es: true,
    measure_answer: true,
    candidate_name: true,
    party: true,
    party_label: true,
    option: true,
    ballot_designation: true,
  },
  endorser: { description: true, website_url: true },
  endorsement: {
    rank: true,
    statement: true,
    statement_es: true,
    source_url: true,
    published_on: true,
    evidence_url: true,
  },
  stance: { source_url: true, published_on: true },
  evidence: { quote: true, missing_since: true },
  officeholder: {
    given_name: true,
    family_name: true,
    party: true,
    term_start: true,
    term_end: true,
    phone: true,
    email: true,
    website: true,
    photo: true,
    district: true,
    elected_on: true,
  },
}

/** Columns of names: runs of spaces become one, and leading and trailing spaces are removed. */
const NAMES: { [Table in CoreTable]?: readonly (keyof CoreRows[Table])[] } = {
  election: ['name', 'name_es', 'short_name'],
  contest: ['title', 'title_es', 'short_title', 'short_title_es', 'district_name', 'party'],
  choice: ['label', 'label_es', 'candidate_name', 'party', 'party_label', 'ballot_designation'],
  endorser: ['name'],
  officeholder: ['name', 'given_name', 'family_name', 'office_title'],
}

function collapseSpaces<Table extends CoreTable>(table: Table, row: CoreRows[Table]): CoreRows[Table] {
  const spaced = NAMES[table]?.filter((column) => /^\s|\s$|\s{2}|[^\S ]/.test(String(row[column] ?? ''))) ?? []
  if (spaced.length === 0) return row
  const names = spaced.map((column) => [column, String(row[column]).trim().replace(/\s+/g, ' ')])
  return { ...row, ...Object.fromEntries(names) }
}

/**
 * Characters that only turn the direction of a line: in a name they can make one show as another. They are removed from names.
 */
const TURNING = /\p{Bidi_Control}/gu

/** The row without them, with an issue `direction-character` for each name. */
function withoutTurning<Table extends CoreTable>(
  table: Table,
  row: CoreRows[Table],
  { at, issue }: { at: { file: string; line: number | null }; issue: Sink['issue'] },
): CoreRows[Table] {
  const turned = NAMES[table]?.filter((column) => String(row[column] ?? '').search(TURNING) >= 0) ?? []
  if (turned.length === 0) return row
  const names = turned.map((column) => {
    const name = String(row[column])
    const found = [...new Set(name.match(TURNING))].map(
      (one) => `U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    const { file, line } = at
    const message = `has ${found.join(', ')}, which turns the direction of what follows, expected a name without it; it is removed`
    issue({ file, line, field: String(column), code: 'direction-character', value: name, message, severity: 'mended' })
    return [column, name.replace(TURNING, '')]
  })
  return { ...row, ...Object.fromEntries(names) }
}

/** An endorser with an alias is one record across sources. */
function toServed(one: SourceRow, aliases: EndorserAliases): SourceRow {
  if (one.table === 'endorser') return { ...one, row: toOneEndorser(one.row, aliases) }
  if (one.table === 'stance') return { ...one, row: toOneStance(one.row, aliases) }
  return one.table === 'endorsement' ? { ...one, row: ofOneEndorser(one.row, aliases) } : one
}

export interface CollectingSink extends Sink {
  rows: readonly SourceRow[]
  issues: readonly Issue[]
  /** The number of records that the reader reported; else the number of records that gave a row or an issue. */
  countRecords(): number
}

/**
 * Throws TypeError for a row that does not fit its table: the error is in the reader, not in the file. Throws SourceError for more
 * than 100,000 issues.
 */
export function collectSink(aliases = loadAliases()): CollectingSink {
  const rows: SourceRow[] = []
  const issues: Issue[] = []
  const said = new Map<string, number>()
  const lines = new Map<string, Set<number>>()
  const unnumbered = new Map<string, number>()
  const see = ({ file, line }: { file: string; line: number | null }): void => {
    if (line === null) unnumbered.set(file, (unnumbered.get(file) ?? 0) + 1)
    else lines.set(file, (lines.get(file) ?? new Set()).add(line))
  }
  const countFile = (file: string): number =>
    said.get(file) ?? (lines.get(file)?.size ?? 0) + (unnumbered.get(file) ?? 0)
  const issue = (issue: Issue): void => {
    if (issues.length === ISSUES_PER_SOURCE_MAX)
      throw new SourceError(
        `gives more than ${ISSUES_PER_SOURCE_MAX} issues, the last "${issue.code}"; the file may have another layout`,
        issue,
      )
    issues.push(shortenIssue(issue))
    see(issue)
  }
  return {
    rows,
    issues,
    countRecords() {
      const files = new Set([...said.keys(), ...lines.keys(), ...unnumbered.keys()])
      return [...files].reduce((sum, file) => sum + countFile(file), 0)
    },
    records: (file, count) => said.set(file, count),
    row(table, row, at) {
      const plain = withoutTurning(table, row, { at, issue })
      const candidate = { table, row: collapseSpaces(table, plain), file: at.file, line: at.line }
      assertRow(candidate)
      rows.push(toServed(candidate, aliases))
      see(at)
    },
    issue,
  }
}

interface Candidate {
  table: CoreTable
  row: object
  file: string
  line: number | null
}

function assertRow(candidate: Candidate): asserts candidate is Candidate & SourceRow {
  const { table, row, file, line } = candidate
  const columns: Readonly<Record<string, string>> = CORE_COLUMNS[table]
  const values: Readonly<Record<string, unknown>> = { ...row }
  const where = `${table} row of ${file}${line === null ? '' : `:${line}`}`
  for (const name of Object.keys(values))
    if (!Object.hasOwn(columns, name)) throw new TypeError(`${where}: the table has no column "${name}"`)
  for (const [name, type] of Object.entries(columns)) {
    const value = values[name]
    if (value === null && Object.hasOwn(NULLABLE[table], name)) continue
    if (!fits(value, type)) throw new TypeError(`${where}: ${name} is ${show(value)}, expected ${type}`)
  }
}

function fits(value: unknown, type: string): boolean {
  switch (type) {
    case 'VARCHAR':
      return typeof value === 'string'
    case 'INTEGER':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
    case 'DOUBLE':
      return typeof value === 'number' && Number.isFinite(value)
    case 'BOOLEAN':
      return typeof value === 'boolean'
    case 'BLOB':
      return value instanceof Uint8Array
    case 'DATE':
      return typeof value === 'string' && isCalendarDate(value)
    case 'JSON':
      return typeof value === 'string' && isJsonStructure(value)
    default:
      return false
  }
}

/** True for an object or a list. */
function isJsonStructure(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 60)}"` : String(value)
}

// An endorser under several slugs is one record: data/reference/endorser-aliases.csv gives the slug and the name that stand for all. The sink
// applies it to the rows of every source.

interface EndorserAlias {
  endorser_slug: string
  name: string
}

/** By the alias. An alias of an alias is refused, because a row is changed once. */
type EndorserAliases = ReadonlyMap<string, EndorserAlias>

/** Throws RangeError with the line for an alias that stands twice, or that leads to another alias. */
export function parseAliases(text: string): EndorserAliases {
  const records: Record<string, string>[] = parse(text, { columns: true, skip_empty_lines: true })
  const aliases = new Map<string, EndorserAlias>()
  for (const { alias = '', endorser_slug = '', name = '', why = '' } of records) {
    if ([alias, endorser_slug, name, why].includes('') || aliases.has(alias) || alias === endorser_slug)
      throw new RangeError(`endorser-aliases.csv: "${alias}" needs endorser_slug, name and why, and stands once`)
    aliases.set(alias, { endorser_slug, name })
  }
  for (const [alias, { endorser_slug }] of aliases)
    if (aliases.has(endorser_slug))
      throw new RangeError(`endorser-aliases.csv: "${alias}" leads to "${endorser_slug}", which is an alias itself`)
  return aliases
}

let loaded: EndorserAliases | undefined

export function loadAliases(): EndorserAliases {
  loaded ??= parseAliases(readFileSync(projectFile('data', 'reference', 'endorser-aliases.csv'), 'utf8'))
  return loaded
}

function toOneEndorser(row: EndorserRow, aliases: EndorserAliases): EndorserRow {
  const alias = aliases.get(row.endorser_slug)
  return alias ? { ...row, ...alias } : row
}

function ofOneEndorser(row: EndorsementRow, aliases: EndorserAliases): EndorsementRow {
  const alias = aliases.get(row.endorser_slug)
  if (!alias) return row
  const { endorser_slug } = alias
  return { ...row, endorser_slug, endorsement_key: `${endorser_slug}/${row.choice_key}` }
}

function toOneStance(row: StanceRow, aliases: EndorserAliases): StanceRow {
  const alias = aliases.get(row.endorser_slug)
  if (!alias) return row
  const { endorser_slug } = alias
  return { ...row, endorser_slug, stance_key: `${endorser_slug}/${row.contest_key}` }
}
