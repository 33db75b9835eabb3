import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENDORSER_CATEGORIES } from '../../../data/reference/endorser-categories.ts'
import { coverage } from '../../../data/schema/coverage.ts'
import { election } from '../../../data/schema/election.ts'
import { type Endorsement, endorsement, endorsementRecord } from '../../../data/schema/endorsement.ts'
import { list, record } from '../../../data/schema/envelope.ts'
import { CONTEST_KINDS, ENDORSER_STATES, LEVELS } from '../../../data/schema/vocabulary.ts'
import { openBundle } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { createCalendar } from '../../../server/read/elections.ts'
import {
  findEndorsement,
  loadSources,
  presentEndorsements,
  presentSourceEvidence,
} from '../../../server/read/endorsements.ts'
import { contestId } from '../ballots.ts'
import { endorsedIn, inSpanish, RETRIEVED_AT } from '../endorsements.ts'
import { AS_OF } from '../fixture.ts'
import { openBoth } from '../without-tables.ts'
import { openWorld } from '../world.ts'
import { anyFilters, queryOf } from './filters.ts'

const { endorsers, endorsements, contests } = endorsedIn({})
const RUNS = process.env.PROOF === '1' ? 2000 : 40

const world = await openWorld()
const { fixture, client, bundle, read } = world
const walk = (query: string, limit = 500) => world.walk(`/v1/endorsements?${query}`, endorsement, limit)

const levelOf = new Map(contests.map((contest) => [contest.id, contest.level]))

/** The value that each parameter filters by. */
const LOOKS_AT: Readonly<Record<string, (one: Endorsement) => string>> = {
  categories: (one) => one.endorser.category.slug,
  endorsers: (one) => one.endorser.slug,
  endorser_states: (one) => one.endorser.state,
  states: (one) => one.election.state,
  elections: (one) => one.election.slug,
  contest_kinds: (one) => one.contest.kind,
  levels: (one) => levelOf.get(one.contest.id) ?? '',
  contest: (one) => String(one.contest.id),
  upcoming: (one) => String(one.election.date >= AS_OF),
  min_evidence: ({ evidence }) => (evidence?.quote_found ? 'capture' : 'less'),
}

function expected(filters: Readonly<Record<string, readonly string[]>>): Endorsement[] {
  return endorsements.filter((one) =>
    Object.entries(filters).every(
      ([name, values]) =>
        (name === 'upcoming' && values[0] === 'false') ||
        (name === 'min_evidence' && values[0] === 'none') ||
        values.includes(LOOKS_AT[name]?.(one) ?? ''),
    ),
  )
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  categories: [...ENDORSER_CATEGORIES.map(({ slug }) => slug), 'no-such'],
  endorsers: [...endorsers.map(({ slug }) => slug), 'no-such'],
  endorser_states: ENDORSER_STATES.filter((state) => ['NC', 'DC', 'CA', 'HI', 'national'].includes(state)),
  states: ['NC', 'DC', 'HI', 'WY'],
  elections: ['nc-2024-11-05-general', 'nc-2022-11-08-general', 'dc-2024-11-05-general', 'nc-1900-01-01-general'],
  contest_kinds: CONTEST_KINDS,
  levels: LEVELS,
  contest: [contestId('nc-2024-11-05-general/council'), contestId('nc-2024-11-05-general/board-3'), 1].map(String),
  upcoming: ['true', 'false'],
  min_evidence: ['none', 'feed', 'capture'],
}
const SINGLE = ['contest', 'upcoming', 'min_evidence']

test('the fixture has what these tests need', () => {
  expect(endorsements.length).toBeGreaterThan(200)
  expect(new Set(endorsements.map(({ rank }) => rank))).toEqual(new Set([null, 1, 2, 3, 4]))
  for (const [name, values] of Object.entries(VALUES))
    expect(values.filter((value) => expected({ [name]: [value] }).length > 0).length, name).toBeGreaterThan(1)
})

