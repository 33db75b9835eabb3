import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publishBundle } from '../../build/publish/publish.ts'
import { backUp } from '../../data/store/backup/back-up.ts'
import { backupFolder, listBackups, loadBackup } from '../../data/store/backup/place.ts'
import { verifyBackup } from '../../data/store/backup/restore.ts'
import { loadPartHashes } from '../../data/store/manifest.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { proved } from '../proof/proved.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { openFolder } from '../temporary.ts'
import { openSmallDisk, SMALL_DISK_MISSING } from '../whole/small-disk.ts'
import { ended, runCommandIn, startIn } from './hustings.ts'
import { startServer } from './served-folder.ts'
import { ends } from './temporary.ts'

const DATA = [
  '/v1/states',
  '/v1/coverage',
  '/v1/endorsements?limit=500',
  '/v1/contests?limit=50',
  '/v1/ballot?lat=35.5&lng=-78.5',
  '/v1/officeholders',
]
const KILLS = process.env.PROOF === '1' ? 25 : 6
const ended_with = z.object({ backup: z.string(), head: z.object({ seq: z.number(), publication: z.number() }) })
const restored_as = z.object({
  ...{ new_epoch: z.boolean(), pepper: z.string(), head: z.object({ epoch: z.string(), seq: z.number() }) },
  lost: z
    .object({
      publications: z.array(z.object({ publication: z.number() })),
      events: z.array(z.object({ seq: z.number() })),
    })
    .nullable(),
})
const page = z.object({ data: z.array(z.object({ id: z.string() })), next_cursor: z.string() })

let fixture: Fixture
let aside: string
let passphrase: string
let backups: string

/** A process beside this one. */
const command = (folder: string, ...words: string[]) =>
  runCommandIn({ HUSTINGS_BACKUP_PASSPHRASE: passphrase }, folder, ...words)

beforeEach(async () => {
  passphrase = 'correct horse battery'
  fixture = await openFixture()
  aside = openFolder()
  backups = join(aside, 'backups')
})
afterEach(async () => {
  await fixture.close()
})

/** Publishes again and again, also while the process waits for others. */
function keepPublishing() {
  let [stopped, published] = [false, 0]
  const done = (async () => {
    const state = await openState(fixture.paths)
    for (; !stopped; published++) {
      const bundle = fixture.write({ fillers: 0, said: ` (${published})` })
      await publishBundle({
        ...{ paths: fixture.paths, state, bundle, accept: true, retentionDays: 7 },
        now: () => new Date(),
      })
      await delay(20)
    }
    await state.close()
  })()
  return {
    published: () => published,
    async stop() {
      stopped = true
      await done
    },
  }
}

async function serve(folder: string, key: string) {
  const server = await startServer({}, folder, '--as-of', '2024-10-15')
  const get = (path: string) => server.get(path, key)
  return {
    get,
    /** Path, status and body. */
    answers: () =>
      Promise.all(
        DATA.map(async (path) => {
          const response = await get(path)
          return [path, response.status, await response.text()]
        }),
      ),
    async stop() {
      return (await server.stop()).code
    },
  }
}

