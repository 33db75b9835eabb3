import { CHAIN_START, chainHash } from '../../../schema/event.ts'
import { STATE_MOVE_HOLD_MS } from '../../constants.ts'
import type { Refusal } from '../change.ts'
import type { Loaded, Move, MoveOperations } from '../moves.ts'
import { makeName } from '../name.ts'
import { openRowFile, type RowFile } from '../row-file.ts'
import { countRows, listTables } from '../tables.ts'
import { type Connection, type Dialect, find, list, run, type Work } from './connection.ts'

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
