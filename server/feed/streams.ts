// The streams that are open in this process. A revocation or a shutdown of the server ends them.

import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import { authenticate, findForbidden, type Grant, type Grants, type Peer } from '../http/auth.ts'

export interface OpenStream {
  grant: Grant
  peer: Peer
  /** Sends the reason to the reader, and ends the stream. */
  end(reason: ReconnectReason): void
}

export interface Streams {
  /** Number of open streams. */
  count(): number
  /** @returns a function that removes it */
  add(stream: OpenStream): () => void
  /** Ends streams whose key may no longer read the feed: revoked, expired, suspended, without the scope, or from a wrong address. */
  sweep(now: number): void
  /** Ends all streams, and those that are added later. */
  drain(): void
}

/** Streams that are checked together: one key, used from one address. */
interface Use {
  hash: string
  peer: Peer
  streams: Set<OpenStream>
}

/** @param grants read at each sweep */
export function createStreams(grants: Pick<Grants, 'find' | 'isCurrent'>): Streams {
  const uses = new Map<string, Use>()
  let draining = false

  const mayRead = ({ hash, peer }: Use, now: number): boolean => {
    const caller = authenticate({ hash, mistyped: false }, grants, now)
    return 'grant' in caller && !findForbidden(caller.grant, peer.address, ['stream:read'])
  }
  const remove = (name: string, stream: OpenStream): boolean => {
    const use = uses.get(name)
    const removed = use?.streams.delete(stream) ?? false
    if (use?.streams.size === 0) uses.delete(name)
    return removed
  }
  /** Ends each stream once. */
  const endAll = (name: string, { streams }: Use, reason: ReconnectReason): void => {
    uses.delete(name)
    for (const stream of streams) stream.end(reason)
  }
  return {
    count: () => [...uses.values()].reduce((sum, { streams }) => sum + streams.size, 0),
    add(stream) {
      const { grant, peer } = stream
      const name = nameUse(grant.hash, peer)
      const use = uses.get(name) ?? { hash: grant.hash, peer, streams: new Set() }
      uses.set(name, use)
      use.streams.add(stream)
      // Defer it to the end of this turn: the caller does not have the function that removes the stream yet.
      if (draining) queueMicrotask(() => remove(name, stream) && stream.end('shutdown'))
      return () => {
        remove(name, stream)
      }
    },
    sweep(now) {
      for (const [name, use] of uses) if (!mayRead(use, now)) endAll(name, use, 'revoked')
    },
    drain() {
      draining = true
      for (const [name, use] of uses) endAll(name, use, 'shutdown')
    },
  }
}

function nameUse(hash: string, { address }: Peer): string {
  return address ? `${hash} ${address.family}/${address.value}` : hash
}
