// Parameters that several operations share: each schema describes the parsed value; server/http/input.ts reads it from text.

import { z } from 'zod'
import type {} from 'zod-openapi'
import { LOCATION_LENGTH_MAX } from './location-text.ts'
import { date, level, ocdId, slug, stateCode } from './scalar.ts'
import { snapshotReference } from './snapshot.ts'
import { SUBSCRIPTION_NAME_LENGTH_MAX } from './subscription.ts'
import {
  CHANGE_KINDS,
  CONTEST_KINDS,
  DISTRICT_TYPES,
  ELECTION_TYPES,
  ENDORSER_STATES,
  EVIDENCE_LEVELS,
  FEED_STARTS,
  LANGUAGES,
  OFFICEHOLDER_LEVELS,
  OFFICES,
} from './vocabulary.ts'

/** @setting Records on a page if `limit` is absent. */
export const PAGE_SIZE_DEFAULT = 100
/** @setting The largest `limit` of a list. */
export const PAGE_SIZE_MAX = 500
/** @setting Characters of `q`. */
const QUERY_TEXT_LENGTH_MAX = 100
/** @setting The largest `limit` of `/v1/events`. */
export const EVENT_PAGE_SIZE_MAX = 1000
/** @setting Seconds for which `/v1/events` may hold a request. */
export const EVENT_WAIT_MAX = 25

const SINCE_LENGTH_MAX = 40

/** Comma-separated values; a record matches any of them. */
function listOf<Item extends z.ZodType>(item: Item, description: string, example: z.output<Item>[]) {
  return z
    .array(item)
    .min(1)
    .optional()
    .meta({
      description: `Comma-separated. ${description}`,
      examples: [example],
      param: { style: 'form', explode: false },
    })
}

function cursor(description: string, example: string) {
  return z
    .string()
    .min(1)
    .optional()
    .meta({ description, examples: [example] })
}

export const lang = z
  .enum(LANGUAGES)
  .default('en')
  .meta({ description: 'Language of ballot texts: Spanish where the state publishes it, otherwise English.' })

export const paging = {
  limit: z
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX)
    .default(PAGE_SIZE_DEFAULT)
    .meta({ description: 'Page size.', examples: [100] }),
  cursor: cursor(
    'The next_cursor of the previous page. It is valid for the same filters, with any limit and language.',
    'AWMtMjAyNC0xMS0wNQ',
  ),
}

/** Parameters of every endpoint that answers from a bundle. */
export const everyData = z.object({
  snapshot: snapshotReference.optional().meta({
    description:
      'Answer from a bundle that was published earlier: its id, at least the first 8 digits of its id, or a day (UTC), which means the last publication before the end of that day. The service takes that day, or the day of the latest publication of the bundle, as its own: `upcoming` is as it was then.',
    examples: ['2024-11-05'],
  }),
})

export const states = listOf(stateCode, 'USPS codes, in either case.', ['NC', 'DC'])
export const levels = listOf(level, 'Levels.', ['federal', 'state'])
export const electionTypes = listOf(z.enum(ELECTION_TYPES), 'Election types.', ['general'])
export const districtTypes = listOf(z.enum(DISTRICT_TYPES), 'District types.', ['congressional'])
export const contestKinds = listOf(z.enum(CONTEST_KINDS), 'Contest kinds.', ['measure'])
export const elections = listOf(slug, 'Slugs of elections.', ['nc-2024-11-05-general'])
export const categories = listOf(slug, 'Slugs of endorser categories.', ['newspaper', 'labor'])
export const districts = listOf(ocdId, 'OCD ids of districts.', ['ocd-division/country:us/state:nc/cd:2'])
export const offices = listOf(z.enum(OFFICES), 'Offices.', ['us_senator'])
export const officeholderLevels = listOf(z.enum(OFFICEHOLDER_LEVELS), 'Levels.', ['federal'])

export const upcoming = z
  .boolean()
  .default(false)
  .meta({ description: "Only elections whose day has not ended in their state's latest time zone." })

export const from = date.optional().meta({ description: 'On or after this day.', examples: ['2024-01-01'] })
export const to = date.optional().meta({ description: 'On or before this day.', examples: ['2024-12-31'] })

