// One password at a time in each process, and so one in each worker: each takes 32 MiB and a thread of the pool, which files and
// compression need too. How many may be tried is not decided here but by throttle.ts, before they stand in line.

import { ApiError } from '../http/errors.ts'

const WAITING_MAX = 50
/** Whole seconds in which the line has moved. */
const BUSY_RETRY = 5

/** Runs the work when its turn has come. Throws ApiError 503 where too many wait. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= WAITING_MAX)
      throw new ApiError('internal_error', 'Too many people sign in at this moment: try again in a few seconds.', {
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
