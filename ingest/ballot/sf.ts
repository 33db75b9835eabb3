// San Francisco's measures since 1907, which a project collected from the city's library, and the divisions that vote in the city.

import { z } from 'zod'
import { groupBy } from '../../data/core/group-by.ts'
import type { ContestRow } from '../../data/core/rows.ts'
import { findPrimarySystem, novemberElection } from '../../data/reference/elections.ts'
import {
  CA_55_PERCENT_AFTER,
  SF_BEYOND_THE_CITY,
  SF_DATE_FIXES,
  SF_MEASURE_TYPE_FIXES,
  SF_MEASURE_TYPES,
  SF_NOT_YES_NO,
} from '../../data/reference/san-francisco.ts'
import type { ContestDetails } from '../../data/schema/contest.ts'
import { DISTRICT_TYPES, ELECTION_TYPES, type ElectionType, LEVELS } from '../../data/schema/vocabulary.ts'
import type { Issue } from '../../data/store/source-read.ts'
import { rawUrl } from '../boundary/publisher.ts'
import { readCsv, readOwnTable } from '../read/csv.ts'
import { encoder, parseMonthDayYear } from '../read/field-value.ts'
import type { FetchedFile, ReadContext, Sink, Source } from '../read/source.ts'
import type { At, ListedContest, ListedElection } from './listed.ts'
import { writeBallot } from './write.ts'

// The divisions that vote in San Francisco's contests. sf-divisions.csv has a row a division, in which `$` stands for the number of a
// district.

type Division = Pick<ContestRow, 'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'>

export interface SfDivision extends Division {
  /** OCD ids of the counties that vote; empty if the whole state votes. */
  counties: readonly string[]
}

const divisionRow = z.strictObject({
  division: z.enum([
    ...(['california', 'city', 'bart', 'bay', 'tolls', 'brisbane'] as const),
    ...(['cd', 'sldu', 'sldl', 'council_district', 'bart_district'] as const),
  ]),
  number: z.string(),
  ocd_id: z.string(),
  district_type: z.enum(DISTRICT_TYPES),
  district_level: z.enum(LEVELS),
  district_name: z.string(),
  within_ocd_id: z.string().transform((id) => id || null),
  counties: z
    .string()
    .transform((names) => names.split(' ').flatMap((name) => (name ? [`${STATE}/county:${name}`] : []))),
  source: z.string(),
})
const STATE = 'ocd-division/country:us/state:ca'
const DIVISIONS = readOwnTable(divisionRow, 'ingest', 'ballot', 'sf-divisions.csv')

/** @param number of a district */
export function sfDivision(name: z.output<typeof divisionRow>['division'], number = ''): SfDivision {
  const rows = DIVISIONS.filter(({ division }) => division === name)
  const found = rows.find((row) => row.number === number) ?? rows.find((row) => row.number === '')
  if (!found) throw new RangeError(`sf-divisions.csv has no row of ${name}`)
  const { district_type, district_level, within_ocd_id, counties } = found
  const [ocd_id, district_name] = [found.ocd_id.replace('$', number), found.district_name.replace('$', number)]
  return { ocd_id, district_type, district_level, district_name, within_ocd_id, counties }
}

export const CITY = sfDivision('city')

// Finds the election of a San Francisco measure by its date. sf-elections.csv has the days that no rule gives: the statewide primaries and
// special elections among the file's dates, and the runoffs for Mayor.

const electionRow = z.strictObject({
  date: z.iso.date(),
  type: z.enum(ELECTION_TYPES),
  words: z.string(),
  place: z.string(),
  source: z.string(),
})
const ELECTIONS = new Map(
  readOwnTable(electionRow, 'ingest', 'ballot', 'sf-elections.csv').map((election) => [election.date, election]),
)

/** The reference table does not say how California nominated before the top-two primary. */
const FIRST_TOP_TWO = '2012-01-01'

/**
 * The statewide election of the date, if the state held one; else the city's own.
 * @param date YYYY-MM-DD
 */
export function sfElection(date: string): ListedElection {
  const { type, words, place } = ELECTIONS.get(date) ?? usualElection(date)
  const system = type === 'primary' && date >= FIRST_TOP_TWO ? findPrimarySystem('CA', date) : null
  return { state: 'CA', date, type, words, ...(place && { place }), ...(system && { primary_system: system }) }
}

