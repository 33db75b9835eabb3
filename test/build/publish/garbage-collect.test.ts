// Publications and prunes delete files; kept and pinned bundles stay on the disk.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectUnkept, KEPT_PUBLICATIONS, keptDays } from '../../../build/publish/garbage-collect.ts'
import { endOfDay, HOUR } from '../../../data/schema/scalar.ts'
import { searchDay } from '../../../data/schema/snapshot.ts'
import { partFiles } from '../../../data/store/bundle.ts'
import { listBundles, loadManifest, manifestFile } from '../../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { writeSmall } from './small-bundle.ts'

const NOW = new Date('2028-03-10T12:00:00.000Z')
const at = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR)

let paths: Paths
let state: ServiceStore
const folders: string[] = []

async function openFolder(): Promise<void> {
  paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-collect-')))
  folders.push(paths.root)
  state = await openState(paths)
}
beforeEach(openFolder)
afterEach(async () => {
  await state.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Builds and publishes a bundle, without deleting. */
async function publish(name: string, hours: number, electionDays: readonly string[] = []): Promise<string> {
  const { bundle } = writeSmall(paths, name, electionDays)
  await state.publish({
    expectedPublication: (await state.head())?.publication ?? null,
    ...{ bundle, published_at: at(hours).toISOString(), staged: null },
  })
  return bundle
}
const collect = (hours = 0, dryRun = false) => collectUnkept(paths, state, at(hours), dryRun)
const partsOf = (bundle: string) => partFiles(loadManifest(paths, bundle)).map(({ sha256 }) => `${sha256}.sqlite`)
const list = (folder: string): string[] => readdirSync(folder).sort()

/** Eleven publications within the last hour, after these. */
async function publishMany(electionDays: readonly string[] = []): Promise<void> {
  for (let nth = 0; nth <= KEPT_PUBLICATIONS; nth++) await publish(`now ${nth}`, -1 + nth / 100, electionDays)
}

function exportOf(bundle: string): string {
  const folder = join(paths.exports, bundle)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'contest.csv'), 'id\n')
  return folder
}

test('what nothing keeps is deleted: manifests, own parts and exports, but no shared part', async () => {
  const old = await publish('old', -24 * 400)
  const own = partsOf(old).filter((name) => statSync(join(paths.parts, name)).size === 'officeholders old'.length)
  await publish('before the weeks', -24 * 100)
  await publishMany()
  const [gone, stays] = [exportOf(old), exportOf((await state.head())?.bundle ?? '')]
  const unfinished = exportOf(`${old}.writing`)
  const bytes = 17 + 3 + statSync(manifestFile(paths, old)).size
  const [first = ''] = (await state.publications(20)).slice(10).map(({ bundle }) => bundle)
  const firstBytes = statSync(manifestFile(paths, first)).size + 'officeholders now 0'.length
  const expected = { bundles: [old, first].sort(), parts: 2, exports: [old], files: 5, bytes: bytes + firstBytes }
  const before = [list(paths.bundles), list(paths.parts)]
  expect(await collect(0, true)).toEqual(expected)
  expect([list(paths.bundles), list(paths.parts), existsSync(gone)]).toEqual([...before, true])
  expect(await collect()).toEqual(expected)
  expect(own).toHaveLength(1)
  expect(existsSync(manifestFile(paths, old))).toBe(false)
  expect(own.filter((name) => existsSync(join(paths.parts, name)))).toEqual([])
  expect([gone, stays, unfinished].map((folder) => existsSync(folder))).toEqual([false, true, true])
  for (const bundle of listBundles(paths))
    expect(partsOf(bundle).every((name) => existsSync(join(paths.parts, name)))).toBe(true)
  expect(await collect()).toEqual({ bundles: [], parts: 0, exports: [], files: 0, bytes: 0 })
})

test('what nothing keeps stays while a kept manifest cannot be read', async () => {
  await publish('old', -24 * 400)
  await publish('before the weeks', -24 * 100)
  await publishMany()
  const [, second = ''] = (await state.publications(2)).map(({ bundle }) => bundle)
  writeFileSync(manifestFile(paths, second), '{')
  const before = [list(paths.bundles), list(paths.parts)]
  await expect(collect()).rejects.toThrow('it is not JSON')
  expect([list(paths.bundles), list(paths.parts)]).toEqual(before)
})