it('a restored folder answers the same bytes; keys and subscriptions work; the feed says its new epoch and continues', async () => {
  const { key, account } = await fixture.makeKey()
  const { id = 0 } = (await fixture.state.findAccount(account)) ?? {}
  await fixture.state.createSubscription(id, { name: 'mine', filter: {} }, new Date().toISOString())
  const publisher = keepPublishing()
  await expect.poll(publisher.published).toBeGreaterThan(1)
  const server = await serve(fixture.paths.root, key)
  const saved: z.infer<typeof ended_with>[] = []
  for (let backup = 0; backup < 4; backup++) {
    const { code, stdout, stderr } = await command(fixture.paths.root, 'backup', backups, '--json')
    expect([code, stderr]).toEqual([0, ''])
    saved.push(ended_with.parse(JSON.parse(stdout)))
  }
  expect(new Set(saved.map(({ head }) => head.publication)).size).toBeGreaterThan(1)
  await publisher.stop()

  // Each backup that was made while publications came verifies, serves its own publication, and lists what is newer.
  const head = await fixture.state.head()
  for (const { backup, head: then } of saved) {
    const to = join(aside, backup)
    const words = [backups, '--backup', backup, '--old', fixture.paths.root, '--json']
    const { lost } = restored_as.parse(JSON.parse((await command(to, 'restore', ...words)).stdout))
    expect(lost?.events.length).toBe((head?.seq ?? 0) - then.seq)
    expect(lost?.publications.length).toBe((head?.publication ?? 0) - then.publication)
    const own = await serve(to, key)
    expect((await own.answers()).map(([, status]) => status)).toEqual(DATA.map(() => 200))
    expect(await own.stop()).toBe(0)
    expect(await command(to, 'events', 'verify')).toMatchObject({ code: 0 })
    rmSync(to, { recursive: true })
  }

  // The last backup is of a folder at rest: what it answers can be compared.
  const last = ended_with.parse(JSON.parse((await command(fixture.paths.root, 'backup', backups, '--json')).stdout))
  await expect
    .poll(async () => (await server.get('/v1/states')).headers.get('x-snapshot'))
    .toBe((await fixture.state.head())?.bundle)
  const before = await server.answers()
  expect(before.map(([, status]) => status)).toEqual(DATA.map(() => 200))
  const { next_cursor: cursor } = page.parse(await (await server.get('/v1/events?from=earliest&limit=1000')).json())

  // The old server still runs, so the feed must begin a new epoch.
  const folder = join(aside, 'restored')
  const restored = await command(folder, 'restore', backups, '--old', fixture.paths.root, '--json')
  expect(restored.code, restored.stderr).toBe(0)
  const report = restored_as.parse(JSON.parse(restored.stdout))
  expect(report).toMatchObject({
    new_epoch: true,
    pepper: 'restored',
    head: { seq: last.head.seq },
    lost: { events: [] },
  })
  expect(await server.stop()).toBe(0)

  const again = await serve(folder, key)
  expect(await again.answers()).toEqual(before)
  expect(await (await again.get('/v1/subscriptions')).json()).toMatchObject({ data: [{ name: 'mine' }] })
  const gone = await again.get(`/v1/events?cursor=${cursor}`)
  expect([gone.status, await gone.json()]).toMatchObject([410, { error: { code: 'cursor_expired' } }])
  const { next_cursor } = page.parse(await (await again.get('/v1/events?subscription=mine')).json())

  // A publication in the restored folder reaches the reader that follows from there.
  const state = await openState({ state: join(folder, 'state.sqlite') })
  const paths = pathsIn(folder)
  // The fixture writes its bundles to its own paths.
  Object.assign(fixture.paths, paths)
  const bundle = fixture.write({ fillers: 0, said: ' (restored)' })
  await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
  await state.close()
  const { data } = page.parse(
    await (await again.get(`/v1/events?subscription=mine&cursor=${next_cursor}&wait=20`)).json(),
  )
  expect(data.length).toBeGreaterThan(0)
  expect(await again.stop()).toBe(0)
  expect(await command(folder, 'events', 'verify')).toMatchObject({ code: 0 })
})

it('a backup that is killed at any moment leaves every earlier one whole, and the next one works', async () => {
  await fixture.makeKey()
  const publisher = keepPublishing()
  await expect.poll(publisher.published).toBeGreaterThan(1)
  const at = backupFolder(backups)
  const backup = (...words: string[]) =>
    startIn({ HUSTINGS_BACKUP_PASSPHRASE: passphrase }, fixture.paths.root, 'backup', backups, ...words)
  expect(await ended(backup())).toMatchObject({ code: 0 })
  // The first one copies every part, and so takes longer than those that are killed.
  const begun = performance.now()
  expect(await ended(backup())).toMatchObject({ code: 0 })
  const whole = performance.now() - begun
  let killed = 0
  for (let nth = 0; nth < KILLS; nth++) {
    const before = listBackups(at)
    const child = backup('--keep', '2')
    const end = ended(child)
    await delay((whole * (nth + 0.5)) / KILLS)
    child.kill('SIGKILL')
    if ((await end).code === null) killed += 1
    const now = listBackups(at)
    // It keeps two, so the newest of before stays.
    expect(now).toContain(before.at(-1))
    for (const name of now) expect(verifyBackup(at, loadBackup(at, name)), name).toEqual([])
  }
  expect(killed).toBeGreaterThan(KILLS / 2)
  await publisher.stop()
  expect(await command(fixture.paths.root, 'backup', backups, '--keep', '1')).toMatchObject({ code: 0 })
  expect(listBackups(at)).toHaveLength(1)
  expect(await command(join(aside, 'restored'), 'restore', backups)).toMatchObject({ code: 0 })
})

