// What a feed of the Voting Information Project says of a ballot, in one shape for all versions of its specification.

import type { FeedContest, FeedText } from '../feed/feed.ts'
import type { At } from '../listed.ts'

export interface VipFeed {
  election: VipElection
  /** In ballot order. */
  contests: readonly FeedContest[]
}

export interface VipElection {
  at: At
  state: string
  /** YYYY-MM-DD */
  date: string
  /** As printed, e.g. `General`; null where the feed does not say. */
  type: FeedText | null
  /** Where it names itself in Spanish: in whole. */
  name_es: string | null
  /** The one locality of an election that is not the whole state's. */
  locality: string | null
  info_url: string | null
}