test('what nothing keeps stays while the elections of the current bundle cannot be read', async () => {
  await publish('old', -24 * 400)
  await publishMany(['2026-11-03'])
  const { bundle = '' } = (await state.head()) ?? {}
  const { ballots } = loadManifest(paths, bundle).parts
  rmSync(join(paths.parts, `${ballots.sha256}.sqlite`))
  const before = [list(paths.bundles), list(paths.parts)]
  await expect(collect()).rejects.toThrow(
    /^the elections of the current bundle \w{12} cannot be read: .*; run: hustings build$/,
  )
  expect([list(paths.bundles), list(paths.parts)]).toEqual(before)
})

test('a bundle stays while it is pinned', async () => {
  const old = await publish('old', -24 * 400)
  await publish('before the weeks', -24 * 100)
  await state.pin(old, 'night', at(0).toISOString())
  await publishMany()
  await collect()
  expect(listBundles(paths)).toContain(old)
  await state.unpin({ name: 'night' })
  expect(await collect()).toMatchObject({ bundles: [old] })
})

test('a bundle stays if it was built last and never published, until a later one is built', async () => {
  await publishMany()
  const { bundle } = writeSmall(paths, 'refused')
  utimesSync(manifestFile(paths, bundle), at(0), at(1e6))
  await collect()
  expect(listBundles(paths)).toContain(bundle)
  const later = writeSmall(paths, 'next')
  utimesSync(manifestFile(paths, later.bundle), at(0), at(2e6))
  expect((await collect()).bundles).toEqual([bundle])
  expect(listBundles(paths)).toContain(later.bundle)
})

test('a bundle stays for an election that the current bundle no longer lists, if a stored one does', async () => {
  const night = await publish('night', -24 * 200, ['2027-08-23'])
  await publish('after it', -24 * 199, ['2027-08-23'])
  await publish('before the weeks', -24 * 100, ['2027-08-23'])
  await publishMany()
  await collect()
  expect(listBundles(paths)).toContain(night)
  // Nothing else keeps the bundle of the day after.
  expect(listBundles(paths)).toHaveLength(KEPT_PUBLICATIONS + 2)
})

// Steps of up to 9 days, each with a publication of one of a few bundles; elections in the same months.
const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 * 24 }), fc.integer({ min: 0, max: 12 })), {
  minLength: 12,
  maxLength: 30,
})
const elections = fc.array(
  fc.integer({ min: 0, max: 120 }).map((days) =>
    at(days * 24)
      .toISOString()
      .slice(0, 10),
  ),
  { maxLength: 3 },
)

test('whatever is published and collected in between, each kept day has the bundle that it had', async () => {
  await fc.assert(
    fc.asyncProperty(steps, elections, async (published, days) => {
      await state.close()
      await openFolder()
      let hours = 0
      for (const [later, name] of published) {
        hours += later
        await publish(`b${name}`, hours, days)
        await collect(hours)
      }
      const history = await state.publications(100)
      const here = await state.publicationsOf(listBundles(paths))
      const lastTen = history.slice(0, KEPT_PUBLICATIONS)
      const answers = new Set(lastTen.map(({ bundle }) => bundle))
      for (const { on } of keptDays(at(hours), days)) {
        const last = history.find(({ published_at }) => published_at <= endOfDay(on))
        const everAll = [...new Map(history.toReversed().map((one) => [one.bundle, one])).values()]
        const newestFirst = everAll.sort((a, b) => b.publication - a.publication)
        // `snapshot=` answers as if nothing had ever been deleted.
        if (last) expect(searchDay(on, last, here)).toEqual(searchDay(on, last, newestFirst))
        if (last) answers.add(last.bundle)
      }
      for (const bundle of answers)
        expect(partsOf(bundle).every((name) => existsSync(join(paths.parts, name)))).toBe(true)
      // And nothing else takes space.
      expect(new Set(listBundles(paths))).toEqual(answers)
    }),
    { numRuns: process.env.PROOF ? 200 : 8 },
  )
})
