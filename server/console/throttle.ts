// Passwords cannot be guessed at leisure: failures count against the network that they come from and the account that they are
// aimed at. The meter holds no account's name, only its HMAC.

import type { Peer } from '../http/peer.ts'
import type { Taken } from '../meter/meter.ts'
import type { Desk } from './visit.ts'

export interface Throttled {
  sentence: string
  headers: readonly string[]
}

type Counting = Pick<Desk, 'meter' | 'hmac'>

/** Undefined where a password may be looked at. */
export async function askSignIn(
  { meter, hmac }: Counting,
  peer: Peer,
  account: string,
): Promise<Throttled | undefined> {
  return toThrottled(await meter.ask({ kind: 'sign_in', peer: peer.network, account: hmac(`account ${account}`) }))
}

export async function countFailure({ meter, hmac }: Counting, peer: Peer, account: string): Promise<void> {
  await meter.ask({ kind: 'sign_in_failed', peer: peer.network, account: hmac(`account ${account}`) })
}

/** Accounts are not made by the hundred: each counts as a failure of its network. */
export async function countSignUp({ meter, hmac }: Counting, { network: peer }: Peer): Promise<Throttled | undefined> {
  const account = hmac(`sign-up ${peer}`)
  const throttled = toThrottled(await meter.ask({ kind: 'sign_in', peer, account }))
  if (!throttled) await meter.ask({ kind: 'sign_in_failed', peer, account })
  return throttled
}

function toThrottled({ refusal }: Taken): Throttled | undefined {
  if (!refusal) return undefined
  const { retry_after } = refusal
  return {
    sentence: `Too many attempts from here or for this account: try again in ${retry_after} s.`,
    headers: ['Retry-After', String(retry_after)],
  }
}