test('all of them, by id, for any page size', async () => {
  for (const limit of [37, 500]) expect(await walk('', limit), `${limit}`).toEqual(endorsements)
})

test.each(Object.keys(VALUES))('only %s', async (name) => {
  for (const value of VALUES[name] ?? [])
    expect(await walk(`${name}=${value}`), value).toEqual(expected({ [name]: [value] }))
})

test(`${RUNS} combinations of filters equal brute force, on pages of 7 and 500`, async () => {
  const several = anyFilters(VALUES, SINGLE)
  let found = 0
  for (const [at, some] of fc.sample(several, { numRuns: RUNS, seed: 20_241_105 }).entries()) {
    const filters = Object.fromEntries(some)
    const rows = expected(filters)
    if (rows.length > 0) found += 1
    expect(await walk(queryOf(some), at % 2 ? 7 : 500), queryOf(some)).toEqual(rows)
  }
  expect(found).toBeGreaterThan(RUNS / 4)
})

test('in Spanish, text by text', async () => {
  expect(await walk('lang=es')).toEqual(endorsements.map(inSpanish))
})

describe('/v1/endorsements/{id}', () => {
  test('with the whole endorser, contest and choice', async () => {
    for (const one of [...endorsements.slice(0, 20), ...expected({ contest: [VALUES.contest?.[0] ?? ''] })]) {
      const { data } = await read(`/v1/endorsements/${one.id}`, record(endorsementRecord))
      const contest = contests.find(({ id }) => id === one.contest.id)
      const endorser = endorsers.find(({ id }) => id === one.endorser.id)
      const choice = contest?.choices.find(({ id }) => id === one.choice.id)
      expect(data).toEqual({ ...one, endorser, contest, choice })
    }
  })

  test('in Spanish', async () => {
    const one = endorsements[0]
    const { data } = await read(`/v1/endorsements/${one?.id}?lang=es`, record(endorsementRecord))
    expect(data.contest.title).toMatch(/^Contienda /)
    expect(ENDORSER_CATEGORIES.map(({ name_es }) => name_es)).toContain(data.endorser.category.name)
  })
})

describe('counts', () => {
  const tally = (some: readonly Endorsement[]) => ({
    endorser_count: new Set(some.map((one) => one.endorser.id)).size,
    endorsement_count: some.length,
    endorsed_contest_count: new Set(some.map((one) => one.contest.id)).size,
  })

  test.each(['true', 'false'])('of coverage, upcoming=%s', async (upcoming) => {
    const { data } = await read(`/v1/coverage?upcoming=${upcoming}`, list(coverage))
    for (const row of data)
      expect(row, row.state).toMatchObject(tally(expected({ states: [row.state], upcoming: [upcoming] })))
    expect(data.filter((row) => row.endorser_count > 0).map((row) => row.state)).toEqual(['DC', 'NC'])
  })

  test('of elections', async () => {
    for (const { slug, endorsement_count } of await world.walk('/v1/elections?upcoming=false', election))
      expect(endorsement_count, slug).toBe(expected({ elections: [slug] }).length)
  })
})

test('a change of only an endorsement changes the ETag, and no other part', async () => {
  const first = await client.get('/v1/endorsements')
  const etag = first.headers.get('etag') ?? ''
  const ask = () => client.get('/v1/endorsements', { headers: { 'If-None-Match': etag } })
  expect((await ask()).status).toBe(304)
  const next = await fixture.publish({ said: ', again' })
  await expect.poll(async () => (await ask()).headers.get('x-snapshot'), { interval: 5 }).toBe(next)
  const after = await ask()
  expect([after.status, after.text.includes(', again'), first.text.includes(', again')]).toEqual([200, true, false])
  const [before, now] = [bundle, next].map((id) => loadManifest(fixture.paths, id).parts)
  expect(now?.ballots.sha256).toBe(before?.ballots.sha256)
  expect(now?.endorsements.sha256).not.toBe(before?.endorsements.sha256)
})

