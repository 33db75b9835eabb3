// A contest of a standard feed, with one form for all formats.

import type { ContestKind, MeasureAnswer } from '../../../data/schema/vocabulary.ts'
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
