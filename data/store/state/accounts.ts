// Accounts and the plans that limit them.

import {
  type AccountRole,
  type AccountStatus,
  type AuditAction,
  COMMAND_LINE,
  EXPIRY,
  erasedName,
  isReserved,
  PENDING_ACCOUNTS_MAX,
  PENDING_DAYS,
} from '../../access/account.ts'
import type { Plan } from '../../access/plan.ts'
import { folded } from '../../schema/folded-name.ts'
import { DAY } from '../../schema/scalar.ts'
import { type AuditedChange, record } from './audit.ts'
import { type Connection, find, list, type Refusal, run, type Values, type Work } from './engine.ts'

export interface Account {
  id: number
  name: string
  status: AccountStatus
  plan: string
  role: AccountRole
  contact: string | null
  created_at: string
}

export interface AccountOperations {
  /** Creates a pending account. Refused, except on the command line, while too many accounts wait. */
  createAccount(
    account: { name: string; plan: string; contact: string | null; password_hash: string | null },
    change: AuditedChange,
  ): Promise<Account | Refusal>
  /**
   * approve applies to pending accounts, suspend (which ends every session) to any, resume to suspended ones. An account that already
   * has the status does not change.
   */
  setAccountStatus(
    name: string,
    act: 'approve' | 'suspend' | 'resume',
    change: AuditedChange,
  ): Promise<{ account: Account; changed: boolean } | Refusal>
  setAccountPlan(name: string, plan: string, change: AuditedChange): Promise<Account | Refusal>
  /** An account that is an operator no longer may still speak for endorsers. */
  setAccountRole(
    name: string,
    role: Exclude<AccountRole, 'endorser'>,
    change: AuditedChange,
  ): Promise<Account | Refusal>
  /** Also ends every session of the account. @param expected refused unless this is still its hash; undefined accepts any */
  setPassword(
    name: string,
    password_hash: string,
    change: AuditedChange,
    expected?: string | null,
  ): Promise<Account | Refusal>
  /** Deletes pending accounts, and their names in the audit too. Refused as a whole if one of them is not pending. */
  rejectAccounts(names: readonly string[] | 'all', change: AuditedChange): Promise<{ rejected: number } | Refusal>
  /** Deletes expired sign-ups, as creating an account also does. @returns how many */
  expireAccounts(now: string): Promise<number>
  /**
   * Deletes name, contact, password, sessions, subscriptions and the keys' labels and addresses, in the audit too, and revokes its keys.
   * @returns the account's name in the audit from then on
   */
  eraseAccount(name: string, change: AuditedChange): Promise<{ erased: string } | Refusal>
  /** By name, without erased accounts. */
  accounts(): Promise<Account[]>
  findAccount(name: string): Promise<(Account & { password_hash: string | null }) | undefined>
}

/** @param account the name or alias of the table */
export function roleOf(account: string): string {
  return `CASE
    WHEN ${account}.role = 'member' AND EXISTS (SELECT 1 FROM desk_editor AS d WHERE d.account_id = ${account}.id) THEN 'endorser'
    ELSE ${account}.role
  END AS role`
}

const ACCOUNT = `SELECT id, name, status, plan, ${roleOf('account')}, contact, created_at FROM account`

interface Act {
  to: AccountStatus
  action: AuditAction
  /** The reason for a refusal, by the account's present status. */
  refused: Partial<Record<AccountStatus, string>>
}
const ACTS: Record<'approve' | 'suspend' | 'resume', Act> = {
  approve: {
    to: 'approved',
    action: 'account.approved',
    refused: { suspended: 'only a pending account can be approved' },
  },
  suspend: { to: 'suspended', action: 'account.suspended', refused: {} },
  resume: {
    to: 'approved',
    action: 'account.resumed',
    refused: { pending: 'only a suspended account can be resumed' },
  },
}

export function* findAccountOrRefuse(name: string): Work<Account | Refusal> {
  return (yield* find<Account>(`${ACCOUNT} WHERE name = @name AND erased_at IS NULL`, { name })) ?? unknownAccount(name)
}

