// Counts requests per account, open streams per account, and requests without a valid key per peer address
// (docs/rules.md#limits); the numbers are in limits.ts. Uses no clock and no file.

import { LRUCache } from 'lru-cache'
import { DAY, MINUTE } from '../../data/schema/scalar.ts'
import type { UsageCount } from '../../data/store/usage.ts'
import {
  ACCOUNT_SIGN_INS_PER_MINUTE,
  DOWNLOAD_BYTES_PER_DAY,
  KEYLESS_REQUESTS_PER_MINUTE,
  SIGN_INS_PER_MINUTE,
  WRONG_KEYS_PER_MINUTE,
} from './limits.ts'
import type { Allowance, LimitDecision, LimitStanding, MeterRefusal, MeterRequest } from './meter.ts'

/** @setting Most client addresses without a valid key whose counts are in memory at once. */
const PEERS_REMEMBERED_MAX = 65_536
/** @setting Retry-After in seconds when all streams of an account are in use. */
const STREAM_RETRY_AFTER_SECONDS = 10

// A count within a UTC minute or a UTC day. A window moves only when something is counted, so the stored count is its
// complete state.

interface Window {
  /** Milliseconds. */
  readonly length: number
  /** Index of the window since 1970. */
  index: number
  count: number
}

/** A window with a count of zero. */
function openWindow(length: number): Window {
  return { length, index: 0, count: 0 }
}

/** The window begins more than its own length after now: the clock was ahead when it was last used. */
function isAhead({ index, length }: Pick<Window, 'index' | 'length'>, now: number): boolean {
  return index - Math.floor(now / length) > 1
}

/** If the clock jumps back, the window stays, so that it never refills. A window that is ahead is discarded. */
function indexAt(window: Window, now: number): number {
  const index = Math.floor(now / window.length)
  return isAhead(window, now) ? index : Math.max(window.index, index)
}

function countAt(window: Window, now: number): number {
  return indexAt(window, now) === window.index ? window.count : 0
}

function add(window: Window, now: number, amount = 1): void {
  window.count = countAt(window, now) + amount
  window.index = indexAt(window, now)
}

/** An ended window has nothing to give back. */
function subtract(window: Window, now: number): void {
  if (countAt(window, now) > 0) window.count -= 1
}

/** Whole seconds until the window ends. */
function secondsLeft(window: Window, now: number): number {
  return Math.ceil(((indexAt(window, now) + 1) * window.length - now) / 1000)
}

// Open streams by account. Kept in memory only, because no stream outlives the process that counts it.

export function createPlaces() {
  const open = new Map<number, Set<string>>()
  const elsewhere = new Map<number, number>()
  const own = (account: number): number => open.get(account)?.size ?? 0
  return {
    /** Number of open streams of the account, at all servers. */
    taken: (account: number) => own(account) + (elsewhere.get(account) ?? 0),
    /** Of them, those at this server. */
    own,
    isOpen: (account: number, stream: string) => open.get(account)?.has(stream) ?? false,
    /** Accounts with open streams at this server. */
    accounts: (): Iterable<number> => open.keys(),
    /** Sets the number of open streams at other servers. */
    setElsewhere(account: number, streams: number) {
      if (streams > 0) elsewhere.set(account, streams)
      else elsewhere.delete(account)
    },
    hold(account: number, stream: string) {
      const streams = open.get(account)
      if (streams) streams.add(stream)
      else open.set(account, new Set([stream]))
    },
    /** Does nothing if the stream is not open. */
    release(account: number, stream: string) {
      const streams = open.get(account)
      streams?.delete(stream)
      if (streams?.size === 0) open.delete(account)
    },
  }
}

/** Counts of an account that another process has counted. */
export interface AdoptedCount extends UsageCount {
  day_bytes: number
}

interface Count {
  account: number
  minute: Window
  day: Window
  changed: boolean
  /** Downloaded bytes of the day. In memory only: a restart begins again at zero. */
  bytes: Window
  /** Files that were requested in the minute of this index. */
  files: { minute: number; names: Set<string> }
}

