// The publisher and the store: uploads before the head moves, interrupted ones, two publishers, and what is deleted.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectStored, KEPT_PUBLICATIONS, STORE_GRACE_HOURS } from '../../../build/publish/garbage-collect.ts'
import { publishBundle } from '../../../build/publish/publish.ts'
import { uploadBundle } from '../../../build/publish/upload.ts'
import { HOUR } from '../../../data/schema/scalar.ts'
import { loadPartHashes, manifestFile } from '../../../data/store/manifest.ts'
import { openFolder } from '../../../data/store/objects/open.ts'
import type { ObjectStore } from '../../../data/store/objects/store.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { openStored, type Stored } from '../../server/stored.ts'
import { openFolder as openTemporary } from '../../temporary.ts'
import { writeSmall } from './small-bundle.ts'

let root: string
let stored: Stored
let paths: Paths
let state: Stored['fixture']['state']
beforeEach(async () => {
  root = openTemporary()
  stored = await openStored({ kind: 'folder', root })
  ;({ paths, state } = stored.fixture)
})
afterEach(() => stored.close())

const objects = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .sort()
const objectsOf = (...bundles: string[]): string[] =>
  [
    ...new Set(
      bundles.flatMap((bundle) => [
        ...[`bundles/${bundle}.json`, `bundles/${bundle}.retrieved.json`].filter((key) =>
          existsSync(join(paths.root, key)),
        ),
        ...[...loadPartHashes(paths, bundle).values()].map((sha256) => `parts/${sha256}.sqlite`),
      ]),
    ),
  ].sort()
const publish = (bundle: string, at = paths) =>
  publishBundle({ paths: at, state, bundle, now: () => new Date(), accept: false, retentionDays: 7 })

test('everything of the bundle is in the store before the head names it', async () => {
  const bundle = stored.fixture.write({ fillers: 0 })
  const seen: string[][] = []
  const watched = new Proxy(state, {
    get: (target, name, receiver) => {
      if (name === 'publish') seen.push(objects())
      return Reflect.get(target, name, receiver)
    },
  })
  await publishBundle({ paths, state: watched, bundle, now: () => new Date(), accept: false, retentionDays: 7 })
  expect(seen).toEqual([objectsOf(bundle)])
  expect((await state.head())?.bundle).toBe(bundle)
})

test('a failed upload publishes nothing, says why, and the next run completes it', async () => {
  const first = await stored.publish()
  const second = stored.fixture.write({ fillers: 0, said: ' two' })
  const part = `parts/${loadPartHashes(paths, second).get('endorsements')}.sqlite`
  // Another object has the name.
  writeFileSync(join(root, part), 'short')
  await expect(publish(second)).rejects.toThrow(
    new RegExp(
      `^nothing was published: the bundle ${second.slice(0, 12)} could not be written to the object storage: ${root} has another ${part}: got 5 bytes, expected \\d+; delete that object; run: hustings publish`,
    ),
  )
  expect((await state.head())?.bundle).toBe(first)
  expect(objects()).not.toContain(`bundles/${second}.json`)
  rmSync(join(root, part))
  expect((await publish(second)).events.created).toBeGreaterThanOrEqual(0)
  expect((await state.head())?.bundle).toBe(second)
  expect(objects()).toEqual(objectsOf(first, second))
})

test('a store that cannot be written stops the publication, and nothing changes without the setting', async () => {
  paths.partsStore = { kind: 'folder', root: join(root, 'file', 'folder') }
  writeFileSync(join(root, 'file'), 'not a folder')
  const bundle = stored.fixture.write({ fillers: 0 })
  await expect(publish(bundle)).rejects.toThrow(/^nothing was published: .+ENOTDIR/)
  expect(await state.head()).toBeUndefined()
  delete paths.partsStore
  expect((await publish(bundle)).changed).toBe(true)
})

