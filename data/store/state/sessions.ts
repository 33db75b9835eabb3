import type { Connection } from './connection.ts'
import type { Account, Session, State } from './state.ts'

type Operations = Pick<State, 'createSession' | 'findSession' | 'endSession'>
type Row = Account & { began_at: string; expires_at: string }

export function sessionOperations(connection: Connection): Operations {
  return {
    createSession: async ({ hash, account_id, created_at, expires_at }) =>
      connection.writeQuietly(() => {
        // Those that ended go here, so that the table holds little more than who is signed in.
        connection.run('DELETE FROM session WHERE expires_at <= @created_at', { created_at })
        connection.run(
          `INSERT INTO session (hash, account_id, created_at, expires_at)
          VALUES (@hash, @account_id, @created_at, @expires_at)`,
          { hash, account_id, created_at, expires_at },
        )
      }),

    findSession: async (hash, now) => {
      const row = connection.find<Row>(
        `SELECT a.id, a.name, a.status, a.plan, a.role, a.contact, a.created_at, s.created_at AS began_at, s.expires_at
        FROM session AS s
        JOIN account AS a ON a.id = s.account_id
        WHERE s.hash = @hash AND s.expires_at > @now`,
        { hash, now },
      )
      return row && toSession(row)
    },

    endSession: async (hash) =>
      connection.writeQuietly(() => {
        connection.run('DELETE FROM session WHERE hash = @hash', { hash })
      }),
  }
}

function toSession({ began_at, expires_at, ...account }: Row): Session {
  return { account, created_at: began_at, expires_at }
}
