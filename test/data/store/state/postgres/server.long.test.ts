// What only PostgreSQL has: a server that ends connections or is not there, processes that migrate at once, and a version that others
// change.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainHash } from '../../../../../data/schema/event.ts'
import { readStateServer } from '../../../../../data/store/environment.ts'
import { eventQueries } from '../../../../../data/store/state/events.ts'
import { findStateFormat, openState, openStateCopy, stateExists } from '../../../../../data/store/state/open.ts'
import { connectTo, locate } from '../../../../../data/store/state/postgres/clients.ts'
import { POSTGRES as DIALECT } from '../../../../../data/store/state/postgres/state.ts'
import { type ServiceStore, StateUnavailable, StateUnwritable } from '../../../../../data/store/state/state.ts'
import { makeEvents, publishEvents } from '../../feed-events.ts'
import { pathsAt } from '../address.ts'
import { POSTGRES, type TestState, whyWithoutPostgres } from '../engines.ts'

const at = '2028-03-01T12:00:00.000Z'
const change = { by: 'ada', at }
const account = (name: string) => ({ name, plan: 'free', contact: null, password_hash: null })
const why = await whyWithoutPostgres()
/** The name of a state's connections. */
const nameOf = ({ address }: TestState) => new URL(address).searchParams.get('application_name')