export function accountOperations(connection: Connection): AccountOperations {
  /** Sets one column and audits the change. Does nothing if the column already has the value. */
  function* set(
    name: string,
    to: { column: 'status' | 'plan' | 'role' | 'password_hash'; value: string },
    change: AuditedChange,
    entry: { action: AuditAction; detail: Record<string, unknown> },
  ): Work<Account | Refusal> {
    const before = yield* findAccountOrRefuse(name)
    if ('refused' in before) return before
    const changes = yield* run(
      `UPDATE account SET ${to.column} = @value WHERE id = @id AND ${to.column} IS DISTINCT FROM @value`,
      { value: to.value, id: before.id },
    )
    if (changes > 0) yield* record(change, { ...entry, account: name })
    return yield* findAccountOrRefuse(name)
  }

  return {
    createAccount: ({ name, plan, contact, password_hash }, change) =>
      connection.write(function* () {
        yield* expirePending(change.at)
        const existing = yield* findAccountOrRefuse(name)
        if ('name' in existing)
          return {
            refused: `There is already an account called "${name}" (${existing.status}, plan ${existing.plan}).`,
          }
        if (isReserved(name))
          return { refused: `An account cannot be called "${name}": the audit uses this name for itself.` }
        const refusal = (yield* refuseLike(name)) ?? (yield* refuseUnknownPlan(plan)) ?? (yield* refuseCrowd(change))
        if (refusal) return refusal
        const values: Values = { name, plan, contact, password_hash, created_at: change.at }
        yield* run(
          `INSERT INTO account (name, status, plan, role, contact, password_hash, created_at)
          VALUES (@name, 'pending', @plan, 'member', @contact, @password_hash, @created_at)`,
          values,
        )
        yield* record(change, { action: 'account.created', account: name, detail: { plan } })
        return yield* findAccountOrRefuse(name)
      }),

    setAccountStatus: (name, act, change) =>
      connection.write(function* () {
        const { to, action, refused } = ACTS[act]
        const before = yield* findAccountOrRefuse(name)
        if ('refused' in before) return before
        if (before.status === to) return { account: before, changed: false }
        const why = refused[before.status]
        if (why !== undefined) return { refused: `The account "${name}" is ${before.status}, and ${why}.` }
        yield* set(name, { column: 'status', value: to }, change, { action, detail: { status: to } })
        if (to === 'suspended') yield* run('DELETE FROM session WHERE account_id = @id', { id: before.id })
        return { account: { ...before, status: to }, changed: true }
      }),

    setAccountPlan: (name, plan, change) =>
      connection.write(function* () {
        const to = { column: 'plan', value: plan } as const
        return (
          (yield* refuseUnknownPlan(plan)) ??
          (yield* set(name, to, change, { action: 'account.plan_set', detail: { plan } }))
        )
      }),

    setAccountRole: (name, role, change) =>
      connection.write(() =>
        set(name, { column: 'role', value: role }, change, { action: 'account.role_set', detail: { role } }),
      ),

    setPassword: (name, password_hash, change, expected) =>
      connection.write(function* () {
        if (expected !== undefined && (yield* loadHash(name)) !== expected)
          return { refused: 'The password was not changed: it has been changed elsewhere meanwhile.' }
        const to = { column: 'password_hash', value: password_hash } as const
        const account = yield* set(name, to, change, { action: 'account.password_set', detail: {} })
        if ('id' in account) yield* run('DELETE FROM session WHERE account_id = @id', { id: account.id })
        return account
      }),

    rejectAccounts: (names, change) =>
      connection.write(function* () {
        const pending = yield* list<Account>(`${ACCOUNT} WHERE status = 'pending' ORDER BY id`)
        const wanted = names === 'all' ? pending : pending.filter(({ name }) => names.includes(name))
        const other = names === 'all' ? undefined : names.find((name) => !wanted.some((one) => one.name === name))
        if (other !== undefined) {
          const found = yield* findAccountOrRefuse(other)
          if ('refused' in found) return found
          return { refused: `The account "${other}" is ${found.status}, and only pending ones are rejected.` }
        }
        for (const account of wanted) yield* erase(account, { ...change, action: 'account.rejected' })
        return { rejected: wanted.length }
      }),

    expireAccounts: async (now) =>
      (await connection.read(() => findExpired(now))).length === 0 ? 0 : connection.write(() => expirePending(now)),

    eraseAccount: async (name, change) => {
      const erased = await connection.write(function* () {
        const account = yield* findAccountOrRefuse(name)
        if ('refused' in account) return account
        yield* erase(account, { ...change, action: 'account.erased' })
        return { erased: erasedName(account.id) }
      })
      await connection.forget()
      return erased
    },

    accounts: () => connection.read(() => list(`${ACCOUNT} WHERE erased_at IS NULL ORDER BY name`)),

    findAccount: (name) =>
      connection.read(() =>
        find(
          `SELECT id, name, status, plan, ${roleOf('account')}, contact, created_at, password_hash
        FROM account
        WHERE name = @name AND erased_at IS NULL`,
          { name },
        ),
      ),
  }
}

function unknownAccount(name: string): Refusal {
  return { refused: `There is no account called "${name}".` }
}

function* loadHash(name: string): Work<string | null | undefined> {
  return (yield* find<{ hash: string | null }>('SELECT password_hash AS hash FROM account WHERE name = @name', {
    name,
  }))?.hash
}

/** Two names that differ only in case and accents could be confused. */
function* refuseLike(name: string): Work<Refusal | undefined> {
  const wanted = folded(name)
  const like = (yield* list<{ name: string }>('SELECT name FROM account')).some((one) => folded(one.name) === wanted)
  return like ? { refused: 'There is already an account with a similar name: choose another.' } : undefined
}

