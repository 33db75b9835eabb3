// Keeps a few older bundles open for requests that name one (`snapshot=`). A bundle stays open while a request reads it; the one that was
// not used for longest is closed for another. One bundle is opened at a time, and all requests for it share the opening.

import { ApiError } from '../../data/schema/api-error.ts'
import { MINUTE } from '../../data/schema/scalar.ts'
import type { Bundle } from '../../data/store/bundle.ts'

/** @setting Milliseconds after which an older bundle that no request reads is closed: it holds memory, and disk space if it was deleted. */
const PAST_IDLE_MS = 600_000
/** @setting Milliseconds within which an answer from an older bundle must be sent. Then its connection is closed: others may wait for the place. */
export const PAST_ANSWER_MS = 40_000

/** @setting Most milliseconds that a request waits for an older bundle to be opened. More than PAST_ANSWER_MS: slow readers cannot keep others out. */
export const PAST_WAIT_MS = 45_000
/** @setting Requests of an account that wait for an older bundle to be opened, in each process; more are refused. */
const PAST_REQUESTS_WAITING_MAX = 16

/** @setting Older bundles that an account may have opened within a minute, in each process. Each takes the event loop about 10 ms. */
export const PAST_OPENINGS_PER_MINUTE = 60
/** @setting Older bundles that are open at once in a process, for requests with `snapshot=`. */
export const PAST_BUNDLES_OPEN_MAX = 2

export interface OpenedBundle {
  bundle: Bundle
  close(): void
}

export interface PastBundleRef {
  bundle: Bundle
  /** False once the bundle has been given up, so that its answers are not to be cached. */
  isCurrent(): boolean
  /** Releases the bundle, which stays open until then. */
  release(): void
}

/** A request for an older bundle. */
export interface PastReader {
  account: number
  /** Aborts when the client has disconnected. */
  gone: AbortSignal
  /** Ends the request. It is called when the request keeps its bundle for too long: others may wait for the place. */
  end(): void
}

export type PastBundles = ReturnType<typeof createPastBundles>

const LIMITS = {
  open: PAST_BUNDLES_OPEN_MAX,
  openingsPerMinute: PAST_OPENINGS_PER_MINUTE,
  waiting: PAST_REQUESTS_WAITING_MAX,
  waitMs: PAST_WAIT_MS,
  readMs: PAST_ANSWER_MS,
  idleMs: PAST_IDLE_MS,
}
export type PastLimits = typeof LIMITS

/** Retry-After in seconds of a request that waited in vain. */
const RETRY_AFTER = 5

interface Slot {
  id: string
  /** Undefined while it is being opened. */
  opened: OpenedBundle | undefined
  readers: number
  /** Closes the bundle after its last reader. */
  idle: NodeJS.Timeout | undefined
  /** `leaving`: its place is wanted, so no further request reads it. `discarded`: the same for good. */
  status: 'open' | 'leaving' | 'discarded'
}

interface Waiter {
  id: string
  reader: PastReader
  grant(reference: PastBundleRef): void
  refuse(fault: unknown): void
}

/**
 * @param open rejects if the bundle is gone or damaged
 * @param steady milliseconds on a clock that never jumps
 */
