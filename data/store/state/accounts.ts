import type { AccountStatus, AuditAction } from '../../schema/account.ts'
import { COMMAND_LINE, PENDING_ACCOUNTS_MAX } from '../../schema/account.ts'
import { record } from './audit.ts'
import type { Connection, Values } from './connection.ts'
import { refuseUnknownPlan } from './plans.ts'
import type { Refusal } from './refusal.ts'
import type { Account, Change, State } from './state.ts'

type Operations = Pick<
  State,
  | 'createAccount'
  | 'setAccountStatus'
  | 'setAccountPlan'
  | 'setAccountRole'
  | 'setPassword'
  | 'accounts'
  | 'findAccount'
>

const ACCOUNT = 'SELECT id, name, status, plan, role, contact, created_at FROM account'

interface Act {
  to: AccountStatus
  action: AuditAction
  /** Why an account of this status is not for it. */
  refused: Partial<Record<AccountStatus, string>>
}
const ACTS: Record<'approve' | 'suspend' | 'resume', Act> = {
  approve: {
    to: 'approved',
    action: 'account.approved',
    refused: { suspended: 'approval is for pending ones alone' },
  },
  suspend: { to: 'suspended', action: 'account.suspended', refused: {} },
  resume: { to: 'approved', action: 'account.resumed', refused: { pending: 'only a suspended one resumes' } },
}

export function findAccountOrRefuse(connection: Connection, name: string): Account | Refusal {
  return connection.find<Account>(`${ACCOUNT} WHERE name = @name`, { name }) ?? unknownAccount(name)
}

export function accountOperations(connection: Connection): Operations {
  /** Sets one column and writes down that it was; nothing where it holds the value already. */
  const set = (
    name: string,
    to: { column: 'status' | 'plan' | 'role' | 'password_hash'; value: string },
    change: Change,
    entry: { action: AuditAction; detail: Record<string, unknown> },
  ): Account | Refusal => {
    const before = findAccountOrRefuse(connection, name)
    if ('refused' in before) return before
    const { changes } = connection.run(
      `UPDATE account SET ${to.column} = @value WHERE id = @id AND ${to.column} IS NOT @value`,
      { value: to.value, id: before.id },
    )
    if (changes > 0) record(connection, change, { ...entry, account: name })
    return findAccountOrRefuse(connection, name)
  }

  return {
    createAccount: async ({ name, plan, contact, password_hash }, change) =>
      connection.write(() => {
        const existing = findAccountOrRefuse(connection, name)
        if ('name' in existing)
          return {
            refused: `There is an account called "${name}" already (${existing.status}, plan ${existing.plan}).`,
          }
        if (name === COMMAND_LINE)
          return { refused: `An account cannot be called "${COMMAND_LINE}": the audit calls the command line so.` }
        const refusal = refuseUnknownPlan(connection, plan) ?? refuseCrowd(connection, change)
        if (refusal) return refusal
        const values: Values = { name, plan, contact, password_hash, created_at: change.at }
        connection.run(
          `INSERT INTO account (name, status, plan, role, contact, password_hash, created_at)
          VALUES (@name, 'pending', @plan, 'member', @contact, @password_hash, @created_at)`,
          values,
        )
        record(connection, change, { action: 'account.created', account: name, detail: { plan } })
        return findAccountOrRefuse(connection, name)
      }),

    setAccountStatus: async (name, act, change) =>
      connection.write(() => {
        const { to, action, refused } = ACTS[act]
        const before = findAccountOrRefuse(connection, name)
        if ('refused' in before) return before
        if (before.status === to) return { account: before, changed: false }
        const why = refused[before.status]
        if (why !== undefined) return { refused: `The account "${name}" is ${before.status}, and ${why}.` }
        set(name, { column: 'status', value: to }, change, { action, detail: { status: to } })
        if (to === 'suspended') connection.run('DELETE FROM session WHERE account_id = @id', { id: before.id })
        return { account: { ...before, status: to }, changed: true }
      }),

    setAccountPlan: async (name, plan, change) =>
      connection.write(
        () =>
          refuseUnknownPlan(connection, plan) ??
          set(name, { column: 'plan', value: plan }, change, { action: 'account.plan_set', detail: { plan } }),
      ),

    setAccountRole: async (name, role, change) =>
      connection.write(() =>
        set(name, { column: 'role', value: role }, change, { action: 'account.role_set', detail: { role } }),
      ),

    setPassword: async (name, password_hash, change, expected) =>
      connection.write(() => {
        if (expected !== undefined && loadHash(connection, name) !== expected)
          return { refused: 'The password was changed by somebody else meanwhile, and is not changed again.' }
        const to = { column: 'password_hash', value: password_hash } as const
        const account = set(name, to, change, { action: 'account.password_set', detail: {} })
        if ('id' in account) connection.run('DELETE FROM session WHERE account_id = @id', { id: account.id })
        return account
      }),

    accounts: async () => connection.list(`${ACCOUNT} ORDER BY name`),

    findAccount: async (name) =>
      connection.find(
        `SELECT id, name, status, plan, role, contact, created_at, password_hash
        FROM account
        WHERE name = @name`,
        { name },
      ),
  }
}

function unknownAccount(name: string): Refusal {
  return { refused: `There is no account called "${name}".` }
}

function loadHash(connection: Connection, name: string): string | null | undefined {
  return connection.find<{ hash: string | null }>('SELECT password_hash AS hash FROM account WHERE name = @name', {
    name,
  })?.hash
}

/** An operator who makes one on the command line looks at them there too. */
function refuseCrowd(connection: Connection, { by }: Change): Refusal | undefined {
  if (by === COMMAND_LINE) return undefined
  const waiting = connection.find<{ count: number }>("SELECT count(*) AS count FROM account WHERE status = 'pending'")
  if ((waiting?.count ?? 0) < PENDING_ACCOUNTS_MAX) return undefined
  return {
    refused: 'Sign-up is closed for now: too many accounts wait for the operator already. Try again another day.',
  }
}