export const nameContains = z
  .string()
  .min(1)
  .max(QUERY_TEXT_LENGTH_MAX)
  .optional()
  .meta({ description: 'Text that the name contains; case and accents are ignored.', examples: ['herald'] })

export const homeStates = listOf(z.enum(ENDORSER_STATES), 'Home states of endorsers, or national.', ['NC', 'national'])

/** Choose the endorsers whose positions a contest lists. */
export const endorserFilters = {
  categories: listOf(slug, 'Slugs of endorser categories whose endorsements to show.', ['newspaper']),
  endorsers: listOf(slug, 'Slugs of endorsers whose endorsements to show.', ['sierra-club']),
  endorser_states: homeStates,
}

export const minEvidence = z.enum(EVIDENCE_LEVELS).optional().meta({
  description:
    'Only endorsements with at least this evidence. Default: none. none: all. feed: a kept file of a source lists it, or the endorser entered it at the publishing desk. capture: besides, its announced page was captured and stated it (evidence.method is capture, and quote_found is true).',
})

const LOCATION =
  'A street address, ZIP code, city (name, state), county (name, state) or state. Send exactly one of location, address, or lat with lng.'

/** Never echoed, logged or stored. */
export const place = {
  location: z
    .string()
    .min(1)
    .max(LOCATION_LENGTH_MAX)
    .optional()
    .meta({ description: LOCATION, examples: ['Raleigh, NC'] }),
  address: z
    .string()
    .min(1)
    .max(LOCATION_LENGTH_MAX)
    .optional()
    .meta({ description: 'Another name for location.', examples: ['1 E Edenton St, Raleigh, NC 27601'] }),
  lat: z
    .number()
    .min(-90)
    .max(90)
    .optional()
    .meta({ description: 'Latitude in degrees. Send it with lng, instead of location.', examples: [35.7804] }),
  lng: z
    .number()
    .min(-180)
    .max(180)
    .optional()
    .meta({ description: 'Longitude in degrees. Send it with lat.', examples: [-78.6391] }),
}

/** server/feed/position.ts looks it up. */
export const subscriptionReference = z
  .string()
  .min(1)
  .max(SUBSCRIPTION_NAME_LENGTH_MAX)
  .optional()
  .meta({
    description: "Id or name of one of the account's subscriptions. It replaces the filters.",
    examples: ['Carolina measures'],
  })

/** Parameters of `/v1/events` and `/v1/stream`. */
export const feed = {
  subscription: subscriptionReference,
  categories,
  endorsers: listOf(slug, 'Slugs of endorsers.', ['sierra-club']),
  endorser_states: homeStates,
  states: states.meta({
    description: 'Comma-separated. USPS codes, in either case, of the states where the contest is voted on.',
  }),
  elections,
  contest_kinds: contestKinds,
  levels,
  types: listOf(z.enum(CHANGE_KINDS), 'Kinds of change of an endorsement.', ['created', 'updated']),
  cursor: cursor(
    'Start after this position: a next_cursor, or the id of a stream event. It is valid with any filter. Last-Event-ID takes precedence over it. With either of them, `since` and `from` are ignored.',
    'AU8dLDtaaXiHAAAAAAAABLE',
  ),
  since: z
    .string()
    .min(1)
    .max(SINCE_LENGTH_MAX)
    .optional()
    .meta({
      format: 'date-time',
      examples: ['2024-10-15T14:00:00Z'],
      description:
        'Start at this instant: ISO 8601 with an offset or Z, within the retention window. Up to 60 s in the future means now. Do not combine it with `from`. An event may become readable a moment after its `occurred_at`: to continue an earlier read, send a cursor, or start a little earlier.',
    }),
  from: z.enum(FEED_STARTS).optional().meta({
    description:
      'Where to start without a position: after the newest change, or at the oldest retained one. Default: latest.',
  }),
}

/** Parameters of `/v1/events` only. */
export const polling = {
  limit: z
    .int()
    .min(1)
    .max(EVENT_PAGE_SIZE_MAX)
    .default(PAGE_SIZE_DEFAULT)
    .meta({ description: 'Most events in one response.', examples: [100] }),
  wait: z
    .int()
    .min(0)
    .max(EVENT_WAIT_MAX)
    .default(0)
    .meta({ description: 'Most seconds to wait for a matching change.', examples: [25] }),
}
