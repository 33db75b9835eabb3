// The counters: per account, and per peer address for requests without a valid key (decisions.md section 5). No clock, no file.

import { LRUCache } from 'lru-cache'
import {
  FAILED_SIGN_INS_PER_MINUTE,
  KEYLESS_REQUESTS_PER_MINUTE,
  WRONG_KEYS_PER_MINUTE,
} from '../../data/schema/vocabulary.ts'
import type { Allowance, MeterRefusal, MeterRequest, Standing, Taken } from './meter.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Peers that are remembered at once; a flood of addresses forgets the oldest. */
const PEERS_MAX = 65_536

export interface Counts {
  /** @param now milliseconds since 1970 */
  decide(request: MeterRequest, now: number): Taken
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

export function createCounts(): Counts {
  const accounts = new Map<number, Count>()
  const peers = new LRUCache<string, { all: Window; wrong: Window }>({ max: PEERS_MAX })
  const failures = new LRUCache<string, Window>({ max: PEERS_MAX })

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

  const take = (account: number, allowance: Allowance, now: number): Taken => {
    const { minute, day } = countOf(account, now)
    const cap = allowance.requests_per_day
    const refusal: MeterRefusal | undefined =
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
  }

  const look = (account: number, allowance: Allowance, now: number): Taken => {
    const { minute, day } = countOf(account, now)
    return { standing: standingOf(allowance, minute, day, now), refusal: undefined }
  }

  const takeKeyless = (address: string, wrongKey: boolean, now: number): Taken => {
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
    const limit = wrongKey ? WRONG_KEYS_PER_MINUTE : KEYLESS_REQUESTS_PER_MINUTE
    return inMinute(peer.all, { limit, remaining: Math.max(0, before - 1), refused }, now)
  }

  const failuresOf = (name: string, now: number): Window => {
    let window = failures.get(name)
    if (!window) {
      window = openWindow(now, MINUTE)
      failures.set(name, window)
    }
    advance(window, now, MINUTE)
    return window
  }

  const signIn = (peer: string, account: string, failed: boolean, now: number): Taken => {
    const windows = [failuresOf(`peer ${peer}`, now), failuresOf(`account ${account}`, now)]
    if (failed) for (const window of windows) window.count += 1
    const most = windows.reduce((a, b) => (b.count > a.count ? b : a))
    const left = FAILED_SIGN_INS_PER_MINUTE - most.count
    return inMinute(most, { limit: FAILED_SIGN_INS_PER_MINUTE, remaining: Math.max(0, left), refused: left <= 0 }, now)
  }

  return {
    decide(request, now) {
      switch (request.kind) {
        case 'take':
          return take(request.account, request.allowance, now)
        case 'look':
          return look(request.account, request.allowance, now)
        case 'keyless':
          return takeKeyless(request.peer, request.wrongKey, now)
        case 'sign_in':
          return signIn(request.peer, request.account, false, now)
        case 'sign_in_failed':
          return signIn(request.peer, request.account, true, now)
        default:
          return request satisfies never
      }
    },
  }
}

function inMinute(
  window: Window,
  { limit, remaining, refused }: { limit: number; remaining: number; refused: boolean },
  now: number,
): Taken {
  const reset = secondsLeft(window, now, MINUTE)
  return {
    standing: { limit, remaining, reset, daily_limit: null, daily_remaining: null },
    refusal: refused ? { code: 'rate_limit_exceeded', retry_after: reset } : undefined,
  }
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
