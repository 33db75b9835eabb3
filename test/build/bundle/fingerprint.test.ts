// The places part is a function of its fingerprint: the names of divisions without lines in contests, and the source files.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fingerprints } from '../../../build/bundle/fingerprint.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { hashTree } from '../../../data/store/code-hash.ts'
import { digestFeedBallots } from '../../../data/store/feed-ballot-digest.ts'
import { PROJECT_ROOT } from '../../../data/store/paths.ts'
import type { SourceRead, SourceRow } from '../../../data/store/source-read.ts'
import { createEmpty, replace, runSteps, shareWarehouse, sourceRead, sourceRow, warehouse } from '../rows.ts'

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro')
})

const contestRow = (key: string, district_name: string, district_type: 'council' | 'special') =>
  sourceRow('contest', {
    ...{ contest_key: `nc-2024-11-05-general/${key}`, district_name, district_type },
    ...{ ocd_id: 'ocd-division/country:us/state:nc/place:a/council_district:1' },
    district_level: district_type === 'council' ? 'city' : 'special',
  })

async function compute(rows: SourceRow[]) {
  const read = await replace(warehouse, 'a', [sourceRow('election', {}), ...rows])
  await createEmpty(warehouse, 'county_union')
  await warehouse.run(`
    CREATE OR REPLACE TABLE out.line AS
    SELECT '' AS ocd_id, '' AS vintage, '' AS layer, '' AS state, '' AS name, '' AS census_geoid, '' AS county_geoid, DATE '2024-01-01' AS valid_from,
      DATE '2024-01-01' AS valid_to, '' AS lines_precision
    WHERE false;
    CREATE OR REPLACE TABLE out.contest_extent AS SELECT '' AS contest_key, '' AS ocd_id, '' AS vintage, '' AS rule WHERE false;
    CREATE OR REPLACE TABLE out.contest_district AS
    SELECT contest_key, ocd_id, false AS lines_held, 'unheld' AS vintage, NULL::DATE AS plan_from, NULL::DATE AS plan_to
    FROM core.contest`)
  await runSteps(warehouse, '12_ballot', '40_district')
  const { places } = await fingerprints(warehouse, [read])
  return { places, districts: await warehouse.all('SELECT * FROM out.district ORDER BY id') }
}

test('contests that name a division differently give one record, whichever contest key has which name', async () => {
  const one = await compute([contestRow('x', 'Ward One', 'council'), contestRow('y', 'First Ward', 'special')])
  const other = await compute([contestRow('y', 'Ward One', 'council'), contestRow('x', 'First Ward', 'special')])
  expect(one.districts).toMatchObject([{ name: 'First Ward', type: 'special', level: 'special', state: 'NC' }])
  expect(other).toEqual(one)
  const changed = await compute([contestRow('x', 'Ward One', 'council'), contestRow('y', 'A Ward', 'special')])
  expect(changed.districts).toMatchObject([{ name: 'A Ward' }])
  expect(changed.places).not.toBe(one.places)
})

test('it includes SQL, DDL and reference tables from their own folders, since a compiled build has none beside its code', async () => {
  // Test files share their modules, so the spied ones are loaded only for this test.
  vi.resetModules()
  vi.doMock('../../../data/store/code-hash.ts', { spy: true })
  onTestFinished(() => {
    vi.doUnmock('../../../data/store/code-hash.ts')
    vi.resetModules()
  })
  const code = await import('../../../data/store/code-hash.ts')
  const spied = await import('../../../build/bundle/fingerprint.ts')
  await spied.fingerprints(warehouse, [])
  const folders = vi
    .mocked(code.hashTree)
    .mock.calls.map(([folder]) => folder?.slice(PROJECT_ROOT.length + 1) ?? 'code')
  expect(folders.sort()).toEqual(['build', 'code', 'data/reference', 'data/store/ddl'])
})

