// Base + changes answer like a fresh full build, query by query, after any edits in any number of steps.

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../../build/build.ts'
import { buildChanges, type ChangesBuilt, type ChangesOptions } from '../../build/changes.ts'
import { packSnapshot } from '../../build/snapshot/pack.ts'
import { checkBundle, compareParts, unpackSnapshot } from '../../build/snapshot/unpack.ts'
import { openBundle } from '../../data/store/bundle.ts'
import { findAccepted } from '../../data/store/last-good.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type Paths, PROJECT_ROOT, pathsIn } from '../../data/store/paths.ts'
import { openWarehouse, type Warehouse } from '../../data/store/warehouse.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import { sampleSources } from '../../ingest/sample/sources.ts'
import { shareFolder } from '../temporary.ts'
import { closeAll, expectSame } from './answers.ts'
import { anyEdit, applyEdit, type Contest, type Feed, inventFeeds, writeFeeds } from './feeds.ts'
import { replace, sourceRow } from './rows.ts'

const RUNS = process.env.PROOF === '1' ? 100 : 1
const NEVER_FOLD = { share: 1, rows: 1_000_000 }

const root = shareFolder()
/** The state after the full build of the first feeds; copied for each use. */
const built = pathsIn(join(root, 'built'))
let contests: Contest[]
let first: Feed[]
let base: string

beforeAll(async () => {
  const sources = sampleSources.filter(({ id }) => ['sample-places', 'sample-ballots'].includes(id))
  await ingest({ paths: built, sources, mirror: PROJECT_ROOT, states: null, now: new Date('2028-01-01T00:00:00Z') })
  await withWarehouse(built, async (warehouse) => {
    contests = await readContests(warehouse)
    first = inventFeeds(contests)
    await writeFeeds(warehouse, first)
  })
  base = (await build({ paths: built })).bundle
})

async function withWarehouse(paths: Paths, use: (warehouse: Warehouse) => Promise<void>): Promise<void> {
  const warehouse = await openWarehouse(paths.work)
  try {
    await use(warehouse)
  } finally {
    await warehouse.close()
  }
}

async function readContests(warehouse: Warehouse): Promise<Contest[]> {
  const rows = await warehouse.all<{
    contest_key: string
    vote_method: string
    votes_allowed: number
    choices: string
  }>(
    `SELECT contest_key, any_value(vote_method) AS vote_method, any_value(votes_allowed) AS votes_allowed,
  string_agg(choice_key, chr(10) ORDER BY choice_key) AS choices
FROM core.contest JOIN core.choice USING (contest_key)
GROUP BY contest_key
ORDER BY contest_key`,
  )
  return rows.map(({ contest_key, vote_method, votes_allowed, choices }) => ({
    ...{ contest_key, ranked: vote_method === 'ranked_choice', choices: choices.split('\n') },
    permitted: ['ranked_choice', 'approval'].includes(vote_method) ? null : votes_allowed,
  }))
}

function copyOf(name: string): Paths {
  const paths = pathsIn(join(root, name))
  rmSync(paths.root, { recursive: true, force: true })
  cpSync(built.root, paths.root, { recursive: true })
  return paths
}

const write = (paths: Paths, feeds: readonly Feed[]): Promise<void> =>
  withWarehouse(paths, (warehouse) => writeFeeds(warehouse, feeds, findAccepted(paths)))

async function changesOf(paths: Paths, feeds: readonly Feed[], options: Partial<ChangesOptions> = {}) {
  await write(paths, feeds)
  return buildChanges({ paths, fold: NEVER_FOLD, ...options })
}

function expectChanges(outcome: Awaited<ReturnType<typeof buildChanges>>): ChangesBuilt {
  if (outcome.taken !== 'changes') throw new Error(`built whole: ${outcome.why}`)
  return outcome
}

