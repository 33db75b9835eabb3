// Parameters that several endpoints share: each schema describes the parsed value; ./query.ts reads it from text.

import { z } from 'zod'
import type {} from 'zod-openapi'
import {
  EVENT_PAGE_SIZE_MAX,
  EVENT_WAIT_MAX,
  LOCATION_LENGTH_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  QUERY_TEXT_LENGTH_MAX,
  SUBSCRIPTION_NAME_LENGTH_MAX,
} from '../../data/schema/constants.ts'
import { date, level, ocdId, slug, stateCode } from '../../data/schema/scalar.ts'
import {
  CHANGE_KINDS,
  CONTEST_KINDS,
  DISTRICT_TYPES,
  ELECTION_TYPES,
  ENDORSER_STATES,
  FEED_STARTS,
  LANGUAGES,
  OFFICEHOLDER_LEVELS,
  OFFICES,
} from '../../data/schema/vocabulary.ts'

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

export const lang = z
  .enum(LANGUAGES)
  .default('en')
  .meta({ description: 'Spanish ballot text where the state publishes it; otherwise English.' })

export const paging = {
  limit: z
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX)
    .default(PAGE_SIZE_DEFAULT)
    .meta({ description: 'Page size.', examples: [100] }),
  cursor: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: 'The next_cursor of the page before; it holds for the same filters, any limit and language.',
      examples: ['AWMtMjAyNC0xMS0wNQ'],
    }),
}

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
  .meta({ description: "Restrict to elections whose day has not ended in their state's latest time zone." })

export const from = date.optional().meta({ description: 'On or after this day.', examples: ['2024-01-01'] })
export const to = date.optional().meta({ description: 'On or before this day.', examples: ['2024-12-31'] })

export const nameContains = z
  .string()
  .min(1)
  .max(QUERY_TEXT_LENGTH_MAX)
  .optional()
  .meta({ description: 'The name contains this; case and accents do not matter.', examples: ['herald'] })

export const homeStates = listOf(z.enum(ENDORSER_STATES), "Endorsers' home states, or national.", ['NC', 'national'])

/** Whose positions stand with a contest. */
export const endorserFilters = {
  categories: listOf(slug, 'Slugs of endorser categories whose endorsements to show.', ['newspaper']),
  endorsers: listOf(slug, 'Slugs of endorsers whose endorsements to show.', ['sierra-club']),
  endorser_states: homeStates,
}

const LOCATION =
  'A street address, ZIP code, city (name, state), county (name, state) or state. Exactly one of location, address, or lat with lng.'

/** Never echoed, logged or kept. */
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
    .meta({ description: 'Another name of location.', examples: ['1 E Edenton St, Raleigh, NC 27601'] }),
  lat: z
    .number()
    .min(-90)
    .max(90)
    .optional()
    .meta({ description: 'Latitude in degrees; with lng, instead of location.', examples: [35.7804] }),
  lng: z
    .number()
    .min(-180)
    .max(180)
    .optional()
    .meta({ description: 'Longitude in degrees; with lat.', examples: [-78.6391] }),
}

/** feed/subscription.ts looks it up. */
export const subscriptionReference = z
  .string()
  .min(1)
  .max(SUBSCRIPTION_NAME_LENGTH_MAX)
  .optional()
  .meta({
    description: "Id or name of one of the account's subscriptions; in place of the filters that it holds.",
    examples: ['Carolina measures'],
  })

/** Of both ends of the feed. */
export const feed = {
  subscription: subscriptionReference,
  categories,
  endorsers: listOf(slug, 'Slugs of endorsers.', ['sierra-club']),
  endorser_states: homeStates,
  states: states.meta({ description: 'Comma-separated. USPS codes, in either case, of where the contest is voted.' }),
  elections,
  contest_kinds: contestKinds,
  levels,
  types: listOf(z.enum(CHANGE_KINDS), 'What happened to the endorsement.', ['created', 'updated']),
  cursor: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'After this position: a next_cursor, or the id of an event of the stream; any filter. Last-Event-ID wins over it, and with either `since` and `from` are not looked at.',
      examples: ['AU8dLDtaaXiHAAAAAAAABLE'],
    }),
  since: z
    .string()
    .min(1)
    .max(SINCE_LENGTH_MAX)
    .optional()
    .meta({
      format: 'date-time',
      examples: ['2024-10-15T14:00:00Z'],
      description:
        'From this instant on, ISO 8601 with its offset or Z, within the retention window; up to 60 s ahead means now. Not together with `from`. An event may become readable a moment after its `occurred_at`: to go on from what was read, send a cursor, or begin a margin earlier.',
    }),
  from: z
    .enum(FEED_STARTS)
    .optional()
    .meta({ description: 'Without a position: the newest change, or the oldest that is retained. Default: latest.' }),
}

/** Of `/v1/events` alone. */
export const polling = {
  limit: z
    .int()
    .min(1)
    .max(EVENT_PAGE_SIZE_MAX)
    .default(PAGE_SIZE_DEFAULT)
    .meta({ description: 'Most events that one answer holds.', examples: [100] }),
  wait: z
    .int()
    .min(0)
    .max(EVENT_WAIT_MAX)
    .default(0)
    .meta({ description: 'Seconds that the request may be held until a matching change arrives.', examples: [25] }),
}
