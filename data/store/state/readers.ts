// Readers of the feed: the publication of each server, and the saved subscriptions of each account.

import type { Subscription, SubscriptionInput } from '../../schema/subscription.ts'
import type { Refusal } from './change.ts'

/** The released publication: every live server answers from this one or a later one. */
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
  /** The publication that it answers from. */
  publication: number
  /** True if it cannot open a newer one: then only live leases can refuse it. */
  behind?: boolean
}

export interface ReaderOperations {
  /**
   * Records the publication that a server answers from, for LEASE_MS on the store's own clock. Refused, without a lease, if it is older
   * than the released publication (while no lease is live: older than any server's last one): clients could hear of a change that they
   * cannot read there.
   */
  renewLease(lease: Lease): Promise<Refusal | undefined>
  /**
   * For a server that cannot renew its lease. `mayAnswer`: the lease would not be refused, because nothing newer than this publication
   * has been released. `isAlone`: no other server holds a live lease. Changes nothing.
   */
  findStanding(lease: Lease): Promise<{ mayAnswer: boolean; isAlone: boolean }>
  endLease(server: string): Promise<void>
  /** The highest publication over live leases. Undefined if there is no live lease. */
  newestLease(): Promise<number | undefined>
  /** The lowest publication over live leases, and its events. Undefined if there is no live lease. */
  released(): Promise<Released | undefined>

  /** By name. */
  subscriptions(account_id: number): Promise<Subscription[]>
  /** Also undefined for a subscription of another account. */
  findSubscription(account_id: number, reference: SubscriptionReference): Promise<Subscription | undefined>
  /** Refused for an existing name (`taken`), and beyond SUBSCRIPTIONS_MAX. */
  createSubscription(
    account_id: number,
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | (Refusal & { taken: boolean })>
  /** Replaces name and filter. Undefined if the account has no subscription with this id. */
  replaceSubscription(
    reference: { id: number; account_id: number },
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | undefined | (Refusal & { taken: boolean })>
  /** False if the account has no subscription with this id. */
  deleteSubscription(reference: { id: number; account_id: number }): Promise<boolean>
}
