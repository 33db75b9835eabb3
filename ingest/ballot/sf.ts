// San Francisco's measures since 1907, which a project collected from the city's library, and the divisions that vote in the city.

import type { ContestRow } from '../../data/core/rows.ts'
import { findPrimarySystem } from '../../data/reference/elections.ts'
import {
  BART_COUNTIES,
  BAY_COUNTIES,
  CA_55_PERCENT_AFTER,
  CA_PRIMARIES,
  CA_SPECIALS,
  SF_BEYOND_THE_CITY,
  SF_DATE_FIXES,
  SF_MEASURE_TYPE_FIXES,
  SF_MEASURE_TYPES,
  SF_NOT_YES_NO,
  SF_RUNOFFS,
  type SfMeasureArea,
  TOLL_COUNTIES,
} from '../../data/reference/san-francisco.ts'
import type { ContestDetails } from '../../data/schema/contest.ts'
import { rawUrl } from '../boundary/publisher.ts'
import { readCsv } from '../read/csv.ts'
import { encoder, parseMonthDayYear } from '../read/field-value.ts'
import type { FetchedFile, ReadContext, Sink, Source } from '../read/source.ts'
import type { At, ListedContest, ListedElection } from './listed.ts'
import { writeBallot } from './write.ts'

// The divisions that vote in San Francisco's contests, and the counties that they lie in.

const STATE = 'ocd-division/country:us/state:ca'
const SF_COUNTY = `${STATE}/county:san_francisco`
const BART_ID = `${STATE}/transit:bart`

type Division = Pick<ContestRow, 'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'>

export interface SfDivision extends Division {
  /** OCD ids of the counties that vote; empty if the whole state votes. */
  counties: readonly string[]
}

const SF = [SF_COUNTY] as const

export const CALIFORNIA: SfDivision = { ...division(STATE, 'state', 'state', 'California'), counties: [] }
export const CITY: SfDivision = { ...division(SF_COUNTY, 'county', 'county', 'San Francisco County'), counties: SF }
export const BART: SfDivision = {
  ...division(BART_ID, 'special', 'special', 'San Francisco Bay Area Rapid Transit District'),
  counties: inCalifornia(BART_COUNTIES),
}
export const BAY: SfDivision = {
  ...division(
    `${STATE}/special_district:san_francisco_bay_restoration_authority`,
    'special',
    'special',
    'San Francisco Bay Restoration Authority',
  ),
  counties: inCalifornia(BAY_COUNTIES),
}

const TOLLS: SfDivision = {
  ...division(`${STATE}/special_district:bay_area_toll_authority`, 'special', 'special', 'Bay Area Toll Authority'),
  counties: inCalifornia(TOLL_COUNTIES),
}
/** Never formed, because the measure that proposed it failed. Brisbane is in San Mateo County. */
const BRISBANE: SfDivision = {
  ...division(
    `${STATE}/special_district:san_francisco-brisbane_municipal_utility_district`,
    'special',
    'special',
    'San Francisco-Brisbane Municipal Utility District',
  ),
  counties: inCalifornia(['san_francisco', 'san_mateo']),
}

const BEYOND: Readonly<Record<SfMeasureArea, SfDivision>> = {
  bart: BART,
  bay: BAY,
  tolls: TOLLS,
  brisbane: BRISBANE,
}

export function numbered(kind: 'cd' | 'sldu' | 'sldl' | 'council_district' | 'bart', number: string): SfDivision {
  switch (kind) {
    case 'cd': {
      // The 13th was in Alameda County except for an uninhabited shore, and did not cover all of Alameda.
      const inCity = number !== '13'
      const name = `Congressional District ${number}`
      return {
        ...division(`${STATE}/cd:${number}`, 'congressional', 'federal', name, inCity ? null : STATE),
        counties: inCity ? SF : [],
      }
    }
    case 'sldu': {
      // The 11th has the city; the 7th is across the bay.
      const inCity = number === '11'
      const name = `Senate District ${number}`
      return {
        ...division(`${STATE}/sldu:${number}`, 'state_upper', 'state', name, inCity ? null : STATE),
        counties: inCity ? SF : [],
      }
    }
    case 'sldl':
      return {
        ...division(`${STATE}/sldl:${number}`, 'state_lower', 'state', `Assembly District ${number}`),
        counties: SF,
      }
    case 'council_district': {
      const name = `San Francisco Supervisorial District ${number}`
      return {
        ...division(`${SF_COUNTY}/council_district:${number}`, 'county_council', 'county', name, SF_COUNTY),
        counties: SF,
      }
    }
    case 'bart':
      return {
        ...division(`${BART_ID}/district:${number}`, 'special', 'special', `BART District ${number}`, BART_ID),
        counties: number === '9' ? SF : BART.counties,
      }
    default:
      return kind satisfies never
  }
}

