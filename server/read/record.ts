// Records and lists of them, as every reply has them: members that are joined as text, one page of rows, and the opaque cursor of the next
// one.

import { hash } from 'node:crypto'
import { z } from 'zod'
import { ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import { type ReportableKind, toReportUrl } from '../../data/schema/correction.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { BODY, type OpenPart } from '../../data/store/bundle.ts'
import { type Clause, joinClauses } from './filters.ts'

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

/** JSON of the records with these ids, by id; without those that the part lacks. */
export function loadBodies(
  part: OpenPart,
  table: 'contest' | 'election' | 'endorser',
  ids: readonly number[],
  lang: Language,
): Map<number, string> {
  const rows = part
    .statement<{ id: number; body: string }>(
      `SELECT id, ${BODY} AS body FROM ${table} WHERE id IN (SELECT value FROM json_each($ids)) ORDER BY id`,
    )
    .all({ ids: JSON.stringify(ids), lang })
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** The answer with one record. @param json undefined if there is none. @throws ApiError 404 with the sentence then */
export function presentRecord(json: string | undefined, sentence: string): string {
  if (json === undefined) throw new ApiError('not_found', sentence)
  return `{"data":${json}}`
}

// Lists: one page of rows, and the opaque cursor of the next one. A cursor has a version, the hash of
// the filters, and the keyset of the last row.

/** `LIMIT $rows` alone would make SQLite recompile the statement for each value of the parameter. */
export const LIMIT_ROWS = 'LIMIT 0 + $rows'

interface Asked {
  part: OpenPart
  query: { limit: number; cursor?: string | undefined; lang?: Language }
  /** Of the endpoint and its filters: a cursor is of one such list. */
  hash: string
}

interface List<Row> {
  /** The whole statement; `$lang` is the language. @param page its WHERE, ORDER BY and LIMIT */
  sql(page: string): string
  /** The columns of the order, which every row has and a cursor holds, with their types. */
  order: Readonly<Record<string, 'string' | 'number'>>
  /** Columns that fall; the others rise. */
  falling?: readonly string[]
  where: readonly (Clause | undefined)[]
  /** JSON of each. */
  present(rows: readonly Row[]): readonly string[]
}

/** One page. @throws ApiError 400 for a cursor of another list */
export function presentList<Row>({ part, query, hash }: Asked, { order, falling = [], ...list }: List<Row>): string {
  const { limit, cursor, lang } = query
  const columns = Object.keys(order)
  const isFalling = falling.length === columns.length
  const signOf = (column: string): string => (falling.includes(column) && !isFalling ? '-' : '')
  const keys = columns.map((column) => signOf(column) + column)
  const after = columns.map((column) => `${signOf(column)}$after_${column}`)
  const position = cursor === undefined ? [] : readCursor(cursor, hash, keysetOf(Object.values(order)))
  const where = joinClauses([
    ...list.where,
    cursor === undefined
      ? undefined
      : {
          sql: `(${keys.join(', ')}) ${isFalling ? '<' : '>'} (${after.join(', ')})`,
          params: Object.fromEntries(columns.map((column, at) => [`after_${column}`, position[at] ?? null])),
        },
  ])
  const sorted = columns.map((column) => (falling.includes(column) ? `${column} DESC` : column))
  const rows = part
    .statement<Row & Readonly<Record<string, string | number>>>(
      list.sql(`WHERE ${where.sql}\nORDER BY ${sorted.join(', ')}\n${LIMIT_ROWS}`),
    )
    .all({ ...where.params, lang: lang ?? null, rows: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const next =
    last &&
    writeCursor(
      hash,
      columns.map((column) => last[column] ?? ''),
    )
  return `{"data":[${list.present(shown).join(',')}],"next_cursor":${next ? `"${next}"` : 'null'}}`
}

function keysetOf(types: readonly string[]) {
  return z
    .array(z.union([z.string(), z.number()]))
    .refine((keys) => keys.length === types.length && keys.every((key, at) => typeof key === types[at]))
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
  const unchanged = 'Parameter `cursor`: expected the next_cursor of an earlier page, unchanged.'
  const parsed = content.safeParse(toJson(text))
  if (!parsed.success) throw invalidParameter(unchanged)
  const [, madeFor, keys] = parsed.data
  if (madeFor !== filters)
    throw invalidParameter(
      'Parameter `cursor`: it belongs to another list. Repeat the filters of the page that returned it, or start without a cursor.',
    )
  const keyset = position.safeParse(keys)
  if (!keyset.success) throw invalidParameter(unchanged)
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