test('a publisher on another machine fetches the current bundle, and publishes the changes to it', async () => {
  await stored.publish()
  const next = stored.fixture.write({ fillers: 0, said: ' two' })
  // The other machine has built the next bundle, and nothing else.
  const other = stored.openDisk()
  for (const key of [...objectsOf(next)]) cpSync(join(paths.root, key), join(other.root, key))
  const report = await publish(next, other)
  expect(report).toMatchObject({ changed: true, warnings: [] })
  expect(report.events.updated).toBeGreaterThan(0)
})

test('two publishers may upload the same bundle at once', async () => {
  const bundle = stored.fixture.write({ fillers: 0 })
  await Promise.all([1, 2, 3].map(() => uploadBundle(paths, openFolder(root), bundle)))
  expect(objects()).toEqual(objectsOf(bundle))
})

const LATER = new Date(Date.now() + (STORE_GRACE_HOURS + 1) * HOUR)

/** Publishes without uploading or deleting, as far back as the retention does not reach. */
async function publishSmall(name: string): Promise<string> {
  const { bundle } = writeSmall(paths, name)
  await state.publish({
    expectedPublication: (await state.head())?.publication ?? null,
    ...{ bundle, published_at: LATER.toISOString(), staged: null },
  })
  return bundle
}

/** More than are kept, after those before. */
async function publishMany(): Promise<string[]> {
  const kept: string[] = []
  for (let nth = 0; nth <= KEPT_PUBLICATIONS; nth++) kept.push(await publishSmall(`kept ${nth}`))
  return kept
}

/** A store in whose list of bundles this happens first. */
const interruptedBy = (store: ObjectStore, happen: () => Promise<unknown>): ObjectStore => ({
  ...store,
  list: async (folder) => {
    if (folder === 'bundles/') await happen()
    return store.list(folder)
  },
})

test('deletes old objects that nothing names, never those of kept and pinned bundles, live servers and uploads under way', async () => {
  const store = openFolder(root)
  const dropped = await publishSmall('dropped')
  const pinned = await publishSmall('pinned')
  await state.pin(pinned, null, LATER.toISOString())
  const served = await publishSmall('served')
  const servedPublication = (await state.head())?.publication ?? 0
  const kept = await publishMany()
  for (const bundle of [dropped, pinned, served, ...kept]) await uploadBundle(paths, store, bundle)
  const underWay = writeSmall(paths, 'under way').bundle
  await uploadBundle(paths, store, underWay)
  // The newest bundle stays in any case.
  utimesSync(manifestFile(paths, writeSmall(paths, 'newest').bundle), LATER, LATER)
  const all = objects()
  expect(await collectStored(paths, store, state, new Date())).toEqual({ objects: 0, missing: [] })
  expect(objects()).toEqual(all)

  expect(await state.renewLease({ server: 'elsewhere 1', publication: servedPublication })).toBeUndefined()
  // Only the upload under way is young.
  const [young] = objectsOf(underWay).filter((key) => key.startsWith('bundles/'))
  utimesSync(join(root, young ?? ''), LATER, LATER)
  await collectStored(paths, store, state, LATER)
  const gone = all.filter((key) => !objects().includes(key))
  expect(gone).toEqual(objectsOf(dropped).filter((key) => !objectsOf(pinned).includes(key)))

  await state.endLease('elsewhere 1')
  await collectStored(paths, store, state, LATER)
  expect(objects().filter((key) => key.includes(served))).toEqual([])
  expect(objects()).toEqual(expect.arrayContaining(objectsOf(pinned, ...kept.slice(1), underWay)))
})

test('deletes nothing if a manifest that stays cannot be read, or if another publication came', async () => {
  const store = openFolder(root)
  const dropped = await publishSmall('dropped')
  await uploadBundle(paths, store, dropped)
  for (const bundle of await publishMany()) await uploadBundle(paths, store, bundle)
  const all = objects()
  const interrupted = interruptedBy(store, () => publishSmall(`meanwhile ${Math.random()}`))
  expect(await collectStored(paths, interrupted, state, LATER)).toEqual({ objects: 0, missing: [] })
  const foreign = join(root, 'bundles', `${'a'.repeat(64)}.json`)
  writeFileSync(foreign, 'not a manifest')
  utimesSync(foreign, LATER, LATER)
  await expect(collectStored(paths, store, state, LATER)).rejects.toThrow('it is not JSON')
  expect(objects()).toEqual(expect.arrayContaining(all))
})

