// The ballot of a Voting Information Project feed, with one form for all versions of the specification.

import type { FeedContest, FeedText } from '../feed/feed.ts'
import type { At } from '../listed.ts'

/** An election of a feed: the specification has one a feed, and some feeds have several. */
export interface VipFeed {
  election: VipElection
  /** In ballot order. */
  contests: readonly FeedContest[]
}

export interface VipElection {
  at: At
  state: string
  /** As written: YYYY-MM-DD, perhaps with a time or a zone. */
  date: string
  /** As printed, e.g. `General`; null if the feed does not state it. */
  type: FeedText | null
  /** The election's full name in Spanish, if the feed has one. */
  name_es: string | null
  /** Set if the election covers only this locality. */
  locality: string | null
  info_url: string | null
}
