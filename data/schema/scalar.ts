// Single values that several records share: ids, dates, codes, durations.

import { z } from 'zod'
import {
  CHANGE_KINDS,
  CONTEST_KINDS,
  DISTRICT_TYPES,
  ELECTION_TYPES,
  ENDORSER_STATES,
  LEVELS,
  MATCHES,
  MEASURE_ANSWERS,
  STATE_CODES,
} from './vocabulary.ts'

/** The first 53 bits of a SHA-256 over the record's natural key: exact as a JSON number, stable across rebuilds. */
export const recordId = z
  .int()
  .nonnegative()
  .meta({
    id: 'RecordId',
    format: 'int64',
    description: 'Id of the record: stable across rebuilds, below 2^53.',
    examples: [4503599627370497],
  })

export const stateCode = z.enum(STATE_CODES).meta({ id: 'StateCode', description: 'USPS code.', examples: ['NC'] })

export const level = z.enum(LEVELS).meta({ id: 'Level', description: 'Level of government.', examples: ['state'] })

// Closed lists that several records or parameters share. Each has one name in /openapi.json, so a generated client has one type for it.

export const electionType = z.enum(ELECTION_TYPES).meta({ id: 'ElectionType', description: 'Type of an election.' })
export const contestKind = z.enum(CONTEST_KINDS).meta({ id: 'ContestKind', description: 'Kind of a contest.' })
export const districtType = z.enum(DISTRICT_TYPES).meta({ id: 'DistrictType', description: 'Kind of a district.' })
export const measureAnswer = z.enum(MEASURE_ANSWERS).meta({ id: 'MeasureAnswer', description: 'Answer of a measure.' })
export const changeKind = z
  .enum(CHANGE_KINDS)
  .meta({ id: 'ChangeKind', description: 'Kind of change of an endorsement.' })
export const endorserState = z
  .enum(ENDORSER_STATES)
  .meta({ id: 'EndorserState', description: 'Home state of an endorser, or national.' })
export const match = z.enum(MATCHES).meta({
  id: 'Match',
  description: 'Whether a place certainly or only possibly lies in a district, or votes in a contest.',
})

export const date = z.iso
  .date()
  .meta({ id: 'CalendarDate', description: 'Calendar date, YYYY-MM-DD.', examples: ['2024-11-05'] })

export const instant = z.iso
  .datetime()
  .meta({ id: 'UtcInstant', description: 'Instant in UTC, ISO 8601.', examples: ['2024-10-15T14:03:27.118Z'] })

const SLUG_LENGTH_MAX = 200

/** Slug of an endorser, a category or an election in a request. */
export const slug = z.string().min(1).max(SLUG_LENGTH_MAX)

/** Slug of one endorser, as in its endorsement file and in a path. */
export const endorserSlug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(100)
  .meta({ description: "The endorser's slug.", examples: ['sierra-club'] })

/** Its last millisecond, UTC. @param day YYYY-MM-DD */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`
}

/** A whole number in plain decimal, without exponent or leading zero. NaN for any other text, which the next schema refuses. */
export const wholeNumber = z.string().transform((text) => (String(Number(text)) === text ? Number(text) : Number.NaN))

export const ocdId = z
  .string()
  .regex(/^ocd-division\//)
  .meta({ id: 'OcdId', description: 'Open Civic Data division id.', examples: ['ocd-division/country:us/state:nc'] })

/** An endorsement's own fields, in every record that contains it. */
export const endorsementFields = {
  rank: z
    .int()
    .positive()
    .nullable()
    .meta({ id: 'Rank', description: 'Rank 1, 2, 3, … in a ranked-choice contest; otherwise null.', examples: [1] }),
  statement: z
    .string()
    .nullable()
    .meta({
      id: 'Statement',
      description: "The endorser's own words, in the requested language if available.",
      examples: ['The better record on water.'],
    }),
  source_url: z
    .url()
    .nullable()
    .meta({
      id: 'SourceUrl',
      description: 'Page of the endorser with this endorsement.',
      examples: ['https://example.org/sample/herald/endorsements'],
    }),
  published_on: date.nullable().meta({
    description: 'Day of the endorsement; null if the source gives none.',
    examples: ['2024-10-14'],
  }),
}

// Durations in milliseconds. Every UTC day has the same length: no clock here counts leap seconds.

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
