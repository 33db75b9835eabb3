// Limits password attempts, so that nobody can guess passwords or fill the queue of passwords to hash. Every attempt, right or wrong,
// counts before it is checked, against the client's network and the account. One process counts for all workers, so that the limits hold
// over all of them; server/limits/limits.ts has the numbers. The counter receives the HMAC of an account's name, never the name.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Host } from '../../server/host.ts'
import { fill } from '../web/sentence.ts'
import type { Words } from './words/words.ts'

interface Throttled {
  sentence: string
  headers: readonly string[]
}

/** Returns undefined if a password may be hashed. @param account null for an account that does not exist yet */
export async function countAttempt(
  { admission, hmac }: Pick<Host, 'admission' | 'hmac'>,
  network: string,
  account: string | null,
  words: Words,
): Promise<Throttled | undefined> {
  const aimedAt = account === null ? null : hmac(`account ${account}`)
  const seconds = await admission.attempt({ network, account: aimedAt })
  if (seconds === undefined) return undefined
  return {
    sentence: fill(account === null ? words.throttled : words.throttledAccount, { seconds }),
    headers: ['Retry-After', String(seconds)],
  }
}

// Hashes one password at a time in each process, and so in each worker: a hash takes 32 MiB and a thread of the pool, which files and
// compression need too. The attempts are limited before they enter this queue.

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