function division(
  ocd_id: string,
  district_type: Division['district_type'],
  district_level: Division['district_level'],
  district_name: string,
  within_ocd_id: string | null = null,
): Division {
  return { ocd_id, district_type, district_level, district_name, within_ocd_id }
}

/** @param counties the last parts of OCD ids, e.g. `san_mateo` */
function inCalifornia(counties: readonly string[]): readonly string[] {
  return counties.map((county) => `${STATE}/county:${county}`)
}

// Finds the election of a San Francisco measure by its date.

/** The reference table does not say how California nominated before the top-two primary. */
const FIRST_TOP_TWO = '2012-01-01'

/**
 * The statewide election of the date, if the state held one; else the city's own. General elections are on the Tuesday after
 * November's first Monday: the state's in even years, the city's in odd years.
 * @param date YYYY-MM-DD
 */
export function sfElection(date: string): ListedElection {
  if (CA_PRIMARIES.direct.includes(date) || CA_PRIMARIES.presidential.includes(date)) {
    const words = CA_PRIMARIES.direct.includes(date) ? 'Primary Election' : 'Presidential Primary Election'
    const system = date < FIRST_TOP_TWO ? null : findPrimarySystem('CA', date)
    return { state: 'CA', date, type: 'primary', words, ...(system ? { primary_system: system } : {}) }
  }
  if (CA_SPECIALS.includes(date)) return { state: 'CA', date, type: 'special', words: 'Special Election' }
  const ofTheCity = { state: 'CA', date, place: 'San Francisco' } as const
  if (SF_RUNOFFS.includes(date)) return { ...ofTheCity, type: 'runoff', words: 'Runoff Election' }
  if (!isNovembersElectionDay(date)) return { ...ofTheCity, type: 'special', words: 'Special Election' }
  if (Number(date.slice(0, 4)) % 2 === 0) return { state: 'CA', date, type: 'general', words: 'General Election' }
  return { ...ofTheCity, type: 'general', words: 'Municipal Election' }
}

function isNovembersElectionDay(date: string): boolean {
  const day = Number(date.slice(8))
  return date.slice(5, 7) === '11' && day > 1 && day < 9 && new Date(`${date}T00:00:00Z`).getUTCDay() === 2
}

// Converts a line of San Francisco's measures to a contest.

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
  const { counties, ...division } = area ? BEYOND[area] : CITY
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
  const elections = new Map<string, SfMeasure[]>()
  const seen = new Set<string>()
  for (const { line, record } of readCsv(file, { columns: SF_MEASURE_COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const say = (
      field: keyof SfMeasureLine,
      code: string,
      severity: 'mended' | 'ignored' | 'refused',
      message: string,
    ) => sink.issue({ ...at, field, code, value: record[field], message, severity })
    const said = parseMonthDayYear(record.election_date)
    if (said === undefined) {
      say('election_date', 'bad-value', 'refused', 'expected a date such as 11/8/2016; the line is left out')
      continue
    }
    const date = SF_DATE_FIXES[said] ?? said
    if (date !== said) say('election_date', 'mended-date', 'mended', `the election was on ${date}`)
    const number = record.prop_letter_or_num.trim()
    if (SF_NOT_YES_NO.includes(`${date} ${number}`)) {
      say('prop_letter_or_num', 'not-yes-no', 'refused', 'voters chose one of several answers; the measure is left out')
      continue
    }
    const votes = `${date} ${number} ${record.num_yes_votes}`
    if (seen.has(votes)) {
      say('prop_letter_or_num', 'repeated-line', 'ignored', 'the file already has this measure with the same votes')
      continue
    }
    seen.add(votes)
    const measures = elections.get(date) ?? []
    elections.set(date, measures)
    measures.push(toSfMeasure(record, { date, number, at }, sink))
  }
  for (const [date, measures] of [...elections].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = measures
    const contests = measures
      .toSorted((a, b) => a.order - b.order)
      .map(({ contest }, index) => ({ ...contest, ballot_order: BEHIND_OFFICES + index + 1 }))
    if (first) writeBallot(sfElection(date), first.contest.at, contests, sink)
  }
}
