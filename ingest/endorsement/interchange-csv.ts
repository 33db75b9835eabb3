// Reads the interchange format as CSV: one row per endorser and choice, and an optional second file of endorsers.

import { type CsvOptions, readCsv } from '../read/csv.ts'
import type { FetchedFile, Sink } from '../read/source.ts'
import { parseWholeNumber, withoutZeroDecimals } from '../read/whole-number.ts'
import type { StatedRecord } from './record.ts'

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
