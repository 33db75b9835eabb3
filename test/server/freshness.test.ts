// /v1/coverage tells how old each kind of a state's data is, and when its sources were last read.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { coverage } from '../../data/schema/coverage.ts'
import { manifest } from '../../data/schema/manifest.ts'
import { writeLastRun } from '../../data/store/last-run.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
let client: Client
let bundle: string
beforeEach(async () => {
  fixture = await openFixture()
  bundle = await fixture.publish()
  const file = join(fixture.paths.bundles, `${bundle}.json`)
  const held = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, JSON.stringify({ ...held, sources: SOURCES }))
  client = await openClient((await fixture.start()).url, (await fixture.makeKey()).key)
})
afterEach(() => fixture.close())

const source = (id: string, published_on: string, gives: { kind: string; states: string[] }[]) => ({
  ...{ id, published_on, gives, publisher: 'p', licence: 'CC0-1.0', vintage: 'v', rows: 1, files: [] },
})
const SOURCES = [
  source('listing', '2026-10-01', [{ kind: 'ballots', states: ['NC'] }]),
  source('lists', '2026-11-01', [{ kind: 'ballots', states: ['KY', 'NC'] }]),
  source('people', '2026-09-01', [{ kind: 'officeholders', states: ['NC'] }]),
  source('paper', '2026-10-20', [{ kind: 'endorsements', states: ['NC'] }]),
]

async function ask(path = '/v1/coverage') {
  const reply = await client.get(path)
  const { data } = z.object({ data: z.array(coverage) }).parse(reply.body)
  const of = (state: string) => data.find((row) => row.state === state)?.freshness
  return { etag: reply.headers.get('etag'), of }
}

const record = (checks: Record<string, string | null>): void =>
  writeLastRun(fixture.paths, {
    format: 1,
    run: null,
    sources: Object.fromEntries(
      Object.entries(checks).map(([id, checked_at]) => [
        id,
        { kind: 'ballots' as const, published_on: null, checked_at, error: null, failed_nights: 0, failed_on: null },
      ]),
    ),
  })

const UNKNOWN = { updated_at: null, sources_checked_at: null }
const [EARLY, LATE] = ['2026-11-20T03:00:00.000Z', '2026-11-22T03:00:00.000Z']

test('without a record of runs, the dates of the publishers are known and no check is', async () => {
  const { of } = await ask()
  expect(of('NC')).toEqual({
    ballots: { updated_at: '2026-11-01T00:00:00.000Z', sources_checked_at: null },
    endorsements: { updated_at: '2026-10-20T00:00:00.000Z', sources_checked_at: null },
    officeholders: { updated_at: '2026-09-01T00:00:00.000Z', sources_checked_at: null },
    lines: UNKNOWN,
  })
  expect(of('AK')).toEqual({ ballots: UNKNOWN, endorsements: UNKNOWN, officeholders: UNKNOWN, lines: UNKNOWN })
})

test('a check is the earliest of the sources of that kind and state, and unknown if one was never read', async () => {
  record({ listing: EARLY, lists: LATE, people: null })
  const { of } = await ask()
  expect(of('NC')?.ballots.sources_checked_at).toBe(EARLY)
  expect(of('KY')?.ballots.sources_checked_at).toBe(LATE)
  expect(of('NC')?.officeholders.sources_checked_at).toBeNull()
})

test('a later check changes the answer and its ETag; a snapshot tells no checks and keeps its ETag', async () => {
  record({ listing: EARLY, lists: EARLY })
  const first = await ask()
  const named = await ask(`/v1/coverage?snapshot=${bundle}`)
  record({ listing: LATE, lists: LATE })
  await expect.poll(async () => (await ask()).of('NC')?.ballots.sources_checked_at).toBe(LATE)
  expect((await ask()).etag).not.toBe(first.etag)
  expect(named.of('NC')?.ballots).toEqual({ updated_at: '2026-11-01T00:00:00.000Z', sources_checked_at: null })
  expect((await ask(`/v1/coverage?snapshot=${bundle}`)).etag).toBe(named.etag)
})
