// Converts a line of San Francisco's measures to a contest.

import {
  CA_55_PERCENT_AFTER,
  SF_BEYOND_THE_CITY,
  SF_MEASURE_TYPE_FIXES,
  SF_MEASURE_TYPES,
} from '../../../data/reference/sf-measures.ts'
import type { ContestDetails } from '../../../data/schema/contest.ts'
import { encoder } from '../../read/code-table.ts'
import type { Sink } from '../../read/source.ts'
import type { At, ListedContest } from '../listed.ts'
import { BEYOND, CITY } from './division.ts'

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

export const SF_MEASURE_COLUMNS = [
  'election_date',
  'prop_letter_or_num',
  'prop_title',
  'num_yes_votes',
  'pct_required_to_pass',
  'prop_kind',
  'description',
  'prop_url',
] as const
export type SfMeasureLine = Record<(typeof SF_MEASURE_COLUMNS)[number], string>

export interface SfMeasure {
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
export function toSfMeasure(line: SfMeasureLine, { date, number, at }: Place, sink: Sink): SfMeasure {
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
