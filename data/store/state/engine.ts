// The operations' interface to an engine. An operation is a generator: it yields one statement after another and gets each answer back,
// so that an engine runs it without an await (SQLite) or with one (PostgreSQL), and both run the same statements.

import { randomBytes } from 'node:crypto'
import type { Table } from './tables.ts'

/** Why nothing was changed: a sentence. */
export type Refusal = { refused: string }

export type Values = Readonly<Record<string, string | number | null>>

/** With named parameters, such as `@name`. */
export interface Statement {
  kind: 'find' | 'list' | 'run' | 'insert' | 'announce'
  sql: string
  values: Values
}

/** The statements of one operation, or of a part of it. The engine answers each one as the functions below expect. */
export type Work<Result> = Generator<Statement, Result, unknown>

/** The first row. */
export function* find<Row>(sql: string, values: Values = {}): Work<Row | undefined> {
  return (yield { kind: 'find', sql, values }) as Row | undefined
}

export function* list<Row>(sql: string, values: Values = {}): Work<Row[]> {
  return (yield { kind: 'list', sql, values }) as Row[]
}

/** @returns the number of rows that changed */
export function* run(sql: string, values: Values = {}): Work<number> {
  return (yield { kind: 'run', sql, values }) as number
}

/** Inserts one row. @returns its new `id` */
export function* insert(sql: string, values: Values): Work<number> {
  return (yield { kind: 'insert', sql, values }) as number
}

/** Within a quiet operation: other processes must notice this change at once. */
export function* announce(): Work<void> {
  yield { kind: 'announce', sql: '', values: {} }
}

/** The SQL in which the engines differ. */
export interface Dialect {
  /** Seconds since 1970 on the clock of the machine that stores the state, at the moment of the statement. */
  now: string
  /** The values of a column, as the text of a JSON array. */
  jsonArrayOf(column: string): string
  /** The smaller of two values, neither of them null. */
  lesser(one: string, other: string): string
  /** The larger of two values, neither of them null. */
  greater(one: string, other: string): string
  /** A table with the column `value`: the items of a JSON array. */
  itemsOf(parameter: string): string
  /** A table with these columns: the items of a JSON array of objects. */
  rowsOf(parameter: string, columns: readonly (readonly [name: string, type: 'integer' | 'text'])[]): string
  /** Whether there is a table of this name. */
  hasTable(name: string): string
  /** Statements after which no row but a lease can change while `moved` says so. Running them again changes nothing. */
  guards(): string[]
  /** Inserts the rows of `@rows`, a JSON array. */
  insertRows(table: Table): string
  /** Statements after which the next id of the table is above this one. */
  continueAfter(table: string, id: number): string[]
}

/** The operations of the state that each engine does in its own way. */
export interface EngineOperations {
  /** False while the disk is known to accept no writes. Every operation that changes something then throws StateUnwritable. */
  isWritable(): Promise<boolean>
  /** False while the server of the state is known to be away. Reads then throw StateUnavailable too. */
  isReachable(): boolean
  /** Changes with every other commit to this state. Cheap enough for a call every few milliseconds. */
  version(): Promise<number>
  /** Writes the state of this moment into a new file, which can be opened like the state. Throws if the state is damaged. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
  /**
   * Claims the turn to publish, for this process alone of all machines, until `endPublishing` or the end of its connection. Refused while
   * another process has it, with its name. In SQLite, the lock of the folder decides instead.
   * @param publisher for that refusal: a command, its process and its machine
   */
  beginPublishing(publisher: string): Promise<Refusal | undefined>
  endPublishing(): Promise<void>
}

export interface Connection extends EngineOperations {
  dialect: Dialect
  /** Runs statements that change nothing. */
  read<Result>(work: () => Work<Result>): Promise<Result>
  /** Runs statements that change nothing; all of them see the state of one moment. */
  readOnce<Result>(work: () => Work<Result>): Promise<Result>
  /** Runs the operation in one transaction. It commits when the operation returns, and rolls back if it throws. */
  write<Result>(work: () => Work<Result>): Promise<Result>
  /** Runs the operation in one transaction whose changes this process need not notice: its `version` does not change. */
  writeQuietly<Result>(work: () => Work<Result>): Promise<Result>
  /**
   * Runs the operation in one transaction whose changes need not survive a power cut: this process's `version` does not change, and it does
   * not wait for the disk, unless it announces a change and the engine may crash without its readers.
   * @param wait milliseconds to wait for another transaction, if fewer than usual; after them it throws
   */
  writeLightly<Result>(work: () => Work<Result>, wait?: number): Promise<Result>
  /** Refused if this process began to publish, and has lost its turn since. */
  refuseLostTurn(): Promise<Refusal | undefined>
  /** Runs an operation that changes tables or writes all rows in one transaction: no other change is under way, and it may take minutes. */
  writeAlone<Result>(work: () => Work<Result>): Promise<Result>
  /** Removes overwritten values from where the engine still keeps them, as far as it can. */
  forget(): Promise<void>
}

/** A unique name for an epoch, a stage, a move or a server: 16 hex digits. */
export function makeName(): string {
  return randomBytes(8).toString('hex')
}
