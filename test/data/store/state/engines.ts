// The engines of the state, for suites that run on each: a new empty state, and what no operation of its interface shows.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { Database } from '../../../../data/store/sqlite.ts'
import { makeName } from '../../../../data/store/state/engine.ts'
import { openState } from '../../../../data/store/state/open.ts'
import type { ServiceStore } from '../../../../data/store/state/state.ts'
import { pathsAt } from './address.ts'

export interface TestState {
  /** For another process (pathsAt). */
  address: string
  open(): Promise<ServiceStore>
  /** Runs SQL beside the operations. */
  rows<Row>(sql: string): Promise<Row[]>
  /** Seconds since 1970 on the state's clock, in SQL. */
  now: string
  /** Holds the lock of a writer. @returns ends it */
  hold(): Promise<() => Promise<void>>
  remove(): Promise<void>
}

export interface Engine {
  create(): Promise<TestState>
  /** SQL after which no audit entry can be written, but fails with `the audit is full`. */
  auditIsFull: string
  /** SQL after which this event cannot be deleted, but fails with `the event stays`. */
  keepEvent(seq: number): string
}

/** The state of the running test, and its place. */
export let place: TestState
export let state: ServiceStore

/** Gives each test of a suite a new empty state, and removes it afterwards. */
export function freshState(engine: Engine): void {
  beforeEach(async () => {
    place = await engine.create()
    state = await place.open()
  })
  afterEach(async () => {
    await state.close()
    await place.remove()
  })
}

/** Closes the state of the running test and opens it again, as after a restart. */
export async function reopen(): Promise<void> {
  await state.close()
  state = await place.open()
}

export const SQLITE: Engine = {
  auditIsFull: "CREATE TRIGGER full_up BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'the audit is full'); END",
  keepEvent: (seq) =>
    `CREATE TRIGGER stays BEFORE DELETE ON event WHEN OLD.seq = ${seq} BEGIN SELECT RAISE(ABORT, 'the event stays'); END`,
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'hustings-state-'))
    const address = join(folder, 'state.sqlite')
    return {
      address,
      open: () => openState({ state: address }),
      async rows<Row>(sql: string) {
        const database = new Database(address)
        try {
          const statement = database.prepare(sql)
          if (statement.reader) return statement.all() as Row[]
          statement.run()
          return []
        } finally {
          database.close()
        }
      },
      now: "unixepoch('subsec')",
      async hold() {
        const database = new Database(address)
        database.exec('BEGIN IMMEDIATE')
        return async () => {
          database.exec('ROLLBACK')
          database.close()
        }
      },
      remove: async () => rmSync(folder, { recursive: true }),
    }
  },
}

/** A database in which tests create schemas of their own. HUSTINGS_TEST_POSTGRES names another one. */
export const TEST_SERVER = process.env.HUSTINGS_TEST_POSTGRES || `postgres://${userInfo().username}@127.0.0.1:5432/test`

export const POSTGRES: Engine = {
  auditIsFull: `CREATE FUNCTION full_up() RETURNS trigger AS $$ BEGIN RAISE 'the audit is full'; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER full_up BEFORE INSERT ON audit EXECUTE FUNCTION full_up()`,
  keepEvent: (
    seq,
  ) => `CREATE FUNCTION stays() RETURNS trigger AS $$ BEGIN RAISE 'the event stays'; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER stays BEFORE DELETE ON event FOR EACH ROW WHEN (OLD.seq = ${seq}) EXECUTE FUNCTION stays()`,
  async create() {
    const schema = `test_${makeName()}`
    const url = new URL(TEST_SERVER)
    url.searchParams.set('schema', schema)
    url.searchParams.set('application_name', schema)
    const client = new pg.Client({ connectionString: TEST_SERVER, options: `-c search_path=${schema}` })
    client.setTypeParser(pg.types.builtins.INT8, Number)
    await client.connect()
    return {
      address: url.href,
      open: () => openState(pathsAt(url.href)),
      rows: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
      now: 'extract(epoch FROM clock_timestamp())::float8',
      async hold() {
        await client.query('BEGIN; SELECT FROM head FOR UPDATE')
        return async () => {
          await client.query('ROLLBACK')
        }
      },
      async remove() {
        await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
        await client.end()
      },
    }
  },
}

/** For the name of a test that is skipped; undefined if a PostgreSQL server answers. */
export async function whyWithoutPostgres(): Promise<string | undefined> {
  const fault = await findServerFault()
  return (
    fault &&
    `skipped: no PostgreSQL server answers at ${new URL(TEST_SERVER).host} (${fault}); HUSTINGS_TEST_POSTGRES names one`
  )
}

/** Undefined if a PostgreSQL server answers for the tests; otherwise why not. */
async function findServerFault(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: TEST_SERVER, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (fault) {
    return fault instanceof Error ? fault.message || String(fault) : String(fault)
  }
}
