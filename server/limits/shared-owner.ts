// Decides on requests together with the owners of other servers. The requests of a few milliseconds are one batch: one statement takes
// what fits for all their accounts, and counters.ts then decides on each request in order, with no more than that. While the database is
// away, the server decides by its share of each limit, and the database learns later what passed.

import { setTimeout as wait } from 'node:timers/promises'
import { DAY, HOUR, MINUTE } from '../../data/schema/scalar.ts'
import type { Paths } from '../../data/store/paths.ts'
import { LEASE_RENEW_MS } from '../../data/store/state/leases.ts'
import { openSharedUsage } from '../../data/store/state/open.ts'
import { STATE_AWAY_MS, UNAVAILABLE_RETRY } from '../../data/store/state/state.ts'
import {
  openUsage,
  type SharedUsage,
  type UncountedUsage,
  USAGE_DAYS_KEPT,
  USAGE_MINUTES_KEPT,
  type UsageGrant,
  type UsageHistory,
  type UsageWish,
} from '../../data/store/usage.ts'
import { createCounts, createPlaces } from './counters.ts'
import { DOWNLOAD_BYTES_PER_DAY } from './limits.ts'
import type { Allowance, LimitDecision, MeterRequest } from './meter.ts'
import { type AnyOwner, createOwner, type SharedOwner } from './owner.ts'

/** @setting Milliseconds between two batches of requests that a server counts with others: more batches cost the database more, and fewer make callers wait. */
const LIMITS_BATCH_MS = 4

/** A request that takes from the limits of an account. */
type AccountRequest = Extract<MeterRequest, { allowance: Allowance }>

/** For an account without a request in the batch. */
const NOTHING: Allowance = { requests_per_minute: 0, requests_per_day: 0 }

interface SharedOwnerOptions {
  usage: Pick<SharedUsage, 'take' | 'add' | 'renew' | 'leave' | 'prune'>
  /** Unique among all servers, past and present. */
  server: string
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds on a clock that never jumps. */
  steady(): number
  warn(sentence: string): void
}

