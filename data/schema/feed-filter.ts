// What a reader of the feed asks for: different fields combine with AND, values within one with OR (specification section 6).

import { z } from 'zod'
import { FILTER_VALUES_MAX } from './numbers.ts'
import { level, slug, stateCode } from './scalar.ts'
import { CHANGE_KINDS, CONTEST_KINDS, ENDORSER_STATES } from './vocabulary.ts'

/** Each once, in the order sent. */
function values<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(FILTER_VALUES_MAX)
    .overwrite((all) => [...new Set(all)])
    .optional()
}

/** A field that is left out matches everything; a slug may be of what does not exist yet. */
export const feedFilter = z
  .strictObject({
    categories: values(slug).meta({ description: 'Slugs of endorser categories.' }),
    endorsers: values(slug).meta({ description: 'Slugs of endorsers.' }),
    endorser_states: values(z.enum(ENDORSER_STATES)).meta({ description: "Endorsers' home states, or national." }),
    states: values(stateCode).meta({ description: 'USPS codes of where the contest is voted.' }),
    elections: values(slug).meta({ description: 'Election slugs.' }),
    contest_kinds: values(z.enum(CONTEST_KINDS)),
    levels: values(level),
    types: values(z.enum(CHANGE_KINDS)).meta({ description: 'What happened to the endorsement.' }),
  })
  .meta({ id: 'FeedFilter' })
export type FeedFilter = z.infer<typeof feedFilter>