it('exits with 1 if the backup cannot be restored in full, and refuses a folder inside the data folder or the parts', async () => {
  await fixture.makeKey()
  const published = { fillers: 0, told: true, at: new Date().toISOString() }
  await fixture.publish(published)
  passphrase = ''
  const incomplete = await command(fixture.paths.root, 'backup', backups)
  expect(incomplete).toMatchObject(ends(1, 'so the pepper is not in it. Without the pepper, no API key'))
  expect(incomplete.stdout).toContain(`NOT in this backup: keep a copy of ${fixture.paths.pepper} elsewhere`)
  expect(incomplete.stderr).toMatch(/^Next: .*hustings.* --passphrase-file FILE {3}# or --without-pepper/m)
  expect(listBackups(backupFolder(backups))).toHaveLength(1)
  for (const pepper of [join(aside, 'own-pepper'), undefined]) {
    if (pepper !== undefined) copyFileSync(fixture.paths.pepper, pepper)
    const told = pepper === undefined ? ['--without-pepper'] : []
    const elsewhere = { HUSTINGS_BACKUP_PASSPHRASE: '', ...(pepper !== undefined && { HUSTINGS_PEPPER_FILE: pepper }) }
    const left = await runCommandIn(elsewhere, fixture.paths.root, 'backup', backups, ...told)
    expect(left).toMatchObject({ code: 0, stderr: '' })
    expect(left.stdout).toContain(`NOT in this backup: keep a copy of ${pepper ?? fixture.paths.pepper} elsewhere`)
  }
  passphrase = 'correct horse battery'
  expect(await command(fixture.paths.root, 'backup', backups, '--without-pepper')).toMatchObject({ code: 0 })
  await fixture.publish({ ...published, said: ' two' })
  const [, earlier] = await fixture.state.publications(2)
  rmSync(
    join(fixture.paths.parts, `${loadPartHashes(fixture.paths, earlier?.bundle ?? '').get('endorsements')}.sqlite`),
  )
  // A part that an earlier backup has is not missing.
  expect(await command(fixture.paths.root, 'backup', backups)).toMatchObject({ code: 0 })
  const lacking = await command(fixture.paths.root, 'backup', join(aside, 'lacking'))
  expect(lacking).toMatchObject(
    ends(1, 'cannot be restored in full: 1 stored bundle could not be copied, see LEFT OUT'),
  )
  rmSync(backups, { recursive: true })
  passphrase = ''
  expect(await command(fixture.paths.root, 'backup', backups)).toMatchObject({ code: 1 })
  const folder = join(aside, 'restored')
  expect((await command(folder, 'restore', backups)).stdout).toContain('MISSING: no key works')
  const options = ['--passphrase-file', join(aside, 'passphrase')]
  const next = `Next: mv ${folder} ${folder}.old && hustings restore ${backups} --old ${folder}.old ${options.join(' ')}\n`
  expect(await command(folder, 'restore', backups, ...options)).toMatchObject(ends(1, next))
  const inside = await command(fixture.paths.root, 'backup', join(fixture.paths.root, 'backup'))
  expect(inside).toMatchObject(ends(2, 'they would be lost together'))
  const shared = { HUSTINGS_PARTS: aside }
  const among = await runCommandIn(shared, fixture.paths.root, 'backup', join(aside, 'among'))
  expect(among).toMatchObject(ends(2, `HUSTINGS_PARTS (${aside}) are not apart`))
  passphrase = 'short'
  const short = await command(fixture.paths.root, 'backup', backups)
  expect(short).toMatchObject(ends(1, 'got a passphrase of 5 characters'))
  expect(short.stderr).not.toContain('short')
})

describe.skipIf(SMALL_DISK_MISSING !== null)(
  `a full disk${SMALL_DISK_MISSING ? ` (${SMALL_DISK_MISSING})` : ''}`,
  () => {
    it('ends the backup at whatever byte is too many; the earlier one stays whole, and the space is free again', async () => {
      const disk = openSmallDisk('16m')
      try {
        const at = backupFolder(join(disk.folder, 'backups'))
        const save = () =>
          backUp({
            ...{ paths: fixture.paths, folder: at, now: () => new Date(), passphrase: undefined },
            ...{ withSources: false, keep: 7 },
          })
        await fixture.publish({ fillers: 0, told: true })
        const first = await save()
        await fixture.publish({ fillers: 0, said: ' two', told: true })
        const step = process.env.PROOF === '1' ? 2000 : 100_000
        for (let leave = 0; leave <= 400_000; leave += step) {
          disk.fill(leave)
          await expect(save(), `${leave} bytes free`).rejects.toThrow()
          expect(listBackups(at)).toEqual([first.name])
          expect(verifyBackup(at, first.backup)).toEqual([])
          disk.empty()
        }
        proved('full_disk_backup', [{ what: 'amounts of space left', value: 400_000 / step + 1 }])
        expect((await save()).backup.head).toMatchObject({ publication: 2 })
      } finally {
        disk.close()
      }
    })
  },
)
