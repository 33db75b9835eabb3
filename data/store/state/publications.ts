// The publications, their events, and the pins that keep their bundles.

import type { FeedEvent } from '../../schema/event.ts'
import type { Pin } from '../../schema/pin.ts'
import type { Refusal } from './change.ts'

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

export interface PublicationOperations {
  /** Undefined before the first publication. */
  head(): Promise<Head | undefined>
  /**
   * Claims the turn to publish, for this process alone of all machines, until `endPublishing` or the end of its connection. Refused while
   * another process has it, with its name. In SQLite, the lock of the folder decides instead.
   * @param publisher for that refusal: a command, its process and its machine
   */
  beginPublishing(publisher: string): Promise<Refusal | undefined>
  endPublishing(): Promise<void>
  /** Invalidates the stage of any earlier publisher, then deletes its leftover events in short transactions. @returns the new stage's name */
  beginStage(): Promise<string>
  /** Adds events above the head, in order; call it with few at a time. Refused if another stage has begun since. */
  stageEvents(stage: string, events: readonly ChainedEvent[]): Promise<Refusal | undefined>
  /**
   * Makes bundle and staged events current together, in one conditional update. Refused if another publication or stage was first,
   * if an event up to `staged.seq` is missing, or if this process has lost its turn. Publishing the same bundle again changes nothing.
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
}