/** @param latest the last stored count of each account */
export function createCounts(latest: readonly UsageCount[], places = createPlaces()) {
  const accounts = new Map(latest.map((count) => [count.account_id, toCount(count)]))
  let changed: Count[] = []
  const peers = new LRUCache<string, { all: Window; wrong: Window }>({ max: PEERS_REMEMBERED_MAX })
  const attempts = new LRUCache<string, Window>({ max: PEERS_REMEMBERED_MAX })

  const countOf = (account: number): Count => {
    let count = accounts.get(account)
    if (!count) {
      count = openCount(account, openWindow(MINUTE), openWindow(DAY))
      accounts.set(account, count)
    }
    return count
  }

  /** @param place false if no stream is free for the request */
  const take = (account: number, allowance: Allowance, now: number, place = true): LimitDecision => {
    const count = countOf(account)
    const { minute, day } = count
    const cap = allowance.requests_per_day
    const refusal: MeterRefusal | undefined =
      cap !== null && countAt(day, now) >= cap
        ? { code: 'daily_limit_exceeded', retry_after: secondsLeft(day, now) }
        : countAt(minute, now) >= allowance.requests_per_minute
          ? { code: 'rate_limit_exceeded', retry_after: secondsLeft(minute, now) }
          : place
            ? undefined
            : { code: 'too_many_streams', retry_after: STREAM_RETRY_AFTER_SECONDS }
    if (!refusal) {
      add(minute, now)
      add(day, now)
      if (!count.changed) changed.push(count)
      count.changed = true
    }
    return { standing: standingOf(allowance, minute, day, now), refusal }
  }

  const open = (
    { account, allowance, stream }: Extract<MeterRequest, { kind: 'open' }>,
    now: number,
  ): LimitDecision => {
    const taken = take(account, allowance, now, places.taken(account) < allowance.streams)
    if (!taken.refusal) places.hold(account, stream)
    return taken
  }

  const look = (account: number, allowance: Allowance, now: number): LimitDecision => {
    const { minute, day } = countOf(account)
    return { standing: standingOf(allowance, minute, day, now), refusal: undefined }
  }

  const isRepeated = (account: number, file: string, now: number): boolean => {
    const { minute, files } = countOf(account)
    return files.minute === indexAt(minute, now) && files.names.has(file)
  }

  const takeFile = (account: number, allowance: Allowance, now: number, file: string): LimitDecision => {
    if (isRepeated(account, file, now)) return look(account, allowance, now)
    const count = countOf(account)
    const minute = indexAt(count.minute, now)
    if (count.files.minute !== minute) count.files = { minute, names: new Set() }
    const taken = take(account, allowance, now)
    if (!taken.refusal) count.files.names.add(file)
    return taken
  }

  /** The last file may exceed the budget, so that a file larger than the budget can be had. */
  const download = (account: number, allowance: Allowance, now: number, bytes: number): LimitDecision => {
    const { bytes: window } = countOf(account)
    const { standing } = look(account, allowance, now)
    if (countAt(window, now) >= DOWNLOAD_BYTES_PER_DAY)
      return { standing, refusal: { code: 'daily_limit_exceeded', retry_after: secondsLeft(window, now) } }
    add(window, now, bytes)
    return { standing, refusal: undefined }
  }

  /** The stored count is not reduced: it applies again after a restart. */
  const giveBack = (account: number, allowance: Allowance, now: number): LimitDecision => {
    const { minute, day } = countOf(account)
    for (const window of [minute, day]) subtract(window, now)
    return look(account, allowance, now)
  }

  const takeKeyless = (address: string, wrongKey: boolean, now: number): LimitDecision => {
    const peer = peers.get(address) ?? { all: openWindow(MINUTE), wrong: openWindow(MINUTE) }
    peers.set(address, peer)
    const left = KEYLESS_REQUESTS_PER_MINUTE - countAt(peer.all, now)
    const before = wrongKey ? Math.min(left, WRONG_KEYS_PER_MINUTE - countAt(peer.wrong, now)) : left
    const refused = before <= 0
    if (!refused) {
      add(peer.all, now)
      if (wrongKey) add(peer.wrong, now)
    }
    const limit = wrongKey ? WRONG_KEYS_PER_MINUTE : KEYLESS_REQUESTS_PER_MINUTE
    return inMinute(peer.all, { limit, remaining: Math.max(0, before - 1), refused }, now)
  }

  const attemptsOf = (name: string, limit: number): { window: Window; limit: number } => {
    const window = attempts.get(name) ?? openWindow(MINUTE)
    attempts.set(name, window)
    return { window, limit }
  }

  const attempt = (peer: string, account: string | null, now: number): LimitDecision => {
    const both = [attemptsOf(`peer ${peer}`, SIGN_INS_PER_MINUTE)]
    if (account !== null) both.push(attemptsOf(`account ${account}`, ACCOUNT_SIGN_INS_PER_MINUTE))
    const leftOf = ({ window, limit }: { window: Window; limit: number }): number => limit - countAt(window, now)
    const least = both.reduce((one, other) => (leftOf(other) < leftOf(one) ? other : one))
    const left = leftOf(least)
    const refused = left <= 0
    // A request refused for its network does not count for the account: otherwise an attacker could lock the owner out.
    if (!refused) for (const { window } of both) add(window, now)
    return inMinute(least.window, { limit: least.limit, remaining: Math.max(0, left - 1), refused }, now)
  }

  return {
    /** @param now milliseconds since 1970 */
    decide(request: MeterRequest, now: number): LimitDecision {
      switch (request.kind) {
        case 'take':
          return request.file === undefined
            ? take(request.account, request.allowance, now)
            : takeFile(request.account, request.allowance, now, request.file)
        case 'download':
          return download(request.account, request.allowance, now, request.bytes)
        case 'look':
          return look(request.account, request.allowance, now)
        case 'give back':
          return giveBack(request.account, request.allowance, now)
        case 'open':
          return open(request, now)
        case 'close':
          places.release(request.account, request.stream)
          return look(request.account, request.allowance, now)
        case 'keyless':
          return takeKeyless(request.peer, request.wrongKey, now)
        case 'attempt':
          return attempt(request.peer, request.account, now)
        default:
          return request satisfies never
      }
    },
    /** Replaces the counts of the account. */
    adopt(adopted: AdoptedCount) {
      const { minute, day } = toCount(adopted)
      const bytes = { ...day, count: adopted.day_bytes }
      Object.assign(countOf(adopted.account_id), { minute, day, bytes })
    },
    /** The file was requested in the account's minute: another request for it counts nothing. */
    isRepeated,
    /**
     * Call this when the clock has gone back. Replaces windows ahead of the clock with the stored counts from before.
     * @param latest the latest stored count of each account that is not ahead of the clock
     * @returns number of accounts with replaced windows
     */
    rewind(latest: readonly UsageCount[], now: number): number {
      const written = new Map(latest.map((count) => [count.account_id, toCount(count)]))
      let found = 0
      for (const count of accounts.values()) {
        if (!isAhead(count.minute, now) && !isAhead(count.day, now)) continue
        const before = written.get(count.account)
        if (isAhead(count.minute, now)) count.minute = before?.minute ?? openWindow(MINUTE)
        if (isAhead(count.day, now)) count.day = before?.day ?? openWindow(DAY)
        found += 1
      }
      return found
    },
    /** Accounts whose counts changed since the last call. */
    changed(): UsageCount[] {
      const counts = changed.map(toUsage)
      changed = []
      return counts
    },
  }
}

