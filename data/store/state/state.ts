// What the service remembers between requests: publications and their events, leases, subscriptions, accounts, keys, sessions and the
// audit. Every operation is one whole transaction, but where it says so; plain data goes in and out. Nothing outside this folder
// knows which engine keeps it.

import type { AccountRole, AccountStatus, AuditAction } from '../../access/account.ts'
import type { Plan } from '../../access/plan.ts'
import type { FeedEvent } from '../../schema/event.ts'
import type { Subscription, SubscriptionInput } from '../../schema/subscription.ts'
import type { Scope } from '../../schema/vocabulary.ts'

/** Why nothing was changed: a sentence. */
export type Refusal = { refused: string }

// What the state remembers of those who read the feed: what each server answers from, and what each account has saved.

/** How far every reader is: whoever asks any live server reads at least this. */
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
  /** From which it answers. */
  publication: number
  /** It can open nothing newer: leases that are no longer live do not refuse it. */
  behind?: boolean
}

/** Operations of the state, as all of it are: one whole transaction each. */
interface FeedReaders {
  /**
   * Says which publication a server answers from, for LEASE_MS from now on the store's own clock. Refused, and no lease is held, where
   * that is older than what is released already (while no lease is live: than what any server ever had): its readers would not find
   * what they may have heard of.
   */
  renewLease(lease: Lease): Promise<Refusal | undefined>
  /**
   * For a server that cannot renew its lease: `mayAnswer` says that it would not be refused, since nothing newer than this publication
   * has been released; `isAlone` that no other server holds a live lease. Changes nothing.
   */
  findStanding(lease: Lease): Promise<{ mayAnswer: boolean; isAlone: boolean }>
  endLease(server: string): Promise<void>
  /** The highest publication over live leases. Undefined where there is no live lease. */
  newestLease(): Promise<number | undefined>
  /** The lowest publication over live leases, and its events. Undefined where there is no live lease. */
  released(): Promise<Released | undefined>

  /** By name. */
  subscriptions(account_id: number): Promise<Subscription[]>
  /** Undefined for one of another account, too. */
  findSubscription(account_id: number, reference: SubscriptionReference): Promise<Subscription | undefined>
  /** Refused for a taken name (`taken`), and beyond SUBSCRIPTIONS_MAX. */
  createSubscription(
    account_id: number,
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | (Refusal & { taken: boolean })>
  /** Replaces name and filter. Undefined where the account has none of this id. */
  replaceSubscription(
    reference: { id: number; account_id: number },
    subscription: SubscriptionInput,
    at: string,
  ): Promise<Subscription | undefined | (Refusal & { taken: boolean })>
  /** False where the account has none of this id. */
  deleteSubscription(reference: { id: number; account_id: number }): Promise<boolean>
}

/** An operation changed nothing because the disk takes no writes: it is full, mounted read-only, or this user may not write there. */
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

/** Which bundle is current. `publication` rises by one with each; a bundle id may come back after a rollback. */
export interface Head {
  publication: number
  bundle: string
  /** Changes on restore; stands in every feed cursor. */
  epoch: string
  /** The last committed event; 0 before the first. */
  seq: number
  /** Of the last committed event; null before the first. */
  occurred_at: string | null
  /** Hash of the last committed event (data/schema/event.ts). */
  chain: string
}

interface Publication {
  /** The publication that the publisher compared with; null for the first. */
  expectedPublication: number | null
  bundle: string
  published_at: string
  /** What was staged for it; null where nothing has changed. */
  staged: Staged | null
  /** Nothing says what has changed: a new epoch begins with this publication, in the same update. */
  baseline?: true
}

/** Events that were staged above the head, all of them. */
export interface Staged {
  stage: string
  /** Of the last of them. */
  seq: number
  occurred_at: string
  chain: string
}

/** An event with the hash of the one before it. */
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

/** What the server needs to let a request in, by the key's HMAC (hex). A revoked key's `addresses` are not read: they are empty. */
export interface KeyGrant extends Key {
  hash: string
  account_status: AccountStatus
  plan: Plan
}

interface Session {
  account: Account
  /** The password was right, and the second factor's code is still to come: no page is open to it. */
  awaits_code: boolean
  /** Whether the account has one. */
  second_factor: boolean
}

export interface SecondFactor {
  /** As it was given: encrypted. */
  secret: string
  /** Null until a first code has proved it. */
  set_at: string | null
  /** No code is looked at before; null: any time. */
  locked_until: string | null
  /** Those that are left. */
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

/** Who changes something, and when; it goes to the audit table in the same transaction. */
export interface AuditedChange {
  /** An account's name, or `command line`. */
  by: string
  at: string
}

export interface ServiceStore extends FeedReaders {
  /** Undefined before the first publication. */
  head(): Promise<Head | undefined>
  /** Refuses an earlier publisher's later calls; then deletes, in short transactions, what it has left. @returns the new stage's name */
  beginStage(): Promise<string>
  /** Adds events above the head, in order; call it with few at a time. Refused where another stage has begun since. */
  stageEvents(stage: string, events: readonly ChainedEvent[]): Promise<Refusal | undefined>
  /**
   * Makes bundle and staged events current together, in one conditional update: refused when another publication or stage came first,
   * or when not all events up to `staged.seq` are there; the same bundle again is no change.
   */
  publish(publication: Publication): Promise<{ publication: number; changed: boolean } | Refusal>
  /** Newest first. */
  publications(limit: number): Promise<{ publication: number; bundle: string; published_at: string; seq: number }[]>
  /** The newest publication of each of these bundles, newest first. */
  publicationsOf(bundles: readonly string[]): Promise<Pick<Head, 'publication' | 'bundle' | 'epoch' | 'seq'>[]>
  /** A new epoch over what there is: every cursor of the old one is refused from then on. @returns it */
  beginEpoch(): Promise<string>
  /** The same, only where this is the epoch still. @returns the one that is current then */
  beginEpochAfter(epoch: string): Promise<{ epoch: string; begun: boolean }>

