// Records and lists of them, as every reply has them: members that are joined as text, the filters of a request as clauses, one page of
// rows, and the opaque cursor of the next one.

import { hash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { type ReportableKind, toReportUrl } from '../../data/schema/correction.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart, StatementParams } from '../../data/store/bundle.ts'

/** Adds `report_url`, where an error in this record is reported. */
export function withReportUrl(json: string, kind: ReportableKind, id: number | string): string {
  return withMembers(json, reportUrlMember(kind, id))
}

export function reportUrlMember(kind: ReportableKind, id: number | string): string {
  return `"report_url":"${toReportUrl(kind, id)}"`
}

/** Adds members to a JSON object. @param members `"key":value` pairs, joined by commas */
export function withMembers(json: string, members: string): string {
  return `${json.slice(0, -1)},${members}}`
}

const BODY = "CASE $lang WHEN 'es' THEN body_es ELSE body_en END"

const CONTEST = `SELECT ${BODY} ->> '$.title' AS first, ${BODY} ->> '$.election.name' AS second, NULL AS third
FROM contest
WHERE id = CAST($id AS INTEGER)`

const NAMES: Readonly<Record<ReportableKind, { part(bundle: Bundle): OpenPart; sql: string }>> = {
  election: {
    part: ({ ballots }) => ballots,
    sql: `SELECT ${BODY} ->> '$.name' AS first, date AS second, NULL AS third FROM election WHERE id = CAST($id AS INTEGER)`,
  },
  contest: { part: ({ ballots }) => ballots, sql: CONTEST },
  endorser: {
    part: ({ endorsements }) => endorsements,
    sql: `SELECT ${BODY} ->> '$.name' AS first, NULL AS second, NULL AS third FROM endorser WHERE id = CAST($id AS INTEGER)`,
  },
  endorsement: {
    part: ({ endorsements }) => endorsements,
    sql: `SELECT ${BODY} ->> '$.endorser.name' AS first, ${BODY} ->> '$.choice.label' AS second, ${BODY} ->> '$.contest.title' AS third
FROM endorsement_body
WHERE id = CAST($id AS INTEGER)`,
  },
  district: {
    part: ({ places }) => places,
    sql: `SELECT body ->> '$.name' AS first, state AS second, NULL AS third FROM district WHERE id = CAST($id AS INTEGER) AND $lang IS NOT NULL`,
  },
  officeholder: {
    part: ({ officeholders }) => officeholders,
    sql: `SELECT body ->> '$.name' AS first, body ->> '$.office_title' AS second, NULL AS third
FROM officeholder
WHERE person_id = $id AND $lang IS NOT NULL
ORDER BY level_rank, id
LIMIT 1`,
  },
}

/** `County Commissioner, General Election`; undefined if the bundle does not hold the record. @param record such as `contest/123` */
export function findRecordName(bundle: Bundle, record: string, lang: Language): string | undefined {
  const [kind = '', id = ''] = record.split('/')
  if (!isKind(kind)) return undefined
  const { part, sql } = NAMES[kind]
  const row = part(bundle)
    .statement<{ first: string | null; second: string | null; third: string | null }>(sql)
    .get({ id, lang })
  return row && [row.first, row.second, row.third].filter((text) => text !== null).join(', ')
}

function isKind(text: string): text is ReportableKind {
  return Object.hasOwn(NAMES, text)
}

// Lists: the filters of a request as clauses, one page of rows, and the opaque cursor of the next one. A cursor has a version, the hash of
// the filters, and the keyset of the last row.

/** Part of a WHERE. A statement contains only the filters of the request, so that each can use its index. */
export interface Clause {
  sql: string
  params: StatementParams
}

/** @param column a name from the code, never from a request */
export function isIn(
  column: string,
  parameter: string,
  values: readonly (string | number)[] | undefined,
): Clause | undefined {
  if (values === undefined) return undefined
  return {
    sql: `${column} IN (SELECT value FROM json_each($${parameter}))`,
    params: { [parameter]: JSON.stringify(values) },
  }
}

/**
 * @param filters by column (a name from the code), most selective first. The first filter that is set finds rows by its
 * index. The others are written `+column`, which disables their index, so that they only test those rows. Otherwise SQLite
 * may choose a worse index.
 */
export function isInEach(filters: Readonly<Record<string, readonly (string | number)[] | undefined>>): Clause[] {
  const [first, ...others] = Object.entries(filters).flatMap(([column, values]) => (values ? [{ column, values }] : []))
  if (!first) return []
  return [
    isOneOf(first.column, first.values),
    ...others.map(({ column, values }) => isIn(`+${column}`, column, values)),
  ].filter((clause) => clause !== undefined)
}

/** A single value keeps the index's order of ids, so that a page needs no sort. */
function isOneOf(column: string, values: readonly (string | number)[]): Clause | undefined {
  const [only, ...others] = values
  return only !== undefined && others.length === 0
    ? { sql: `${column} = $${column}`, params: { [column]: only } }
    : isIn(column, column, values)
}

/** Rows after a cursor. @param columns the list's order; names from the code */
export function isAfter(columns: readonly string[], position: readonly (string | number)[]): Clause {
  const names = columns.map((column) => `after_${column}`)
  return {
    sql: `(${columns.join(', ')}) > (${names.map((name) => `$${name}`).join(', ')})`,
    params: Object.fromEntries(names.map((name, at) => [name, position[at] ?? null])),
  }
}

export function joinClauses(clauses: readonly (Clause | undefined)[]): Clause {
  const present = clauses.filter((clause) => clause !== undefined)
  return {
    sql: present.length === 0 ? 'TRUE' : present.map((clause) => clause.sql).join('\n  AND '),
    params: Object.assign({}, ...present.map((clause) => clause.params)),
  }
}

/** `LIMIT $rows` alone would make SQLite recompile the statement for each value of the parameter. */
export const LIMIT_ROWS = 'LIMIT 0 + $rows'

/**
 * Joins prebuilt JSON rows into one page.
 * @param rows one more than the limit if there is a next page
 */
export function presentPage<Row>(page: {
  rows: readonly Row[]
  limit: number
  filters: string
  present(row: Row): string
  position(row: Row): readonly (string | number)[]
}): string {
  const { rows, limit } = page
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  const last = shown.at(-1)
  const next =
    rows.length > limit && last !== undefined ? `"${writeCursor(page.filters, page.position(last))}"` : 'null'
  return `{"data":[${shown.map(page.present).join(',')}],"next_cursor":${next}}`
}

const CURSOR_VERSION = 1

const content = z.tuple([z.literal(CURSOR_VERSION), z.string(), z.unknown()])

/** @param filters parsed and sorted; a cursor is valid only for these, with any limit and language */
export function filterHash(endpoint: string, filters: unknown): string {
  return hash('sha256', JSON.stringify([endpoint, filters]), 'base64url').slice(0, 16)
}

export function writeCursor(filters: string, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([CURSOR_VERSION, filters, position])).toString('base64url')
}

/** Throws ApiError 400 for anything but a cursor of this endpoint and these filters. */
export function readCursor<Position>(text: string, filters: string, position: z.ZodType<Position>): Position {
  const parsed = content.safeParse(toJson(text))
  if (!parsed.success)
    throw new ApiError(
      'invalid_parameter',
      'Parameter `cursor`: expected the next_cursor of an earlier page, unchanged.',
    )
  const [, madeFor, keys] = parsed.data
  if (madeFor !== filters)
    throw new ApiError(
      'invalid_parameter',
      'Parameter `cursor`: it belongs to another list. Repeat the filters of the page that returned it, or start without a cursor.',
    )
  const keyset = position.safeParse(keys)
  if (!keyset.success)
    throw new ApiError(
      'invalid_parameter',
      'Parameter `cursor`: expected the next_cursor of an earlier page, unchanged.',
    )
  return keyset.data
}

function toJson(text: string): unknown {
  const bytes = Buffer.from(text, 'base64url')
  // Buffer ignores characters outside the alphabet; a cursor has exactly one valid spelling.
  if (bytes.toString('base64url') !== text) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
