// One record of the interchange format: its validation, and the format as CSV. An invalid field gives an issue with the expected value.

import type { z } from 'zod'
import { type CsvOptions, readCsv } from '../read/csv.ts'
import { parseWholeNumber, withoutZeroDecimals } from '../read/field-value.ts'
import type { FetchedFile, Sink } from '../read/source.ts'
import { type SourceLocation, toIssue } from './position.ts'

/** A record as read from the file, in any format. */
export interface StatedRecord {
  at: SourceLocation
  values: Readonly<Record<string, unknown>>
}

/** Longest text to validate, so that no pattern runs over megabytes. */
const CHECKED_LENGTH = 20_000

/**
 * Returns the record as the schema defines it. An invalid optional field is left out. Undefined if a required field, or one of
 * `vital`, is invalid. Each such field gives an issue: `missing-value` or `bad-value`.
 */
export function parseRecord<Schema extends z.ZodObject>(
  schema: Schema,
  { at, values }: StatedRecord,
  sink: Pick<Sink, 'issue'>,
  vital: readonly string[] = [],
): z.output<Schema> | undefined {
  const present = clean(values, schema)
  const first = schema.safeParse(present)
  if (first.success) return first.data
  const wrong = new Set(first.error.issues.map(({ path }) => String(path[0])))
  const optional = (field: string): boolean =>
    !vital.includes(field) && schema.shape[field]?.safeParse(undefined).success !== false
  const refused = [...wrong].some((field) => !optional(field))
  for (const field of wrong) {
    const known = schema.shape[field]
    if (!known) continue
    const expected = known.description ?? 'another value'
    const value = present[field]
    if (value === undefined) {
      sink.issue(
        toIssue({ at }, { code: 'missing-value', field, value: null, message: `is missing, expected ${expected}` }),
      )
      continue
    }
    const kept = refused ? 'the record is left out' : 'the field is left out'
    sink.issue(
      toIssue({ at }, { code: 'bad-value', field, value: show(value), message: `expected ${expected}; ${kept}` }),
    )
  }
  if (refused) return undefined
  const fitting = Object.fromEntries(Object.entries(present).filter(([field]) => !wrong.has(field)))
  const second = schema.safeParse(fitting)
  return second.success ? second.data : undefined
}

/** The schema's fields, trimmed. Null and empty text become absent. */
function clean(values: StatedRecord['values'], { shape }: z.ZodObject): Record<string, unknown> {
  const present: Record<string, unknown> = {}
  for (const field of Object.keys(shape)) {
    const value = Object.hasOwn(values, field) ? values[field] : undefined
    const text = typeof value === 'string' ? value.slice(0, CHECKED_LENGTH).trim() : value
    if (text !== '' && text !== null && text !== undefined) present[field] = text
  }
  return present
}

function show(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}

/** Reports fields that are not in the schema, once per name and file. */
export function reportUnknownFields(
  records: readonly StatedRecord[],
  known: readonly string[],
  sink: Pick<Sink, 'issue'>,
): void {
  const said = new Set<string>()
  for (const { at, values } of records)
    for (const field of Object.keys(values)) {
      if (known.includes(field) || said.has(field) || said.size >= 100) continue
      said.add(field)
      const message = `the format has no such field; it is ignored here and in later items. The format has ${known.join(', ')}`
      sink.issue(toIssue({ at }, { code: 'unknown-field', field, value: null, message }, 'ignored'))
    }
}

// Reads the interchange format as CSV: one row per endorser and choice, and an optional second file of endorsers.

const ENDORSER_COLUMNS = ['slug', 'name', 'category', 'state', 'description', 'website_url'] as const
const INLINE_COLUMNS = [
  'endorser_name',
  'endorser_category',
  'endorser_state',
  'endorser_description',
  'endorser_website_url',
] as const
const ENDORSEMENT_COLUMNS = [
  'endorser',
  'election',
  'contest',
  'party',
  'district',
  'choice',
  'rank',
  'statement',
  'statement_es',
  'source_url',
  'published_on',
  'stance',
] as const

/** Columns in which a number is a name: an id, or a district. */
const NUMBERS = ['endorser', 'election', 'contest', 'choice', 'district'] as const

/** The content of a file before validation against the schema. */
export interface StatedFeed {
  endorsers: StatedRecord[]
  endorsements: StatedRecord[]
}

/** A file whose name ends in `endorsers.csv` has endorsers; any other has endorsements. Throws SourceError as readCsv does. */
export function readInterchangeCsv(
  file: FetchedFile,
  sink: Pick<Sink, 'issue' | 'records'>,
  strict: Pick<CsvOptions<string>, 'stopsAtQuote'> = {},
): StatedFeed {
  return /endorsers\.csv$/i.test(file.name)
    ? { endorsers: readEndorsers(file, sink), endorsements: [] }
    : readEndorsements(file, sink, strict)
}

function readEndorsers(file: FetchedFile, sink: Pick<Sink, 'issue' | 'records'>): StatedRecord[] {
  const options = { columns: ENDORSER_COLUMNS, optional: ['description', 'website_url'] as const }
  return [...readCsv(file, options, sink)].map(({ line, record }) => ({
    at: { file: file.name, line },
    values: record,
  }))
}

function readEndorsements(
  file: FetchedFile,
  sink: Pick<Sink, 'issue' | 'records'>,
  strict: Pick<CsvOptions<string>, 'stopsAtQuote'>,
): StatedFeed {
  const columns = [...ENDORSEMENT_COLUMNS, ...INLINE_COLUMNS]
  const required: readonly string[] = ['endorser', 'election', 'contest', 'choice']
  const feed: StatedFeed = { endorsers: [], endorsements: [] }
  const optional = columns.filter((column) => !required.includes(column))
  const declared = new Set<string>()
  for (const { line, record } of readCsv(file, { ...strict, columns, optional }, sink)) {
    const { endorser_name, endorser_category, endorser_state, endorser_description, endorser_website_url, ...values } =
      record
    const at = { file: file.name, line }
    const numbers = NUMBERS.map((column) => [column, withoutZeroDecimals(values[column])] as const)
    feed.endorsements.push({ at, values: { ...values, ...Object.fromEntries(numbers), rank: toRank(values.rank) } })
    if (INLINE_COLUMNS.every((column) => record[column].trim() === '')) continue
    const endorser = {
      slug: record.endorser,
      name: endorser_name,
      category: endorser_category,
      state: endorser_state,
      description: endorser_description,
      website_url: endorser_website_url,
    }
    // Every row of an endorser repeats its values; equal values are validated once.
    const text = JSON.stringify(endorser)
    if (!declared.has(text)) feed.endorsers.push({ at, values: endorser })
    declared.add(text)
  }
  return feed
}

function toRank(text: string): unknown {
  return parseWholeNumber(text) ?? text
}