function toCount({ account_id, minute, day, minute_requests, day_requests }: UsageCount): Count {
  return openCount(
    account_id,
    { length: MINUTE, index: minute, count: minute_requests },
    { length: DAY, index: day, count: day_requests },
  )
}

function openCount(account: number, minute: Window, day: Window): Count {
  return { account, minute, day, changed: false, bytes: openWindow(DAY), files: { minute: 0, names: new Set() } }
}

function toUsage(count: Count): UsageCount {
  count.changed = false
  const { account, minute, day } = count
  return {
    account_id: account,
    minute: minute.index,
    day: day.index,
    minute_requests: minute.count,
    day_requests: day.count,
  }
}

function inMinute(
  window: Window,
  { limit, remaining, refused }: { limit: number; remaining: number; refused: boolean },
  now: number,
): LimitDecision {
  const reset = secondsLeft(window, now)
  return {
    standing: { limit, remaining, reset, daily_limit: null, daily_remaining: null },
    refusal: refused ? { code: 'rate_limit_exceeded', retry_after: reset } : undefined,
  }
}

function standingOf(allowance: Allowance, minute: Window, day: Window, now: number): LimitStanding {
  const cap = allowance.requests_per_day
  return {
    limit: allowance.requests_per_minute,
    remaining: Math.max(0, allowance.requests_per_minute - countAt(minute, now)),
    reset: secondsLeft(minute, now),
    daily_limit: cap,
    daily_remaining: cap === null ? null : Math.max(0, cap - countAt(day, now)),
  }
}
