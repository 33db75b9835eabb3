// A filter of the feed: different fields combine with AND, values within a field with OR (docs/rules.md#feed-filters).

import { z } from 'zod'
import { FILTER_VALUES_MAX } from './constants.ts'
import { level, slug, stateCode } from './scalar.ts'
import { CHANGE_KINDS, CONTEST_KINDS, ENDORSER_STATES } from './vocabulary.ts'

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
    endorser_states: values(z.enum(ENDORSER_STATES)).meta({ description: "Endorsers' home states, or national." }),
    states: values(stateCode).meta({ description: 'USPS codes of the states in which the contest is voted.' }),
    elections: values(slug).meta({ description: 'Slugs of elections.', examples: [['nc-2024-11-05-general']] }),
    contest_kinds: values(z.enum(CONTEST_KINDS)).meta({ description: 'Kinds of contests.', examples: [['measure']] }),
    levels: values(level).meta({ description: "Levels of the contests' offices.", examples: [['federal', 'state']] }),
    types: values(z.enum(CHANGE_KINDS)).meta({ description: 'Kinds of changes of an endorsement.' }),
  })
  .meta({
    id: 'FeedFilter',
    description:
      'Different fields combine with AND, values within a field with OR; an omitted field matches everything.',
  })
export type FeedFilter = z.infer<typeof feedFilter>
