// The command moves the state under a server that answers; a backup of PostgreSQL is restored into another database.

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publishBundle } from '../../build/publish/publish.ts'
import { openState } from '../../data/store/state/open.ts'
import { pathsAt } from '../data/store/state/address.ts'
import { POSTGRES, type TestState, whyWithoutPostgres } from '../data/store/state/engines.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { openFolder } from '../temporary.ts'
import { type Ended, ended, hustings, startIn } from './hustings.ts'
import { startServer } from './served-folder.ts'

const why = PROOF_ONLY ?? (await whyWithoutPostgres())
const report = z.object({
  ...{ new_epoch: z.boolean(), pepper: z.string(), head: z.object({ epoch: z.string(), seq: z.number() }) },
  lost: z
    .object({
      folder: z.string(),
      events: z.array(z.object({ seq: z.number() })),
      keys_created: z.array(z.object({ id: z.number() })),
    })
    .nullable(),
})

describe.skipIf(why !== undefined)(why ?? 'the state on PostgreSQL', () => {
  let fixture: Fixture
  let database: TestState
  let aside: string
  let key: string
  let root: string
  const running: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    fixture = await openFixture()
    database = await POSTGRES.create()
    aside = openFolder()
    ;({ key } = await fixture.makeKey())
    ;({ root } = fixture.paths)
    await publish('(1)')
    await publish('(2)')
  })
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop()
    await fixture.close()
    await database.remove()
  })

  async function publish(said: string, place: Partial<TestState> = {}): Promise<void> {
    const paths = place.address === undefined ? fixture.paths : { ...fixture.paths, ...pathsAt(place.address) }
    const state = await openState(paths)
    const bundle = fixture.write({ fillers: 0, said })
    await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
    await state.close()
  }
  const on = (place: TestState, folder: string, ...words: string[]): Promise<Ended> =>
    ended(
      startIn({ HUSTINGS_STATE: place.address, HUSTINGS_BACKUP_PASSPHRASE: 'correct horse battery' }, folder, ...words),
    )
  async function serve(environment: Record<string, string>, folder = root) {
    const { get, stop } = await startServer(environment, folder, '--as-of', '2024-10-15')
    running.push(stop)
    return { get: (path: string) => get(path, key), stop }
  }
  const MOVE = ['state', 'migrate', '--from', 'sqlite', '--to', 'postgres']

  it('moves under a server that answers all the while, and keys and cursors go on in the new one', async () => {
    const old = await serve({})
    const page = z.object({ data: z.array(z.object({ id: z.string() })), next_cursor: z.string() })
    const before = page.parse(await (await old.get('/v1/events?from=earliest&limit=1')).json())
    const statuses = new Map<number, number>()
    let over = false
    const reading = (async () => {
      while (!over) {
        const { status } = await old.get('/v1/contests?limit=5')
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })()
    const moved = await on(database, root, ...MOVE)
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('account') })
    over = true
    await reading
    expect([...statuses.keys()]).toEqual([200])
    expect((await old.get('/v1/events?limit=1')).status).toBe(200)

    const sentence =
      /was moved to PostgreSQL .*, so nothing was changed: set HUSTINGS_STATE to that database, and start this process again/
    for (const words of [['accounts', 'create', 'ada'], ['rollback'], ['backup', join(aside, 'old')]]) {
      const refused = await hustings(root, ...words)
      expect(refused.code, words.join(' ')).toBe(1)
      expect(refused.stderr).toMatch(sentence)
    }
    expect((await hustings(root, 'doctor')).stdout).toMatch(sentence)
    await old.stop()

    await publish('(3)', database)
    const fresh = await serve({ HUSTINGS_STATE: database.address })
    const rest = await fresh.get(`/v1/events?cursor=${before.next_cursor}&limit=100`)
    expect(rest.status).toBe(200)
    const all = page.parse(await (await fresh.get('/v1/events?from=earliest&limit=100')).json())
    expect(page.parse(await rest.json()).data).toEqual(all.data.slice(1))
    await fresh.stop()
    const again = await on(database, root, ...MOVE)
    expect(again.code).toBe(1)
    expect(again.stderr).toMatch(sentence)
    for (const { stdout, stderr } of [moved, again]) expect(stdout + stderr).not.toContain('application_name')
  })

  it('is restored from a backup into a database: empty, or replaced and compared', async () => {
    await on(database, root, ...MOVE)
    const backups = join(aside, 'backups')
    expect(await on(database, root, 'backup', backups)).toMatchObject({ code: 0 })
    await publish('(3)', database)
    const late = await on(database, root, 'keys', 'create', '--account', 'account-1')
    expect(late.code).toBe(0)

    const empty = await POSTGRES.create()
    const drill = join(aside, 'drill')
    const restored = await on(empty, drill, 'restore', backups, '--json')
    expect(restored, restored.stderr).toMatchObject({ code: 0 })
    expect(report.parse(JSON.parse(restored.stdout))).toMatchObject({ new_epoch: true, pepper: 'restored', lost: null })
    const server = await serve({ HUSTINGS_STATE: empty.address }, drill)
    for (const path of ['/v1/endorsements?limit=50', '/v1/events?limit=5'])
      expect((await server.get(path)).status).toBe(200)
    await server.stop()
    await empty.remove()

    const full = await on(database, join(aside, 'full'), 'restore', backups)
    expect(full.code).toBe(1)
    expect(full.stderr).toMatch(
      /cannot take the state: it has \d+ rows in the table account already.*Nothing was written/,
    )
    const replaced = await on(database, join(aside, 'full'), 'restore', backups, '--replace', '--json')
    expect(replaced, replaced.stderr).toMatchObject({ code: 0 })
    const { lost, new_epoch } = report.parse(JSON.parse(replaced.stdout))
    expect(new_epoch).toBe(true)
    expect(lost?.keys_created).toHaveLength(1)
    expect(lost?.events.length).toBeGreaterThan(0)
    expect(lost?.folder).toMatch(/^PostgreSQL /)
    const state = await openState(pathsAt(database.address))
    expect(await state.publications(9)).toHaveLength(2)
    await state.close()
  })
})
