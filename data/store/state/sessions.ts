import { SESSIONS_PER_ACCOUNT_MAX } from '../../schema/account.ts'
import type { Connection } from './connection.ts'
import type { Account, State } from './state.ts'

type Operations = Pick<State, 'createSession' | 'findSession' | 'endSession'>

export function sessionOperations(connection: Connection): Operations {
  return {
    createSession: async ({ hash, account_id, created_at, expires_at }) =>
      connection.writeQuietly(() => {
        // Those that ended go here, so that the table holds little more than who is signed in.
        connection.run('DELETE FROM session WHERE expires_at <= @created_at', { created_at })
        connection.run(
          `DELETE FROM session
          WHERE account_id = @account_id AND hash NOT IN (
            SELECT hash FROM session WHERE account_id = @account_id ORDER BY created_at DESC LIMIT @others
          )`,
          { account_id, others: SESSIONS_PER_ACCOUNT_MAX - 1 },
        )
        connection.run(
          `INSERT INTO session (hash, account_id, created_at, expires_at)
          SELECT @hash, id, @created_at, @expires_at
          FROM account
          WHERE id = @account_id AND status <> 'suspended'`,
          { hash, account_id, created_at, expires_at },
        )
      }),

    findSession: async (hash, now) => {
      const account = connection.find<Account>(
        `SELECT a.id, a.name, a.status, a.plan, a.role, a.contact, a.created_at
        FROM session AS s
        JOIN account AS a ON a.id = s.account_id
        WHERE s.hash = @hash AND s.expires_at > @now`,
        { hash, now },
      )
      return account && { account }
    },

    endSession: async (hash) =>
      connection.writeQuietly(() => {
        connection.run('DELETE FROM session WHERE hash = @hash', { hash })
      }),
  }
}
