// Parameters that several operations share: each schema describes the parsed value; server/http/input.ts reads it from text.

import { z } from 'zod'
import type {} from 'zod-openapi'
import { LOCATION_LENGTH_MAX } from './location-text.ts'
import { officeholderLevel, officeKind } from './officeholder.ts'
import {
  changeKind,
  contestKind,
  date,
  districtType,
  electionType,
  endorserState,
  level,
  ocdId,
  slug,
  stateCode,
} from './scalar.ts'
import { snapshotReference } from './snapshot.ts'
import { SUBSCRIPTION_NAME_LENGTH_MAX } from './subscription.ts'
import { EVIDENCE_LEVELS, FEED_STARTS, LANGUAGES } from './vocabulary.ts'

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

// Each parameter that several operations share has a name under `components.parameters` of /openapi.json: `param.id`.

const COMMA_SEPARATED = { style: 'form', explode: false } as const

/** Comma-separated values; a record matches any of them. @param id in /openapi.json */
function listOf<Item extends z.ZodType>(id: string, item: Item, description: string, example: z.output<Item>[]) {
  return z
    .array(item)
    .min(1)
    .optional()
    .meta({
      description: `Comma-separated. ${description}`,
      examples: [example],
      param: { ...COMMA_SEPARATED, id },
    })
}

/** The same list with another meaning. @param id in /openapi.json, where several operations have it */
export function describeList<List extends z.ZodType>(list: List, description: string, id?: string): List {
  return list.meta({
    description: `Comma-separated. ${description}`,
    param: { ...COMMA_SEPARATED, ...(id !== undefined && { id }) },
  })
}

function cursor(id: string, description: string, example: string) {
  return z
    .string()
    .min(1)
    .optional()
    .meta({ description, examples: [example], param: { id } })
}

export const lang = z
  .enum(LANGUAGES)
  .meta({ id: 'Language' })
  .default('en')
  .meta({
    param: { id: 'Lang' },
    description: 'Language of ballot texts: Spanish where the state publishes it, otherwise English.',
  })

export const paging = {
  limit: z
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX)
    .default(PAGE_SIZE_DEFAULT)
    .meta({ description: 'Page size.', examples: [100], param: { id: 'Limit' } }),
  cursor: cursor(
    'Cursor',
    'The next_cursor of the previous page. It is valid for the same filters, with any limit and language.',
    'AWMtMjAyNC0xMS0wNQ',
  ),
}

/** Parameters of every endpoint that answers from a bundle. */
export const everyData = z.object({
  snapshot: snapshotReference.optional().meta({
    param: { id: 'Snapshot' },
    description:
      'Answer from a bundle that was published earlier: its id, at least the first 8 digits of its id, or a day (UTC), which means the last publication before the end of that day. The service takes that day, or the day of the latest publication of the bundle, as its own: `upcoming` is as it was then.',
    examples: ['2024-11-05'],
  }),
})

export const states = listOf('States', stateCode, 'USPS codes, in either case.', ['NC', 'DC'])
export const levels = listOf('Levels', level, 'Levels.', ['federal', 'state'])
export const electionTypes = listOf('ElectionTypes', electionType, 'Election types.', ['general'])
export const districtTypes = listOf('DistrictTypes', districtType, 'District types.', ['congressional'])
export const contestKinds = listOf('ContestKinds', contestKind, 'Contest kinds.', ['measure'])
export const elections = listOf('Elections', slug, 'Slugs of elections.', ['nc-2024-11-05-general'])
export const categories = listOf('Categories', slug, 'Slugs of endorser categories.', ['newspaper', 'labor'])
export const districts = listOf('Districts', ocdId, 'OCD ids of districts.', ['ocd-division/country:us/state:nc/cd:2'])
export const offices = listOf('Offices', officeKind, 'Offices.', ['us_senator'])
export const officeholderLevels = listOf('OfficeholderLevels', officeholderLevel, 'Levels.', ['federal'])

export const upcoming = z
  .boolean()
  .default(false)
  .meta({
    param: { id: 'Upcoming' },
    description: "Only elections whose day has not ended in their state's latest time zone.",
  })

export const from = date.optional().meta({ description: 'On or after this day.', examples: ['2024-01-01'] })
export const to = date.optional().meta({ description: 'On or before this day.', examples: ['2024-12-31'] })

