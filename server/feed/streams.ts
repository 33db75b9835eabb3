// The streams that are open in this process: each may be ended from outside, by a revocation or the server's own end.

import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import { authenticate, findForbidden, type Grant, type Grants } from '../http/auth.ts'
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

/** What is judged as one: a key, used from one address. */
interface Use {
  hash: string
  peer: Peer
  streams: Set<OpenStream>
}

/** @param grants as they are at the time of each sweep */
export function createStreams(grants: Pick<Grants, 'find'>): Streams {
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
  /** Each hears it once. */
  const endAll = (name: string, { streams }: Use, reason: ReconnectReason): void => {
    uses.delete(name)
    for (const stream of streams) stream.end(reason)
  }
  return {
    add(stream) {
      const { grant, peer } = stream
      const name = nameUse(grant.hash, peer)
      const use = uses.get(name) ?? { hash: grant.hash, peer, streams: new Set() }
      uses.set(name, use)
      use.streams.add(stream)
      // Once its own turn has come to an end: it does not know yet how to be taken off.
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