  /** Committed events after a position, up to one, in order. */
  events(range: { after: number; through: number; limit: number }): Promise<FeedEvent[]>
  /** When the first committed event after a position occurred. `null`: pruned, or a baseline came after. Undefined: there is none. */
  nextOccurred(after: number): Promise<string | null | undefined>
  /**
   * The last committed event before an instant: 0 or what has been pruned where the first that is kept is not before it, and never one
   * before the last baseline. `whole`: what has changed from that instant on is all there.
   */
  seqBefore(instant: string): Promise<{ seq: number; whole: boolean }>
  /** The oldest committed events, as far as they occurred before an instant, in order. */
  eventsBefore(instant: string, limit: number): Promise<ChainedEvent[]>
  /** Deletes committed events up to one; whoever calls it has kept them elsewhere. */
  dropEvents(through: number): Promise<void>
  /** Committed events with their chain, after a position, in order. */
  chain(after: number, limit: number): Promise<ChainedEvent[]>

  plans(): Promise<Plan[]>
  /** Makes a plan or changes it; in force at once for its accounts. */
  setPlan(plan: Plan, change: AuditedChange): Promise<Plan>

  /** Pending until it is approved. Refused to all but the command line while too many wait. */
  createAccount(
    account: { name: string; plan: string; contact: string | null; password_hash: string | null },
    change: AuditedChange,
  ): Promise<Account | Refusal>
  /** approve is for pending accounts, suspend (which ends every session) for any, resume for suspended ones; one that is so already is no change. */
  setAccountStatus(
    name: string,
    act: 'approve' | 'suspend' | 'resume',
    change: AuditedChange,
  ): Promise<{ account: Account; changed: boolean } | Refusal>
  setAccountPlan(name: string, plan: string, change: AuditedChange): Promise<Account | Refusal>
  setAccountRole(name: string, role: AccountRole, change: AuditedChange): Promise<Account | Refusal>
  /** Ends every session of the account too. @param expected refused unless this is its hash still; undefined: whatever it is */
  setPassword(
    name: string,
    password_hash: string,
    change: AuditedChange,
    expected?: string | null,
  ): Promise<Account | Refusal>
  /** Pending accounts alone; their names go from the audit too. Refused, and none is rejected, where one of them is not pending. */
  rejectAccounts(names: readonly string[] | 'all', change: AuditedChange): Promise<{ rejected: number } | Refusal>
  /** Deletes the sign-ups that nobody has decided about for long enough; making an account does so too. @returns how many */
  expireAccounts(now: string): Promise<number>
  /**
   * Name, contact, password, sessions, subscriptions and the keys' labels and addresses go, from the audit too; its keys are revoked.
   * @returns how the audit calls it from then on
   */
  eraseAccount(name: string, change: AuditedChange): Promise<{ erased: string } | Refusal>
  /** By name; none that is erased. */
  accounts(): Promise<Account[]>
  findAccount(name: string): Promise<(Account & { password_hash: string | null }) | undefined>

