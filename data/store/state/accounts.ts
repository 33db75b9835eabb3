// Accounts, their keys, sessions and second factors, the plans that limit them, and the audit of their changes.

import type { AccountRole, AccountStatus, AuditAction } from '../../access/account.ts'
import type { Plan } from '../../access/plan.ts'
import type { Scope } from '../../schema/vocabulary.ts'
import type { AuditedChange, Refusal } from './change.ts'

export interface Account {
  id: number
  name: string
  status: AccountStatus
  plan: string
  role: AccountRole
  contact: string | null
  created_at: string
}

export interface Key {
  id: number
  account_id: number
  account: string
  label: string | null
  last_four: string
  scopes: Scope[]
  /** CIDR ranges; empty: any address. */
  addresses: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** The UTC day, YYYY-MM-DD. */
  last_used_on: string | null
}

/** The data for authorising a request, by the key's HMAC (hex). The `addresses` of a revoked key are not read: they are empty. */
export interface KeyGrant extends Key {
  hash: string
  account_status: AccountStatus
  plan: Plan
}

interface Session {
  account: Account
  /** True if the password was right but the second factor's code is still missing: the session can open no page. */
  awaits_code: boolean
  /** Whether the account has a second factor. */
  second_factor: boolean
}

export interface SecondFactor {
  /** Encrypted by the caller. */
  secret: string
  /** Null until a first code has confirmed it. */
  set_at: string | null
  /** No code is checked before this instant; null if not locked. */
  locked_until: string | null
  /** Number of unused recovery codes. */
  recovery_codes: number
}

export interface AuditEntry {
  id: number
  at: string
  by: string
  action: AuditAction
  account: string | null
  detail: Record<string, unknown>
}

export interface AccountOperations {
  plans(): Promise<Plan[]>
  /** Creates or changes a plan; takes effect for its accounts at once. */
  setPlan(plan: Plan, change: AuditedChange): Promise<Plan>

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

  createKey(
    key: Pick<Key, 'account' | 'label' | 'last_four' | 'scopes' | 'addresses' | 'expires_at'> & { hash: string },
    change: AuditedChange,
  ): Promise<Key | Refusal>
  /** @param account_id the key's required owner; null on the command line. Refused for a revoked key. */
  changeKey(
    key: { id: number; account_id: number | null },
    to: Partial<Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>>,
    change: AuditedChange,
  ): Promise<Key | Refusal>
  /** Revoking again changes nothing. */
  revokeKey(key: { id: number; account_id: number | null }, change: AuditedChange): Promise<Key | Refusal>
  keys(): Promise<Key[]>
  keysOf(account_id: number): Promise<Key[]>
  keyGrants(): Promise<KeyGrant[]>
  /** Rises with every change of an account, a key or a plan in any process; cheap. Changes made by hand in SQL do not raise it. */
  grantsVersion(): Promise<number>
  /** Never moves a day back. Does not change `version`. */
  keysUsed(uses: readonly { id: number; on: string }[]): Promise<void>

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

  /** The fingerprint of the pepper that hashes the keys (pepper.ts), null before its first use, and the number of keys ever created. */
  pepper(): Promise<{ fingerprint: string | null; keys: number }>
  /** Stores the first fingerprint and never replaces it. @returns the stored one */
  keepPepper(fingerprint: string): Promise<string>

  /** Newest first. @param account null for all accounts */
  audit(account: string | null, limit: number): Promise<AuditEntry[]>
}
