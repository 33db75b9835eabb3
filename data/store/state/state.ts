// The interface of the service's state: publications and their events, pins, leases, subscriptions, accounts, keys, sessions and the audit.
// Every operation is one whole transaction unless it says otherwise, with plain data in and out. Nothing outside this folder knows which
// engine stores it.

import type { AccountRole, AccountStatus, AuditAction } from '../../access/account.ts'
import type { Plan } from '../../access/plan.ts'
import type { FeedEvent } from '../../schema/event.ts'
import type { Pin } from '../../schema/pin.ts'
import type { Subscription, SubscriptionInput } from '../../schema/subscription.ts'
import type { Scope } from '../../schema/vocabulary.ts'

/** Why nothing was changed: a sentence. */
export type Refusal = { refused: string }

// Readers of the feed: the publication of each server, and the saved subscriptions of each account.

/** The released publication: every live server answers from this one or a later one. */
export interface Released {
  epoch: string
  publication: number
  /** The last event that is current with it. */
  seq: number
}

/** `id` or `name`. */
export type SubscriptionReference = { id: number } | { name: string }

export interface Lease {
  server: string
  /** The publication that it answers from. */
  publication: number
  /** True if it cannot open a newer one: then only live leases can refuse it. */
  behind?: boolean
}

/** Operations of the state, each one whole transaction. */
interface FeedReaders {
  /**
   * Records the publication that a server answers from, for LEASE_MS on the store's own clock. Refused, without a lease, if it is older
   * than the released publication (while no lease is live: older than any server's last one): clients could hear of a change that they
   * cannot read there.
   */
  renewLease(lease: Lease): Promise<Refusal | undefined>
  /**
   * For a server that cannot renew its lease. `mayAnswer`: the lease would not be refused, because nothing newer than this publication
   * has been released. `isAlone`: no other server holds a live lease. Changes nothing.
   */
  findStanding(lease: Lease): Promise<{ mayAnswer: boolean; isAlone: boolean }>
  endLease(server: string): Promise<void>
  /** The highest publication over live leases. Undefined if there is no live lease. */
  newestLease(): Promise<number | undefined>
  /** The lowest publication over live leases, and its events. Undefined if there is no live lease. */
  released(): Promise<Released | undefined>

