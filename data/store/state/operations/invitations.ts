// Invitations to set a password: for a new editor, and for one who can no longer sign in.

import type { Refusal } from '../change.ts'
import type { ServiceStore } from '../state.ts'
import { findAccountOrRefuse } from './accounts.ts'
import { record } from './audit.ts'
import { type Connection, run } from './connection.ts'

/** The same for an unknown account, a wrong code and an expired one. */
const WRONG: Refusal = { refused: 'The account name or the invitation code is wrong, or the code has expired.' }

export function invitationOperations(connection: Connection): Pick<ServiceStore, 'invite' | 'acceptInvitation'> {
  return {
    invite: (name, { hash, expires_at }, change) =>
      connection.write(function* () {
        const account = yield* findAccountOrRefuse(name)
        if ('refused' in account) return account
        const { id, status } = account
        if (status !== 'approved')
          return { refused: `The account "${name}" is ${status}, and only an approved one can be invited.` }
        for (const table of ['session', 'second_factor', 'recovery_code'])
          yield* run(`DELETE FROM ${table} WHERE account_id = @id`, { id })
        yield* run('UPDATE account SET password_hash = NULL WHERE id = @id', { id })
        yield* run(
          `INSERT INTO invitation (account_id, hash, expires_at)
          VALUES (@id, @hash, @expires_at)
          ON CONFLICT (account_id) DO UPDATE SET hash = @hash, expires_at = @expires_at`,
          { id, hash, expires_at },
        )
        yield* record(change, { action: 'account.invited', account: name, detail: { expires_at } })
        return account
      }),

    acceptInvitation: (name, { hash, password_hash }, change) =>
      connection.write(function* () {
        const account = yield* findAccountOrRefuse(name)
        if ('refused' in account || account.status !== 'approved') return WRONG
        const { id } = account
        const changes = yield* run(
          'DELETE FROM invitation WHERE account_id = @id AND hash = @hash AND expires_at > @now',
          { id, hash, now: change.at },
        )
        if (changes === 0) return WRONG
        yield* run('UPDATE account SET password_hash = @password_hash WHERE id = @id', { id, password_hash })
        yield* run('DELETE FROM session WHERE account_id = @id', { id })
        yield* record(change, { action: 'account.invitation_used', account: name, detail: {} })
        return account
      }),
  }
}
