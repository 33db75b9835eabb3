// The state moves to another engine: changes are refused while its rows are copied, and for good once they are.

import type { Refusal } from './change.ts'

export interface Move {
  /** Why every change is refused. */
  sentence: string
  /** True if the state has moved; false while it is being copied. */
  over: boolean
}

/** What was loaded, and checked against the file. */
export interface Loaded {
  /** Of each table, in the order in which they were loaded. */
  rows: Readonly<Record<string, number>>
  /** Of the feed: each event, in order, has the hash of the one before it, and the last has the hash of the head. */
  events: number
}

export interface MoveOperations {
  /** Undefined if the state accepts changes. */
  findMove(): Promise<Move | undefined>
  /**
   * From now on every change is refused with this sentence, in all processes, also those of other versions. Leases are not: servers go
   * on. It ends after STATE_MOVE_HOLD_MS without a renewal. @returns its name
   */
  beginMove(sentence: string): Promise<{ move: string } | Refusal>
  /** False if it has ended: the state may have changed since. */
  renewMove(move: string): Promise<boolean>
  /** With a sentence, changes are refused for good. With null, they are accepted again. False if the move had ended before. */
  endMove(move: string, sentence: string | null): Promise<boolean>
  /**
   * Takes over all rows of a copy (copyTo) but leases and staged events, in one transaction. Refused if this state has rows already and
   * is not to be replaced. Throws if a table has another number of rows then, or the chain of events breaks.
   */
  load(file: string, replace: boolean): Promise<Loaded | Refusal>
}
