// The state moves to another engine: changes are refused while its rows are copied, and for good once they are.

import { rmSync } from 'node:fs'
import { CHAIN_START, chainHash } from '../../schema/event.ts'
import {
  type Connection,
  type Dialect,
  type EngineOperations,
  find,
  list,
  makeName,
  type Refusal,
  run,
  type Work,
} from './engine.ts'
import { countRows, listTables, openRowFile, type RowFile } from './tables.ts'

/** @setting Milliseconds for which changes of the state are refused if the command that moves it is killed. */
const STATE_MOVE_HOLD_MS = 60_000
/** @setting Milliseconds between two renewals while the state moves. */
const STATE_MOVE_RENEW_MS = 10_000

interface Move {
  /** Why every change is refused. */
  sentence: string
  /** True if the state has moved; false while it is being copied. */
  over: boolean
}

/** The loaded rows and events, checked against the file. */
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

/** Both engines read these types alike. It has no row in a state that accepts changes. */
const MOVED = `CREATE TABLE IF NOT EXISTS moved (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    name TEXT NOT NULL,
    sentence TEXT NOT NULL,
    expires_at DOUBLE PRECISION
  )`

const HOLD_SECONDS = STATE_MOVE_HOLD_MS / 1000
const EVENTS_AT_ONCE = 1000

export function moveOperations(connection: Connection): MoveOperations {
  const { dialect } = connection
  const { now } = dialect

  function* findMove(): Work<Move | undefined> {
    if (!(yield* hasMoves(dialect))) return undefined
    const row = yield* find<{ sentence: string; expires_at: number | null }>(
      `SELECT sentence, expires_at FROM moved WHERE expires_at IS NULL OR expires_at > ${now}`,
    )
    return row && { sentence: row.sentence, over: row.expires_at === null }
  }

  return {
    findMove: () => connection.readOnce(findMove),

    beginMove: (sentence) =>
      connection.writeAlone(function* () {
        const move = makeName()
        const other = yield* findMove()
        if (other) return { refused: other.sentence }
        yield* run(MOVED)
        for (const guard of dialect.guards()) yield* run(guard)
        yield* run('DELETE FROM moved')
        yield* run(
          `INSERT INTO moved (only_row, name, sentence, expires_at)
          VALUES (1, @move, @sentence, ${now} + @seconds)`,
          { move, sentence, seconds: HOLD_SECONDS },
        )
        return { move }
      }),

    renewMove: async (move) =>
      (await connection.writeQuietly(() =>
        run(`UPDATE moved SET expires_at = ${now} + @seconds WHERE name = @move AND expires_at > ${now}`, {
          move,
          seconds: HOLD_SECONDS,
        }),
      )) > 0,

    endMove: async (move, sentence) =>
      (await connection.write(() =>
        sentence === null
          ? run('DELETE FROM moved WHERE name = @move', { move })
          : run(`UPDATE moved SET expires_at = NULL, sentence = @sentence WHERE name = @move AND expires_at > ${now}`, {
              move,
              sentence,
            }),
      )) > 0,

    async load(file, replace) {
      const rows = openRowFile(file)
      try {
        return await connection.writeAlone(() => load(dialect, rows, replace))
      } finally {
        rows.close()
      }
    },
  }
}

function* hasMoves(dialect: Dialect): Work<boolean> {
  const found = yield* find<{ present: number | boolean }>(`SELECT ${dialect.hasTable('moved')} AS present`)
  return Boolean(found?.present)
}

function* load(dialect: Dialect, from: RowFile, replace: boolean): Work<Loaded | Refusal> {
  const tables = listTables()
  const refusal = replace ? undefined : yield* refuseFull()
  if (refusal) return refusal
  // A state that has moved away takes its rows back.
  if (yield* hasMoves(dialect)) yield* run('DELETE FROM moved')
  yield* run('UPDATE head SET publication = NULL, baseline = NULL, stage = NULL')
  for (const { name } of [{ name: 'lease' }, ...tables.toReversed()])
    if (name !== 'head') yield* run(`DELETE FROM ${name}`)
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const insert = dialect.insertRows(table)
    for (const page of from.pages(table)) yield* run(insert, { rows: page })
    if (table.numbered) for (const one of dialect.continueAfter(table.name, from.lastId(table))) yield* run(one)
    const [expected, got] = [from.count(table), yield* count(table.name)]
    if (got !== expected)
      throw new Error(`the table ${table.name} of the copy has ${got} rows, expected ${expected}: nothing was changed`)
    rows[table.name] = got
  }
  yield* run('UPDATE head SET stage = NULL')
  return { rows, events: yield* verifyChain() }
}

