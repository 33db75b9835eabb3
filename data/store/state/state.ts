// The interface of the service's state. Every operation is one whole transaction unless it says otherwise, with plain data in and out.
// Nothing outside this folder knows which engine stores it.

import type { AccountOperations } from './accounts.ts'
import type { CorrectionOperations } from './corrections.ts'
import type { DeskOperations } from './desk.ts'
import type { MoveOperations } from './moves.ts'
import type { PublicationOperations } from './publications.ts'
import type { ReaderOperations } from './readers.ts'

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

/** What the state can be asked for and told. */
export type Operations = PublicationOperations &
  ReaderOperations &
  AccountOperations &
  DeskOperations &
  CorrectionOperations &
  MoveOperations

export interface ServiceStore extends Operations {
  /** False while the disk is known to accept no writes. Every operation that changes something then throws StateUnwritable. */
  isWritable(): Promise<boolean>
  /** False while the server of the state is known to be away. Reads then throw StateUnavailable too. */
  isReachable(): boolean
  /** Changes with every other commit to this state. Cheap enough for a call every few milliseconds. */
  version(): Promise<number>
  /** Writes the state of this moment into a new file, which can be opened like the state. Throws if the state is damaged. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}
