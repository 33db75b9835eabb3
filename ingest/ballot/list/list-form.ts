// The form of a candidate list: the keys of an entry of `candidate_lists` in sources.yaml, and of `lists` in the list.yaml of a state, which
// has more for the registry.

import { z } from 'zod'
import { CONTEST_BASES, CONTEST_KINDS, ELECTION_TYPES, LEVELS } from '../../../data/schema/vocabulary.ts'
import { licence, page, personal, publisher, state } from '../../read/source-keys.ts'

const LIST_FORMATS = ['csv', 'tsv', 'xlsx', 'json', 'html'] as const
/** What a value of the status column says of its line. */
const STANDINGS = ['stands', 'withdrawn', 'left_out', 'write_in'] as const
export type Standing = (typeof STANDINGS)[number]
const NAME_ORDERS = ['first_last', 'last_first'] as const
const PARTY_LABELS = ['different', 'printed', 'none'] as const

/** `{Office}[ {District}]`, or the name of one column. */
const template = z
  .string()
  .min(1)
  .max(300)
  .describe(
    'the name of a column, or a text with names of columns in braces, such as "{Office}[ {District}]"; a part in brackets goes if its column is empty',
  )
const column = z.string().min(1).max(100).describe('the name of a column')

const electionType = z.enum(ELECTION_TYPES).describe(`one of ${ELECTION_TYPES.join(', ')}`)

/** Of every list. */
export const listKeys = {
  states: z.array(state).length(1).describe('a list of one postal code: a list of candidates is of one state'),
  format: z.enum(LIST_FORMATS).describe(`one of ${LIST_FORMATS.join(', ')}`),
  rows: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'of JSON, the keys that lead to the list of rows, joined by dots, such as data.candidates; {Office} is any key, and a column of that name',
    ),
  delimiter: z
    .string()
    .length(1)
    .optional()
    .describe('the character between two cells of a CSV file, such as ";"; a comma if there is no such key'),
  quotes: z
    .literal(false)
    .optional()
    .describe('false, or no such key; false if a quote of a CSV or TSV file is a plain character'),
  header: column.optional().describe('the first text of the header, where other lines stand before it'),
  sheet: column.optional().describe('the name of a sheet of the workbook; the first one if there is no such key'),
  columns: z
    .strictObject({
      contest: template,
      name: template,
      county: column.optional(),
      party: column.optional(),
      status: column.optional(),
      votes: column.optional(),
      withdrawn: column.optional(),
      primary: column.optional(),
      id: column.optional(),
    })
    .describe(
      'the columns of the list: contest and name, and if it has them county, party, status, votes, withdrawn (any text says so), primary (the party whose primary it is) and id (tells two people of one name apart)',
    ),
  name_order: z
    .enum(NAME_ORDERS)
    .optional()
    .describe(`one of ${NAME_ORDERS.join(', ')}`),
  county: z.string().min(1).max(60).optional().describe('the name of the county of all lines, such as Wake'),
  parties: z
    .record(z.string(), z.string().min(1).max(100).nullable().describe('the name of a party, or null for none'))
    .optional()
    .describe('for each word of the party column the name of the party, such as { DEM: Democratic, NP: null }'),
  other_parties: z
    .literal('as_printed')
    .optional()
    .describe('as_printed, or no such key; as_printed takes a word that parties lacks for the name of a party'),
  party_label: z
    .enum(PARTY_LABELS)
    .optional()
    .describe(
      `one of ${PARTY_LABELS.join(', ')}: the words of the party column are shown where they are not the name of the party, always, or never, as codes`,
    ),
  statuses: z
    .record(z.string(), z.enum(STANDINGS).describe(`one of ${STANDINGS.join(', ')}`))
    .optional()
    .describe(
      `for each word of the status column one of ${STANDINGS.join(', ')}; a word that ends in * is each that begins so`,
    ),
  unexpired: z
    .array(z.string().min(1).max(60).describe('a word'))
    .min(1)
    .optional()
    .describe('a list of words that say in the name of a contest that a term is not full, such as [Unexpired]'),
  expect: z
    .record(z.string(), z.string().max(200).describe('the text of the column'))
    .optional()
    .describe('for a column the text that all lines have, such as { Election: "{year} General Election" }'),
  strict: z
    .literal(true)
    .optional()
    .describe(
      'true, or no such key; true stops the list, which keeps its last good rows, at a line with another text than expect, with a contest, county, day, type, status, party or number of votes that is not understood, with an answer among names, or without a word for its party where parties is given; broken lines, districts that do not exist and titles that differ and give one contest are left out as in any list',
    ),
  election: z
    .strictObject({
      date: z.iso.date().optional().describe('the day of the election, as YYYY-MM-DD'),
      date_column: column.optional(),
      type: electionType.optional(),
      type_column: column.optional(),
      types: z.record(z.string(), electionType).optional(),
      name: z.string().min(1).max(100).optional().describe('the name of the election, such as Primary Runoff Election'),
    })
    .refine(({ type, type_column }) => (type === undefined) !== (type_column === undefined))
    .describe(
      'the day and the type of the election, such as { date: 2026-11-03, type: general }, or date_column and type_column',
    ),
  years: z
    .union([
      z.array(z.int().min(2000).max(2100)).min(1),
      z.strictObject({
        from: z.int().min(2000).max(2100),
        every: z.union([z.literal(1), z.literal(2), z.literal(4)]),
      }),
    ])
    .optional()
    .describe(
      'the years for which the url has {year}, such as [2026, 2028], or { from: 2026, every: 2 }; the day of the election is by law',
    ),
  dates: z
    .array(z.iso.date())
    .min(1)
    .optional()
    .describe('the days of the elections for which the url has {date} or {year}, such as [2026-05-05, 2026-11-03]'),
  offices: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('the path of an office table; without one, the general rules read the contests'),
}