  createKey(
    key: Pick<Key, 'account' | 'label' | 'last_four' | 'scopes' | 'addresses' | 'expires_at'> & { hash: string },
    change: AuditedChange,
  ): Promise<Key | Refusal>
  /** @param account_id whose key it must be; null on the command line. Refused for a revoked key. */
  changeKey(
    key: { id: number; account_id: number | null },
    to: Partial<Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>>,
    change: AuditedChange,
  ): Promise<Key | Refusal>
  /** The first revocation stands. */
  revokeKey(key: { id: number; account_id: number | null }, change: AuditedChange): Promise<Key | Refusal>
  keys(): Promise<Key[]>
  keysOf(account_id: number): Promise<Key[]>
  keyGrants(): Promise<KeyGrant[]>
  /** Rises with every change of an account, a key or a plan, in whatever process; cheap. What is changed in SQL by hand does not move it. */
  grantsVersion(): Promise<number>
  /** Never moves a day back. It is no change that `version` tells of. */
  keysUsed(uses: readonly { id: number; on: string }[]): Promise<void>

  /** Beyond the most that an account has, its oldest ends. A suspended account gets none. */
  createSession(session: {
    hash: string
    account_id: number
    created_at: string
    expires_at: string
    awaits_code?: boolean
  }): Promise<void>
  /** Undefined for an unknown or expired one, and for one that nobody has used for too long. */
  findSession(hash: string, now: string): Promise<Session | undefined>
  /** Its visitor has opened a page; written down once a minute. */
  seeSession(hash: string, now: string): Promise<void>
  endSession(hash: string): Promise<void>

  findSecondFactor(account_id: number): Promise<SecondFactor | undefined>
  /** A secret that no code has proved yet takes the place of another such one. Refused where the account has a second factor. */
  beginSecondFactor(account_id: number, secret: string): Promise<Refusal | undefined>
  /**
   * A code of the step has proved it: from now on each sign-in asks for one. Ends the account's other sessions.
   * @param recovery hashes of its recovery codes @param session hash of the one that goes on
   */
  setSecondFactor(
    account: Pick<Account, 'id' | 'name'>,
    set: { step: number; recovery: readonly string[]; session: string },
    change: AuditedChange,
  ): Promise<Refusal | undefined>
  /** A code is taken once: false where one of this step or of a later one was taken already, or while no code is looked at. */
  takeCode(account_id: number, step: number, now: string): Promise<boolean>
  /** Deletes it: false where there is no such one, or while no code is looked at. @param hash of a recovery code */
  takeRecoveryCode(account: Pick<Account, 'id' | 'name'>, hash: string, change: AuditedChange): Promise<boolean>
  /** Counts a wrong code; enough in a row lock the second factor for a while. */
  countWrongCode(account: Pick<Account, 'id' | 'name'>, change: AuditedChange): Promise<void>
  /** In place of those that are left. */
  setRecoveryCodes(
    account: Pick<Account, 'id' | 'name'>,
    hashes: readonly string[],
    change: AuditedChange,
  ): Promise<void>
  /** Sign-in asks for the password alone again. Refused where there is none. @param session hash of one that goes on; all others end */
  removeSecondFactor(name: string, change: AuditedChange, session?: string): Promise<Account | Refusal>

  /** The fingerprint of the pepper that the keys are kept under (pepper.ts), null before its first use; and how many keys there ever were. */
  pepper(): Promise<{ fingerprint: string | null; keys: number }>
  /** The first one stands. @returns the one that stands */
  keepPepper(fingerprint: string): Promise<string>

  /** Newest first. @param account null for everyone's */
  audit(account: string | null, limit: number): Promise<AuditEntry[]>

  /** False while the disk takes no writes, as far as is known; every operation that changes something then throws StateUnwritable. */
  isWritable(): Promise<boolean>
  /** Changes whenever anything else has committed to this state; cheap enough to ask every few milliseconds. */
  version(): Promise<number>
  close(): Promise<void>
}
