// Single values that several records share: ids, dates, codes, durations.

import { z } from 'zod'
import { LEVELS, STATE_CODES } from './vocabulary.ts'

/** The first 53 bits of a SHA-256 over the record's natural key: exact as a JSON number, stable across rebuilds. */
export const recordId = z
  .int()
  .nonnegative()
  .meta({
    format: 'int64',
    description: 'Id of the record: stable across rebuilds, below 2^53.',
    examples: [4503599627370497],
  })

export const stateCode = z.enum(STATE_CODES).meta({ id: 'StateCode', description: 'USPS code.', examples: ['NC'] })

export const level = z.enum(LEVELS).meta({ description: 'Level of government.', examples: ['state'] })

export const date = z.iso.date().meta({ description: 'Calendar date, YYYY-MM-DD.', examples: ['2024-11-05'] })

export const instant = z.iso
  .datetime()
  .meta({ description: 'Instant in UTC, ISO 8601.', examples: ['2024-10-15T14:03:27.118Z'] })

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
  .meta({ description: 'Open Civic Data division id.', examples: ['ocd-division/country:us/state:nc'] })

/** An endorsement's own fields, in every record that contains it. */
export const endorsementFields = {
  rank: z
    .int()
    .positive()
    .nullable()
    .meta({ description: 'Rank 1, 2, 3, … in a ranked-choice contest; otherwise null.', examples: [1] }),
  statement: z
    .string()
    .nullable()
    .meta({
      description: "The endorser's own words, in the requested language if available.",
      examples: ['The better record on water.'],
    }),
  source_url: z
    .url()
    .nullable()
    .meta({
      description: 'Page of the endorser with this endorsement.',
      examples: ['https://example.org/sample/herald/endorsements'],
    }),
  published_on: date
    .nullable()
    .meta({ description: 'Day of the endorsement; null if the source gives none.', examples: ['2024-10-14'] }),
}

// Durations in milliseconds. Every UTC day has the same length: no clock here counts leap seconds.

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
