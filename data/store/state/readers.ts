// Readers of the feed: the publication of each server, and the saved subscriptions of each account.

import type { Plan } from '../../access/plan.ts'
import type { FeedToken } from '../../schema/feed-token.ts'
import type { Subscription, SubscriptionInput } from '../../schema/subscription.ts'
import type { AuditedChange, Refusal } from './change.ts'

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

/** What a token gives to whoever has it: the feeds of one subscription, at the expense of its account. */
export interface FeedGrant {
  account_id: number
  plan: Plan
  subscription: Subscription
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

  /** Replaces an earlier token, which then gives nothing. Undefined if the account has no subscription with this id. @param token with its HMAC in hex */
  createFeedToken(
    reference: { id: number; account_id: number },
    token: { hash: string; last_four: string },
    change: AuditedChange,
  ): Promise<FeedToken | undefined>
  /** Undefined if the subscription has no token, or the account has no such subscription. */
  findFeedToken(reference: { id: number; account_id: number }): Promise<FeedToken | undefined>
  /** False if the subscription has no token, or the account has no such subscription. */
  revokeFeedToken(reference: { id: number; account_id: number }, change: AuditedChange): Promise<boolean>
  /** Undefined for an unknown or revoked token, and while its account is not approved. @param hash HMAC of the token in hex */
  findFeedGrant(hash: string): Promise<FeedGrant | undefined>
}