export function createPastBundles(
  { open, steady }: { open(bundle: string): Promise<OpenedBundle>; steady(): number },
  limits: PastLimits = LIMITS,
) {
  /** The least recently used first. */
  const slots: Slot[] = []
  const waiting: Waiter[] = []
  const countOpening = createOpeningCounts(steady, limits.openingsPerMinute)

  const drop = (slot: Slot): void => {
    clearTimeout(slot.idle)
    slots.splice(slots.indexOf(slot), 1)
    slot.opened?.close()
  }
  const rest = (slot: Slot): void => {
    slot.idle = setTimeout(() => drop(slot), limits.idleMs).unref()
  }
  const use = (slot: Slot, { bundle }: OpenedBundle, reader: PastReader): PastBundleRef => {
    slots.splice(slots.indexOf(slot), 1)
    slots.push(slot)
    slot.readers += 1
    clearTimeout(slot.idle)
    const timer = setTimeout(reader.end, limits.readMs)
    return {
      bundle,
      isCurrent: () => slot.status === 'open',
      release() {
        clearTimeout(timer)
        slot.readers -= 1
        if (slot.readers > 0) return
        if (slot.status !== 'open') drop(slot)
        else rest(slot)
        advance()
      },
    }
  }
  const takeWaiters = (id: string): Waiter[] => {
    const own = waiting.filter((one) => one.id === id)
    for (const one of own) waiting.splice(waiting.indexOf(one), 1)
    return own
  }
  const forget = (waiter: Waiter): void => {
    waiting.splice(waiting.indexOf(waiter), 1)
    if (waiting.length > 0) return
    for (const slot of slots) if (slot.status === 'leaving') slot.status = 'open'
  }
  /** @returns true if a place is free. Otherwise the bundle that was not used for longest leaves once its readers have ended. */
  const makeRoom = (): boolean => {
    if (slots.length < limits.open) return true
    const idle = slots.find(({ readers }) => readers === 0)
    if (idle) drop(idle)
    else if (slots[0] && slots.every(({ status }) => status === 'open')) slots[0].status = 'leaving'
    return idle !== undefined
  }
  const advance = (): void => {
    const [next] = waiting
    if (!next || slots.some(({ opened }) => opened === undefined) || !makeRoom()) return
    const slot: Slot = { id: next.id, opened: undefined, readers: 0, idle: undefined, status: 'open' }
    slots.push(slot)
    open(next.id).then(
      (opened) => {
        slot.opened = opened
        for (const waiter of takeWaiters(slot.id)) waiter.grant(use(slot, opened, waiter.reader))
        if (slot.readers === 0 && slot.status !== 'open') drop(slot)
        else if (slot.readers === 0) rest(slot)
        advance()
      },
      (fault: unknown) => {
        drop(slot)
        for (const waiter of takeWaiters(slot.id)) waiter.refuse(fault)
        advance()
      },
    )
  }
  const wait = (id: string, reader: PastReader): Promise<PastBundleRef | undefined> =>
    new Promise((resolve, reject) => {
      const { gone } = reader
      const stop = (): void => {
        clearTimeout(timer)
        gone.removeEventListener('abort', leave)
      }
      const waiter: Waiter = {
        id,
        reader,
        grant(reference) {
          stop()
          resolve(reference)
        },
        refuse(fault) {
          stop()
          reject(fault)
        },
      }
      const leave = (): void => {
        forget(waiter)
        stop()
        resolve(undefined)
      }
      const timer = setTimeout(() => {
        forget(waiter)
        waiter.refuse(tooManyWaiting())
      }, limits.waitMs)
      gone.addEventListener('abort', leave)
      waiting.push(waiter)
      advance()
    })

  return {
    /**
     * Opens the bundle, or waits until it can be opened. Undefined if the client has disconnected.
     * @throws ApiError 429 if the account has too many requests waiting, has opened too many bundles within a minute, or has waited too
     * long; the fault of the opening.
     */
    async lease(id: string, reader: PastReader): Promise<PastBundleRef | undefined> {
      const { account, gone } = reader
      if (gone.aborted) return undefined
      const slot = slots.find((one) => one.id === id && one.status === 'open')
      if (slot?.opened) return use(slot, slot.opened, reader)
      if (waiting.filter((one) => one.reader.account === account).length >= limits.waiting) throw tooManyWaiting()
      if (!slot && !waiting.some((one) => one.id === id)) countOpening(account)
      return wait(id, reader)
    },
    /** Gives every bundle up: a later request opens it again. */
    discard() {
      for (const slot of [...slots]) {
        slot.status = 'discarded'
        if (slot.opened && slot.readers === 0) drop(slot)
      }
    },
  }
}

/** Returns a function that throws ApiError 429 for an opening over the limit of its account. */
function createOpeningCounts(steady: () => number, limit: number): (account: number) => void {
  /** Instants of the openings within a minute, by account. */
  const counts = new Map<number, readonly number[]>()
  return (account) => {
    const now = steady()
    const recent = (counts.get(account) ?? []).filter((at) => now - at < MINUTE)
    const [first = now] = recent
    if (recent.length >= limit)
      throw tooMany(
        `The account has opened ${limit} older bundles within a minute`,
        Math.ceil((first + MINUTE - now) / 1000),
      )
    counts.set(account, [...recent, now])
  }
}

function tooManyWaiting(): ApiError {
  return tooMany('Too many requests wait for an older bundle to be opened', RETRY_AFTER)
}

function tooMany(why: string, retryAfter: number): ApiError {
  return new ApiError('rate_limit_exceeded', `${why}: retry in ${retryAfter} s.`, { retryAfter })
}
