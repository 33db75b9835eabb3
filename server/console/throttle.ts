// Passwords cannot be guessed at leisure, nor does anybody fill the line of those that are hashed: every try counts before it is
// looked at, right or wrong, against the network that it comes from and the account that it is aimed at. One process counts for
// all workers, so that the limits hold over them together. The meter holds no account's name, only its HMAC.

import type { Peer } from '../http/peer.ts'
import type { ConsoleContext } from './visit.ts'

export interface Throttled {
  sentence: string
  headers: readonly string[]
}

/** Undefined where a password may be hashed. @param account null for one that is yet to be made */
export async function countAttempt(
  { meter, hmac }: Pick<ConsoleContext, 'meter' | 'hmac'>,
  { network: peer }: Peer,
  account: string | null,
): Promise<Throttled | undefined> {
  const aimedAt = account === null ? null : hmac(`account ${account}`)
  const { refusal } = await meter.ask({ kind: 'attempt', peer, account: aimedAt })
  if (!refusal) return undefined
  const { retry_after } = refusal
  return {
    sentence: `Too many attempts from here${account === null ? '' : ' or for this account'}: try again in ${retry_after} s.`,
    headers: ['Retry-After', String(retry_after)],
  }
}