/** The general election of November is the state's in even years, the city's in odd years. */
function usualElection(date: string): { type: ElectionType; words: string; place: string } {
  const year = Number(date.slice(0, 4))
  if (date !== novemberElection(year)) return { type: 'special', words: 'Special Election', place: 'San Francisco' }
  if (year % 2 === 0) return { type: 'general', words: 'General Election', place: '' }
  return { type: 'general', words: 'Municipal Election', place: 'San Francisco' }
}

// The amount of a bond, if the measure's words are unambiguous.

const DOLLARS = /\$\s?(\d{1,3}(?:,\s?\d{3})+|\d+)(\.\d{1,2})?(?:\s?(million|billion))?(?!\.?\d|,\s?\d)/gi
const SCALES: Readonly<Record<string, number>> = { million: 1e6, billion: 1e9 }
/** Smaller amounts are not bonds: fees, tax rates, and bonds counted by thousands. */
const LEAST = 10_000

/**
 * In dollars. Returns the title's only amount, unless the text names only other amounts; if the title has none, the text's only
 * amount. Null for several amounts, or for a malformed one such as `$37,826.000`.
 */
export function findBondAmount(title: string, text: string): number | null {
  const [inTitle, inText] = [amountsOf(title), amountsOf(text)]
  if (inTitle === null || inText === null) return null
  const [only = null, ...more] = inTitle.size > 0 ? inTitle : inText
  if (only === null || more.length > 0) return null
  return inText.size === 0 || inText.has(only) ? only : null
}

function amountsOf(words: string): Set<number> | null {
  const matches = [...words.matchAll(DOLLARS)]
  if (matches.length < words.split('$').length - 1) return null
  const amounts = new Set<number>()
  for (const [, whole = '', decimals = '', scale = ''] of matches) {
    const amount = Math.round(Number(whole.replace(/[\s,]/g, '') + decimals) * (SCALES[scale.toLowerCase()] ?? 1))
    if (amount >= LEAST) amounts.add(amount)
  }
  return amounts
}

const SF_MEASURE_COLUMNS = [
  'election_date',
  'prop_letter_or_num',
  'prop_title',
  'num_yes_votes',
  'pct_required_to_pass',
  'prop_kind',
  'description',
  'prop_url',
] as const
type SfMeasureLine = Record<(typeof SF_MEASURE_COLUMNS)[number], string>

interface SfMeasure {
  contest: ListedContest
  /** Sorts the measures of a ballot: numbers, letters, two letters, none. Measures of areas beyond the city come last. */
  order: number
}

const encodeType = encoder({ field: 'prop_kind', known: SF_MEASURE_TYPES, fixes: SF_MEASURE_TYPE_FIXES })
const encodeShare = encoder<ContestDetails>({
  field: 'pct_required_to_pass',
  known: {
    '50': { majority_required: true },
    '55': { vote_required: '55%' },
    '60': { vote_required: '60%' },
    '66.66': { vote_required: '2/3' },
    unknown: {},
  },
})

interface Place {
  /** YYYY-MM-DD */
  date: string
  /** May be letters; empty if the ballot had none. */
  number: string
  at: At
}

/** Throws SourceError for a kind or a vote share that the tables do not define. */
function toSfMeasure(line: SfMeasureLine, { date, number, at }: Place, sink: Sink): SfMeasure {
  const area = SF_BEYOND_THE_CITY[`${date} ${number}`]
  const { counties, ...division } = sfDivision(area ?? 'city')
  const words = wordsOf(line.prop_title)
  const code = codeOf(number, words)
  const title =
    code === null || words.startsWith(code)
      ? words.replace(/^(Regional Measure \d+) (?=\w)/, '$1: ')
      : `${code}: ${words}`
  const contest: ListedContest = {
    at,
    kind: 'measure',
    title,
    short_title: code ?? words,
    subject: code ?? words,
    level: area ? 'special' : 'county',
    division: { ...division, unmatched: null },
    counties,
    measure_code: code,
    description: wordsOf(line.description) || null,
    source_url: line.prop_url.trim() || null,
    details: { ...shareOf(line, date, at, sink), ...kindOf(line, at, sink) },
    choices: [
      { at, label: 'Yes', answer: 'yes' },
      { at, label: 'No', answer: 'no' },
    ],
  }
  return { contest, order: (area ? BEYOND_ALL : 0) + orderOf(number) }
}
const BEYOND_ALL = 100_000

