// The saved subscriptions of accounts, and the tokens that open their feeds.

import type { Plan } from '../../access/plan.ts'
import { byFoldedName } from '../../schema/folded-name.ts'
import {
  type FeedFilter,
  type FeedToken,
  SUBSCRIPTIONS_MAX,
  type Subscription,
  type SubscriptionInput,
} from '../../schema/subscription.ts'
import { type AuditedChange, record } from './audit.ts'
import { type Connection, find, insert, list, type Refusal, run, type Work } from './engine.ts'

/** `id` or `name`. */
export type SubscriptionReference = { id: number } | { name: string }

export interface SubscriptionOperations {
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

type StoredSubscription = Omit<Subscription, 'filter'> & { filter: string }

const SUBSCRIPTION = `SELECT id, name, filter, created_at, updated_at
  FROM subscription
  WHERE account_id = @account_id`

export function subscriptionOperations(connection: Connection): SubscriptionOperations {
  function* findById(account_id: number, id: number): Work<Subscription | undefined> {
    return toSubscription(yield* find<StoredSubscription>(`${SUBSCRIPTION} AND id = @id`, { account_id, id }))
  }
  function* findByName(account_id: number, name: string): Work<Subscription | undefined> {
    return toSubscription(yield* find<StoredSubscription>(`${SUBSCRIPTION} AND name = @name`, { account_id, name }))
  }
  function* load(account_id: number, id: number): Work<Subscription> {
    const subscription = yield* findById(account_id, id)
    if (!subscription) throw new Error(`subscription ${id} is gone within its own transaction`)
    return subscription
  }

  return {
    subscriptions: async (account_id) =>
      (await connection.read(() => list<StoredSubscription>(SUBSCRIPTION, { account_id })))
        .map(toFiltered)
        .sort(byFoldedName),

    findSubscription: (account_id, reference) =>
      connection.read(() =>
        'id' in reference ? findById(account_id, reference.id) : findByName(account_id, reference.name),
      ),

    createSubscription: (account_id, { name, filter }, at) =>
      connection.write(function* () {
        if (yield* findByName(account_id, name)) return nameTaken(name)
        const counted = yield* find<{ count: number }>(
          'SELECT count(*) AS count FROM subscription WHERE account_id = @account_id',
          { account_id },
        )
        if ((counted?.count ?? 0) >= SUBSCRIPTIONS_MAX)
          return {
            refused: `The account has ${SUBSCRIPTIONS_MAX} subscriptions, the maximum: delete one first.`,
            taken: false,
          }
        const id = yield* insert(
          `INSERT INTO subscription (account_id, name, filter, created_at, updated_at)
          VALUES (@account_id, @name, @filter, @at, @at)`,
          { account_id, name, filter: JSON.stringify(filter), at },
        )
        return yield* load(account_id, id)
      }),

    replaceSubscription: ({ id, account_id }, { name, filter }, at) =>
      connection.write(function* () {
        if (!(yield* findById(account_id, id))) return undefined
        const namesake = yield* findByName(account_id, name)
        if (namesake && namesake.id !== id) return nameTaken(name)
        yield* run(
          `UPDATE subscription
          SET name = @name, filter = @filter, updated_at = @at
          WHERE id = @id`,
          { id, name, filter: JSON.stringify(filter), at },
        )
        return yield* load(account_id, id)
      }),

    deleteSubscription: ({ id, account_id }) =>
      connection.write(function* () {
        const changes = yield* run('DELETE FROM subscription WHERE id = @id AND account_id = @account_id', {
          id,
          account_id,
        })
        return changes > 0
      }),
  }
}

function nameTaken(name: string): Refusal & { taken: boolean } {
  return { refused: `There is already a subscription called "${name}".`, taken: true }
}

function toSubscription(row: StoredSubscription | undefined): Subscription | undefined {
  return row && toFiltered(row)
}

function toFiltered(row: StoredSubscription): Subscription {
  return { ...row, filter: JSON.parse(row.filter) as FeedFilter }
}

// Tokens of feeds.

/** The access of a token: it reads the feeds of one subscription, at the expense of its account. */
export interface FeedGrant {
  account_id: number
  plan: Plan
  subscription: Subscription
}

export interface FeedTokenOperations {
  /**
   * Replaces an earlier token, which then gives nothing. Undefined if the account has no subscription with this id.
   * @param token with its HMAC in hex
   */
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

interface GrantRow extends StoredSubscription, Omit<Plan, 'name'> {
  account_id: number
  plan_name: string
}

interface Owned {
  account: string
  last_four: string | null
  created_at: string | null
}

export function feedTokenOperations(connection: Connection): FeedTokenOperations {
  /** Undefined if the account has no subscription with this id. */
  function* findOwned({ id, account_id }: { id: number; account_id: number }): Work<Owned | undefined> {
    return yield* find<Owned>(
      `SELECT a.name AS account, s.token_last_four AS last_four, s.token_created_at AS created_at
      FROM subscription AS s
      JOIN account AS a ON a.id = s.account_id
      WHERE s.id = @id AND s.account_id = @account_id`,
      { id, account_id },
    )
  }

  return {
    createFeedToken: (reference, { hash, last_four }, change) =>
      connection.write(function* () {
        const owned = yield* findOwned(reference)
        if (!owned) return undefined
        const { id } = reference
        yield* run(
          `UPDATE subscription
          SET token_hash = @hash, token_last_four = @last_four, token_created_at = @at
          WHERE id = @id`,
          { id, hash, last_four, at: change.at },
        )
        const detail = { subscription: id, replaced: owned.created_at !== null }
        yield* record(change, { action: 'feed_token.created', account: owned.account, detail })
        return { last_four, created_at: change.at }
      }),

    findFeedToken: (reference) =>
      connection.read(function* () {
        return toToken(yield* findOwned(reference))
      }),

    revokeFeedToken: (reference, change) =>
      connection.write(function* () {
        const owned = yield* findOwned(reference)
        if (!owned || owned.created_at === null) return false
        const { id } = reference
        yield* run(
          `UPDATE subscription
          SET token_hash = NULL, token_last_four = NULL, token_created_at = NULL
          WHERE id = @id`,
          { id },
        )
        yield* record(change, { action: 'feed_token.revoked', account: owned.account, detail: { subscription: id } })
        return true
      }),

    findFeedGrant: (hash) =>
      connection.read(function* () {
        const row = yield* find<GrantRow>(
          `SELECT s.id, s.name, s.filter, s.created_at, s.updated_at, s.account_id,
            p.name AS plan_name, p.requests_per_minute, p.requests_per_day, p.streams
          FROM subscription AS s
          JOIN account AS a ON a.id = s.account_id AND a.status = 'approved'
          JOIN plan AS p ON p.name = a.plan
          WHERE s.token_hash = @hash`,
          { hash },
        )
        if (!row) return undefined
        const { account_id, plan_name: name, requests_per_minute, requests_per_day, streams, ...stored } = row
        const plan = { name, requests_per_minute, requests_per_day, streams }
        return { account_id, plan, subscription: toFiltered(stored) }
      }),
  }
}

function toToken(owned: Owned | undefined): FeedToken | undefined {
  const { last_four, created_at } = owned ?? { last_four: null, created_at: null }
  return last_four === null || created_at === null ? undefined : { last_four, created_at }
}