/** Pending accounts whose time for a decision has expired. */
function* findExpired(now: string): Work<Account[]> {
  const before = new Date(Date.parse(now) - PENDING_DAYS * DAY).toISOString()
  return yield* list(`${ACCOUNT} WHERE status = 'pending' AND created_at <= @before ORDER BY id`, { before })
}

function* expirePending(now: string): Work<number> {
  const expired = yield* findExpired(now)
  for (const account of expired) yield* erase(account, { by: EXPIRY, at: now, action: 'account.expired' })
  return expired.length
}

/**
 * The name is erased from the audit too, which keeps every entry and names the account by its id. A row without a name stays if the
 * account has keys, so that they are answered like revoked keys.
 */
function* erase({ id, name }: Account, { by, at, action }: AuditedChange & { action: AuditAction }): Work<void> {
  const erased = erasedName(id)
  yield* run('UPDATE audit SET account = @erased WHERE account = @name', { erased, name })
  yield* run('UPDATE audit SET by = @erased WHERE by = @name', { erased, name })
  const ofKeys = yield* list<{ id: number; detail: string }>(
    "SELECT id, detail FROM audit WHERE account = @erased AND action LIKE 'key.%'",
    { erased },
  )
  for (const entry of ofKeys) {
    const { label: _, addresses: __, ...detail } = JSON.parse(entry.detail) as Record<string, unknown>
    yield* run('UPDATE audit SET detail = @detail WHERE id = @id', { id: entry.id, detail: JSON.stringify(detail) })
  }
  yield* run('UPDATE desk_change SET by = @erased WHERE by = @name', { erased, name })
  yield* run('UPDATE desk_position SET changed_by = @erased WHERE changed_by = @name', { erased, name })
  for (const table of [
    ...['session', 'recovery_code', 'second_factor', 'subscription'],
    ...['desk_editor', 'desk_draft', 'invitation'],
  ])
    yield* run(`DELETE FROM ${table} WHERE account_id = @id`, { id })
  yield* run(
    `UPDATE api_key
    SET label = NULL, addresses = '[]', last_used_on = NULL, revoked_at = coalesce(revoked_at, @at)
    WHERE account_id = @id`,
    { id, at },
  )
  yield* run(
    `UPDATE account
    SET name = @erased, contact = NULL, password_hash = NULL, status = 'suspended', role = 'member', erased_at = @at
    WHERE id = @id`,
    { id, erased, at },
  )
  yield* run('DELETE FROM account WHERE id = @id AND NOT EXISTS (SELECT 1 FROM api_key WHERE account_id = @id)', {
    id,
  })
  yield* record({ by: by === name ? erased : by, at }, { action, account: erased, detail: {} })
}

/** Does not apply to the command line, where the operator also sees the pending accounts. */
function* refuseCrowd({ by }: AuditedChange): Work<Refusal | undefined> {
  if (by === COMMAND_LINE) return undefined
  const waiting = yield* find<{ count: number }>("SELECT count(*) AS count FROM account WHERE status = 'pending'")
  if ((waiting?.count ?? 0) < PENDING_ACCOUNTS_MAX) return undefined
  return {
    refused: 'Sign-up is closed for now: too many accounts already wait for approval. Try again another day.',
  }
}

// Plans.

export interface PlanOperations {
  plans(): Promise<Plan[]>
  /** Creates or changes a plan; takes effect for its accounts at once. */
  setPlan(plan: Plan, change: AuditedChange): Promise<Plan>
}

const PLAN = 'SELECT name, requests_per_minute, requests_per_day, streams FROM plan'

/** Undefined if the plan exists. */
function* refuseUnknownPlan(name: string): Work<Refusal | undefined> {
  const names = (yield* listPlans()).map((plan) => plan.name)
  return names.includes(name)
    ? undefined
    : { refused: `There is no plan "${name}": expected one of ${names.join(', ')}.` }
}

export function planOperations(connection: Connection): PlanOperations {
  return {
    plans: () => connection.read(listPlans),

    setPlan: ({ name, requests_per_minute, requests_per_day, streams }, change) =>
      connection.write(function* () {
        const plan: Plan = { name, requests_per_minute, requests_per_day, streams }
        const before = yield* find<Plan>(`${PLAN} WHERE name = @name`, { name })
        if (before && JSON.stringify(before) === JSON.stringify(plan)) return plan
        yield* run(
          `INSERT INTO plan (name, requests_per_minute, requests_per_day, streams)
          VALUES (@name, @requests_per_minute, @requests_per_day, @streams)
          ON CONFLICT (name) DO UPDATE SET
            requests_per_minute = @requests_per_minute,
            requests_per_day = @requests_per_day,
            streams = @streams`,
          { name, requests_per_minute, requests_per_day, streams },
        )
        yield* record(change, { action: 'plan.set', account: null, detail: { ...plan } })
        return plan
      }),
  }
}

function* listPlans(): Work<Plan[]> {
  return yield* list(`${PLAN} ORDER BY name`)
}