describe.skipIf(why !== undefined)(why ?? 'a PostgreSQL server', () => {
  let place: TestState
  let state: ServiceStore
  beforeEach(async () => {
    place = await POSTGRES.create()
    state = await place.open()
  })
  afterEach(async () => {
    await state.close()
    await place.remove()
  })

  /** Ends the connections of this state that match, as an operator or a restart does. @returns how many */
  const terminate = async (where = 'true'): Promise<number> => {
    const [{ ended } = { ended: 0 }] = await place.rows<{ ended: number }>(
      `SELECT count(pg_terminate_backend(pid)) AS ended
      FROM pg_stat_activity
      WHERE application_name = '${nameOf(place)}' AND pid <> pg_backend_pid() AND ${where}`,
    )
    return ended
  }

  it('has a state that processes create once, although they start together', async () => {
    const fresh = await POSTGRES.create()
    const states = await Promise.all(Array.from({ length: 6 }, () => fresh.open()))
    const heads = await fresh.rows<{ format: number }>('SELECT format FROM head, format')
    expect(heads).toEqual([{ format: 3 }])
    const epochs = await Promise.all(states.map((one) => one.beginEpochAfter('')))
    expect(new Set(epochs.map(({ epoch }) => epoch)).size).toBe(1)
    for (const one of states) await one.close()
    await fresh.remove()
  })

  it('migrates format 1 without loss', async () => {
    const change = { by: 'the operator', at: '2028-03-01T12:00:00.000Z' }
    await state.createAccount({ name: 'ada', plan: 'free', contact: null, password_hash: null }, change)
    await state.setAccountStatus('ada', 'approve', change)
    const made = await state.createSubscription(1, { name: 'all', filter: {} }, change.at)
    await place.rows(
      `ALTER TABLE subscription DROP COLUMN token_hash, DROP COLUMN token_last_four, DROP COLUMN token_created_at;
      DROP TABLE correction;
      UPDATE format SET format = 1`,
    )
    const migrated = await place.open()
    expect(await migrated.subscriptions(1)).toEqual([made])
    await migrated.createFeedToken({ id: 1, account_id: 1 }, { hash: 'aa', last_four: 'aaaa' }, change)
    expect(await migrated.findFeedGrant('aa')).toMatchObject({ account_id: 1, subscription: made })
    expect(await migrated.openCorrection({ record: 'contest/1', text: 'x' }, change.at)).toMatchObject({ id: 1 })
    expect(await place.rows('SELECT format FROM format')).toEqual([{ format: 3 }])
    await migrated.close()
  })

  it('refuses a later format by name, and shows it without a change', async () => {
    await place.rows('UPDATE format SET format = 9')
    const refused = 'its format is 9, this version of hustings reads 3: run the version that wrote it'
    await expect(place.open()).rejects.toThrow(refused)
    expect(await findStateFormat(pathsAt(place.address))).toEqual({ found: 9, expected: 3 })
    await expect(openStateCopy(pathsAt(place.address))).rejects.toThrow('has format 9, and this version reads 3')
  })

  it('refuses no reader because all connections for writers are in use', async () => {
    const clients = connectTo(locate(place.address), { readers: 1, writers: 1, timeout: 200 })
    const writer = await clients.acquire('write')
    await expect(clients.acquire('write')).rejects.toThrow(StateUnavailable)
    const reader = await clients.acquire('read')
    for (const client of [reader, writer]) client.release()
    await clients.close()
  })

  it('is known to have no state before the first opening', async () => {
    const fresh = await POSTGRES.create()
    expect(await stateExists(pathsAt(fresh.address))).toBe(false)
    expect(await findStateFormat(pathsAt(fresh.address))).toEqual({ found: 0, expected: 3 })
    expect(await stateExists(pathsAt(place.address))).toBe(true)
    await fresh.remove()
  })

  it('ends an operation as a whole: each is done or not, and the next one reconnects', async () => {
    let over = false
    const ending = (async () => {
      let ended = 0
      while (!over) {
        ended += await terminate("query NOT LIKE 'LISTEN%'")
        await delay(3)
      }
      return ended
    })()
    const outcomes = { done: 0, failed: 0, unknown: 0 }
    for (let n = 1; n <= 120; n++) {
      const made = await state
        .createAccount(account(`number ${n}`), { ...change, by: 'command line' })
        .catch((one: unknown) => one)
      if (made instanceof StateUnavailable) outcomes[/unknown/.test(made.message) ? 'unknown' : 'failed'] += 1
      else if (made instanceof Error) throw made
      else outcomes.done += 1
    }
    over = true
    expect(await ending).toBeGreaterThan(10)
    await delay(100)
    // An account and its audit entry are one operation.
    const names = new Set((await state.accounts()).map(({ name }) => name))
    const audited = (await state.audit(null, 1000)).map((entry) => entry.account)
    expect(new Set(audited)).toEqual(names)
    expect(audited).toHaveLength(names.size)
    expect(names.size).toBeGreaterThanOrEqual(outcomes.done)
    expect(names.size).toBeLessThanOrEqual(outcomes.done + outcomes.unknown)
    expect(await state.createAccount(account('afterwards'), change)).toHaveProperty('id')
  })

  it('undoes an operation whose connection ends in the middle', async () => {
    await state.version()
    const release = await place.hold()
    const waiting = state.createAccount(account('ada'), change)
    await expect.poll(() => waitingBackends()).toBe(1)
    const other = new pg.Client({ connectionString: locate(place.address).url })
    await other.connect()
    const { rowCount } = await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${nameOf(place)}' AND wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(1)
    await release()
    await other.end()
    // It had committed nothing, so it runs again by itself.
    expect(await waiting).toMatchObject({ name: 'ada' })
    expect(await state.accounts()).toHaveLength(1)
  })
  const waitingBackends = async () => {
    const client = new pg.Client({ connectionString: locate(place.address).url })
    await client.connect()
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = '${nameOf(place)}' AND wait_event_type = 'Lock'`,
    )
    await client.end()
    return rows[0].count
  }

  it('shows a change of another process within the time of a look, by its notice sooner', async () => {
    const other = await place.open()
    const before = await state.version()
    await delay(50)
    await publishEvents(other, 'a', { count: 1 })
    const begun = performance.now()
    await expect.poll(() => state.version(), { interval: 2 }).not.toBe(before)
    expect(performance.now() - begun).toBeLessThan(2000)
    const quiet = await state.version()
    await other.createSession({ hash: 's', account_id: 1, created_at: at, expires_at: at }).catch(() => undefined)
    await delay(300)
    expect(await state.version()).toBe(quiet)
    // Without notices, looking finds it.
    await terminate("query LIKE 'LISTEN%'")
    await other.publish({ expectedPublication: 1, bundle: 'b', published_at: at, staged: null })
    await expect.poll(() => state.version()).not.toBe(quiet)
    await other.close()
  })

  it('says that it accepts no writes, and still answers', async () => {
    await publishEvents(state, 'a', { count: 2 })
    const url = new URL(place.address)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const standby = await openState(pathsAt(url.href))
    expect(await standby.isWritable()).toBe(false)
    expect(await state.isWritable()).toBe(true)
    expect(await standby.head()).toMatchObject({ publication: 1, seq: 2 })
    const refused = standby.publish({ expectedPublication: 1, bundle: 'b', published_at: at, staged: null })
    await expect(refused).rejects.toThrow(StateUnwritable)
    await expect(standby.renewLease({ server: 'one', publication: 1 })).rejects.toThrow(StateUnwritable)
    await standby.close()
  })

  it('reads the feed by its indexes', async () => {
    const { events } = makeEvents({ count: 3000, every: 1 })
    await state.stageEvents(await state.beginStage(), events)
    await place.rows('ANALYZE event')
    const values: Record<string, string> = { after: '1', through: '2', limit: '3', instant: `'${at}'` }
    for (const [name, sql] of Object.entries(eventQueries(DIALECT))) {
      const text = sql.replaceAll(/@(\w+)/g, (_, key: string) => values[key] ?? '')
      const plan = JSON.stringify(await place.rows(`EXPLAIN ${text}`))
      expect(plan, name).toMatch(/Index Scan|Index Only Scan|Bitmap Index Scan/)
      expect(plan, name).not.toMatch(/Seq Scan on event/)
    }
  })

  it('goes away and comes back: operations fail at once meanwhile, and then go on', async () => {
    await publishEvents(state, 'a', { count: 1 })
    const direct = new URL(place.address)
    let proxy = await openProxy(Number(direct.port), 0)
    const { port } = proxy
    direct.port = String(port)
    const through = await openState(pathsAt(direct.href))
    const before = await through.version()
    await proxy.close()
    await expect(through.head()).rejects.toThrow(StateUnavailable)
    const begun = performance.now()
    for (let n = 0; n < 500; n++) await expect(through.publications(1)).rejects.toThrow(StateUnavailable)
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(await through.isWritable()).toBe(false)
    // It looks again after POSTGRES_POLL_MS.
    await expect.poll(() => through.version().catch((fault: unknown) => fault)).toBeInstanceOf(StateUnavailable)
    await state.publish({ expectedPublication: 1, bundle: 'b', published_at: at, staged: null })
    proxy = await openProxy(Number(new URL(place.address).port), port)
    await expect.poll(() => through.head().catch(() => undefined)).toMatchObject({ publication: 2 })
    expect(await through.version()).not.toBe(before)
    // Notices arrive again.
    await expect.poll(async () => (await place.rows(LISTENING(nameOf(place)))).length).toBe(1)
    await through.close()
    await proxy.close()
  })

  it('is copied into a file as it is at one moment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hustings-copy-'))
    await publishEvents(state, 'a', { count: 1200, every: 1 })
    let over = false
    const writing = (async () => {
      for (let n = 0; !over; n++)
        await publishEvents(state, `b${n}`, {
          count: 3,
          from: new Date(Date.parse('2029-01-01') + 9000 * n).toISOString(),
        })
    })()
    for (let n = 0; n < 3; n++) {
      const file = join(folder, 'copy')
      await state.copyTo(file)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const copy = await openState(pathsAt(file))
      const [head, events] = [await copy.head(), await copy.chain(0, 10_000)]
      expect([head?.seq, head?.publication]).toEqual([events.length, (events.length - 1200) / 3 + 1])
      const last = events.at(-1)
      expect(head?.chain).toBe(last && chainHash(last.chain_before, last.body))
      await copy.close()
    }
    over = true
    await writing
    rmSync(folder, { recursive: true })
  })

  it('never shows its password', async () => {
    const secret = 'do-not-show'
    for (const [from, to] of [
      ['//', `//nobody:${secret}@`],
      [/@[^/]*/, '@127.0.0.1:9'],
    ] as const) {
      const base = new URL(place.address)
      base.username = 'nobody'
      base.password = secret
      const address = from === '//' ? base.href : base.href.replace(from, `${to}`)
      const failed = await openState(pathsAt(address)).catch((one: unknown) => one)
      const said = `${failed instanceof Error ? `${failed.stack} ${JSON.stringify(failed)} ${String(failed.cause)}` : ''}`
      expect(said).toContain('cannot be reached')
      expect(said).not.toContain(secret)
    }
    const unencrypted = new URL(place.address)
    unencrypted.searchParams.set('sslmode', 'verify-full')
    unencrypted.password = secret
    const encrypted = await openState(pathsAt(unencrypted.href)).catch((one: unknown) => one)
    if (encrypted instanceof Error) {
      expect(encrypted).toBeInstanceOf(StateUnavailable)
      expect(encrypted.message).not.toContain(secret)
    }
    for (const text of [`mysql://nobody:${secret}@db/x`, `${secret}`, `postgres://nobody:${secret}@db:port/x`])
      expect(() => readStateServer(text, 'public')).toThrow(/HUSTINGS_STATE: got (?!.*do-not-show)/)
    expect(() => locate(`postgres://nobody:${secret}@db/x?schema=No`)).toThrow('got "No", expected')
  })
})

const LISTENING = (name: string | null) =>
  `SELECT 1 FROM pg_stat_activity WHERE application_name = '${name}' AND query LIKE 'LISTEN%'`

/** Passes connections on to the server until it is closed. */
async function openProxy(to: number, port: number): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const on = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [from, on],
      [on, from],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

it('waits between attempts to connect, and says at once that there is no connection', async () => {
  const begun = performance.now()
  const failed = openState(pathsAt('postgres://nobody@127.0.0.1:9/none'))
  await expect(failed).rejects.toThrow(StateUnavailable)
  await expect(openState(pathsAt('postgres://nobody@127.0.0.1:9/none'))).rejects.toThrow(
    'PostgreSQL 127.0.0.1:9/none?schema=hustings cannot be reached (connect ECONNREFUSED 127.0.0.1:9)',
  )
  expect(performance.now() - begun).toBeLessThan(10_000)
})