test('random edits: base + changes equal a fresh whole build, and many steps one', {
  timeout: RUNS * 600_000,
}, async () => {
  const runs = fc.sample(fc.array(anyEdit, { minLength: 1, maxLength: 7 }), { numRuns: RUNS, seed: 20_281_107 })
  const [inSteps, whole] = [copyOf('in-steps'), copyOf('whole')]
  let feeds = first
  let overfull = 0
  for (const [nth, edits] of runs.entries()) {
    // Each run changes a stance too.
    const all = [{ kind: 'silence', at: [1, 3 + nth, 5 + nth] } as const, ...edits]
    feeds = all.reduce((before, edit) => applyEdit(before, contests, edit), nth % 10 === 0 ? first : feeds)
    const stepped = expectChanges(await changesOf(inSteps, feeds))
    await write(whole, feeds)
    const fresh = await build({ paths: whole })
    const both = [
      openBundle(inSteps, loadManifest(inSteps, stepped.bundle)),
      openBundle(whole, loadManifest(whole, fresh.bundle)),
    ] as const
    expect(stepped.overfull_positions).toEqual(fresh.overfull_positions)
    overfull += fresh.overfull_positions.length
    // `snapshot verify --rebuild` relies on this comparison.
    const parts = compareParts(
      { paths: inSteps, manifest: both[0].manifest },
      { paths: whole, manifest: both[1].manifest },
    )
    expect(parts.filter(({ part }) => part !== 'endorsements').map(({ equal }) => equal)).toEqual(
      Array(3).fill('bytes'),
    )
    expect(parts.find(({ part }) => part === 'endorsements')?.equal).not.toBe('no')
    try {
      expectSame(...both)
    } catch (fault) {
      throw new Error(`run ${nth}, after ${JSON.stringify(edits)}`, { cause: fault })
    } finally {
      closeAll(both)
    }
    const atOnce = expectChanges(await changesOf(copyOf('at-once'), feeds))
    expect([atOnce.part, atOnce.bundle]).toEqual([stepped.part, stepped.bundle])
  }
  expect(overfull).toBeGreaterThan(0)
  const back = expectChanges(await changesOf(inSteps, first))
  expect([back.part, back.bundle]).toEqual([null, base])
})

test('a snapshot with changes differs from a rebuild that gives only its base, table by table', async () => {
  const edited = applyEdit(first, contests, { kind: 'statement', at: [0, 3, 1] })
  const paths = copyOf('packed')
  const { bundle } = expectChanges(await changesOf(paths, edited))
  const file = join(root, 'changes.tar')
  packSnapshot({ paths, bundle, name: null, day: '2028-01-01', file, configured: null })
  const unpacked = pathsIn(join(root, 'unpacked'))
  mkdirSync(unpacked.root)
  unpackSnapshot({ file, into: unpacked.root, takes: () => true })
  const packed = { paths: unpacked, manifest: checkBundle(unpacked, bundle, file) }
  const rebuilt = { paths: built, manifest: loadManifest(built, base) }
  // Their base is the same file, byte for byte.
  expect(packed.manifest.parts.endorsements).toEqual(rebuilt.manifest.parts.endorsements)
  const compared = compareParts(packed, rebuilt).find(({ part }) => part === 'endorsements')
  expect(compared?.equal).toBe('no')
  expect(compared?.differing).toContainEqual({ table: 'endorsement_body', only_first: 1, only_second: 1 })
})

test('one changed row affects only its contest and its endorser; a renamed endorser affects all its contests', async () => {
  const paths = copyOf('one')
  const [feed, silent] = first
  const row = feed?.endorsements.find(({ endorser_slug }) => endorser_slug === 'endorser-2')
  if (!feed || !silent || !row) throw new Error('no row')
  const changed = structuredClone(first)
  for (const { endorsements } of changed)
    for (const one of endorsements) if (one.endorsement_key === row.endorsement_key) one.statement = 'Another.'
  const one = expectChanges(await changesOf(paths, changed))
  expect(one.touched).toMatchObject({ endorsers: 1, contests: 1 })
  const renamed = structuredClone(first)
  for (const { endorsers } of renamed)
    for (const each of endorsers) if (each.endorser_slug === row.endorser_slug) each.name = 'Renamed'
  const { touched } = expectChanges(await changesOf(paths, renamed))
  const own = [...feed.endorsements, ...silent.stances].filter(
    ({ endorser_slug }) => endorser_slug === row.endorser_slug,
  )
  expect(touched).toMatchObject({ endorsers: 1, contests: new Set(own.map(({ contest_key }) => contest_key)).size })
})

