import { SUBSCRIPTIONS_MAX } from '../../../schema/constants.ts'
import type { FeedFilter } from '../../../schema/feed-filter.ts'
import { byFoldedName } from '../../../schema/folded-name.ts'
import type { Subscription } from '../../../schema/subscription.ts'
import type { Refusal } from '../change.ts'
import type { ServiceStore } from '../state.ts'
import type { Connection } from './connection.ts'

type Operations = Pick<
  ServiceStore,
  'subscriptions' | 'findSubscription' | 'createSubscription' | 'replaceSubscription' | 'deleteSubscription'
>
type Stored = Omit<Subscription, 'filter'> & { filter: string }

const SUBSCRIPTION = `SELECT id, name, filter, created_at, updated_at
  FROM subscription
  WHERE account_id = @account_id`

export function subscriptionOperations(connection: Connection): Operations {
  const findById = (account_id: number, id: number): Subscription | undefined =>
    toSubscription(connection.find<Stored>(`${SUBSCRIPTION} AND id = @id`, { account_id, id }))
  const findByName = (account_id: number, name: string): Subscription | undefined =>
    toSubscription(connection.find<Stored>(`${SUBSCRIPTION} AND name = @name`, { account_id, name }))
  const load = (account_id: number, id: number): Subscription => {
    const subscription = findById(account_id, id)
    if (!subscription) throw new Error(`subscription ${id} is gone within its own transaction`)
    return subscription
  }

  return {
    subscriptions: async (account_id) =>
      connection.list<Stored>(SUBSCRIPTION, { account_id }).map(toFiltered).sort(byFoldedName),

    findSubscription: async (account_id, reference) =>
      'id' in reference ? findById(account_id, reference.id) : findByName(account_id, reference.name),

    createSubscription: async (account_id, { name, filter }, at) =>
      connection.write(() => {
        if (findByName(account_id, name)) return nameTaken(name)
        const counted = connection.find<{ count: number }>(
          'SELECT count(*) AS count FROM subscription WHERE account_id = @account_id',
          { account_id },
        )
        if ((counted?.count ?? 0) >= SUBSCRIPTIONS_MAX)
          return {
            refused: `The account has ${SUBSCRIPTIONS_MAX} subscriptions, the maximum: delete one first.`,
            taken: false,
          }
        const { id } = connection.run(
          `INSERT INTO subscription (account_id, name, filter, created_at, updated_at)
          VALUES (@account_id, @name, @filter, @at, @at)`,
          { account_id, name, filter: JSON.stringify(filter), at },
        )
        return load(account_id, id)
      }),

    replaceSubscription: async ({ id, account_id }, { name, filter }, at) =>
      connection.write(() => {
        if (!findById(account_id, id)) return undefined
        const namesake = findByName(account_id, name)
        if (namesake && namesake.id !== id) return nameTaken(name)
        connection.run(
          `UPDATE subscription
          SET name = @name, filter = @filter, updated_at = @at
          WHERE id = @id`,
          { id, name, filter: JSON.stringify(filter), at },
        )
        return load(account_id, id)
      }),

    deleteSubscription: async ({ id, account_id }) =>
      connection.write(() => {
        const { changes } = connection.run('DELETE FROM subscription WHERE id = @id AND account_id = @account_id', {
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

function toSubscription(row: Stored | undefined): Subscription | undefined {
  return row && toFiltered(row)
}

function toFiltered(row: Stored): Subscription {
  return { ...row, filter: JSON.parse(row.filter) as FeedFilter }
}
