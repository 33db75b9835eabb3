// Counts requests per account, requests per client address without a valid key, and password attempts (docs/rules.md#limits).
// One process counts: this process, or with --workers the cluster's primary. The interface is the same in both cases.

import type { Plan } from '../../data/access/plan.ts'

export type Allowance = Pick<Plan, 'requests_per_minute' | 'requests_per_day'>

export type MeterRequest =
  /**
   * Counts one request of the account, or refuses it and counts nothing.
   * @param file further requests for this file count nothing in the same minute: a reader of ranges makes many
   */
  | { kind: 'take'; account: number; allowance: Allowance; file?: string }
  /** Counts bytes that are sent as a download, or refuses them and counts nothing. */
  | { kind: 'download'; account: number; allowance: Allowance; bytes: number }
  /** Counts nothing. */
  | { kind: 'look'; account: number; allowance: Allowance }
  /** Takes back one counted request that was refused later. */
  | { kind: 'give back'; account: number; allowance: Allowance }
  /** Counts one request of the address. @param peer an IPv4 address, or an IPv6 /64 */
  | { kind: 'keyless'; peer: string; wrongKey: boolean }
  /** Counts one request and one open stream of the account, or refuses it and counts neither. @param stream unique among all streams */
  | { kind: 'open'; account: number; allowance: Allowance & Pick<Plan, 'streams'>; stream: string }
  /** Ends the stream and counts no request. Repeating it is harmless; it is repeated until it succeeds. */
  | { kind: 'close'; account: number; allowance: Allowance; stream: string }
  /** Before a password is hashed: counts one attempt of the peer and of the account, or refuses it and counts nothing. */
  | { kind: 'attempt'; peer: string; account: string | null }

/** The limits of an account or a peer after this request. */
export interface LimitStanding {
  limit: number
  remaining: number
  /** Whole seconds until the minute ends. */
  reset: number
  /** Null: no daily cap. */
  daily_limit: number | null
  daily_remaining: number | null
}

/** `state_unavailable`: the counts that the servers share have been away for too long. */
export interface MeterRefusal {
  code: 'rate_limit_exceeded' | 'daily_limit_exceeded' | 'too_many_streams' | 'state_unavailable'
  /** Whole seconds until the next request would pass. */
  retry_after: number
}

/**
 * The limit that refused a request: one of the account's, or that of its network (`keyless`, `wrong_key`), which the console's pages
 * have too.
 */
export type RefusedBy = MeterRefusal['code'] | 'keyless' | 'wrong_key'

export interface LimitDecision {
  standing: LimitStanding
  refusal: MeterRefusal | undefined
  /** The counts that the servers share are away: this server's share of the limits decided. */
  degraded?: true
}

export interface Meter {
  /** A promise if another process decides. */
  ask(request: MeterRequest): LimitDecision | Promise<LimitDecision>
  /**
   * Runs `reply` when the counts of all decisions so far are written, once for each turn of the event loop; at once if they are. No reply
   * may leave earlier: limits survive any end of the process.
   */
  afterWrite(reply: () => void): void
  close(): Promise<void>
}

/** The five limit headers of every response, names and values in turn. */
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
