// A filter of the feed that an account has saved under a name.

import { z } from 'zod'
import { SUBSCRIPTION_NAME_LENGTH_MAX } from './constants.ts'
import { feedFilter } from './feed-filter.ts'
import { instant, recordId } from './scalar.ts'

const NAME_RULE = '1 to 100 letters, digits, spaces, dots, dashes or underscores, not only digits or spaces'

/** Unique within its account. A reference of only digits is an id; one of only spaces is empty. */
export const subscriptionName = z
  .string()
  .max(SUBSCRIPTION_NAME_LENGTH_MAX, NAME_RULE)
  .regex(/^(?!\d+$)(?! +$)[\p{L}\p{N} ._-]+$/u, NAME_RULE)
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
