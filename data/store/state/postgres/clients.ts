// The connections of this process to PostgreSQL, where it is, and what a failed query means.

import { userInfo } from 'node:os'
import pg from 'pg'
import { SCHEMA_DEFAULT } from '../../environment.ts'
import { StateUnavailable } from '../state.ts'

/** @setting Most connections of one process to PostgreSQL for operations that only read. */
const POSTGRES_READERS_MAX = 5
/** @setting Most connections of one process to PostgreSQL for operations that write. They wait for each other: more would wait together. */
const POSTGRES_WRITERS_MAX = 3
/** @setting Milliseconds for which an operation waits for a connection to PostgreSQL. */
const POSTGRES_CONNECT_TIMEOUT_MS = 5_000
/** @setting Milliseconds after which PostgreSQL ends a statement: the longest one of the state takes well under a second. */
const POSTGRES_STATEMENT_TIMEOUT_MS = 30_000
/** @setting Milliseconds for which a transaction in PostgreSQL waits for another one. */
export const POSTGRES_LOCK_TIMEOUT_MS = 10_000
/** @setting Milliseconds after which a process gives up a statement that only reads: a lost server says nothing. */
const POSTGRES_READ_TIMEOUT_MS = 5_000
/** @setting Milliseconds after which PostgreSQL ends the transaction of a process that stands still. Less than POSTGRES_LOCK_TIMEOUT_MS: others go on. */
const POSTGRES_IDLE_TRANSACTION_MS = 5_000
/** @setting Milliseconds until the next attempt to connect to PostgreSQL after a failed one; they double with each. */
const POSTGRES_RETRY_MIN_MS = 100
/** @setting Most milliseconds between attempts to connect to PostgreSQL: less than half a lease. */
const POSTGRES_RETRY_MAX_MS = 2_000

export interface Clients {
  /** Throws StateUnavailable, at once if a connection has just failed. */
  acquire(use: 'read' | 'write'): Promise<pg.PoolClient>
  /**
   * Calls back at each notice of a change, and whenever a notice may have been missed: also when the connection begins and ends. It
   * reconnects by itself.
   */
  listen(channel: string, onNotice: () => void): void
  /** False while no notice can arrive. */
  isListening(): boolean
  close(): Promise<void>
}

interface ClientsOptions {
  /** Most connections. */
  readers: number
  writers: number
  /** Milliseconds that a connection, and then a statement, may take. */
  timeout?: number
}

pg.defaults.user = systemUser() ?? pg.defaults.user

/** As libpq names a user that neither the URL nor PGUSER names; the driver reads USER, which a service need not have. */
function systemUser(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // In a container, a user id may have no name.
    return undefined
  }
}

export function configOf({ url }: Pick<Location, 'url'>, timeout?: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'hustings',
    statement_timeout: timeout ?? POSTGRES_STATEMENT_TIMEOUT_MS,
    lock_timeout: timeout ?? POSTGRES_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: POSTGRES_IDLE_TRANSACTION_MS,
    // A server that is gone without a word answers no query.
    query_timeout: timeout ?? POSTGRES_STATEMENT_TIMEOUT_MS + POSTGRES_CONNECT_TIMEOUT_MS,
    connectionTimeoutMillis: timeout ?? POSTGRES_CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  }
}

const OPERATIONS: ClientsOptions = { readers: POSTGRES_READERS_MAX, writers: POSTGRES_WRITERS_MAX }

