// The interface of the service's state. Every operation is one whole transaction unless it says otherwise, with plain data in and out.
// Nothing outside this folder knows which engine stores it.

import { type AccountOperations, accountOperations, type PlanOperations, planOperations } from './accounts.ts'
import { type AuditOperations, auditOperations } from './audit.ts'
import { type CorrectionOperations, correctionOperations } from './corrections.ts'
import { type DeskOperations, deskOperations } from './desk.ts'
import { type DraftOperations, draftOperations } from './drafts.ts'
import type { Connection, EngineOperations } from './engine.ts'
import { type EventOperations, eventOperations } from './events.ts'
import { type KeyOperations, keyOperations, type PepperOperations, pepperOperations } from './keys.ts'
import { type LeaseOperations, leaseOperations } from './leases.ts'
import { type MoveOperations, moveOperations } from './moves.ts'
import { type PinOperations, type PublicationOperations, pinOperations, publicationOperations } from './publications.ts'
import {
  type InvitationOperations,
  invitationOperations,
  type SecondFactorOperations,
  type SessionOperations,
  secondFactorOperations,
  sessionOperations,
} from './sign-in.ts'
import {
  type FeedTokenOperations,
  feedTokenOperations,
  type SubscriptionOperations,
  subscriptionOperations,
} from './subscriptions.ts'

/** @setting Milliseconds for which data requests are answered while the database of the state is away: a fail-over takes less. */
export const STATE_AWAY_MS = 60_000
/** Retry-After in seconds while the database of the state is away: a fail-over takes seconds. */
export const UNAVAILABLE_RETRY = 5

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

/** An operation changed nothing because the state has moved, or is being moved: it can be read only. */
export class StateMoved extends StateUnwritable {
  constructor(sentence: string, fault: unknown) {
    super('', fault)
    this.message = sentence
    this.name = 'StateMoved'
  }
}

/** The server of the state cannot be reached, or ended the connection. Nothing was changed, unless the message says that this is unknown. */
export class StateUnavailable extends Error {
  /** @param state without its password @param isUnknown the connection ended while the server was committing the operation */
  constructor(state: string, why: string, isUnknown = false) {
    super(`${state} cannot be reached (${why})${isUnknown ? '; whether the last change was made is unknown' : ''}`)
    this.name = 'StateUnavailable'
  }
}

/** All operations of the state. */
export type Operations = AccountOperations &
  AuditOperations &
  CorrectionOperations &
  DeskOperations &
  DraftOperations &
  EventOperations &
  FeedTokenOperations &
  InvitationOperations &
  KeyOperations &
  LeaseOperations &
  MoveOperations &
  PepperOperations &
  PinOperations &
  PlanOperations &
  PublicationOperations &
  SecondFactorOperations &
  SessionOperations &
  SubscriptionOperations

export interface ServiceStore extends Operations, EngineOperations {}

/** Joins the operations of all topics. */
export function storeOver(connection: Connection): ServiceStore {
  return {
    ...publicationOperations(connection),
    ...pinOperations(connection),
    ...eventOperations(connection),
    ...leaseOperations(connection),
    ...subscriptionOperations(connection),
    ...feedTokenOperations(connection),
    ...planOperations(connection),
    ...accountOperations(connection),
    ...keyOperations(connection),
    ...sessionOperations(connection),
    ...secondFactorOperations(connection),
    ...deskOperations(connection),
    ...draftOperations(connection),
    ...invitationOperations(connection),
    ...correctionOperations(connection),
    ...pepperOperations(connection),
    ...auditOperations(connection),
    ...moveOperations(connection),
    isWritable: connection.isWritable,
    isReachable: connection.isReachable,
    beginPublishing: connection.beginPublishing,
    endPublishing: connection.endPublishing,
    version: connection.version,
    copyTo: connection.copyTo,
    close: connection.close,
  }
}