test('captured evidence affects only the contests of its endorsements, and goes with its source', async () => {
  const paths = copyOf('captured')
  const url = 'https://example.org/said'
  const feeds = structuredClone(first)
  const rows = feeds[0]?.endorsements.slice(1, 4) ?? []
  for (const row of rows) row.source_url = url
  const before = expectChanges(await changesOf(paths, feeds))
  await captureRows(paths, rows, url)
  const { touched, bundle } = expectChanges(await changesOf(paths, feeds))
  expect(touched.contests).toBe(before.touched.contests)
  const opened = openBundle(paths, loadManifest(paths, bundle))
  const captured = opened.endorsements
    .statement<{ body: string }>(
      `SELECT body
FROM evidence JOIN pick USING (contest_id, ordinal, choice_id)
ORDER BY quote_found`,
    )
    .all()
  const summaries = opened.endorsements
    .statement<{ of_pick: string; of_backer: string }>(
      `SELECT picked.value ->> '$.evidence' AS of_pick, backer_en ->> '$.evidence' AS of_backer
FROM position
JOIN json_each(body_en, '$.picks') AS picked
JOIN pick ON pick.contest_id = position.contest_id AND pick.ordinal = position.ordinal AND pick.choice_id = picked.value ->> '$.choice_id'`,
    )
    .all()
  closeAll([opened])
  const kinds = summaries.map(({ of_pick }) => of_pick)
  expect(summaries.map(({ of_backer }) => of_backer)).toEqual(kinds)
  expect(kinds.filter((kind) => kind === '{"method":"capture","quote_found":true}')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === '{"method":"capture","quote_found":false}')).toHaveLength(1)
  expect(new Set(kinds)).toContain('{"method":"feed","quote_found":true}')
  expect(new Set(kinds).size).toBe(3)
  expect(captured.map(({ body }) => JSON.parse(body))).toMatchObject([
    { method: 'capture', quote: null, quote_found: false, missing_since: null },
    { method: 'capture', quote: 'It is said.', quote_found: true, missing_since: null },
  ])
  await captureRows(paths, [], url)
  const back = expectChanges(await changesOf(paths, feeds))
  expect([back.part, back.bundle]).toEqual([before.part, before.bundle])
})

/** The last row is captured from another page than its endorsement names: it does not count. */
async function captureRows(paths: Paths, rows: Feed['endorsements'], url: string): Promise<void> {
  const captured = rows.map(({ endorsement_key }, nth) => {
    const own = { endorsement_key, source_url: nth === 2 ? `${url}/else` : url }
    const quote = nth === 0 ? 'It is said.' : null
    return sourceRow('evidence', { ...own, quote, quote_found: nth === 0 }, { file: 'captures.json', line: null })
  })
  await withWarehouse(paths, async (warehouse) => {
    if (rows.length === 0) await warehouse.dropSource('evidence')
    else await replace(warehouse, 'evidence', captured, { family: 'sample', signature: JSON.stringify(captured) })
  })
}

test('an endorsement of a contest that is left out is an issue of its row', async () => {
  const paths = copyOf('left-out')
  const edited = applyEdit(first, contests, { kind: 'statement', at: [0, 3, 1] })
  expect(expectChanges(await changesOf(paths, edited)).issues).toEqual([])
  await withWarehouse(paths, (warehouse) =>
    warehouse.run(`INSERT INTO out.no_such_district BY NAME
      SELECT contest_key, state, DATE '2028-11-07' AS date, ocd_id, 3 AS districts FROM out.contest`),
  )
  const { issues } = expectChanges(await changesOf(paths, edited))
  expect(issues).toContainEqual(expect.objectContaining({ source_id: 'feed-a', code: 'no-such-district' }))
})

