import type { Plan } from '../../../access/plan.ts'
import type { FeedToken } from '../../../schema/feed-token.ts'
import type { ServiceStore } from '../state.ts'
import { record } from './audit.ts'
import { type Connection, find, run, type Work } from './connection.ts'
import { type StoredSubscription, toFiltered } from './subscriptions.ts'

type Operations = Pick<ServiceStore, 'createFeedToken' | 'findFeedToken' | 'revokeFeedToken' | 'findFeedGrant'>

interface GrantRow extends StoredSubscription, Omit<Plan, 'name'> {
  account_id: number
  plan_name: string
}

interface Owned {
  account: string
  last_four: string | null
  created_at: string | null
}

export function feedTokenOperations(connection: Connection): Operations {
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
