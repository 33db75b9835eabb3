// A subscription: a filter of the feed that an account has saved under a name, and the token that opens its feeds.

import { z } from 'zod'
import { changeKind, contestKind, endorserState, instant, level, recordId, slug, stateCode } from './scalar.ts'

/** @setting Subscriptions of an account. */
export const SUBSCRIPTIONS_MAX = 100

/** @setting Characters of a subscription's name. */
export const SUBSCRIPTION_NAME_LENGTH_MAX = 100
/** @setting Values of one field of a subscription's filter. */
export const FILTER_VALUES_MAX = 500

// A filter of the feed: different fields combine with AND, values within a field with OR (docs/rules.md#feed-filters).

/** A list of distinct values, in the order sent. */
function values<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(FILTER_VALUES_MAX)
    .overwrite((all) => [...new Set(all)])
    .optional()
}

/** An omitted field matches everything. A slug need not exist yet. */
export const feedFilter = z
  .strictObject({
    categories: values(slug).meta({ description: 'Slugs of endorser categories.', examples: [['newspaper', 'labor']] }),
    endorsers: values(slug).meta({ description: 'Slugs of endorsers.', examples: [['sierra-club']] }),
    endorser_states: values(endorserState).meta({ description: "Endorsers' home states, or national." }),
    states: values(stateCode).meta({ description: 'USPS codes of the states in which the contest is voted.' }),
    elections: values(slug).meta({ description: 'Slugs of elections.', examples: [['nc-2024-11-05-general']] }),
    contest_kinds: values(contestKind).meta({ description: 'Kinds of contests.', examples: [['measure']] }),
    levels: values(level).meta({ description: "Levels of the contests' offices.", examples: [['federal', 'state']] }),
    types: values(changeKind).meta({ description: 'Kinds of changes of an endorsement.' }),
  })
  .meta({
    id: 'FeedFilter',
    description:
      'Different fields combine with AND, values within a field with OR; an omitted field matches everything.',
  })
export type FeedFilter = z.infer<typeof feedFilter>

const NAME_RULE = '1 to 100 letters, digits, spaces, dots, dashes or underscores, not only digits or spaces'

/** As far as any dialect can say it: Python's `re` knows no \p{L}. It refuses the other marks of ASCII. */
const PORTABLE_NAME = /^(?![0-9]+$)(?! +$)[^!-,/:-@[-^`{-~]+$/

/** Unique within its account. A reference of only digits is an id; one of only spaces is empty. */
const subscriptionName = z
  .string()
  .max(SUBSCRIPTION_NAME_LENGTH_MAX, NAME_RULE)
  .regex(PORTABLE_NAME, NAME_RULE)
  .refine((name) => /^[\p{L}\p{N} ._-]+$/u.test(name), NAME_RULE)
  .meta({ description: `${NAME_RULE}.`, examples: ['Carolina measures'] })

const EXAMPLE = { name: 'Carolina measures', filter: { states: ['NC', 'SC'], contest_kinds: ['measure'] } }

/** Body of POST and PUT. */
export const subscriptionInput = z
  .strictObject({ name: subscriptionName, filter: feedFilter.default({}) })
  .meta({ id: 'SubscriptionInput', description: 'Body of POST and PUT.', examples: [EXAMPLE] })
export type SubscriptionInput = z.infer<typeof subscriptionInput>

export const subscription = z
  .object({
    id: recordId,
    name: z
      .string()
      .meta({ description: 'Name of the subscription, unique within the account.', examples: ['Carolina measures'] }),
    /** Only the keys that were sent. */
    filter: feedFilter,
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Subscription',
    description: 'A filter of the change feed, saved under a name.',
    examples: [{ id: 1, ...EXAMPLE, created_at: '2024-10-01T09:30:00.000Z', updated_at: '2024-10-01T09:30:00.000Z' }],
  })
export type Subscription = z.infer<typeof subscription>

// The token of a subscription: it stands in the URLs of its feeds, because a feed reader or a calendar sends no header.

const lastFour = z.string().meta({ description: 'The last four characters of the token.', examples: ['x7Qa'] })

export const feedToken = z
  .object({ last_four: lastFour, created_at: instant })
  .meta({ id: 'FeedToken', description: 'The token of a subscription, which is not shown again.' })
export type FeedToken = z.infer<typeof feedToken>

const FEEDS_URL = 'https://api.example.org/v1/feeds/hst_feed_…'

export const newFeedToken = z
  .object({
    ...feedToken.shape,
    token: z.string().meta({
      description: 'The token, shown only here. With it, anybody reads the feeds at the expense of the account.',
      examples: ['hst_feed_…'],
    }),
    atom_url: z.string().meta({ description: 'Its changes as Atom.', examples: [`${FEEDS_URL}/events.atom`] }),
    json_url: z.string().meta({ description: 'Its changes as a JSON Feed.', examples: [`${FEEDS_URL}/events.json`] }),
    calendar_url: z
      .string()
      .meta({ description: 'Its elections as a calendar.', examples: [`${FEEDS_URL}/elections.ics`] }),
  })
  .meta({ id: 'CreatedFeedToken', description: 'A new token, with the URLs for a feed reader and a calendar.' })
