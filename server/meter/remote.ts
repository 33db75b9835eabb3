// Asks the owner in the cluster's primary: one message a turn of the event loop. A worker never counts alone: without an
// answer the request is 503.

import { performance } from 'node:perf_hooks'
import { KEYLESS_REQUESTS_PER_MINUTE } from '../../data/schema/account.ts'
import { ApiError } from '../errors.ts'
import { limitHeaders } from '../http/limits.ts'
import { gather } from './gather.ts'
import type { Meter, MeterRequest, Taken } from './meter.ts'

/** An owner that is silent for so long is as good as gone. */
const PATIENCE_MS = 5000
const LOOK_MS = 500
/** Whole seconds. */
const RETRY_AFTER = 1

/** From a worker to the primary; answered in the order of asking. */
export interface Asked {
  asked: readonly MeterRequest[]
}

export interface Answered {
  taken: readonly Taken[]
}

interface Turn {
  askedAt: number
  resolve(taken: readonly Taken[]): void
  reject(fault: Error): void
}

/** @param primary the other end: `process` in a worker */
export function createRemoteMeter(primary: Pick<NodeJS.Process, 'send' | 'on' | 'off'>): Meter {
  const turns: Turn[] = []

  const hear = (message: unknown): void => {
    if (isAnswered(message)) turns.shift()?.resolve(message.taken)
  }
  const giveUp = (): void => {
    for (const turn of turns.splice(0)) turn.reject(new Error('the primary is gone'))
  }
  // A turn that was given up keeps its place, for its answer may yet come.
  const look = (): void => {
    const before = performance.now() - PATIENCE_MS
    for (const turn of turns) {
      if (turn.askedAt > before) return
      turn.reject(new Error('the primary is silent'))
    }
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  primary.on('message', hear)
  primary.on('disconnect', giveUp)

  const ask = gather(
    (asked: readonly MeterRequest[]) =>
      new Promise<readonly Taken[]>((resolve, reject) => {
        if (!primary.send) return reject(new Error('there is no primary'))
        turns.push({ askedAt: performance.now(), resolve, reject })
        const message: Asked = { asked }
        primary.send(message, undefined, undefined, (fault) => fault && giveUp())
      }),
  )
  return {
    async ask(request) {
      try {
        return await ask(request)
      } catch {
        throw uncounted(request)
      }
    },
    async close() {
      clearInterval(timer)
      primary.off('message', hear)
      primary.off('disconnect', giveUp)
    },
  }
}

export function isAsked(message: unknown): message is Asked {
  return typeof message === 'object' && message !== null && 'asked' in message
}

function isAnswered(message: unknown): message is Answered {
  return typeof message === 'object' && message !== null && 'taken' in message
}

/** With the five headers, as far as they are known here. */
function uncounted(request: MeterRequest): ApiError {
  const allowance = 'allowance' in request ? request.allowance : undefined
  const daily = allowance?.requests_per_day ?? null
  const headers = limitHeaders({
    limit: allowance?.requests_per_minute ?? KEYLESS_REQUESTS_PER_MINUTE,
    ...{ remaining: 0, reset: RETRY_AFTER },
    ...{ daily_limit: daily, daily_remaining: daily === null ? null : 0 },
  })
  return new ApiError('internal_error', 'The request cannot be counted at the moment.', {
    ...{ status: 503, retryAfter: RETRY_AFTER, headers },
  })
}
