// A full disk, and one that is mounted read-only: data requests are answered; publishing, keys and the feed wait.

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { publishBundle } from '../../build/publish/publish.ts'
import { readiness } from '../../data/schema/health.ts'
import { LEASE_MS } from '../../data/store/state/leases.ts'
import { openUsage } from '../../data/store/usage.ts'
import { ended, hustings, printed, start } from '../cli/hustings.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { type Client, openClient } from '../server/client.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { openSmallDisk, SMALL_DISK_MISSING, type SmallDisk } from './small-disk.ts'

const DATA = ['/v1/states', '/v1/endorsements?limit=1', '/v1/ballot?lat=35.5&lng=-78.5']
const eventPage = z.object({ data: z.array(z.unknown()) })

const SKIPPED = PROOF_ONLY ?? SMALL_DISK_MISSING

describe.skipIf(SKIPPED !== null)(`a disk that takes no writes${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  let disk: SmallDisk
  let fixture: Fixture
  let client: Client
  beforeEach(async () => {
    disk = openSmallDisk('24m')
    fixture = await openFixture(disk.folder)
    await fixture.publish({ fillers: 0 })
  })
  afterEach(async () => {
    disk.empty()
    await fixture.close()
    disk.close()
  })

  const statuses = () => Promise.all(DATA.map(async (path) => (await client.get(path)).status))
  const reasons = async (): Promise<string[]> => {
    const { body } = await client.get('/readyz', { key: null })
    return z
      .object({ data: readiness })
      .parse(body)
      .data.degraded.map(({ code }) => code)
  }
  const publishNext = async () => {
    const { paths, state } = fixture
    const bundle = fixture.write({ fillers: 0, said: ' two' })
    return () => publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
  }

  test('does not stop reads of a running server; limits count in memory, and are written afterwards', async () => {
    const { key } = await fixture.makeKey()
    const limited = await fixture.makeKey({ plan: 'free' })
    const clock = { now: Date.UTC(2024, 9, 15, 12, 0, 10) }
    client = await openClient((await fixture.start({ clock: () => clock.now })).url, key)
    const cursor = (await client.get('/v1/endorsements?limit=1')).headers.get('x-feed-cursor')
    const publish = await publishNext()
    disk.fill()
    for (const since = performance.now(); performance.now() - since < 3 * LEASE_MS; await delay(200))
      expect(await statuses()).toEqual([200, 200, 200])
    expect(await reasons()).toEqual(['state_unwritable'])
    const refused = await client.send('POST', '/v1/subscriptions', { name: 'all', filter: {} })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    await expect(publish()).rejects.toThrow('cannot be written')
    expect(eventPage.parse((await client.get(`/v1/events?cursor=${cursor}&wait=1`)).body).data).toEqual([])
    const asked: number[] = []
    for (let request = 0; request < 62; request++)
      asked.push((await client.get('/v1/states', { key: limited.key })).status)
    expect(asked).toEqual([...Array(60).fill(200), 429, 429])

    disk.empty()
    await expect.poll(reasons).toEqual([])
    expect((await publish()).changed).toBe(true)
    expect(eventPage.parse((await client.get(`/v1/events?cursor=${cursor}&wait=10`)).body).data.length).toBeGreaterThan(
      0,
    )
    expect((await client.send('POST', '/v1/subscriptions', { name: 'all', filter: {} })).status).toBe(201)
    const counted = () => {
      const usage = openUsage(fixture.paths, { readonly: true })
      const [, of] = usage.latest()
      usage.close()
      return of?.minute_requests
    }
    proved('full_disk', [])
    await expect.poll(counted).toBe(60)
  })

  test('does not prevent a start; once it accepts writes, a revoked key is refused and the feed begins', async () => {
    const { key, id } = await fixture.makeKey()
    const other = await fixture.makeKey()
    await fixture.state.close()
    expect(existsSync(`${fixture.paths.state}-shm`)).toBe(false)
    disk.fill()
    const server = await fixture.start()
    client = await openClient(server.url, key)
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await reasons()).toEqual(['state_unwritable'])
    expect((await client.get('/v1/events')).status).toBe(503)
    await delay(LEASE_MS)
    expect(await statuses()).toEqual([200, 200, 200])

    disk.empty()
    await expect.poll(reasons).toEqual([])
    await expect.poll(async () => (await client.get('/v1/events')).status).toBe(200)
    expect(await hustings(fixture.paths.root, 'keys', 'revoke', String(id))).toMatchObject({ code: 0 })
    await expect.poll(async () => (await client.get('/v1/states')).status).toBe(401)
    expect((await client.get('/v1/states', { key: other.key })).status).toBe(200)
  })

  test('read-only: serve, doctor, keys list and events verify work, with and without workers', async () => {
    const { key } = await fixture.makeKey()
    const { paths } = fixture
    const publish = await publishNext()
    await publish()
    await fixture.state.close()
    disk.setReadonly(true)
    const listed = await hustings(paths.root, 'keys', 'list', '--json')
    expect(listed).toMatchObject({ code: 0 })
    expect(JSON.parse(listed.stdout)).toHaveLength(1)
    const verified = await hustings(paths.root, 'events', 'verify')
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('none changed, none missing') })
    const doctor = await hustings(paths.root, 'doctor', '--json')
    expect([doctor.code, doctor.stderr]).toEqual([1, expect.stringContaining('checks failed')])
    const findings = z.array(z.object({ check: z.string(), status: z.string() })).parse(JSON.parse(doctor.stdout))
    const failed = findings.filter(({ status }) => status === 'fail').map(({ check }) => check)
    expect(failed).toEqual(['folder', 'state'])
    expect(findings.filter(({ check, status }) => check.startsWith('part ') && status === 'ok')).toHaveLength(4)
    expect(await hustings(paths.root, 'keys', 'create', '--account', 'account-1')).toMatchObject({
      ...{
        code: 1,
        stderr: expect.stringMatching(/state\.sqlite cannot be written .*\nNext: node dist\/cli.js doctor\n$/),
      },
    })
    for (const workers of [[], ['--workers', '2']]) {
      const served = start(paths.root, 'serve', '--port', '0', ...workers)
      const [, url = ''] = await printed(served, 'stdout', /(http:\/\/\S+)/)
      client = await openClient(url, key)
      for (const since = performance.now(); performance.now() - since < LEASE_MS + 1000; await delay(200))
        expect(await statuses()).toEqual([200, 200, 200])
      expect(await reasons()).toEqual(['state_unwritable'])
      served.kill('SIGTERM')
      expect((await ended(served)).code).toBe(0)
    }
    disk.setReadonly(false)
  })

  test('read-only after a crash, without the -shm file: committed data is read', async () => {
    const account = (await fixture.makeKey()).account
    const { paths } = fixture
    expect(await hustings(paths.root, 'accounts', 'create', 'last')).toMatchObject({ code: 0 })
    // Like in a backup of a running system.
    const copied = `${paths.root}/copied`
    mkdirSync(copied)
    for (const suffix of ['', '-wal']) cpSync(paths.state + suffix, `${copied}/state.sqlite${suffix}`)
    expect(existsSync(`${copied}/state.sqlite-wal`)).toBe(true)
    await fixture.state.close()
    disk.setReadonly(true)
    const accounts = JSON.parse((await hustings(copied, 'accounts', 'list', '--json')).stdout)
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual([account, 'last'])
    disk.setReadonly(false)
    rmSync(copied, { recursive: true })
  })
})