/** Fills the parts in braces that stand for the election. Without a day, those of the year alone. */
export function fillElection(text: string, year: string, date?: string): string {
  const filled = text.replaceAll('{year}', year).replaceAll('{yy}', year.slice(2))
  return date === undefined ? filled : filled.replaceAll('{day}', date.replaceAll('-', '')).replaceAll('{date}', date)
}

const address = z
  .string()
  .min(1)
  .max(2000)
  .describe(
    'an address, in which {year}, {yy}, {day} and {date} (2026, 26, 20261103, 2026-11-03) are those of the election, and {file} is one of files; url may begin with a name of ADDRESSES of built-in.ts',
  )

/** Of a list of a state. */
const builtInList = z
  .strictObject({
    ...listKeys,
    format: listKeys.format
      .optional()
      .describe(`one of ${LIST_FORMATS.join(', ')}; no such key where code gives the lines`),
    id: z
      .string()
      .max(60)
      .regex(/^[a-z]{2}-[a-z0-9{}-]+$/)
      .describe('a name such as de-candidates-{year}'),
    publisher,
    page,
    licence,
    url: address,
    mirror: address.describe('where a mirror has the file, such as ballots/de_doe/{year}.xlsx'),
    files: z
      .union([z.array(z.string().max(60)), z.record(z.string().max(60), z.string().max(60))])
      .optional()
      .describe('a list of the texts for {file} in url and mirror, or for each the name of its county'),
    vintage: z.string().optional().describe('the year of the file; that of the election if there is no such key'),
    published_on: z
      .union([z.iso.date(), z.string().regex(/^\{year\}-\d\d-\d\d$/)])
      .optional()
      .describe('the day of the file, such as {year}-12-01; the first of the year if there is no such key'),
    seen: z.literal(false).optional().describe('false, or no such key; false if no file of this layout was available'),
    keep: z
      .literal('file')
      .optional()
      .describe(
        'file, or no such key; file keeps all columns, because none is personal or those of personal are blanked',
      ),
    personal: personal.optional(),
    reader: z.string().max(40).optional().describe('the name of a function of the state, for what a table cannot say'),
    basis: z
      .enum(CONTEST_BASES)
      .optional()
      .describe(`one of ${CONTEST_BASES.join(', ')}`),
    contests: z
      .array(z.enum(CONTEST_KINDS))
      .min(1)
      .describe(`a list of ${CONTEST_KINDS.join(', ')}`),
    levels: z
      .array(z.enum(LEVELS))
      .min(1)
      .optional()
      .describe(`a list of ${LEVELS.join(', ')}`),
    complete_in: z.array(z.string()).describe('a list of the OCD ids of areas whose ballots the list has completely'),
  })
  .describe('a list of candidates of a state')
export type BuiltInList = z.output<typeof builtInList>

/** The list.yaml of a state. */
export const builtInLists = z
  .strictObject({ lists: z.array(builtInList).min(1).describe('the lists of the state, at least one') })
  .describe('the lists of a state')
