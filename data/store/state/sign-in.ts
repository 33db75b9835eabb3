// How the owner of an account signs in: sessions, second factors, and invitations to set a password.

import {
  CODE_LOCK_MINUTES,
  SESSION_IDLE_MINUTES,
  SESSIONS_PER_ACCOUNT_MAX,
  WRONG_CODES_MAX,
} from '../../access/session.ts'
import { MINUTE } from '../../schema/scalar.ts'
import { type Account, findAccountOrRefuse, roleOf } from './accounts.ts'
import { type AuditedChange, record } from './audit.ts'
import { type Connection, find, type Refusal, run, type Work } from './engine.ts'

interface Session {
  account: Account
  /** True if the password was right but the second factor's code is still missing: the session can open no page. */
  awaits_code: boolean
  /** Whether the account has a second factor. */
  second_factor: boolean
}

export interface SessionOperations {
  /** Beyond the maximum of an account, its oldest session ends. A suspended account gets none. */
  createSession(session: {
    hash: string
    account_id: number
    created_at: string
    expires_at: string
    awaits_code?: boolean
  }): Promise<void>
  /** Undefined for an unknown, expired or idle session. */
  findSession(hash: string, now: string): Promise<Session | undefined>
  /** Records that the visitor has opened a page, at most once a minute. */
  seeSession(hash: string, now: string): Promise<void>
  endSession(hash: string): Promise<void>
}

type Row = Account & { awaits_code: number; second_factor: number | boolean }

