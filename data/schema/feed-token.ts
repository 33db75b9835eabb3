// The token of a subscription: it stands in the URLs of its feeds, because a feed reader or a calendar sends no header.

import { z } from 'zod'
import { instant } from './scalar.ts'

const lastFour = z.string().meta({ description: 'The last four characters of the token.', examples: ['x7Qa'] })

export const feedToken = z
  .object({ last_four: lastFour, created_at: instant })
  .meta({ id: 'FeedToken', description: 'The token of a subscription, which is not shown again.' })
export type FeedToken = z.infer<typeof feedToken>

const EXAMPLE = 'https://api.example.org/v1/feeds/hst_feed_…'

export const newFeedToken = z
  .object({
    ...feedToken.shape,
    token: z.string().meta({
      description: 'The token, shown only here. With it, anybody reads the feeds at the expense of the account.',
      examples: ['hst_feed_…'],
    }),
    atom_url: z.string().meta({ description: 'Its changes as Atom.', examples: [`${EXAMPLE}/events.atom`] }),
    json_url: z.string().meta({ description: 'Its changes as a JSON Feed.', examples: [`${EXAMPLE}/events.json`] }),
    calendar_url: z
      .string()
      .meta({ description: 'Its elections as a calendar.', examples: [`${EXAMPLE}/elections.ics`] }),
  })
  .meta({ id: 'NewFeedToken', description: 'A new token, with the URLs for a feed reader and a calendar.' })
