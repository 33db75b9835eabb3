// Hashes one password at a time in each process, and so in each worker: a hash takes 32 MiB and a thread of the pool, which files and
// compression need too. throttle.ts limits the number of attempts before they enter this queue.

import { ApiError } from '../../data/schema/api-error.ts'

const WAITING_MAX = 50
/** Retry-After in seconds while the queue is full. */
const BUSY_RETRY = 5

/** Runs the work when its turn has come. Throws ApiError 503 if the queue is full. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= WAITING_MAX)
      throw new ApiError('internal_error', 'Too many people are signing in: try again in a few seconds.', {
        status: 503,
        retryAfter: BUSY_RETRY,
      })
    waiting += 1
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      waiting -= 1
    }
  }
}