/** The plans of a new state, and its head, are there always. */
function* refuseFull(): Work<Refusal | undefined> {
  for (const { name } of listTables()) {
    if (name === 'plan' || name === 'head') continue
    const found = yield* count(name)
    if (found > 0) return { refused: `it has ${found} rows in the table ${name} already, expected an empty state` }
  }
  return undefined
}

function* count(name: string): Work<number> {
  return (yield* find<{ count: number }>(countRows({ name, where: undefined })))?.count ?? 0
}

/** @returns the number of events */
function* verifyChain(): Work<number> {
  const head = yield* find<{ seq: number; chain: string }>('SELECT seq, chain FROM head')
  let [events, last]: [number, { seq: number; chain: string } | undefined] = [0, undefined]
  for (;;) {
    const page: { seq: number; chain_before: string; body: string }[] = yield* list(
      'SELECT seq, chain_before, body FROM event WHERE seq > @after ORDER BY seq LIMIT @limit',
      { after: last?.seq ?? 0, limit: EVENTS_AT_ONCE },
    )
    for (const { seq, chain_before, body } of page) {
      if (last && (seq !== last.seq + 1 || chain_before !== last.chain))
        throw new Error(brokenChain(`event ${seq} does not continue event ${last.seq}`))
      last = { seq, chain: chainHash(chain_before, body) }
      events += 1
    }
    if (page.length < EVENTS_AT_ONCE) break
  }
  // Without an event, all were archived, or none was published yet.
  const end = last ?? (head?.seq === 0 ? { seq: 0, chain: CHAIN_START } : head)
  if (head?.seq !== end?.seq || head?.chain !== end?.chain)
    throw new Error(
      brokenChain(`the last event is ${end?.seq}, and the head is at event ${head?.seq} with another hash`),
    )
  return events
}

function brokenChain(why: string): string {
  return `the chain of events breaks: ${why}, and nothing was changed; run: hustings events verify`
}

// The whole move, while servers answer from the state. In this order, a command that is killed loses nothing: changes are
// refused for a short time that ends by itself, the copy is loaded in one transaction, and only then is the old state closed for good.

type MovingStore = MoveOperations & Pick<EngineOperations, 'copyTo'>

export interface MigrateOptions {
  from: MovingStore
  to: MovingStore
  /** For messages, without a password. */
  names: { from: string; to: string }
  /** The step by which a person puts the new state to use, such as `set HUSTINGS_STATE`. */
  use: string
  /** A file for the copy, deleted afterwards. */
  draft: string
  replace: boolean
  now(): Date
}

/** Refused if the source has moved, or the target is not empty. Throws if the source may have changed: then the copy is not in use. */
export async function migrateState(options: MigrateOptions): Promise<Loaded | Refusal> {
  const { from, to, names, use, draft, replace, now } = options
  const begun = await from.beginMove(
    `${names.from} is being moved to ${names.to}, so nothing was changed: try again when the move has ended`,
  )
  if ('refused' in begun) return begun
  const { move } = begun
  const timer = setInterval(() => {
    from.renewMove(move).catch(() => undefined)
  }, STATE_MOVE_RENEW_MS)
  try {
    await from.copyTo(draft)
    await requireHeld(from, move, names)
    const loaded = await to.load(draft, replace)
    if ('refused' in loaded) {
      await from.endMove(move, null)
      return { refused: `${names.to} cannot take the state: ${loaded.refused}` }
    }
    const moved = `${names.from} was moved to ${names.to} at ${now().toISOString()}, so nothing was changed: ${use}`
    if (!(await from.endMove(move, moved))) throw lapsed(names, `${names.to} has a copy that is not in use`)
    return loaded
  } catch (fault) {
    await from.endMove(move, null).catch(() => undefined)
    throw fault
  } finally {
    clearInterval(timer)
    for (const one of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(one, { force: true })
  }
}

async function requireHeld(from: MovingStore, move: string, names: MigrateOptions['names']): Promise<void> {
  if (!(await from.renewMove(move))) throw lapsed(names, 'nothing was copied')
}

function lapsed({ from }: MigrateOptions['names'], rest: string): Error {
  return new Error(`${from} may have changed while this command stood still, and ${rest}: run it again`)
}
