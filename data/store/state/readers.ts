// What the state remembers of those who read the feed: what each server answers from, and what each account has saved.

import type { Subscription, SubscriptionInput } from '../../schema/subscription.ts'
import type { Refusal } from './refusal.ts'

/** How far every reader is: whoever asks any live server reads at least this. */
export interface Released {
  epoch: string
  publication: number
  /** The last event that is current with it. */
  seq: number
}

/** `id` or `name`. */
export type SubscriptionReference = { id: number } | { name: string }

export interface Lease {
  server: string
  /** From which it answers. */
  publication: number
  /** It can open nothing newer: leases that are no longer live do not refuse it. */
  behind?: boolean
}

/** Operations of the state, as all of it are: one whole transaction each. */
export interface FeedReaders {
  /**
   * Says which publication a server answers from, for LEASE_MS from now on the store's own clock. Refused, and no lease is held, where
   * that is older than what is released already (while no lease is live: than what any server ever had): its readers would not find
   * what they may have heard of.
   */
  renewLease(lease: Lease): Promise<Refusal | undefined>
  /**
   * For a server that cannot renew its lease: `mayAnswer` says that it would not be refused, since nothing newer than this publication
   * has been released; `isAlone` that no other server holds a live lease. Changes nothing.
   */
  findStanding(lease: Lease): Promise<{ mayAnswer: boolean; isAlone: boolean }>
  endLease(server: string): Promise<void>
  /** The highest publication over live leases. Undefined where there is no live lease. */
  newestLease(): Promise<number | undefined>
  /** The lowest publication over live leases, and its events. Undefined where there is no live lease. */
  released(): Promise<Released | undefined>

  /** By name. */
  subscriptions(account_id: number): Promise<Subscription[]>
  /** Undefined for one of another account, too. */
  findSubscription(account_id: number, reference: SubscriptionReference): Promise<Subscription | undefined>
  /** Refused for a taken name (`taken`), and beyond SUBSCRIPTIONS_MAX. */
  createSubscription(
    account_id: number,
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | (Refusal & { taken: boolean })>
  /** Replaces name and filter. Undefined where the account has none of this id. */
  replaceSubscription(
    reference: { id: number; account_id: number },
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | undefined | (Refusal & { taken: boolean })>
  /** False where the account has none of this id. */
  deleteSubscription(reference: { id: number; account_id: number }): Promise<boolean>
}
