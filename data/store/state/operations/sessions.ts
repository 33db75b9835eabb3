import { SESSION_IDLE_MINUTES, SESSIONS_PER_ACCOUNT_MAX } from '../../../access/constants.ts'
import { MINUTE } from '../../../schema/duration.ts'
import type { Account } from '../accounts.ts'
import type { ServiceStore } from '../state.ts'
import { roleOf } from './accounts.ts'
import { type Connection, find, run } from './connection.ts'

type Operations = Pick<ServiceStore, 'createSession' | 'findSession' | 'seeSession' | 'endSession'>
type Row = Account & { awaits_code: number; second_factor: number | boolean }

export function sessionOperations(connection: Connection): Operations {
  return {
    createSession: ({ hash, account_id, created_at, expires_at, awaits_code = false }) =>
      connection.writeQuietly(function* () {
        // Delete ended sessions here, so that the table contains little more than the current ones.
        yield* run('DELETE FROM session WHERE expires_at <= @created_at', { created_at })
        yield* run(
          `DELETE FROM session
          WHERE account_id = @account_id AND hash NOT IN (
            SELECT hash FROM session WHERE account_id = @account_id ORDER BY created_at DESC LIMIT @others
          )`,
          { account_id, others: SESSIONS_PER_ACCOUNT_MAX - 1 },
        )
        yield* run(
          `INSERT INTO session (hash, account_id, created_at, expires_at, seen_at, awaits_code)
          SELECT @hash, id, @created_at, @expires_at, @created_at, @awaits_code
          FROM account
          WHERE id = @account_id AND status <> 'suspended'`,
          { hash, account_id, created_at, expires_at, awaits_code: Number(awaits_code) },
        )
      }),

    findSession: async (hash, now) => {
      const idleSince = new Date(Date.parse(now) - SESSION_IDLE_MINUTES * MINUTE).toISOString()
      const row = await connection.read(() =>
        find<Row>(
          `SELECT a.id, a.name, a.status, a.plan, ${roleOf('a')}, a.contact, a.created_at, s.awaits_code,
          EXISTS (SELECT 1 FROM second_factor AS f WHERE f.account_id = a.id AND f.set_at IS NOT NULL) AS second_factor
        FROM session AS s
        JOIN account AS a ON a.id = s.account_id
        WHERE s.hash = @hash AND s.expires_at > @now AND s.seen_at > @idleSince`,
          { hash, now, idleSince },
        ),
      )
      if (!row) return undefined
      const { awaits_code, second_factor, ...account } = row
      return { account, awaits_code: awaits_code === 1, second_factor: Boolean(second_factor) }
    },

    seeSession: async (hash, now) => {
      const minuteAgo = new Date(Date.parse(now) - MINUTE).toISOString()
      const seen = await connection.read(() =>
        find('SELECT 1 FROM session WHERE hash = @hash AND seen_at <= @minuteAgo', {
          hash,
          minuteAgo,
        }),
      )
      if (!seen) return
      await connection.writeLightly(function* () {
        yield* run('UPDATE session SET seen_at = @now WHERE hash = @hash', { hash, now })
      })
    },

    endSession: (hash) =>
      connection.writeQuietly(function* () {
        yield* run('DELETE FROM session WHERE hash = @hash', { hash })
      }),
  }
}
