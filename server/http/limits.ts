// Counters in memory: per account, and per peer address for requests without a valid key (decisions.md section 5).

import { LRUCache } from 'lru-cache'
import { KEYLESS_REQUESTS_PER_MINUTE, WRONG_KEYS_PER_MINUTE } from '../../data/schema/vocabulary.ts'
import type { Plan } from '../../data/store/state/state.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Peers that are remembered at once; a flood of addresses forgets the oldest. */
const PEERS_MAX = 65_536

export type Allowance = Pick<Plan, 'requests_per_minute' | 'requests_per_day'>

/** Where an account or a peer stands after this request. */
export interface Standing {
  limit: number
  remaining: number
  /** Whole seconds until the minute ends. */
  reset: number
  /** Null: no daily cap. */
  daily_limit: number | null
  daily_remaining: number | null
}

export interface Refusal {
  code: 'rate_limit_exceeded' | 'daily_limit_exceeded'
  /** Whole seconds until the next request would pass. */
  retry_after: number
}

export interface Taken {
  standing: Standing
  refusal: Refusal | undefined
}

export interface Limits {
  /** Takes one request of the account's, or refuses it and takes nothing. */
  take(account: number, allowance: Allowance, now: number): Taken
  /** Takes nothing. */
  find(account: number, allowance: Allowance, now: number): Standing
  /** Takes one request of the peer address's own limit. */
  takeKeyless(address: string, wrongKey: boolean, now: number): Taken
}

interface Window {
  /** Its number since 1970. */
  index: number
  count: number
}

interface Count {
  minute: Window
  day: Window
}

export function createLimits(): Limits {
  const accounts = new Map<number, Count>()
  const peers = new LRUCache<string, { all: Window; wrong: Window }>({ max: PEERS_MAX })

  const countOf = (account: number, now: number): Count => {
    let count = accounts.get(account)
    if (!count) {
      count = { minute: openWindow(now, MINUTE), day: openWindow(now, DAY) }
      accounts.set(account, count)
    }
    advance(count.minute, now, MINUTE)
    advance(count.day, now, DAY)
    return count
  }

  return {
    take(account, allowance, now) {
      const { minute, day } = countOf(account, now)
      const cap = allowance.requests_per_day
      const refusal: Refusal | undefined =
        cap !== null && day.count >= cap
          ? { code: 'daily_limit_exceeded', retry_after: secondsLeft(day, now, DAY) }
          : minute.count >= allowance.requests_per_minute
            ? { code: 'rate_limit_exceeded', retry_after: secondsLeft(minute, now, MINUTE) }
            : undefined
      if (!refusal) {
        minute.count += 1
        day.count += 1
      }
      return { standing: standingOf(allowance, minute, day, now), refusal }
    },
    find(account, allowance, now) {
      const { minute, day } = countOf(account, now)
      return standingOf(allowance, minute, day, now)
    },
    takeKeyless(address, wrongKey, now) {
      let peer = peers.get(address)
      if (!peer) {
        peer = { all: openWindow(now, MINUTE), wrong: openWindow(now, MINUTE) }
        peers.set(address, peer)
      }
      advance(peer.all, now, MINUTE)
      advance(peer.wrong, now, MINUTE)
      const left = KEYLESS_REQUESTS_PER_MINUTE - peer.all.count
      const before = wrongKey ? Math.min(left, WRONG_KEYS_PER_MINUTE - peer.wrong.count) : left
      const refused = before <= 0
      if (!refused) {
        peer.all.count += 1
        if (wrongKey) peer.wrong.count += 1
      }
      const reset = secondsLeft(peer.all, now, MINUTE)
      return {
        standing: {
          limit: wrongKey ? WRONG_KEYS_PER_MINUTE : KEYLESS_REQUESTS_PER_MINUTE,
          remaining: Math.max(0, before - 1),
          reset,
          daily_limit: null,
          daily_remaining: null,
        },
        refusal: refused ? { code: 'rate_limit_exceeded', retry_after: reset } : undefined,
      }
    },
  }
}

/** The five headers of every response, names and values in turn. */
export function limitHeaders(standing: Standing): string[] {
  return [
    'RateLimit-Limit',
    String(standing.limit),
    'RateLimit-Remaining',
    String(standing.remaining),
    'RateLimit-Reset',
    String(standing.reset),
    'X-Daily-Limit',
    standing.daily_limit === null ? 'unlimited' : String(standing.daily_limit),
    'X-Daily-Remaining',
    standing.daily_remaining === null ? 'unlimited' : String(standing.daily_remaining),
  ]
}

function openWindow(now: number, length: number): Window {
  return { index: Math.floor(now / length), count: 0 }
}

/** A clock that jumps back keeps the window it is in, so that it never refills. */
function advance(window: Window, now: number, length: number): void {
  const index = Math.floor(now / length)
  if (index <= window.index) return
  window.index = index
  window.count = 0
}

function secondsLeft(window: Window, now: number, length: number): number {
  return Math.ceil(((window.index + 1) * length - now) / 1000)
}

function standingOf(allowance: Allowance, minute: Window, day: Window, now: number): Standing {
  const cap = allowance.requests_per_day
  return {
    limit: allowance.requests_per_minute,
    remaining: Math.max(0, allowance.requests_per_minute - minute.count),
    reset: secondsLeft(minute, now, MINUTE),
    daily_limit: cap,
    daily_remaining: cap === null ? null : Math.max(0, cap - day.count),
  }
}