/** Resolves when the other servers know this one. Throws StateUnavailable. */
export async function openSharedOwner({ usage, server, now, steady, warn }: SharedOwnerOptions): Promise<SharedOwner> {
  const places = createPlaces()
  const counts = createCounts([], places)
  /** Requests that the share let pass. */
  const shares = createCounts([], places)
  let servers = await usage.renew(server)
  let reachedAt = steady()
  let isAway = false
  let why = ''
  /** Milliseconds by which the database's clock is ahead of this one. */
  let ahead = 0
  const backs = new Map<number, UsageWish['back']>()
  const uncounted = new Map<string, UncountedUsage>()
  /** Accounts whose open streams the database does not know. */
  const moved = new Set<number>()
  const minuteOf = new Map<number, number>()
  let hour = Number.NaN

  const beginAway = (fault: unknown): void => {
    const before = why
    why = fault instanceof Error ? fault.message : String(fault)
    if (!isAway || why !== before)
      warn(
        `Requests cannot be counted with the other servers (${why}). For up to ${STATE_AWAY_MS / 1000} s, 1 of ${servers} of each limit passes here.`,
      )
    isAway = true
  }
  const giveBack = (account: number, requests: number, bytes: number): void => {
    if (requests === 0 && bytes === 0) return
    const minute = minuteOf.get(account) ?? 0
    const before = backs.get(account)
    const same = before?.minute === minute ? before : { requests: 0, bytes: 0 }
    backs.set(account, { minute, requests: same.requests + requests, bytes: same.bytes + bytes })
  }
  const isRepeated = (request: AccountRequest, of: typeof counts, time: number): boolean =>
    request.kind === 'take' && request.file !== undefined && of.isRepeated(request.account, request.file, time)

  // Away from the database.

  const decideAway = (requests: readonly AccountRequest[]): LimitDecision[] => {
    const time = now() + ahead
    const isOver = steady() - reachedAt > STATE_AWAY_MS
    const decisions = requests.map((request): LimitDecision => {
      const { account, kind } = request
      const share = toShare(request, servers)
      if (isOver && (kind === 'take' || kind === 'open' || kind === 'download')) {
        const { standing } = shares.decide({ kind: 'look', account, allowance: share.allowance }, time)
        const refusal = { code: 'state_unavailable', retry_after: UNAVAILABLE_RETRY } as const
        return { standing: { ...standing, remaining: 0 }, refusal, degraded: true }
      }
      const repeated = isRepeated(request, shares, time)
      const decision = shares.decide(share, time)
      if (!decision.refusal && !repeated) note(request, time)
      if (kind === 'open' || kind === 'close') moved.add(account)
      return { ...decision, degraded: true }
    })
    shares.changed()
    return decisions
  }
  const note = (request: AccountRequest, time: number): void => {
    const minute = Math.floor(time / MINUTE)
    const taken = request.kind === 'give back' ? -1 : countOf(request)
    add({ account_id: request.account, minute, requests: taken, bytes: bytesOf(request) })
  }
  const add = ({ account_id, minute, requests, bytes }: UncountedUsage): void => {
    if (requests === 0 && bytes === 0) return
    const key = `${account_id}/${minute}`
    const before = uncounted.get(key) ?? { requests: 0, bytes: 0 }
    const sums = { requests: Math.max(0, before.requests + requests), bytes: before.bytes + bytes }
    uncounted.set(key, { account_id, minute, ...sums })
  }
  const comeBack = async (): Promise<void> => {
    // The others may have taken this server for dead, and its streams for ended.
    for (const account of places.accounts()) moved.add(account)
    while (uncounted.size > 0) {
      const passed = [...uncounted.values()]
      uncounted.clear()
      try {
        await usage.add(passed)
      } catch (fault) {
        for (const one of passed) add(one)
        throw fault
      }
    }
    isAway = false
    warn('Requests are counted with the other servers again.')
  }

  // With the database.

  const decideTogether = async (requests: readonly AccountRequest[]): Promise<LimitDecision[]> => {
    const known = now() + ahead
    // Looked at before anything is taken: a repeated request takes nothing, also if a minute begins meanwhile.
    const asked = requests.map((request): AccountRequest => {
      const { account, allowance } = request
      if (request.kind === 'give back') giveBack(account, 1, 0)
      const isFree = request.kind === 'give back' || isRepeated(request, counts, known)
      return isFree ? { kind: 'look', account, allowance } : request
    })
    const wishes = wishesOf(asked)
    if (wishes.length === 0) return []
    // Not sent twice, also if it is unknown whether the statement ran.
    backs.clear()
    const told = [...moved]
    moved.clear()
    let grants: readonly UsageGrant[]
    try {
      grants = await usage.take(server, wishes)
    } catch (fault) {
      for (const account of told) moved.add(account)
      beginAway(fault)
      return decideAway(asked)
    }
    reachedAt = steady()
    for (const grant of grants) adopt(grant)
    const time = grants[0]?.now ?? known
    ahead = time - now()
    const used = new Map<number, { requests: number; bytes: number }>()
    const decisions = asked.map((request) => {
      const repeated = isRepeated(request, counts, time)
      const decision = counts.decide(request, time)
      const sums = used.get(request.account) ?? { requests: 0, bytes: 0 }
      if (!decision.refusal && !repeated) {
        sums.requests += countOf(request)
        sums.bytes += bytesOf(request)
      }
      used.set(request.account, sums)
      return decision
    })
    counts.changed()
    // The statement noted as open what was refused then, or ended with this batch.
    for (const { account_id, streams, streams_open } of wishes)
      if (streams_open + streams !== places.own(account_id)) moved.add(account_id)
    for (const { account_id, requests, bytes } of grants) {
      const sums = used.get(account_id) ?? { requests: 0, bytes: 0 }
      giveBack(account_id, requests - sums.requests, bytes - sums.bytes)
    }
    return decisions
  }
  /** The counts before this batch, so that counters.ts grants exactly what the statement has granted. */
  const adopt = (grant: UsageGrant): void => {
    minuteOf.set(grant.account_id, grant.minute)
    counts.adopt({
      ...grant,
      minute_requests: grant.minute_requests - grant.requests,
      day_requests: grant.day_requests - grant.requests,
      day_bytes: grant.day_bytes - grant.bytes,
    })
    places.setElsewhere(grant.account_id, grant.streams_elsewhere)
  }
  const wishesOf = (asked: readonly AccountRequest[]): UsageWish[] => {
    const wishes = new Map<number, UsageWish>()
    const wishOf = (account: number, allowance: Allowance & { streams?: number }): UsageWish => {
      const found: UsageWish = wishes.get(account) ?? {
        account_id: account,
        requests: 0,
        bytes: 0,
        streams: 0,
        streams_open: places.own(account),
        back: backs.get(account) ?? { minute: 0, requests: 0, bytes: 0 },
        per_minute: 0,
        per_day: 0,
        bytes_max: DOWNLOAD_BYTES_PER_DAY,
        streams_max: 0,
      }
      // The plan may change within a batch: counters.ts refuses what a smaller one does not allow.
      found.per_minute = Math.max(found.per_minute, allowance.requests_per_minute)
      const { requests_per_day: cap } = allowance
      found.per_day = found.per_day === null || cap === null ? null : Math.max(found.per_day, cap)
      found.streams_max = Math.max(found.streams_max, allowance.streams ?? 0)
      wishes.set(account, found)
      return found
    }
    // A worker repeats the end of a stream until it is confirmed.
    const endings = new Set(
      asked.flatMap((one) => (one.kind === 'close' && places.isOpen(one.account, one.stream) ? one.stream : [])),
    )
    for (const request of asked) {
      const wish = wishOf(request.account, request.allowance)
      wish.requests += countOf(request)
      wish.bytes += bytesOf(request)
      if (request.kind === 'open') wish.streams += 1
      if (request.kind === 'close' && endings.delete(request.stream)) wish.streams_open -= 1
    }
    for (const account of [...moved, ...backs.keys()]) wishOf(account, NOTHING)
    return [...wishes.values()]
  }

  // Batches, one after another.

  interface Waiting {
    requests: readonly AccountRequest[]
    resolve(decisions: LimitDecision[]): void
    reject(fault: unknown): void
  }
  let waiting: Waiting[] = []
  let began = Number.NEGATIVE_INFINITY
  let isRunning = false
  let ended: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    isRunning = true
    // Return unused grants at once.
    while (waiting.length > 0 || (!isAway && backs.size > 0)) {
      const pause = began + LIMITS_BATCH_MS - steady()
      if (pause > 0) await wait(pause)
      began = steady()
      const batch = waiting
      waiting = []
      try {
        const requests = batch.flatMap((one) => one.requests)
        const decisions = isAway ? decideAway(requests) : await decideTogether(requests)
        let at = 0
        for (const { requests: own, resolve } of batch) {
          resolve(decisions.slice(at, at + own.length))
          at += own.length
        }
      } catch (fault) {
        for (const { reject } of batch) reject(fault)
      }
    }
    isRunning = false
  }
  const decideAccounts = (requests: readonly AccountRequest[]): Promise<LimitDecision[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ requests, resolve, reject })
      if (!isRunning) ended = run()
    })

  // The sign of life.

  const renew = async (): Promise<void> => {
    try {
      servers = await usage.renew(server)
      if (isAway) await comeBack()
      reachedAt = steady()
      await prune()
    } catch (fault) {
      beginAway(fault)
    }
    if (!isAway && moved.size > 0) await decideAccounts([])
  }
  const prune = async (): Promise<void> => {
    const time = now() + ahead
    const before = hour
    hour = Math.floor(time / HOUR)
    if (hour === before || Number.isNaN(before)) return
    const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)]
    await usage.prune({ minute: minute - USAGE_MINUTES_KEPT, day: day - USAGE_DAYS_KEPT })
  }
  let renewed: Promise<void> | undefined
  const timer = setInterval(() => {
    renewed ??= renew().finally(() => {
      renewed = undefined
    })
  }, LEASE_RENEW_MS)
  timer.unref()

  return {
    async decide(requests) {
      const time = now()
      const accounts = requests.filter(isOfAccount)
      const together = accounts.length > 0 ? await decideAccounts(accounts) : []
      let at = 0
      return requests.map((request) => {
        const decision = isOfAccount(request) ? together[at++] : counts.decide(request, time)
        if (!decision) throw new Error('a batch has fewer decisions than requests')
        return decision
      })
    },
    async close() {
      clearInterval(timer)
      await renewed
      await ended
      const passed = [...uncounted.values()]
      const fault = await usage
        .add(passed)
        .then(() => usage.leave(server))
        .catch((one: unknown) => one)
      if (fault !== undefined && passed.length > 0) warn('Usage counts since the database was lost are lost.')
    },
  }
}

