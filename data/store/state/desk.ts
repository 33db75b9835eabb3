// The publishing desk: the positions of endorsers, the drafts of their editors, and the accounts that may edit them.

import type { DeskChange } from '../../desk/change.ts'
import type { DeskEndorser, DeskPosition, DraftFields } from '../../desk/position.ts'
import type { Account } from './accounts.ts'
import type { AuditedChange, Refusal } from './change.ts'

/** An endorser at the desk. */
export interface Desk {
  endorser: DeskEndorser
  /** Rises with each change of what its file says. */
  version: number
  /** Names of the accounts that may speak for it. */
  editors: readonly string[]
  /** Null: the desk decides what is served of the endorser. A closed desk keeps everything, and nothing in it can be changed. */
  closed_at: string | null
}

/** What the desk holds of one contest. Without a row: version 0, and nothing published. */
export interface HeldPosition {
  contest_id: number
  version: number
  /** Null: nothing is published. */
  published: DeskPosition | null
  /** Takes the place of `published` at `publish_at`; both null if nothing is scheduled. */
  scheduled: DeskPosition | null
  publish_at: string | null
  changed_at: string
  changed_by: string
}

export interface Draft {
  contest_id: number
  /** Rises with each save. */
  version: number
  /** The version of the position that the editor saw. */
  base: number
  /** Slug of the election, and the contest's title. */
  election: string
  title: string
  fields: DraftFields
  saved_at: string
}

/** The contest of a draft: of an endorser and an editor. */
export interface DraftReference {
  endorser: string
  contest_id: number
  account_id: number
}

/** A position of an endorser, as an editor saw it. */
interface PositionReference {
  endorser: string
  contest_id: number
  /** Of the editor, who must be allowed to speak for the endorser. */
  account_id: number
  /** The version that the editor saw. */
  expected: number
}

/** Somebody else was first: nothing was changed. */
export type PositionConflict = { conflict: HeldPosition }

export interface DeskOperations {
  /** By slug. */
  desks(): Promise<Desk[]>
  findDesk(slug: string): Promise<Desk | undefined>
  /** Slugs of the endorsers for which an account may speak, sorted. */
  endorsersOf(account_id: number): Promise<string[]>
  /**
   * Opens a desk with what the service shows of the endorser now, so that readers see no change; a closed one too. Changes the declaration
   * of an open one, whose positions stay.
   */
  openDesk(endorser: DeskEndorser, positions: readonly DeskPosition[], change: AuditedChange): Promise<Desk>
  /** Ends the desk's authority: what is scheduled is cancelled, and everything else is kept. Refused if there is no open desk. */
  closeDesk(slug: string, change: AuditedChange): Promise<Desk | Refusal>
  /** Allows an account to speak for an endorser, or no longer. Refused if there is no such account or desk. */
  setEditor(account: string, slug: string, isEditor: boolean, change: AuditedChange): Promise<Account | Refusal>

  /** By contest. With those that are withdrawn. */
  positions(slug: string): Promise<HeldPosition[]>
  findPosition(slug: string, contest_id: number): Promise<HeldPosition | undefined>
  /**
   * Publishes a position now or, with `publish_at`, then; and deletes the editor's draft of it. Refused if the account may not speak for
   * the endorser, or if the desk is closed.
   */
  publishPosition(
    reference: PositionReference,
    position: DeskPosition,
    publish_at: string | null,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Withdraws what is published, and what is scheduled. */
  withdrawPosition(
    reference: PositionReference,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Cancels what is scheduled; what is published stays. */
  unschedulePosition(
    reference: PositionReference,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Publishes many positions, all or none. Refused as a whole if one of them has changed since. */
  importPositions(
    reference: Pick<PositionReference, 'endorser' | 'account_id'>,
    positions: readonly { position: DeskPosition; expected: number }[],
    change: AuditedChange,
  ): Promise<{ imported: number } | Refusal>
  /** Publishes what was scheduled for this instant or before, in the name of its editors. @returns how many */
  publishDue(now: string): Promise<number>
  /** Newest first. @param contest_id null for all contests */
  deskHistory(slug: string, contest_id: number | null, limit: number): Promise<DeskChange[]>

  /** Of one editor, the newest first. */
  drafts(endorser: string, account_id: number): Promise<Draft[]>
  findDraft(reference: DraftReference): Promise<Draft | undefined>
  /** @param expected the version that this window saw, 0 for none. Another one is not overwritten. */
  saveDraft(
    reference: DraftReference,
    draft: Pick<Draft, 'base' | 'election' | 'title' | 'fields'>,
    expected: number,
    at: string,
  ): Promise<Draft | { conflict: Draft } | Refusal>
  deleteDraft(reference: DraftReference): Promise<void>

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