test('moving rows within their file changes nothing', async () => {
  const moved = structuredClone(first)
  for (const feed of moved) feed.endorsements.reverse()
  const outcome = expectChanges(await changesOf(copyOf('moved'), moved))
  expect([outcome.part, outcome.bundle, outcome.touched.contests]).toEqual([null, base, 0])
})

test('a feed published again with the same rows changes only the coverage', async () => {
  const paths = copyOf('published')
  const again = first.map((feed) => ({ ...feed, published_on: '2027-12-24' }))
  const { bundle, touched } = expectChanges(await changesOf(paths, again))
  expect([bundle === base, touched.contests]).toEqual([false, 0])
  const opened = openBundle(paths, loadManifest(paths, bundle))
  const dates = opened.endorsements.statement('SELECT DISTINCT updated_at FROM coverage').all()
  closeAll([opened])
  expect(dates).toEqual([{ updated_at: '2027-12-24T00:00:00.000Z' }])
})

test('too many affected rows, changes of other rows, or a missing part cause a full build, with the reason', async () => {
  const edited = applyEdit(first, contests, { kind: 'statement', at: [0, 3, 1] })
  const paths = copyOf('folded')
  const folded = await changesOf(paths, edited, { fold: { share: 0, rows: 0 } })
  expect(folded).toMatchObject({
    taken: 'whole',
    why: expect.stringMatching(/^the change affects \d+ of \d+ endorsements$/),
  })
  expect(loadManifest(paths, folded.bundle).parts.changes).toBeUndefined()
  // The full build is the new base.
  expect(expectChanges(await changesOf(paths, edited))).toMatchObject({ part: null, bundle: folded.bundle })
  const ballots = copyOf('ballots')
  await withWarehouse(ballots, (warehouse) =>
    warehouse.run("UPDATE core.source_read SET signature = 'other' WHERE source_id = 'sample-ballots'"),
  )
  expect(await reasonForWhole(ballots, edited)).toBe('other data has changed too: ballots')
  const missing = copyOf('missing')
  const { endorsements } = loadManifest(missing, base).parts
  rmSync(join(missing.parts, `${endorsements.sha256}.sqlite`))
  expect(await reasonForWhole(missing, edited)).toBe('parts of the base are missing: endorsements')
  expect(existsSync(join(missing.parts, `${endorsements.sha256}.sqlite`))).toBe(false)
})

/** The reason that a whole build announces; it is stopped there. */
async function reasonForWhole(paths: Paths, feeds: readonly Feed[]): Promise<string> {
  let reason = ''
  const onProgress = (_step: string, text: string): void => {
    reason = text
    throw new Error('stopped by the test')
  }
  await expect(changesOf(paths, feeds, { onProgress })).rejects.toThrow('stopped by the test')
  return reason
}

test('a feed whose changed row fails a check gets its last good rows back, and the other feed is built', async () => {
  const paths = copyOf('broken')
  const wrong = structuredClone(first)
  const row = wrong[0]?.endorsements[3]
  if (!row) throw new Error('no row')
  row.endorser_slug = 'nobody'
  expect(expectChanges(await changesOf(paths, wrong))).toMatchObject({
    ...{ part: null, bundle: base },
    refused: [{ source_id: 'feed-a', check: 'endorsement-has-its-parents', rows_in: expect.any(Number) }],
  })
  const other = wrong[1]?.endorsements[0]
  if (!other) throw new Error('no row')
  other.statement = 'News'
  expect(expectChanges(await changesOf(paths, wrong))).toMatchObject({
    ...{ part: { bytes: expect.any(Number) }, refused: [{ source_id: 'feed-a' }] },
  })
  expect(expectChanges(await changesOf(paths, first))).toMatchObject({ part: null, bundle: base })
})
