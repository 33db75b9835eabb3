// The state in a PostgreSQL database, in a schema of its own.

import { rmSync } from 'node:fs'
import type { PoolClient } from 'pg'
import { anotherFormat, readDdl } from '../../ddl.ts'
import { type Connection, type Dialect, find, list, makeName, run, type Statement, type Work } from '../engine.ts'
import { openStateFile, SQLITE } from '../sqlite/state.ts'
import { type ServiceStore, StateMoved, StateUnavailable, StateUnwritable, storeOver } from '../state.ts'
import { insertRows, listTables, quoted, ROWS_AT_ONCE, selectRows, type Table } from '../tables.ts'
import {
  type Clients,
  connectTo,
  describeFault,
  isLost,
  isMoved,
  isReadOnly,
  isTimeout,
  isUndone,
  type Location,
  locate,
  MOVED,
  POSTGRES_LOCK_TIMEOUT_MS,
} from './clients.ts'
import { createTurn } from './publisher.ts'

/** @setting Milliseconds between looks at the version of the state while PostgreSQL gives notice of each change. A lost notice costs this much. */
const POSTGRES_POLL_MS = 1_000
/** @setting Milliseconds between looks at the version of the state while no connection gets notices. */
const POSTGRES_DEAF_POLL_MS = 100
/** @setting Times that an operation runs if PostgreSQL undoes it because of another one. */
const POSTGRES_ATTEMPTS = 5
/** @setting Milliseconds after which PostgreSQL ends a transaction that copies the whole state and stands still: its rows come from a file. */
const POSTGRES_ALONE_IDLE_MS = 60_000

/**
 * Opens the state. Creates its tables on first use, and migrates an earlier format. Throws StateUnavailable, and an error for a later
 * format. @param address postgres://…, with ?schema=
 */
export async function openPostgres(address: string): Promise<ServiceStore> {
  return storeOver(await connect(locate(address)))
}

/** The format of the state, 0 if there is none, and the format that this version writes. Changes nothing. */
export async function findPostgresFormat(address: string): Promise<{ found: number; expected: number }> {
  return { found: await findFormat(locate(address)), expected: POSTGRES_FORMAT }
}

/** For messages: without user and password. */
export function namePostgres(address: string): string {
  return locate(address).name
}

// Runs operations in PostgreSQL. Every operation that writes first locks the one row of `head`: operations follow one another as in
// SQLite, and the order of their commits is the order of the events.

export const POSTGRES: Dialect = {
  now: 'extract(epoch FROM clock_timestamp())::double precision',
  jsonArrayOf: (column) => `coalesce(json_agg(${column})::text, '[]')`,
  lesser: (one, other) => `least(${one}, ${other})`,
  greater: (one, other) => `greatest(${one}, ${other})`,
  itemsOf: (parameter) => `json_array_elements_text(${parameter}::json)`,
  rowsOf: (parameter, columns) =>
    `json_to_recordset(${parameter}::json) AS given (${columns.map(([name, type]) => `${name} ${type === 'integer' ? 'bigint' : 'text'}`).join(', ')})`,
  hasTable: (name) => `to_regclass('${name}') IS NOT NULL`,
  guards: () => [
    REFUSE_MOVED,
    ...listTables().map(({ name, columns }) => {
      // A lease counts its change in `head`.
      const update = name === 'head' ? `UPDATE OF ${quoted(columns)}` : 'UPDATE'
      return `CREATE OR REPLACE TRIGGER moved BEFORE INSERT OR ${update} OR DELETE ON ${name} EXECUTE FUNCTION refuse_moved()`
    }),
  ],
  insertRows: (table) =>
    insertRows(
      table,
      `SELECT ${quoted(table.columns)} FROM json_populate_recordset(NULL::${table.name}, @rows::json)`,
      'OVERRIDING SYSTEM VALUE',
    ),
  // Unlike setval, it is undone with the transaction.
  continueAfter: (table, id) => [`ALTER TABLE ${table} ALTER COLUMN id RESTART WITH ${id + 1}`],
}

