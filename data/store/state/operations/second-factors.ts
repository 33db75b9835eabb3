import { CODE_LOCK_MINUTES, WRONG_CODES_MAX } from '../../../access/constants.ts'
import { MINUTE } from '../../../schema/duration.ts'
import type { SecondFactor } from '../accounts.ts'
import type { ServiceStore } from '../state.ts'
import { findAccountOrRefuse } from './accounts.ts'
import { record } from './audit.ts'
import { type Connection, find, run, type Work } from './connection.ts'

type Operations = Pick<
  ServiceStore,
  | 'findSecondFactor'
  | 'beginSecondFactor'
  | 'setSecondFactor'
  | 'takeCode'
  | 'takeRecoveryCode'
  | 'countWrongCode'
  | 'setRecoveryCodes'
  | 'removeSecondFactor'
>

const NOT_LOCKED = '(locked_until IS NULL OR locked_until <= @now)'

export function secondFactorOperations(connection: Connection): Operations {
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
