// The streams that are open in this process: each may be ended from outside, by a revocation or the server's own end.

import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import type { Grant } from '../http/auth.ts'
import type { Peer } from '../http/peer.ts'

export interface OpenStream {
  grant: Grant
  peer: Peer
  /** Tells its reader why, and ends it. */
  end(reason: ReconnectReason): void
}

export interface Streams {
  /** @returns takes it off again */
  add(stream: OpenStream): () => void
  /** Ends those whose key may no longer read the feed: revoked, expired, suspended, without the scope, or from elsewhere. */
  sweep(now: number): void
  /** Ends all, and those that are added from now on. */
  drain(): void
}