const REFUSE_MOVED = `CREATE OR REPLACE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    why text := (SELECT sentence FROM moved WHERE expires_at IS NULL OR expires_at > extract(epoch FROM clock_timestamp()));
  BEGIN
    IF why IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = '${MOVED}', MESSAGE = why;
    END IF;
    RETURN NULL;
  END $$`

const COUNT_CHANGE = 'UPDATE head SET change_count = change_count + 1'
// Writers in their transaction end first, and leases wait: a guard locks the table of `head` against both.
const COUNT_ALONE = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '${POSTGRES_ALONE_IDLE_MS}ms';
  LOCK TABLE head IN EXCLUSIVE MODE; ${COUNT_CHANGE}`
/** For an operation that would not wait: readers act on the change, and a crash must not forget it. */
const AWAIT_DISK = 'SET LOCAL synchronous_commit TO DEFAULT'
const WAIT_FOR_TURN = 'SELECT FROM head FOR UPDATE'

/** Throws StateUnavailable, StateUnwritable, or an error for a later format. */
async function connect(location: Location): Promise<Connection> {
  const clients = connectTo(location)
  const { use, toStateError, isReachable } = sessionsOver(clients, location)
  const turn = createTurn(location)
  const channel = `hustings_${location.schema}`
  /** `version` counts changes of this and other processes, but not those that this process made quietly. */
  let [changes, ownQuiet, listens] = [0, 0, false]
  let lookedAt = Number.NEGATIVE_INFINITY
  const lookSoon = (): void => {
    lookedAt = Number.NEGATIVE_INFINITY
  }

  const transact = <Result>(begin: string, work: () => Work<Result>, isQuiet = true): Promise<Result> =>
    use('write', async (query) => {
      await query(`BEGIN ISOLATION LEVEL READ COMMITTED; ${begin}`)
      const { result, announced } = await perform(query, work())
      // Other processes get a notice after the commit, and look sooner.
      const notice = announced || !isQuiet ? `NOTIFY ${channel}; ` : ''
      try {
        await query(`${notice}COMMIT`)
      } catch (fault) {
        throw toStateError(fault, true)
      }
      if (announced && isQuiet) ownQuiet += 1
      lookSoon()
      return result
    })

  const read = <Result>(work: () => Work<Result>): Promise<Result> =>
    use('read', async (query) => (await perform(query, work())).result)

  const connection: Connection = {
    dialect: POSTGRES,
    read,
    readOnce: (work) =>
      use('read', async (query) => {
        await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        const { result } = await perform(query, work())
        await query('COMMIT')
        return result
      }),
    write: (work) => transact(COUNT_CHANGE, work, false),
    writeAlone: (work) => transact(COUNT_ALONE, work, false),
    writeQuietly: (work) => transact(WAIT_FOR_TURN, work),
    writeLightly: (work, wait = POSTGRES_LOCK_TIMEOUT_MS) =>
      transact(`SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = ${wait}; ${WAIT_FOR_TURN}`, work),
    // PostgreSQL overwrites old rows and its log by itself, later.
    forget: async () => undefined,
    async isWritable() {
      try {
        return (await read(() => find<{ writable: boolean }>(WRITABLE)))?.writable ?? false
      } catch {
        return false
      }
    },
    async version() {
      if (!listens) clients.listen(channel, lookSoon)
      listens = true
      const now = performance.now()
      if (now - lookedAt >= (clients.isListening() ? POSTGRES_POLL_MS : POSTGRES_DEAF_POLL_MS)) {
        lookedAt = now
        try {
          changes = (await read(() => find<{ changes: number }>(CHANGES)))?.changes ?? 0
        } catch (fault) {
          lookSoon()
          throw fault
        }
      }
      return changes - ownQuiet
    },
    isReachable,
    ...turn,
    async copyTo(file) {
      const copy = beginCopy(file)
      try {
        await connection.readOnce(copy.fill)
        copy.commit()
      } finally {
        copy.close()
      }
    },
    async close() {
      await turn.endPublishing()
      await clients.close()
    },
  }
  try {
    await use('write', (query) => migrate(query, location))
  } catch (fault) {
    await clients.close()
    throw fault
  }
  return connection
}

const WRITABLE = `SELECT NOT (pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean) AS writable`
const CHANGES = 'SELECT change_count AS changes FROM head'

/** Changes nothing. Throws StateUnavailable. @returns 0 if there is no state */
async function findFormat(location: Location): Promise<number> {
  const clients = connectTo(location)
  try {
    return await sessionsOver(clients, location).use('read', readFormat)
  } finally {
    await clients.close()
  }
}

interface Sessions {
  /**
   * Uses a connection. One that fails in any way is not used again: PostgreSQL undoes what it has not committed. Runs again what had no
   * effect: PostgreSQL undid it because of another operation, or the connection had ended while it was idle.
   * @param isRepeated false: what a lost connection leaves unknown is not run again
   */
  use<Result>(kind: 'read' | 'write', act: (query: Query) => Promise<Result>, isRepeated?: boolean): Promise<Result>
  /** False from the loss of the server until the next success. */
  isReachable(): boolean
  /** @param isUnknown the fault came while PostgreSQL committed */
  toStateError(fault: unknown, isUnknown?: boolean): unknown
}

export function sessionsOver(clients: Clients, { url, name }: Location): Sessions {
  let isReachable = true
  const toStateError: Sessions['toStateError'] = (fault, isUnknown = false) => {
    if (fault instanceof Ended) return new StateUnavailable(name, describeFault(fault.cause, url), isUnknown)
    if (isMoved(fault)) return new StateMoved(fault.message, fault)
    return isReadOnly(fault) ? new StateUnwritable(name, fault) : fault
  }
  const useOnce: Sessions['use'] = async (kind, act) => {
    const client = await clients.acquire(kind)
    let isSound = false
    try {
      const result = await act(queryOver(client))
      isSound = true
      return result
    } finally {
      client.release(!isSound)
    }
  }
  return {
    toStateError,
    isReachable: () => isReachable,
    async use(kind, act, isRepeated = true) {
      for (let attempt = 1; ; attempt++) {
        try {
          const result = await useOnce(kind, act)
          isReachable = true
          return result
        } catch (fault) {
          const attempts = isUndone(fault)
            ? POSTGRES_ATTEMPTS
            : fault instanceof Ended && isRepeated && !isTimeout(fault.cause)
              ? 2
              : 1
          if (attempt < attempts) continue
          const error = toStateError(fault)
          if (error instanceof StateUnavailable) isReachable = false
          throw error
        }
      }
    },
  }
}

/** The connection ended. */
class Ended extends Error {}

function queryOver(client: PoolClient): Query {
  return async (text, values, name) => {
    try {
      const { rows, rowCount } = await client.query({
        text,
        ...(values && { values: [...values] }),
        ...(name && { name }),
      })
      return { rows, changes: rowCount ?? 0 }
    } catch (fault) {
      throw isLost(fault) ? new Ended('the connection to PostgreSQL ended', { cause: fault }) : fault
    }
  }
}

/** @returns with its result, whether the work has announced a change */
async function perform<Result>(query: Query, work: Work<Result>): Promise<{ result: Result; announced: boolean }> {
  let announced = false
  let step = work.next()
  while (!step.done) {
    announced ||= step.value.kind === 'announce'
    step = work.next(await answer(query, step.value))
  }
  return { result: step.value, announced }
}

async function answer(query: Query, { kind, sql, values }: Statement): Promise<unknown> {
  const { text, names } = translate(sql)
  const ask = (suffix = '') =>
    query(
      text + suffix,
      names.map((name) => values[name] ?? null),
    )
  switch (kind) {
    case 'find':
      return (await ask()).rows[0]
    case 'list':
      return (await ask()).rows
    case 'run':
      return (await ask()).changes
    case 'insert':
      return (await ask(' RETURNING id')).rows[0]?.id
    case 'announce':
      return query(`${AWAIT_DISK}; ${COUNT_CHANGE}`)
    default:
      throw kind satisfies never
  }
}

interface Translated {
  text: string
  names: readonly string[]
}

const translated = new Map<string, Translated>()

/** PostgreSQL numbers its parameters: `@name` becomes `$1`. */
function translate(sql: string): Translated {
  const known = translated.get(sql)
  if (known) return known
  const names: string[] = []
  const text = sql.replaceAll(/@(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const one = { text, names }
  translated.set(sql, one)
  return one
}

// The tables and their format.

type Query = (
  text: string,
  values?: readonly unknown[],
  name?: string,
) => Promise<{ rows: Record<string, unknown>[]; changes: number }>

/** The file at index N of ddl/ makes format N + 1 of format N. A file that was released never changes. */
const MIGRATIONS = ['state-postgres.sql', 'state-postgres-2.sql', 'state-postgres-3.sql']
const POSTGRES_FORMAT = MIGRATIONS.length

/** 0 if there are no tables. */
async function readFormat(query: Query): Promise<number> {
  const { rows } = await query("SELECT to_regclass('format') IS NOT NULL AS exists")
  return rows[0]?.exists ? Number((await query('SELECT format FROM format')).rows[0]?.format ?? 0) : 0
}

/** Throws for a later format. Processes that start together migrate one after another; the later ones find nothing to do. */
async function migrate(query: Query, { schema, name }: Pick<Location, 'schema' | 'name'>): Promise<void> {
  if ((await readFormat(query)) < POSTGRES_FORMAT) {
    // The lock ends with the transaction, also if this process is killed. A migration may take longer than an operation.
    await query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hustings ${schema}`])
    const { rows } = await query('SELECT to_regnamespace($1) IS NOT NULL AS exists', [schema])
    if (!rows[0]?.exists) await query(`CREATE SCHEMA ${schema}`)
    const from = await readFormat(query)
    for (const file of MIGRATIONS.slice(from)) await query(readDdl(file))
    if (from === 0) {
      await query('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, $1, 0)', [makeName()])
      await query('INSERT INTO format (only_row, format) VALUES (1, 0)')
    }
    if (from < POSTGRES_FORMAT) await query('UPDATE format SET format = $1', [POSTGRES_FORMAT])
    await query('COMMIT')
  }
  const format = await readFormat(query)
  if (format !== POSTGRES_FORMAT) throw anotherFormat(name, format, POSTGRES_FORMAT)
}

