import type { Plan } from '../../data/access/plan.ts'

// What counts requests: per account, per peer address without a valid key, per password that is tried (docs/rules.md#limits).
// One owner counts: this process without --workers, else the cluster's primary. Asking is the same in both.

export type Allowance = Pick<Plan, 'requests_per_minute' | 'requests_per_day'>

export type MeterRequest =
  /** Takes one request of the account's, or refuses it and takes nothing. */
  | { kind: 'take'; account: number; allowance: Allowance }
  /** Takes nothing. */
  | { kind: 'look'; account: number; allowance: Allowance }
  /** The request that was taken has been refused after all. */
  | { kind: 'give back'; account: number; allowance: Allowance }
  /** Takes one of the address's own limit. @param peer an IPv4 address, or an IPv6 /64 */
  | { kind: 'keyless'; peer: string; wrongKey: boolean }
  /** Takes one request of the account's and one of its streams, or refuses it and takes neither. @param stream unique among all */
  | { kind: 'open'; account: number; allowance: Allowance & Pick<Plan, 'streams'>; stream: string }
  /** The stream has ended. Takes nothing; told twice is no harm, and what is not counted now is told again. */
  | { kind: 'close'; account: number; allowance: Allowance; stream: string }
  /** Before a password is hashed: takes one try of the peer's and of the account's, or refuses it and takes nothing. */
  | { kind: 'attempt'; peer: string; account: string | null }

/** Where an account or a peer stands after this request. */
export interface LimitStanding {
  limit: number
  remaining: number
  /** Whole seconds until the minute ends. */
  reset: number
  /** Null: no daily cap. */
  daily_limit: number | null
  daily_remaining: number | null
}

export interface MeterRefusal {
  code: 'rate_limit_exceeded' | 'daily_limit_exceeded' | 'too_many_streams'
  /** Whole seconds until the next request would pass. */
  retry_after: number
}

export interface LimitDecision {
  standing: LimitStanding
  refusal: MeterRefusal | undefined
}

export interface Meter {
  /** Asks of one turn of the event loop are decided together. The answer comes once what was taken is written down. */
  ask(request: MeterRequest): Promise<LimitDecision>
  close(): Promise<void>
}

/** The five headers of every response, names and values in turn. */
export function limitHeaders(standing: LimitStanding): string[] {
  return [
    'RateLimit-Limit',
    String(standing.limit),
    'RateLimit-Remaining',
    String(standing.remaining),
    'RateLimit-Reset',
    String(standing.reset),
    'X-Daily-Limit',
    standing.daily_limit === null ? 'unlimited' : String(standing.daily_limit),
    'X-Daily-Remaining',
    standing.daily_remaining === null ? 'unlimited' : String(standing.daily_remaining),
  ]
}