export function sessionOperations(connection: Connection): SessionOperations {
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

// Second factors.

interface SecondFactor {
  /** Encrypted by the caller. */
  secret: string
  /** Null until a first code has confirmed it. */
  set_at: string | null
  /** No code is checked before this instant; null if not locked. */
  locked_until: string | null
  /** Number of unused recovery codes. */
  recovery_codes: number
}

export interface SecondFactorOperations {
  findSecondFactor(account_id: number): Promise<SecondFactor | undefined>
  /** Stores an unconfirmed secret, in place of an earlier unconfirmed one. Refused if the account has a second factor. */
  beginSecondFactor(account_id: number, secret: string): Promise<Refusal | undefined>
  /**
   * Confirms the secret with a code of the step: from now on each sign-in needs a code. Ends the account's other sessions.
   * @param recovery hashes of its recovery codes @param session hash of the session that continues
   */
  setSecondFactor(
    account: Pick<Account, 'id' | 'name'>,
    set: { step: number; recovery: readonly string[]; session: string },
    change: AuditedChange,
  ): Promise<Refusal | undefined>
  /** Accepts a code only once: false if a code of this or a later step was already used, or while the second factor is locked. */
  takeCode(account_id: number, step: number, now: string): Promise<boolean>
  /** Uses up a recovery code: false if there is no such code, or while the second factor is locked. @param hash of a recovery code */
  takeRecoveryCode(account: Pick<Account, 'id' | 'name'>, hash: string, change: AuditedChange): Promise<boolean>
  /** Counts a wrong code; enough in a row lock the second factor for a while. */
  countWrongCode(account: Pick<Account, 'id' | 'name'>, change: AuditedChange): Promise<void>
  /** Replaces the unused recovery codes. */
  setRecoveryCodes(
    account: Pick<Account, 'id' | 'name'>,
    hashes: readonly string[],
    change: AuditedChange,
  ): Promise<void>
  /**
   * Removes the second factor: sign-in then needs only the password. Refused if there is none.
   * @param session hash of the session that continues; all others end
   */
  removeSecondFactor(name: string, change: AuditedChange, session?: string): Promise<Account | Refusal>
}

const NOT_LOCKED = '(locked_until IS NULL OR locked_until <= @now)'

export function secondFactorOperations(connection: Connection): SecondFactorOperations {
  function* replaceCodes(id: number, hashes: readonly string[]): Work<void> {
    yield* run('DELETE FROM recovery_code WHERE account_id = @id', { id })
    for (const hash of hashes)
      yield* run('INSERT INTO recovery_code (hash, account_id) VALUES (@hash, @id)', { hash, id })
  }
  function* endSessions(id: number, but: string | undefined): Work<void> {
    yield* run('DELETE FROM session WHERE account_id = @id AND hash IS DISTINCT FROM @but', { id, but: but ?? null })
  }
  function* forgetWrongCodes(id: number): Work<void> {
    yield* run('UPDATE second_factor SET wrong_codes = 0, locked_until = NULL WHERE account_id = @id', { id })
  }

  return {
    findSecondFactor: (account_id) =>
      connection.read(() =>
        find<SecondFactor>(
          `SELECT secret, set_at, locked_until,
          (SELECT count(*) FROM recovery_code AS r WHERE r.account_id = f.account_id) AS recovery_codes
        FROM second_factor AS f
        WHERE account_id = @account_id`,
          { account_id },
        ),
      ),

    beginSecondFactor: (account_id, secret) =>
      connection.writeQuietly(function* () {
        const changes = yield* run(
          `INSERT INTO second_factor (account_id, secret, set_at, last_step, wrong_codes, locked_until)
          VALUES (@account_id, @secret, NULL, 0, 0, NULL)
          ON CONFLICT (account_id) DO UPDATE SET secret = @secret WHERE second_factor.set_at IS NULL`,
          { account_id, secret },
        )
        return changes === 0 ? { refused: 'The account already has a second factor.' } : undefined
      }),

    setSecondFactor: ({ id, name }, { step, recovery, session }, change) =>
      connection.write(function* () {
        const changes = yield* run(
          `UPDATE second_factor
          SET set_at = @at, last_step = @step, wrong_codes = 0, locked_until = NULL
          WHERE account_id = @id AND set_at IS NULL AND ${NOT_LOCKED}`,
          { id, at: change.at, step, now: change.at },
        )
        if (changes === 0) return { refused: 'The second factor was set or restarted elsewhere meanwhile.' }
        yield* replaceCodes(id, recovery)
        yield* endSessions(id, session)
        const detail = { recovery_codes: recovery.length }
        yield* record(change, { action: 'account.second_factor_set', account: name, detail })
        return undefined
      }),

    takeCode: (account_id, step, now) =>
      connection.writeQuietly(function* () {
        const changes = yield* run(
          `UPDATE second_factor
          SET last_step = @step, wrong_codes = 0, locked_until = NULL
          WHERE account_id = @account_id AND set_at IS NOT NULL AND last_step < @step AND ${NOT_LOCKED}`,
          { account_id, step, now },
        )
        return changes > 0
      }),

    takeRecoveryCode: ({ id, name }, hash, change) =>
      connection.write(function* () {
        const changes = yield* run(
          `DELETE FROM recovery_code
          WHERE hash = @hash AND account_id = @id
            AND EXISTS (SELECT 1 FROM second_factor WHERE account_id = @id AND set_at IS NOT NULL AND ${NOT_LOCKED})`,
          { id, hash, now: change.at },
        )
        if (changes === 0) return false
        yield* forgetWrongCodes(id)
        yield* record(change, { action: 'account.recovery_code_used', account: name, detail: {} })
        return true
      }),

    countWrongCode: ({ id, name }, change) =>
      connection.write(function* () {
        const now = change.at
        yield* run(`UPDATE second_factor SET wrong_codes = wrong_codes + 1 WHERE account_id = @id AND ${NOT_LOCKED}`, {
          id,
          now,
        })
        const locked_until = new Date(Date.parse(now) + CODE_LOCK_MINUTES * MINUTE).toISOString()
        const changes = yield* run(
          `UPDATE second_factor
          SET wrong_codes = 0, locked_until = @locked_until
          WHERE account_id = @id AND wrong_codes >= @most`,
          { id, locked_until, most: WRONG_CODES_MAX },
        )
        if (changes > 0)
          yield* record(change, {
            action: 'account.second_factor_locked',
            account: name,
            detail: { locked_until },
          })
      }),

    setRecoveryCodes: ({ id, name }, hashes, change) =>
      connection.write(function* () {
        yield* replaceCodes(id, hashes)
        const detail = { recovery_codes: hashes.length }
        yield* record(change, { action: 'account.recovery_codes_made', account: name, detail })
      }),

    removeSecondFactor: (name, change, session) =>
      connection.write(function* () {
        const account = yield* findAccountOrRefuse(name)
        if ('refused' in account) return account
        const { id } = account
        const set = yield* find('SELECT 1 FROM second_factor WHERE account_id = @id AND set_at IS NOT NULL', { id })
        if (!set) return { refused: `The account "${name}" has no second factor.` }
        yield* run('DELETE FROM second_factor WHERE account_id = @id', { id })
        yield* replaceCodes(id, [])
        yield* endSessions(id, session)
        yield* record(change, { action: 'account.second_factor_removed', account: name, detail: {} })
        return account
      }),
  }
}

// Invitations to set a password: for a new editor, and for one who can no longer sign in.

export interface InvitationOperations {
  /**
   * Invites the account's owner to set a password: the old one no longer works, the second factor is removed and all sessions end.
   * @param hash of the code
   */
  invite(
    name: string,
    invitation: { hash: string; expires_at: string },
    change: AuditedChange,
  ): Promise<Account | Refusal>
  /** Sets the password, once. Refused for a wrong or expired code. */
  acceptInvitation(
    name: string,
    code: { hash: string; password_hash: string },
    change: AuditedChange,
  ): Promise<Account | Refusal>
}

/** The same for an unknown account, a wrong code and an expired one. */
const WRONG: Refusal = { refused: 'The account name or the invitation code is wrong, or the code has expired.' }

export function invitationOperations(connection: Connection): InvitationOperations {
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
