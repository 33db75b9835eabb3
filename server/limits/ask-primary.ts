// Sends a worker's requests to the owner in the cluster's primary, in one message per turn of the event loop. A worker never
// counts alone: without a reply the request is answered 503. The end of a stream is resent until the primary confirms it.

import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../../data/schema/api-error.ts'
import { KEYLESS_REQUESTS_PER_MINUTE } from './limits.ts'
import { type LimitDecision, limitHeaders, type Meter, type MeterRequest } from './meter.ts'
import { type AnyOwner, gather } from './owner.ts'

/** @setting Milliseconds without a reply after which a worker treats the counting process as gone. */
const OWNER_SILENT_MS = 5000

const LOOK_MS = 500
/** Seconds. */
const RETRY_AFTER = 1

/** From a worker to the primary. */
export interface MeterBatch {
  /** The worker's number for this turn. */
  turn: number
  asked: readonly MeterRequest[]
}

export interface MeterBatchReply {
  turn: number
  /** Null if the requests could not be counted. */
  taken: readonly LimitDecision[] | null
}

interface Turn {
  askedAt: number
  resolve(taken: readonly LimitDecision[]): void
  reject(fault: Error): void
}

/** The members of `process` that this file uses. */
interface Primary {
  send?(message: MeterBatch, handle: undefined, options: undefined, sent: (fault: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
  off(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown
}

/** @param primary the channel to the primary: `process` in a worker */
export function createRemoteMeter(primary: Primary): Meter {
  const turns = new Map<number, Turn>()
  let last = 0
  let closed = false

  const take = (number: number): Turn | undefined => {
    const turn = turns.get(number)
    turns.delete(number)
    return turn
  }
  // A reply to a turn that has timed out is ignored.
  const hear = (message: unknown): void => {
    if (!isAnswered(message)) return
    const turn = take(message.turn)
    if (message.taken) turn?.resolve(message.taken)
    else turn?.reject(new Error('the primary could not count the requests'))
  }
  const giveUp = (): void => {
    for (const number of turns.keys()) take(number)?.reject(new Error('the primary has disconnected'))
  }
  const look = (): void => {
    const before = performance.now() - OWNER_SILENT_MS
    for (const [number, { askedAt }] of turns) {
      if (askedAt > before) return
      take(number)?.reject(new Error('the primary did not reply in time'))
    }
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  primary.on('message', hear)
  primary.on('disconnect', giveUp)

  const ask = gather(
    (asked: readonly MeterRequest[]) =>
      new Promise<readonly LimitDecision[]>((resolve, reject) => {
        if (!primary.send) return reject(new Error('there is no primary'))
        const turn = ++last
        turns.set(turn, { askedAt: performance.now(), resolve, reject })
        const message: MeterBatch = { turn, asked }
        // Earlier messages may have been delivered, and their replies are on the way.
        primary.send(message, undefined, undefined, (fault) => fault && take(turn)?.reject(fault))
      }),
  )
  /** Must arrive: otherwise the account would lose this stream's slot until the process ends. */
  const tellEnd = async (end: MeterRequest): Promise<void> => {
    for (;;) {
      await wait(LOOK_MS, undefined, { ref: false })
      if (closed) return
      const told = await ask(end).catch(() => undefined)
      if (told) return
    }
  }
  return {
    async ask(request) {
      try {
        return await ask(request)
      } catch {
        // The primary may still open the stream later, although it will never start.
        if (request.kind === 'open' || request.kind === 'close') void tellEnd({ ...request, kind: 'close' })
        throw uncounted(request)
      }
    },
    // The primary answers when it has written.
    afterWrite: (reply) => reply(),
    async close() {
      closed = true
      clearInterval(timer)
      primary.off('message', hear)
      primary.off('disconnect', giveUp)
    },
  }
}

/** @returns whether a message of another process has one of these members, and so is one of these messages */
export function recognize<Message extends object>(...members: readonly string[]) {
  return (message: unknown): message is Message =>
    typeof message === 'object' && message !== null && members.some((member) => member in message)
}

export const isMeterBatch = recognize<MeterBatch>('asked')
const isAnswered = recognize<MeterBatchReply>('taken')

/** With the five rate-limit headers, as far as this worker knows them. */
function uncounted(request: MeterRequest): ApiError {
  const allowance = 'allowance' in request ? request.allowance : undefined
  const daily = allowance?.requests_per_day ?? null
  const headers = limitHeaders({
    limit: allowance?.requests_per_minute ?? KEYLESS_REQUESTS_PER_MINUTE,
    remaining: 0,
    reset: RETRY_AFTER,
    daily_limit: daily,
    daily_remaining: daily === null ? null : 0,
  })
  return new ApiError('internal_error', 'The rate limit cannot be checked now. Retry shortly.', {
    status: 503,
    retryAfter: RETRY_AFTER,
    headers,
  })
}

// The other side, in the primary: counts requests for the workers.

/**
 * Decides all workers' requests of one turn of the event loop together, and writes them once.
 * @returns a function that creates a WorkerMeter
 */
export function createAnswerer(owner: Pick<AnyOwner, 'decide'>, warn: (sentence: string) => void) {
  const fail = (fault: unknown): undefined => {
    warn(`Requests could not be counted: ${fault instanceof Error ? fault.message : String(fault)}.`)
  }
  /** A promise only if the owner answers with one. */
  const decide = (requests: readonly MeterRequest[]) => {
    try {
      const taken = owner.decide(requests)
      return taken instanceof Promise ? taken.catch(fail) : taken
    } catch (fault) {
      return fail(fault)
    }
  }
  const answer = gather((asks: readonly (readonly MeterRequest[])[]) => {
    const split = (taken: readonly LimitDecision[] | undefined): readonly (readonly LimitDecision[] | null)[] => {
      let at = 0
      return asks.map(({ length }) => {
        at += length
        return taken?.slice(at - length, at) ?? null
      })
    }
    const taken = decide(asks.flat())
    return taken instanceof Promise ? taken.then(split) : split(taken)
  })

  return () => {
    const held = new Map<string, MeterRequest>()
    let closed = false
    const release = (): void => {
      if (held.size > 0) void decide([...held.values()])
      held.clear()
    }
    return {
      /** Never rejects. If the owner cannot decide, the error is logged and the reply is "uncounted". */
      async answer({ turn, asked }: MeterBatch): Promise<MeterBatchReply> {
        const taken = await answer(asked)
        for (const [at, request] of asked.entries()) {
          if (request.kind === 'close') held.delete(request.stream)
          // An uncounted request was not refused.
          const refused = taken?.[at]?.refusal !== undefined
          if (request.kind === 'open' && !refused) held.set(request.stream, { ...request, kind: 'close' })
        }
        if (closed) release()
        return { turn, taken }
      },
      /** The worker has ended, and its streams with it. Its unanswered requests hold no streams either. */
      close() {
        closed = true
        release()
      },
    }
  }
}
