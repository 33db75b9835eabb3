import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ballot } from '../../data/schema/ballot.ts'
import { coverage } from '../../data/schema/coverage.ts'
import type { ElectionGap } from '../../data/schema/election.ts'
import { endorsement } from '../../data/schema/endorsement.ts'
import { list, page, record as recordOf } from '../../data/schema/envelope.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { manifest } from '../../data/schema/manifest.ts'
import { recommendations } from '../../data/schema/recommendation.ts'
import { writeLastRun } from '../../data/store/last-run.ts'
import { coverageOf } from '../../server/read/elections.ts'
import { openApi } from './api.ts'
import { generalOf } from './ballots.ts'
import { type Client, openClient } from './client.ts'
import { DISTRICTS } from './geography.ts'
import { insertElections } from './rows.ts'

describe('the next ballot', async () => {
  const DAYS = ['2024-10-15', '2024-11-06', '2026-05-06', '2026-11-03', '2026-11-04'] as const
  /** In two elections of North Carolina; the District of Columbia has none. */
  const LISTED: readonly (readonly [date: string, listed_in: readonly string[]])[] = [
    ['2024-11-05', [DISTRICTS.alder.ocd_id]],
    ['2026-05-05', [DISTRICTS.nc.ocd_id]],
  ]
  const [ALDER, BIRCH, DC] = ['lat=35.2&lng=-78.5', 'lat=35.2&lng=-77.2', 'lat=38.87&lng=-76.95']
  const [FIRST, SECOND] = ['&elections=nc-2024-11-05-general', '&elections=nc-2026-05-05-general']
  const { fixture, key } = await openApi({
    fills: {
      ballots: (writer) =>
        insertElections(
          writer,
          LISTED.map(([date, listed_in]) => ({ election: generalOf(date), body: { listed_in } })),
        ),
    },
  })
  const clients = new Map<string, Client>()
  for (const asOf of DAYS) clients.set(asOf, await openClient((await fixture.start({ asOf })).url, key))
  const clientOn = (day: (typeof DAYS)[number]) => clients.get(day) ?? expect.fail(day)

  test.each<[day: (typeof DAYS)[number], query: string, complete: boolean]>([
    ['2024-10-15', ALDER, true],
    ['2024-10-15', 'location=Alder+County,+NC', true],
    ['2024-10-15', 'location=27601', true],
    ['2024-10-15', BIRCH, false],
    ['2024-10-15', 'location=27999', false],
    ['2024-10-15', 'location=NC', false],
    ['2024-10-15', DC, false],
    ['2024-10-15', 'location=DC', false],
    // Of the requested elections, at least one must exist and each must be listed for the place.
    ['2024-10-15', `${BIRCH}${SECOND}`, true],
    ['2024-10-15', `${BIRCH}${FIRST},nc-2026-05-05-general`, false],
    ['2024-10-15', `${ALDER}${FIRST},nc-2026-05-05-general`, true],
    ['2024-10-15', `${DC}${SECOND}`, false],
    ['2024-10-15', `${ALDER}&elections=nc-1900-11-06-general`, false],
    // Before a federal election without data, a later election is not the next one.
    ['2024-11-06', BIRCH, true],
    ['2026-05-06', BIRCH, false],
  ])('on %s, an answer for %s is complete: %s', async (day, query, complete) => {
    const get = async (path: string) => (await clientOn(day).get(`${path}?${query}`)).body
    expect(recordOf(ballot).parse(await get('/v1/ballot')).data.location.complete).toBe(complete)
    expect(recordOf(recommendations).parse(await get('/v1/recommendations')).data.location.complete).toBe(complete)
  })

  test.each<[day: (typeof DAYS)[number], expected: object]>([
    ['2024-10-15', { NC: '2024-11-05 partial', DC: '2024-11-05 none', TX: '2024-11-05 none' }],
    ['2024-11-06', { NC: '2026-05-05 full', DC: '2026-11-03 none', TX: '2026-11-03 none' }],
    ['2026-11-03', { NC: '2026-11-03 none', DC: '2026-11-03 none', TX: '2026-11-03 none' }],
    ['2026-11-04', { NC: '2028-11-07 none', DC: '2028-11-07 none', TX: '2028-11-07 none' }],
  ])(
    'on %s, the next election of each state, and its data, whether past elections are counted or not',
    async (day, expected) => {
      for (const query of ['', '?upcoming=false']) {
        const { data } = list(coverage).parse((await clientOn(day).get(`/v1/coverage${query}`)).body)
        const next = data.map((row) => [row.state, `${row.next_election} ${row.next_election_coverage}`])
        expect(Object.fromEntries(next)).toMatchObject(expected)
      }
    },
  )
})

test('coverage is full where the ballots of the state lack no kind of contest', () => {
  const NC = 'ocd-division/country:us/state:nc'
  const election = { id: 1, slug: 'a', date: '2024-11-05', state: 'NC', listed_in: new Set([NC]), missing: [] }
  const gap = { kind: 'state_measure', reason: 'not_read', districts: null } as const
  const covered = (...missing: ElectionGap[]) => coverageOf({ elections: [election, { ...election, missing }] }, NC)
  expect(covered()).toBe('full')
  expect(covered({ ...gap, listed_in: [] })).toBe('partial')
  expect(covered({ ...gap, listed_in: [NC] })).toBe('full')
  expect(coverageOf({ elections: [{ ...election, listed_in: new Set() }] }, NC)).toBe('partial')
  expect(coverageOf({ elections: [] }, NC)).toBe('none')
})