function isOfAccount(request: MeterRequest): request is AccountRequest {
  return 'allowance' in request
}

/** Requests that it takes from the limits. */
function countOf({ kind }: AccountRequest): number {
  return kind === 'take' || kind === 'open' ? 1 : 0
}

function bytesOf(request: AccountRequest): number {
  return request.kind === 'download' ? request.bytes : 0
}

/** Rounded down: all shares together never exceed the limit. */
function toShare(request: AccountRequest, servers: number): AccountRequest {
  const shareOf = (limit: number): number => Math.floor(limit / servers)
  const { requests_per_minute, requests_per_day } = request.allowance
  const allowance = {
    requests_per_minute: shareOf(requests_per_minute),
    requests_per_day: requests_per_day === null ? null : shareOf(requests_per_day),
  }
  if (request.kind !== 'open') return { ...request, allowance }
  return { ...request, allowance: { ...allowance, streams: shareOf(request.allowance.streams) } }
}

// Opens the counts of requests: in usage.sqlite for one server, in the database of the state for several.

interface ReadableCounts {
  history: UsageHistory
  /** After the owner. */
  close(): Promise<void>
}

type CountingPaths = Pick<Paths, 'usage' | 'stateServer'>

/** For the one process of this server that counts. Throws StateUnavailable. */
export async function openCounting(
  paths: CountingPaths,
  options: Omit<SharedOwnerOptions, 'usage' | 'warn'> & { warn(fault: Error): void },
): Promise<ReadableCounts & { owner: AnyOwner }> {
  const { now, warn } = options
  const shared = await openSharedUsage(paths)
  if (shared) {
    const owner = await openSharedOwner({ ...options, usage: shared, warn: (sentence) => warn(new Error(sentence)) })
    return { owner, history: shared, close: shared.close }
  }
  const usage = openUsage(paths)
  return { owner: createOwner(usage, now, warn), history: usage, close: async () => usage.close() }
}

/** For a worker. */
export async function openHistory(paths: CountingPaths): Promise<ReadableCounts> {
  const shared = await openSharedUsage(paths)
  if (shared) return { history: shared, close: shared.close }
  const usage = openUsage(paths, { readonly: true, optional: true })
  return { history: usage, close: async () => usage.close() }
}