export function connectTo(
  { url, name }: Location,
  { readers, writers, timeout }: ClientsOptions = OPERATIONS,
): Clients {
  const config = configOf({ url }, timeout)
  const pools = {
    // Readers do not wait for each other: a statement that takes this long has lost its server.
    read: new pg.Pool({
      ...config,
      query_timeout: timeout ?? POSTGRES_READ_TIMEOUT_MS,
      Client: CalmClient,
      max: readers,
    }),
    write: new pg.Pool({ ...config, Client: CalmClient, max: writers }),
  }
  // A connection that ends while nobody uses it leaves the pool.
  for (const pool of Object.values(pools)) pool.on('error', () => undefined)
  const acquire = {
    read: createAcquire(pools.read, { url, name }),
    write: createAcquire(pools.write, { url, name }),
  }
  let closed = false
  let listener: pg.Client | undefined
  let isListening = false
  let timer: NodeJS.Timeout | undefined

  const startListening = (channel: string, onNotice: () => void, wait: number): void => {
    const client = new pg.Client(config)
    listener = client
    const again = (): void => {
      if (closed || listener !== client) return
      listener = undefined
      isListening = false
      onNotice()
      client.end().catch(() => undefined)
      timer = setTimeout(() => startListening(channel, onNotice, Math.min(2 * wait, POSTGRES_RETRY_MAX_MS)), wait)
      timer.unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', onNotice)
    client
      .connect()
      .then(() => client.query(`LISTEN ${channel}`))
      .then(() => {
        wait = POSTGRES_RETRY_MIN_MS
        isListening = listener === client
        onNotice()
      })
      .catch(again)
  }

  return {
    acquire: (use) => acquire[use](),
    listen: (channel, onNotice) => startListening(channel, onNotice, POSTGRES_RETRY_MIN_MS),
    isListening: () => isListening,
    async close() {
      closed = true
      clearTimeout(timer)
      await listener?.end().catch(() => undefined)
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

/** Of one pool: writers that wait for each other are no reason to refuse readers. */
function createAcquire(pool: pg.Pool, { url, name }: Pick<Location, 'url' | 'name'>): () => Promise<pg.PoolClient> {
  let failed: { fault: StateUnavailable; until: number } | undefined
  let pause = POSTGRES_RETRY_MIN_MS
  return async () => {
    if (failed && performance.now() < failed.until) throw failed.fault
    try {
      const client = await pool.connect()
      failed = undefined
      pause = POSTGRES_RETRY_MIN_MS
      return client
    } catch (fault) {
      const now = performance.now()
      // Attempts that fail together count once.
      if (failed && now < failed.until) throw failed.fault
      failed = { fault: new StateUnavailable(name, describeFault(fault, url)), until: now + pause }
      pause = Math.min(2 * pause, POSTGRES_RETRY_MAX_MS)
      throw failed.fault
    }
  }
}

/** The end of its connection does not end the process, whenever it comes: the next query reports it. */
export class CalmClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

/** 64-bit integers are numbers: all of the state's are below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format as 'text')

// The meaning of a failed query.

/** The connection is gone, or was never made: PostgreSQL itself has said nothing, or that it ends. */
export function isLost(fault: unknown): boolean {
  return !(fault instanceof pg.DatabaseError) || /^(08|57P)/.test(fault.code ?? '')
}

/** The server has not answered in time: it would not answer another attempt either. */
export function isTimeout(fault: unknown): boolean {
  return fault instanceof Error && fault.message === 'Query read timeout'
}

/** PostgreSQL has undone the transaction because of another one: it may run again. */
export function isUndone(fault: unknown): boolean {
  return fault instanceof pg.DatabaseError && (fault.code === '40001' || fault.code === '40P01')
}

/** The SQLSTATE of a guard: the state has moved. PostgreSQL itself uses no class that begins with H and a letter but HV. */
export const MOVED = 'HU001'

/** A change was refused because the state has moved. */
export function isMoved(fault: unknown): fault is pg.DatabaseError {
  return fault instanceof pg.DatabaseError && fault.code === MOVED
}

/** The database accepts no writes: it is a standby, set to read only, or its disk is full. */
export function isReadOnly(fault: unknown): boolean {
  return fault instanceof pg.DatabaseError && (fault.code === '25006' || fault.code === '53100')
}

/** @param url whose password is kept out */
export function describeFault(fault: unknown, url: string): string {
  const all = fault instanceof AggregateError ? fault.errors : [fault]
  const text = all.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  const { password = '', searchParams } = URL.parse(url) ?? {}
  return [decodeURIComponent(password), ...(searchParams?.getAll('password') ?? [])]
    .filter((secret) => secret !== '')
    .reduce((said, secret) => said.replaceAll(secret, '…'), text)
}

// Where the state is: a database, and the schema in it that contains the tables.

const SCHEMA = /^[a-z_][a-z0-9_]{0,50}$/

export interface Location {
  /** For the driver: it contains the password. */
  url: string
  schema: string
  /** For messages: without user and password. */
  name: string
}

/** Throws a sentence without the password. @param address postgres://… or postgresql://… */
export function locate(address: string): Location {
  const url = URL.parse(address)
  if (!url)
    throw new Error('the URL of the PostgreSQL state cannot be read: expected postgres://user:password@host/database')
  const schema = url.searchParams.get('schema') ?? SCHEMA_DEFAULT
  if (!SCHEMA.test(schema))
    throw new Error(
      `the schema of the PostgreSQL state: got "${schema}", expected lower-case letters, digits and underscores, at most 51, not beginning with a digit`,
    )
  url.searchParams.delete('schema')
  // The tables are found in their own schema only.
  const options = [url.searchParams.get('options'), `-c search_path=${schema}`].filter((option) => option !== null)
  url.searchParams.delete('options')
  // As in libpq, it wins over the path; the driver reads the path alone.
  const dbname = url.searchParams.get('dbname')
  if (dbname) url.pathname = `/${encodeURI(dbname)}`
  url.searchParams.delete('dbname')
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.host)
  url.searchParams.set('options', options.join(' '))
  // The driver decodes %20 and not +. Elsewhere, such as in a password, a + is itself.
  url.search = url.search.replaceAll('+', '%20')
  // The driver finds what the URL leaves out, as libpq does.
  const { database } = new pg.Client({ connectionString: url.href })
  return {
    url: url.href,
    schema,
    name: `PostgreSQL ${host || 'localhost'}/${database}?schema=${schema}`,
  }
}
