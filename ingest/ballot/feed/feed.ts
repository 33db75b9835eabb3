// A contest of a standard feed, with one form for all formats, and the rules for its answers, counts and order.

import type { ContestKind, MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { parseWholeNumber } from '../../read/field-value.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'

/** As worded on the ballot. */
export interface FeedText {
  en: string
  es: string | null
}

export interface FeedDistrict {
  name: string
  /** The feed's own type, in lower case: `state-house`, `high school`. */
  type: string
  number: string | null
  /** The Open Civic Data id in the feed. */
  ocd_id: string | null
  /** From countyOf: the counties with a precinct in the district; if the feed has no precincts, all its counties. */
  counties: readonly string[]
}

export interface FeedContest {
  at: At
  kind: ContestKind
  title: FeedText
  /** The plainest name of the office or measure. */
  name: string
  district: FeedDistrict
  /** Set for a party primary. */
  party: string | null
  unexpired: boolean
  seats: number
  /** The number of choices that a voter may mark; null if the feed does not state it. */
  marks: number | null
  /** As in the specification: `rcv`, `approval`, `n-of-m`; null if the feed does not state it. */
  variation: string | null
  description: FeedText | null
  threshold: string | null
  measure_type: string | null
  /** The incumbent of a retention. */
  incumbent: string | null
  /** True if the feed says that the office is nonpartisan. */
  nonpartisan: boolean
  /** In ballot order. */
  choices: readonly FeedChoice[]
  /** False if a candidate is missing from the file, or the feed names none yet. */
  complete: boolean
}

export interface FeedChoice {
  at: At
  label: FeedText
  /** Set for a measure or a retention. */
  answer: MeasureAnswer | null
  /** As printed, in line order. */
  parties: readonly string[]
  withdrawn: boolean
  designation: string | null
  /** Set for the line against all candidates, where the feed tells it by more than its label. */
  none?: boolean
}

/** A choice with a label alone. */
export function plainChoice(at: At, label: FeedText): FeedChoice {
  return { at, label, answer: null, parties: [], withdrawn: false, designation: null }
}

/** A county's OCD id, or its name if it has no id; undefined if the locality is not a county. */
export function countyOf(locality: {
  type: string | null
  name: string | null
  ocd_id: string | null
}): string | undefined {
  const { type, name, ocd_id } = locality
  if (ocd_id !== null) return /\/(county|parish|borough|census_area):[^/]+$/.test(ocd_id) ? ocd_id : undefined
  return type?.toLowerCase() === 'county' ? name?.replace(/ (county|parish)$/i, '') : undefined
}

const YES = '(?:yes|s[ií]|for|in favor|approved?|accept(?:ed)?|retain|a favor)'
const NO = '(?:no(?!\\.? *\\d)|against|oppose[ds]?|not|reject(?:ed)?|do not|en contra)'
const END = '(?![\\p{L}\\p{N}])'
/** At the beginning: `For the bonds`. */
const FIRST: readonly (readonly [RegExp, MeasureAnswer])[] = [
  [new RegExp(`^[^\\p{L}\\p{N}]*${YES}${END}`, 'iu'), 'yes'],
  [new RegExp(`^[^\\p{L}\\p{N}]*${NO}${END}`, 'iu'), 'no'],
]
/** At the end, after what is asked: `Bonds Yes`, `BONDS - NO`, `Measure A: Against`. */
const LAST: readonly (readonly [RegExp, MeasureAnswer])[] = [
  [new RegExp(`[\\s:\\p{Pd}/(]${YES}[^\\p{L}\\p{N}]*$`, 'iu'), 'yes'],
  [new RegExp(`[\\s:\\p{Pd}/(]${NO}[^\\p{L}\\p{N}]*$`, 'iu'), 'no'],
]
/** Before the last word: `For Measure A: No` says both. */
const SEPARATED = /[:\p{Pd}] *[\p{L}]+[^\p{L}\p{N}]*$/u

function find(label: string): MeasureAnswer | null {
  const answerIn = (patterns: typeof FIRST) => patterns.find(([pattern]) => pattern.test(label))?.[1] ?? null
  const [first, last] = [answerIn(FIRST), answerIn(LAST)]
  if (first === null) return last
  return last !== null && last !== first && SEPARATED.test(label) ? null : first
}

/**
 * A choice of a measure, e.g. `YES`, `For the bonds` or `Bonds Yes`. Any other label, and one that says both, gives an issue
 * `unknown-answer` and a null answer.
 */
export function readAnswer(label: FeedText, at: At, sink: Pick<Sink, 'issue'>): FeedChoice {
  const answer = find(label.en)
  const choice = { ...plainChoice(at, label), answer }
  if (answer !== null) return choice
  const message = `got the answer "${label.en}" to a measure, expected one that begins or ends with a word for yes or no`
  sink.issue({ ...at, field: null, code: 'unknown-answer', value: label.en, message, severity: 'refused' })
  return choice
}

/**
 * How many a contest elects, or how many marks a voter has: a whole number from 1. Null if the feed does not state it, and for any other
 * text, with an issue `bad-count`.
 */
export function readCount(text: string | null, field: string, at: At, sink: Pick<Sink, 'issue'>): number | null {
  if (text === null) return null
  const count = parseWholeNumber(text)
  if (count !== undefined && count > 0) return count
  const message = `got the ${field} "${text.slice(0, 40)}", expected a whole number from 1; it is not read`
  sink.issue({ ...at, field, code: 'bad-count', value: text, message, severity: 'refused' })
  return null
}

/**
 * Merges the contest orders of the ballot styles. A contest precedes another if a style lists it first, unless another style
 * disagrees. Contests that the styles do not order keep the order of `ids`.
 */
export function orderByStyles(ids: readonly string[], styles: Iterable<readonly string[]>): string[] {
  const known = new Set(ids)
  const after = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const style of styles) {
    const listed = style.filter((id) => known.has(id))
    for (const [index, id] of listed.entries()) {
      const next = listed[index + 1]
      if (next !== undefined && next !== id) after.get(next)?.add(id)
    }
  }
  const left = new Set(ids)
  const ordered: string[] = []
  while (left.size > 0) {
    const next = firstFree(left, after)
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}

/** If contradictory styles leave no contest free, the feed's own order decides. */
function firstFree(left: ReadonlySet<string>, after: ReadonlyMap<string, ReadonlySet<string>>): string {
  for (const id of left) if (![...(after.get(id) ?? [])].some((before) => left.has(before))) return id
  const [first = ''] = left
  return first
}

// Elements and values of a file that its standard does not have.

export interface UnknownNames {
  count(code: string, value: string, line: number | null, times?: number): void
  /**
   * Gives one issue for each, with the first line and how often it is there.
   * @param has `the feed has` @param lacks says which standard does not have it
   */
  report(file: string, has: string, lacks: string, sink: Pick<Sink, 'issue'>): void
}

export function countUnknown(): UnknownNames {
  const found = new Map<string, { code: string; value: string; line: number | null; times: number }>()
  return {
    count(code, value, line, times = 1) {
      const key = `${code} ${value}`
      const before = found.get(key)
      found.set(key, { code, value, line: before?.line ?? line, times: (before?.times ?? 0) + times })
    },
    report(file, has, lacks, sink) {
      for (const { code, value, line, times } of found.values()) {
        const message = `${has} ${value} ${times === 1 ? 'once' : `${times} times`}, and ${lacks}; it is not read`
        sink.issue({ file, line, field: null, code, value, message, severity: 'ignored' })
      }
    },
  }
}
