// What a feed of a standard format says of a contest, in one shape for all of them.

import type { ContestKind, MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import type { At } from '../listed.ts'

/** In the words of the ballot. */
export interface FeedText {
  en: string
  es: string | null
}

export interface FeedDistrict {
  name: string
  /** As the feed calls it, lower case: `state-house`, `high school`. */
  type: string
  number: string | null
  /** The Open Civic Data id that the feed gives it. */
  ocd_id: string | null
  /** By countyOf: those that have a precinct in it; without precincts, all that the feed covers. */
  counties: readonly string[]
}

export interface FeedContest {
  at: At
  kind: ContestKind
  title: FeedText
  /** The office, or the measure, by its plainest name. */
  name: string
  district: FeedDistrict
  /** A party primary's. */
  party: string | null
  unexpired: boolean
  seats: number
  /** How many choices a voter may mark; null where the feed does not say. */
  marks: number | null
  /** As the specification has them: `rcv`, `approval`, `n-of-m`; null where the feed does not say. */
  variation: string | null
  description: FeedText | null
  threshold: string | null
  measure_type: string | null
  /** Of a retention: on whom. */
  incumbent: string | null
  /** Whether its office is said to be. */
  nonpartisan: boolean
  /** In ballot order. */
  choices: readonly FeedChoice[]
  /** False where a candidate whom it names is not in the file, or it names none yet. */
  complete: boolean
}

export interface FeedChoice {
  at: At
  label: FeedText
  /** Of a measure, or of a retention. */
  answer: MeasureAnswer | null
  /** As printed, in the order of the lines. */
  parties: readonly string[]
  withdrawn: boolean
  designation: string | null
}

/** A locality's OCD id, or its name where it has none; undefined where it is no county. */
export function countyOf(locality: {
  type: string | null
  name: string | null
  ocd_id: string | null
}): string | undefined {
  const { type, name, ocd_id } = locality
  if (ocd_id !== null) return /\/(county|parish|borough|census_area):[^/]+$/.test(ocd_id) ? ocd_id : undefined
  return type?.toLowerCase() === 'county' ? name?.replace(/ (county|parish)$/i, '') : undefined
}