/** Collapses white space and removes repeated lines. */
function wordsOf(text: string): string {
  return [...new Set(text.split(/[\r\n]+/))].join(' ').replace(/\s+/g, ' ').trim()
}

function codeOf(number: string, title: string): string | null {
  const [regional] = /^Regional Measure \d+/.exec(title) ?? []
  if (regional !== undefined) return regional
  return /^([A-Z]{1,2}|\d{1,2})$/.test(number) ? `Proposition ${number}` : null
}

function orderOf(number: string): number {
  if (/^\d+$/.test(number)) return Number(number)
  if (!/^[A-Z]{1,2}$/.test(number)) return 10_000
  return number.length * 1000 + number.charCodeAt(number.length - 1)
}

function shareOf(line: SfMeasureLine, date: string, at: At, sink: Sink): ContestDetails {
  const share = encodeShare(line.pct_required_to_pass, at, sink) ?? {}
  if (share.vote_required !== '55%' || date > CA_55_PERCENT_AFTER) return share
  const message = `no measure needed 55 % until ${CA_55_PERCENT_AFTER}; the required share is left out`
  const field = 'pct_required_to_pass'
  sink.issue({ ...at, field, code: 'doubtful-share', value: line[field], message, severity: 'refused' })
  return {}
}

function kindOf({ prop_kind, prop_title, description }: SfMeasureLine, at: At, sink: Sink): ContestDetails {
  const measure_type = encodeType(wordsOf(prop_kind), at, sink)
  const amount = measure_type === 'bond' ? findBondAmount(prop_title, description) : null
  return { ...(measure_type ? { measure_type } : {}), ...(amount === null ? {} : { amount }) }
}

export const sfMeasures: Source = {
  id: 'sf-measures',
  publisher: 'sf-ballot-measures, from the San Francisco Public Library',
  url: 'https://github.com/nrjones8/sf-ballot-measures',
  licence: 'Public record',
  vintage: '1907–2018',
  published_on: '2019-10-06',
  states: ['CA'],
  files: [
    {
      url: rawUrl(
        'nrjones8/sf-ballot-measures',
        'c2ab2a568b7af1049b2858c370a2702f323b866e',
        'data/ballot_measure_history.csv',
      ),
      mirror: 'ballots/measures/sf_ballot_measure_history.csv.gz',
    },
  ],
  personal: [],
  family: 'public',
  // The state's propositions are not included.
  lists: { kinds: ['measure'], whole_in: [CITY.ocd_id], levels: ['county'] },
  read: readSfMeasures,
}

/** Places measures after the offices that other sources number on the same ballots. */
const BEHIND_OFFICES = 1000

function readSfMeasures([file]: readonly FetchedFile[], { states }: ReadContext, sink: Sink): void {
  if (!file || !states.has('CA')) return
  const elections = groupBy(readMeasures(file, sink), ({ date }) => date)
  for (const [date, measures] of [...elections].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = measures
    const contests = measures
      .toSorted((a, b) => a.order - b.order)
      .map(({ contest }, index) => ({ ...contest, ballot_order: BEHIND_OFFICES + index + 1 }))
    if (first) writeBallot(sfElection(date), first.contest.at, contests, sink)
  }
}

function* readMeasures(file: FetchedFile, sink: Sink): Generator<SfMeasure & { date: string }> {
  const seen = new Set<string>()
  for (const { line, record } of readCsv(file, { columns: SF_MEASURE_COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const say = (field: keyof SfMeasureLine, code: string, severity: Issue['severity'], message: string) =>
      sink.issue({ ...at, field, code, value: record[field], message, severity })
    const said = parseMonthDayYear(record.election_date)
    if (said === undefined) {
      say('election_date', 'bad-value', 'refused', 'expected a date such as 11/8/2016; the line is left out')
      continue
    }
    const date = SF_DATE_FIXES[said] ?? said
    if (date !== said) say('election_date', 'mended-date', 'mended', `the election was on ${date}`)
    const number = record.prop_letter_or_num.trim()
    const votes = `${date} ${number} ${record.num_yes_votes}`
    if (SF_NOT_YES_NO.includes(`${date} ${number}`))
      say('prop_letter_or_num', 'not-yes-no', 'refused', 'voters chose one of several answers; the measure is left out')
    else if (seen.has(votes))
      say('prop_letter_or_num', 'repeated-line', 'ignored', 'the file already has this measure with the same votes')
    else yield { date, ...toSfMeasure(record, { date, number, at }, sink) }
    seen.add(votes)
  }
}