test('a bundle of an earlier version has no captures', () => {
  const { whole, older } = openBoth(fixture, bundle, ['evidence'])
  const { id } = endorsements.find(({ evidence }) => evidence) ?? { id: 0 }
  expect(findEndorsement(whole, id, 'en')).toContain('"evidence":{"sha256"')
  expect(findEndorsement(older, id, 'en')).toContain('"evidence":null')
  older.endorsements.close()
})

describe('the evidence of a source', () => {
  const HOSTILE = ' \\"} \\ ,"statement":"other","source_id":"feed"} \\\\"'
  const files = [{ name: 'feeds/alder-herald.json', url: 'https://example.org/', sha256: 'a'.repeat(64) }]
  const sourceOf = (id: string) => ({
    ...{ id, files, publisher: 'The Alder Herald', licence: 'CC0-1.0', rows: 1 },
    ...{ published_on: '2024-10-01', vintage: '2024' },
  })

  test('quotes the statement, whatever characters it has', () => {
    const { paths } = fixture
    const whole = openBundle(paths, loadManifest(paths, fixture.write({ said: HOSTILE })))
    const reading = { ...whole, manifest: { ...whole.manifest, sources: [sourceOf('feed')] } }
    const page = presentEndorsements({ upcoming: false, lang: 'es', limit: 500 }, 'x', {
      ...{ bundle: reading, day: createCalendar([], AS_OF)(0) },
    })
    const { data } = list(endorsement).parse(JSON.parse(page))
    const ofFeed = data.filter(({ evidence }) => evidence?.method === 'feed')
    expect(ofFeed.filter(({ statement }) => statement === null).length).toBeGreaterThan(10)
    expect(ofFeed.filter(({ statement }) => statement?.endsWith(HOSTILE)).length).toBeGreaterThan(10)
    for (const { statement, evidence, endorser } of ofFeed) {
      expect(evidence).toEqual({
        ...{ sha256: 'a'.repeat(64), retrieved_at: RETRIEVED_AT.feed, quote: statement, quote_found: true },
        ...{ method: 'feed', missing_since: null },
      })
      expect(endorser.state).toBe('NC')
    }
    // Of another source, the manifest knows nothing.
    expect(data.some(({ evidence, endorser }) => evidence === null && endorser.state !== 'NC')).toBe(true)
    const { id = 0, statement = '' } = ofFeed.find((one) => one.statement !== null) ?? {}
    const { evidence } = endorsementRecord.parse(JSON.parse(findEndorsement(reading, id, 'es') ?? ''))
    expect(evidence).toMatchObject({ quote: statement, method: 'feed' })
    whole.endorsements.close()
  })

  test('names the file of the endorser, if it is the desk', () => {
    const { paths } = fixture
    const whole = openBundle(paths, loadManifest(paths, bundle))
    const other = { name: 'desk/birch-teachers.json', url: 'https://example.org/', sha256: 'b'.repeat(64) }
    const desk = { ...sourceOf('desk'), files: [...files, other] }
    const reading = { ...whole, manifest: { ...whole.manifest, sources: [desk, { ...desk, id: 'two-files' }] } }
    const hashOf = (id: string, slug: string): unknown =>
      JSON.parse(
        presentSourceEvidence(
          loadSources(reading).get(JSON.stringify(id)) ?? expect.fail(),
          `{"id":1,"rank":null,"statement":null,"source_url":null,"published_on":null,"endorser":{"id":2,"slug":"${slug}","name":"x"}}`,
        ),
      )
    expect(hashOf('desk', 'birch-teachers')).toMatchObject({ sha256: 'b'.repeat(64), method: 'desk', quote: null })
    expect(hashOf('desk', 'alder-herald')).toMatchObject({ sha256: 'a'.repeat(64) })
    expect(hashOf('desk', 'oak-party')).toMatchObject({ sha256: null })
    expect(hashOf('two-files', 'alder-herald')).toMatchObject({ sha256: null, method: 'feed' })
    whole.endorsements.close()
  })
})
