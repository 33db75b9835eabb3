// Limits password attempts, so that nobody can guess passwords or fill the queue of passwords to hash. Every attempt, right or wrong,
// counts before it is checked, against the client's network and the account. One process counts for all workers, so that the limits hold
// over all of them. The meter receives the HMAC of an account's name, never the name.

import type { Host } from '../../server/host.ts'
import { fill } from '../web/sentence.ts'
import type { Words } from './words/words.ts'

export interface Throttled {
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