describe('sources', async () => {
  const [EARLY, LATE] = ['2026-11-20T03:00:00.000Z', '2026-11-22T03:00:00.000Z']
  const source = (id: string, published_on: string, kind: string, ...states: string[]) => ({
    ...{ id, published_on, gives: [{ kind, states }], publisher: 'p', licence: 'CC0-1.0', vintage: 'v', rows: 1 },
    files: [],
  })
  const { fixture, bundle, key } = await openApi()
  const file = join(fixture.paths.bundles, `${bundle}.json`)
  const sources = [
    source('listing', '2026-10-01', 'ballots', 'NC'),
    source('lists', '2026-11-01', 'ballots', 'KY', 'NC'),
    source('people', '2026-09-01', 'officeholders', 'NC'),
    { ...source('feed', '2026-10-20', 'endorsements', 'NC'), licence: 'CC-BY-SA-4.0' },
  ]
  writeFileSync(file, JSON.stringify({ ...manifest.parse(JSON.parse(readFileSync(file, 'utf8'))), sources }))
  const client = await openClient((await fixture.start()).url, key)

  async function ask(path = '/v1/coverage') {
    const reply = await client.get(path)
    const { data } = list(coverage).parse(reply.body)
    const of = (state: string) => data.find((row) => row.state === state)?.freshness
    return { etag: reply.headers.get('etag'), of }
  }
  const record = (sources: LastRun['sources']) => writeLastRun(fixture.paths, { format: 1, run: null, sources })
  const sound = { kind: 'ballots' as const, published_on: null, error: null, failed_nights: 0, failed_on: null }
  const checked = (checked_at: string | null) => ({ ...sound, checked_at })
  const UNKNOWN = { updated_at: null, sources_checked_at: null, held_back_since: null, stale_since: null }
  const dated = (day: string) => ({ ...UNKNOWN, updated_at: `${day}T00:00:00.000Z` })

  test('without a record of runs, the dates of the publishers are known and no check is', async () => {
    const { of } = await ask()
    const [ballots, endorsements] = [dated('2026-11-01'), dated('2026-10-20')]
    expect(of('NC')).toEqual({ ballots, endorsements, officeholders: dated('2026-09-01'), lines: UNKNOWN })
    expect(of('AK')).toEqual({ ballots: UNKNOWN, endorsements: UNKNOWN, officeholders: UNKNOWN, lines: UNKNOWN })
  })

  test('a source that is held back or stale says since when; of several, the first', async () => {
    const held_back = { since: EARLY, rows_before: 200, rows: 100 }
    const stale = (since: string) => ({ ...checked(LATE), stale: { since, days: 14 } })
    record({ listing: { ...checked(LATE), error: 'held back', held_back }, lists: stale('2026-10-01') })
    await expect.poll(async () => (await ask()).of('NC')?.ballots.held_back_since).toBe(EARLY)
    const first = await ask()
    expect(first.of('NC')?.ballots).toMatchObject({ stale_since: '2026-10-01' })
    expect(first.of('KY')?.ballots).toMatchObject({ held_back_since: null, stale_since: '2026-10-01' })
    record({ listing: stale('2026-09-01'), lists: stale('2026-10-01') })
    await expect.poll(async () => (await ask()).of('NC')?.ballots.stale_since).toBe('2026-09-01')
    expect((await ask()).etag).not.toBe(first.etag)
    const failing = { ...stale('2026-09-01'), error: 'away' }
    record({ listing: failing, lists: failing })
    await expect.poll(async () => (await ask()).of('NC')?.ballots.stale_since).toBeNull()
  })

  test('a check is the earliest of the sources of that kind and state; a later one changes the answer and its ETag', async () => {
    record({ listing: checked(EARLY), lists: checked(LATE), people: checked(null) })
    await expect.poll(async () => (await ask()).of('NC')?.ballots.sources_checked_at).toBe(EARLY)
    const first = await ask()
    expect(first.of('KY')?.ballots.sources_checked_at).toBe(LATE)
    expect(first.of('NC')?.officeholders.sources_checked_at).toBeNull()
    const named = await ask(`/v1/coverage?snapshot=${bundle}`)
    record({ listing: checked(LATE), lists: checked(LATE) })
    await expect.poll(async () => (await ask()).of('NC')?.ballots.sources_checked_at).toBe(LATE)
    expect((await ask()).etag).not.toBe(first.etag)
    // A snapshot tells no checks, and keeps its ETag.
    expect(named.of('NC')?.ballots).toEqual(dated('2026-11-01'))
    expect((await ask(`/v1/coverage?snapshot=${bundle}`)).etag).toBe(named.etag)
  })

  test('an endorsement has the licence of the source that the manifest names, and null of another source', async () => {
    const { data } = page(endorsement).parse((await client.get('/v1/endorsements?limit=100')).body)
    const licences = new Set(data.map(({ endorser, licence }) => `${endorser.state === 'NC'} ${licence}`))
    expect([...licences].sort()).toEqual(['false null', 'true CC-BY-SA-4.0'])
    const one = data.find(({ licence }) => licence !== null)
    expect((await client.get(`/v1/endorsements/${one?.id}`)).body).toMatchObject({ data: { licence: 'CC-BY-SA-4.0' } })
  })
})
