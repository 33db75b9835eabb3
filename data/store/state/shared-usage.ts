// Counts the requests of accounts over several servers. One statement counts a batch, so that no more than the limit passes.

import type { UsageCount, UsageHistory } from '../usage.ts'

/** What one server's batch wants for one account, at most. */
export interface UsageWish {
  account_id: number
  requests: number
  bytes: number
  /** Streams to open. */
  streams: number
  /** Streams of the account that are open at this server. */
  streams_open: number
  /** What an earlier batch counted in this minute and did not use. */
  back: { minute: number; requests: number; bytes: number }
  per_minute: number
  /** Null: no daily cap. */
  per_day: number | null
  bytes_max: number
  streams_max: number
}

/** The counts of one account with what this batch was granted. */
export interface UsageGrant extends UsageCount {
  day_bytes: number
  /** Of `requests`, those that the minute and the day had room for. */
  requests: number
  /** All the bytes, or none. */
  bytes: number
  /** Open streams at other servers. */
  streams_elsewhere: number
  /** Milliseconds since 1970 on the clock that counts. */
  now: number
}

/** Requests that passed while the shared counts were away. */
export interface UncountedUsage {
  account_id: number
  minute: number
  requests: number
  bytes: number
}

export interface SharedUsage extends UsageHistory {
  /** One statement. Either all of the batch is counted or, if it throws StateUnavailable, perhaps none. @returns a grant for each wish */
  take(server: string, wishes: readonly UsageWish[]): Promise<UsageGrant[]>
  /** Adds what has passed, also above the limit. */
  add(uncounted: readonly UncountedUsage[]): Promise<void>
  /** Tells the other servers that this one lives. @returns how many servers were seen within STATE_AWAY_MS, with this one */
  renew(server: string): Promise<number>
  /** The server has ended, and its streams with it. */
  leave(server: string): Promise<void>
  /** Deletes minutes and days before these. */
  prune(before: { minute: number; day: number }): Promise<void>
  /** The latest minute and day of each account. */
  latest(): Promise<UsageCount[]>
  close(): Promise<void>
}