test('a bundle that is pinned on another machine meanwhile stays', async () => {
  const store = openFolder(root)
  const dropped = await publishSmall('dropped')
  await uploadBundle(paths, store, dropped)
  await publishMany()
  const needed = objectsOf(dropped)
  const interrupted = interruptedBy(store, () => state.pin(dropped, null, LATER.toISOString()))
  expect(await collectStored(paths, interrupted, state, LATER)).toEqual({ objects: 0, missing: [] })
  expect(objects()).toEqual(expect.arrayContaining(needed))
  await state.unpin({ bundle: dropped })
  await collectStored(paths, store, state, LATER)
  expect(objects()).not.toContain(`bundles/${dropped}.json`)
})

test('a list that lacks an object, whichever it is, deletes nothing that a kept bundle names', async () => {
  const store = openFolder(root)
  const kept = await publishSmall('kept')
  const current = await publishSmall('current')
  for (const bundle of [kept, current]) await uploadBundle(paths, store, bundle)
  const expected = objectsOf(kept, current)
  // Another machine has published it.
  rmSync(manifestFile(paths, kept))
  for (const late of expected) {
    const lacking: ObjectStore = {
      ...store,
      list: async (folder) => (await store.list(folder)).filter(({ key }) => key !== late),
    }
    await collectStored(paths, lacking, state, LATER)
    expect(objects(), `a list without ${late}`).toEqual(expected)
  }
})

test('what a running server answers from stays, for as long as it cannot fetch the next bundle', async () => {
  const door = join(root, '..', `${basename(root)}-door`)
  symlinkSync(root, door)
  try {
    const first = await stored.publish()
    const needed = objectsOf(first)
    const { url } = await stored.start(stored.openDisk({ kind: 'folder', root: door }))
    const { key } = await stored.fixture.makeKey()
    const snapshot = async () =>
      (await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })).headers.get('x-snapshot')
    await expect.poll(snapshot).toBe(first)
    rmSync(door)
    let last = ''
    for (let nth = 0; nth <= KEPT_PUBLICATIONS; nth++) last = await stored.publish({ said: ` ${nth}` })
    await collectStored(paths, openFolder(root), state, LATER)
    expect(objects()).toEqual(expect.arrayContaining(needed))
    expect(await snapshot()).toBe(first)
    symlinkSync(root, door)
    await expect.poll(snapshot).toBe(last)
    await expect
      .poll(async () => {
        await collectStored(paths, openFolder(root), state, LATER)
        return objects().includes(`bundles/${first}.json`)
      })
      .toBe(false)
  } finally {
    rmSync(door, { force: true })
  }
})

test('writes kept bundles that the store lacks', async () => {
  delete paths.partsStore
  const first = await stored.publish()
  paths.partsStore = { kind: 'folder', root }
  const second = await stored.publish({ said: ' two' })
  expect(objects()).toEqual(objectsOf(first, second))
})

test('a kept bundle that cannot be written there is a warning, and does not keep the rest from being deleted', async () => {
  delete paths.partsStore
  const first = await stored.publish()
  rmSync(join(paths.parts, `${loadPartHashes(paths, first).get('endorsements')}.sqlite`))
  paths.partsStore = { kind: 'folder', root }
  const unused = join(root, 'parts', `${'a'.repeat(64)}.sqlite`)
  mkdirSync(join(root, 'parts'))
  writeFileSync(unused, 'unused')
  utimesSync(unused, new Date(0), new Date(0))
  const bundle = stored.fixture.write({ fillers: 0, said: ' two' })
  const report = await publishBundle({
    ...{ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 },
  })
  expect(report.warnings).toContainEqual(
    expect.stringMatching(`^The object storage lacks a kept bundle: bundle ${first.slice(0, 12)}: .+no such file`),
  )
  expect(existsSync(unused)).toBe(false)
})