// Copies the rows of the state into an SQLite file, all of one moment.

interface Copy {
  /** Reads all rows, in one transaction that sees the state of one moment. It can run again. */
  fill(): Work<void>
  commit(): void
  close(): void
}

/** @param file a new one is made, in its place */
function beginCopy(file: string): Copy {
  for (const one of [file, `${file}-wal`, `${file}-shm`]) rmSync(one, { force: true })
  const database = openStateFile(file)
  database.exec('BEGIN IMMEDIATE')
  function* fill(): Work<void> {
    database.exec('ROLLBACK; BEGIN IMMEDIATE; DELETE FROM plan; PRAGMA defer_foreign_keys = ON')
    for (const table of listTables()) {
      const insert = database.prepare(SQLITE.insertRows(table))
      yield* run(`DECLARE rows_of_${table.name} NO SCROLL CURSOR FOR ${selectRows(table)}`)
      for (;;) {
        const rows = yield* list(`FETCH ${ROWS_AT_ONCE} FROM rows_of_${table.name}`)
        if (rows.length > 0) insert.run({ rows: JSON.stringify(rows) })
        if (rows.length < ROWS_AT_ONCE) break
      }
      yield* run(`CLOSE rows_of_${table.name}`)
      if (table.numbered)
        for (const one of SQLITE.continueAfter(table.name, yield* findLastId(table))) database.exec(one)
    }
    // Its stage belongs to a publisher of the database.
    database.exec('UPDATE head SET stage = NULL')
  }
  return {
    fill,
    commit: () => void database.exec('COMMIT'),
    close: () => void database.close(),
  }
}

/** The highest id that the table ever had. */
function* findLastId({ name }: Table): Work<number> {
  const found = yield* find<{ last: number }>(
    `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${name}_id_seq`,
  )
  return found?.last ?? 0
}