export const nameContains = z
  .string()
  .min(1)
  .max(QUERY_TEXT_LENGTH_MAX)
  .optional()
  .meta({
    param: { id: 'NameContains' },
    description: 'Text that the name contains; case and accents are ignored.',
    examples: ['herald'],
  })

export const votingStates = describeList(
  states,
  'USPS codes, in either case, of the states where the contest is voted on.',
  'VotingStates',
)

export const homeStates = listOf('EndorserStates', endorserState, 'Home states of endorsers, or national.', [
  'NC',
  'national',
])

/** Choose the endorsers whose positions a contest lists. */
export const endorserFilters = {
  categories: listOf('ShownCategories', slug, 'Slugs of endorser categories whose endorsements to show.', [
    'newspaper',
  ]),
  endorsers: listOf('ShownEndorsers', slug, 'Slugs of endorsers whose endorsements to show.', ['sierra-club']),
  endorser_states: homeStates,
}

export const minEvidence = z
  .enum(EVIDENCE_LEVELS)
  .meta({ id: 'EvidenceLevel' })
  .optional()
  .meta({
    param: { id: 'MinEvidence' },
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
    .meta({ description: LOCATION, examples: ['Raleigh, NC'], param: { id: 'Location' } }),
  address: z
    .string()
    .min(1)
    .max(LOCATION_LENGTH_MAX)
    .optional()
    .meta({
      description: 'Another name for location.',
      examples: ['1 E Edenton St, Raleigh, NC 27601'],
      param: { id: 'Address' },
    }),
  lat: z
    .number()
    .min(-90)
    .max(90)
    .optional()
    .meta({
      description: 'Latitude in degrees. Send it with lng, instead of location.',
      examples: [35.7804],
      param: { id: 'Latitude' },
    }),
  lng: z
    .number()
    .min(-180)
    .max(180)
    .optional()
    .meta({ description: 'Longitude in degrees. Send it with lat.', examples: [-78.6391], param: { id: 'Longitude' } }),
}

/** server/place/narrowing.ts takes the points of a part. */
export const ballotPart = listOf(
  'BallotPart',
  z.string().regex(/^-?\d{1,16}$/),
  'Part of a ZIP code, city or county, about which `narrow_by` then asks: the ids of the districts of an option that is not settled. A minus sign before an id means outside that district. The contests stay those of the whole area. It has no effect on an address, a point or a state.',
  ['4503599627370497'],
)

/** server/feed/position.ts looks it up. */
export const subscriptionReference = z
  .string()
  .min(1)
  .max(SUBSCRIPTION_NAME_LENGTH_MAX)
  .optional()
  .meta({
    param: { id: 'SubscriptionReference' },
    description: "Id or name of one of the account's subscriptions. It replaces the filters.",
    examples: ['Carolina measures'],
  })

/** Parameters of `/v1/events` and `/v1/stream`. */
export const feed = {
  subscription: subscriptionReference,
  categories,
  endorsers: listOf('FeedEndorsers', slug, 'Slugs of endorsers.', ['sierra-club']),
  endorser_states: homeStates,
  states: votingStates,
  elections,
  contest_kinds: contestKinds,
  levels,
  types: listOf('ChangeKinds', changeKind, 'Kinds of change of an endorsement.', ['created', 'updated']),
  cursor: cursor(
    'FeedCursor',
    'Start after this position: a next_cursor, or the id of a stream event. It is valid with any filter. Last-Event-ID takes precedence over it. With either of them, `since` and `from` are ignored.',
    'AU8dLDtaaXiHAAAAAAAABLE',
  ),
  since: z
    .string()
    .min(1)
    .max(SINCE_LENGTH_MAX)
    .optional()
    .meta({
      param: { id: 'Since' },
      format: 'date-time',
      examples: ['2024-10-15T14:00:00Z'],
      description:
        'Start at this instant: ISO 8601 with an offset or Z, within the retention window. Up to 60 s in the future means now. Do not combine it with `from`. An event may become readable a moment after its `occurred_at`: to continue an earlier read, send a cursor, or start a little earlier.',
    }),
  from: z
    .enum(FEED_STARTS)
    .meta({ id: 'FeedStart' })
    .optional()
    .meta({
      param: { id: 'FeedFrom' },
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