  /** By name. */
  subscriptions(account_id: number): Promise<Subscription[]>
  /** Also undefined for a subscription of another account. */
  findSubscription(account_id: number, reference: SubscriptionReference): Promise<Subscription | undefined>
  /** Refused for an existing name (`taken`), and beyond SUBSCRIPTIONS_MAX. */
  createSubscription(
    account_id: number,
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | (Refusal & { taken: boolean })>
  /** Replaces name and filter. Undefined if the account has no subscription with this id. */
  replaceSubscription(
    reference: { id: number; account_id: number },
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | undefined | (Refusal & { taken: boolean })>
  /** False if the account has no subscription with this id. */
  deleteSubscription(reference: { id: number; account_id: number }): Promise<boolean>
}

/** An operation changed nothing because the disk accepts no writes: it is full, mounted read-only, or closed to this user. */
export class StateUnwritable extends Error {
  constructor(file: string, fault: unknown) {
    super(
      `${file} cannot be written (${fault instanceof Error ? fault.message : String(fault)}); run: hustings doctor`,
      {
        cause: fault,
      },
    )
    this.name = 'StateUnwritable'
  }
}

/** `bundle` or `name`. */
export type PinReference = { bundle: string } | { name: string }

/** The current bundle. `publication` rises by one each time; a bundle id may recur after a rollback. */
export interface Head {
  publication: number
  bundle: string
  /** Changes on restore; part of every feed cursor. */
  epoch: string
  /** The last committed event; 0 before the first. */
  seq: number
  /** Instant of the last committed event; null before the first. */
  occurred_at: string | null
  /** Hash of the last committed event (data/schema/event.ts). */
  chain: string
}

/** A publication of the past. */
export interface PublicationRecord {
  publication: number
  bundle: string
  published_at: string
  epoch: string
  /** The last event that is current with it. */
  seq: number
}

interface Publication {
  /** The publication with which the publisher compared; null for the first. */
  expectedPublication: number | null
  bundle: string
  published_at: string
  /** The events staged for it; null if nothing has changed. */
  staged: Staged | null
  /** True if the changes are unknown: the same update begins a new epoch with this publication. */
  baseline?: true
}

/** All events that were staged above the head. */
export interface Staged {
  stage: string
  /** Number of the last one. */
  seq: number
  occurred_at: string
  chain: string
}

/** An event with the hash of the previous one. */
export interface ChainedEvent extends FeedEvent {
  chain_before: string
}

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

/** Author and time of a change. Both are written to the audit table in the same transaction. */
export interface AuditedChange {
  /** An account's name, or `command line`. */
  by: string
  at: string
}

export interface ServiceStore extends FeedReaders {
  /** Undefined before the first publication. */
  head(): Promise<Head | undefined>
  /** Invalidates the stage of any earlier publisher, then deletes its leftover events in short transactions. @returns the new stage's name */
  beginStage(): Promise<string>
  /** Adds events above the head, in order; call it with few at a time. Refused if another stage has begun since. */
  stageEvents(stage: string, events: readonly ChainedEvent[]): Promise<Refusal | undefined>
  /**
   * Makes bundle and staged events current together, in one conditional update. Refused if another publication or stage was first, or
   * if an event up to `staged.seq` is missing. Publishing the same bundle again changes nothing.
   */
  publish(publication: Publication): Promise<{ publication: number; changed: boolean } | Refusal>
  /** Newest first. */
  publications(limit: number): Promise<PublicationRecord[]>
  /** The publications with numbers above `after`, oldest first. */
  publicationsAfter(after: number, limit: number): Promise<(PublicationRecord & Pick<Head, 'epoch'>)[]>
  /**
   * For each instant, in the given order, the publication that was in service then: the last one up to it. Undefined before the first.
   * Reads all publications from now back to the earliest instant once.
   */
  publicationsAt(instants: readonly string[]): Promise<(PublicationRecord | undefined)[]>
  /** The newest publication of each of these bundles, newest first. */
  publicationsOf(bundles: readonly string[]): Promise<PublicationRecord[]>

  /** The pinned bundles, which stay until they are unpinned, the oldest pin first. */
  pins(): Promise<Pin[]>
  /**
   * Pins a bundle. A bundle that is pinned already keeps its instant, and its name unless another is given. Refused if another bundle
   * has the name. The caller checks that the bundle is stored.
   */
  pin(bundle: string, name: string | null, pinned_at: string): Promise<Pin | Refusal>
  /** @returns the pin that is gone; undefined if there is none */
  unpin(reference: PinReference): Promise<Pin | undefined>

  /** Begins a new epoch over the existing events: cursors of the old epoch are refused from then on. @returns the new epoch */
  beginEpoch(): Promise<string>
  /** Like beginEpoch, but only if the given epoch is still current. @returns the epoch that is then current */
  beginEpochAfter(epoch: string): Promise<{ epoch: string; begun: boolean }>

  /** Committed events after a position, up to one, in order. */
  events(range: { after: number; through: number; limit: number }): Promise<FeedEvent[]>
  /** When the first committed event after a position occurred. `null` if it was pruned or a baseline followed. Undefined if there is none. */
  nextOccurred(after: number): Promise<string | null | undefined>
  /**
   * The last committed event before an instant, never one before the last baseline. If the first stored event is not before the instant:
   * 0 or the last pruned event. `whole`: all changes from that instant on are stored.
   */
  seqBefore(instant: string): Promise<{ seq: number; whole: boolean }>
  /** The oldest committed events that occurred before an instant, in order. */
  eventsBefore(instant: string, limit: number): Promise<ChainedEvent[]>
  /** Deletes committed events up to one. The caller must have archived them. */
  dropEvents(through: number): Promise<void>
  /** Committed events with their chain, after a position, in order. */
  chain(after: number, limit: number): Promise<ChainedEvent[]>

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
  setAccountRole(name: string, role: AccountRole, change: AuditedChange): Promise<Account | Refusal>
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

  /** False while the disk is known to accept no writes. Every operation that changes something then throws StateUnwritable. */
  isWritable(): Promise<boolean>
  /** Changes with every other commit to this state. Cheap enough for a call every few milliseconds. */
  version(): Promise<number>
  close(): Promise<void>
}