test('a declaration of types changes no fingerprint, and code does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-code-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.js'), 'export const a = 1')
  const code = hashTree(folder)
  writeFileSync(join(folder, 'a.d.ts'), 'export declare const a = 1')
  expect(hashTree(folder)).toBe(code)
  for (const name of ['b.ts', 'd.ts', 'b.js', 'b.sql', 'b.csv', 'b.yaml']) {
    writeFileSync(join(folder, name), '')
    expect(hashTree(folder), name).not.toBe(code)
    rmSync(join(folder, name))
  }
})

test('the addresses part depends on the ZIP codes, whose city names it holds', async () => {
  const street = { state: 'NC', zip: '27601', city: '', prefix: '', name: 'main', suffix: 'st', postfix: '' } as const
  const address: SourceRow = {
    table: 'address_point',
    row: { ...street, points: new Uint8Array() },
    file: 'f',
    line: 1,
  }
  const addresses = await replace(warehouse, 'addresses', [address])
  await replace(warehouse, 'zips', [sourceRow('zip', {})])
  const addressesOf = async (signature: string) =>
    (await fingerprints(warehouse, [addresses, sourceRead('zips', { signature })])).addresses
  expect(await addressesOf('one')).toBe(await addressesOf('one'))
  expect(await addressesOf('other')).not.toBe(await addressesOf('one'))
})

test('a changed source changes the parts that its rows are in, and those that depend on these', async () => {
  const sources: Record<string, SourceRow[]> = {
    a: [contestRow('x', 'Ward One', 'council')],
    lines: [sourceRow('division', {})],
    feed: [contestRow('y', 'Ward Two', 'council'), endorsementRow('y')],
    endorsers: [sourceRow('endorser', {})],
    people: [sourceRow('officeholder', {})],
  }
  const reads = Object.keys(sources).map((source_id) => sourceRead(source_id))
  for (const read of reads) await warehouse.replaceSource(read, sources[read.source_id] ?? [], [])
  const before = await fingerprints(warehouse, reads)
  const changedBy = async (id: string, change: Partial<SourceRead>, base?: typeof before): Promise<string[]> => {
    const now = await fingerprints(
      warehouse,
      reads.map((read) => (read.source_id === id ? { ...read, ...change } : read)),
      base,
    )
    return Object.entries(now).flatMap(([name, print]) =>
      print === Object.entries(before).find(([is]) => is === name)?.[1] ? [] : [name],
    )
  }
  const other = { signature: 'other' }
  expect(await changedBy('lines', other)).toEqual(['lines', 'places', 'ballots', 'endorsements', 'officeholders'])
  expect(await changedBy('a', other)).toEqual(['ballots', 'endorsements'])
  expect(await changedBy('endorsers', { published_on: '2024-08-02' })).toEqual(['endorsements'])
  // Names of officeholders decide the case of candidates' names.
  expect(await changedBy('people', other)).toEqual(['ballots', 'endorsements', 'officeholders'])
  // The feed's contests are the same, and so are the ballots: the places are those of the base.
  expect(await changedBy('feed', other, { ...before, places: 'of the base' })).toEqual([
    ...['places', 'endorsements', 'officeholders'],
  ])

  const digests = await digestFeedBallots(warehouse)
  expect([...digests.keys()]).toEqual(['feed'])
  expect(await digestFeedBallots(warehouse, 'a')).toEqual(new Map())
  const feed = reads.find(({ source_id }) => source_id === 'feed')
  if (!feed) throw new Error('no feed')
  const moved = [endorsementRow('z'), contestRow('y', 'Ward Two', 'council')].map((row) => ({ ...row, line: 9 }))
  await warehouse.replaceSource(feed, moved, [])
  expect(await digestFeedBallots(warehouse, 'feed')).toEqual(digests)
  await warehouse.replaceSource(feed, [contestRow('y', 'Ward Two, renamed', 'council'), endorsementRow('y')], [])
  expect(await digestFeedBallots(warehouse)).not.toEqual(digests)
})

function endorsementRow(key: string): SourceRow {
  const contest_key = `nc-2024-11-05-general/${key}`
  return sourceRow('endorsement', { endorsement_key: `club/${contest_key}/ann`, contest_key })
}
