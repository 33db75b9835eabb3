import { SUBSCRIPTIONS_MAX } from '../../../schema/constants.ts'
import type { FeedFilter } from '../../../schema/feed-filter.ts'
import { byFoldedName } from '../../../schema/folded-name.ts'
import type { Subscription } from '../../../schema/subscription.ts'
import type { Refusal } from '../change.ts'
import type { ServiceStore } from '../state.ts'
import { type Connection, find, insert, list, run, type Work } from './connection.ts'

type Operations = Pick<
  ServiceStore,
  'subscriptions' | 'findSubscription' | 'createSubscription' | 'replaceSubscription' | 'deleteSubscription'
>
export type StoredSubscription = Omit<Subscription, 'filter'> & { filter: string }

const SUBSCRIPTION = `SELECT id, name, filter, created_at, updated_at
  FROM subscription
  WHERE account_id = @account_id`

export function subscriptionOperations(connection: Connection): Operations {
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

export function toFiltered(row: StoredSubscription): Subscription {
  return { ...row, filter: JSON.parse(row.filter) as FeedFilter }
}
