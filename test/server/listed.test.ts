// Coverage of the next ballot: /v1/coverage by state, and `complete` by place, for the places of ./geography.ts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ballot } from '../../data/schema/ballot.ts'
import { coverage } from '../../data/schema/coverage.ts'
import { list, record } from '../../data/schema/envelope.ts'
import { recommendations } from '../../data/schema/recommendation.ts'
import { electionId, slugOf } from './ballots.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { DISTRICTS } from './geography.ts'

/** In two elections of North Carolina; the District of Columbia has none. */
const LISTED: readonly (readonly [date: string, listed_in: readonly string[]])[] = [
  ['2024-11-05', [DISTRICTS.alder.ocd_id]],
  ['2026-05-05', [DISTRICTS.nc.ocd_id]],
]
const POINT = { alder: 'lat=35.2&lng=-78.5', birch: 'lat=35.2&lng=-77.2', dc: 'lat=38.87&lng=-76.95' }

const fixture: Fixture = await openFixture()
let key = ''

beforeAll(async () => {
  await fixture.publish({
    fills: {
      ballots(writer) {
        writer.insert(
          'election',
          ['id', 'slug', 'date', 'state', 'type', 'contest_count', 'measure_count', 'body_en', 'body_es'],
          LISTED.map(([date, listed_in]) => {
            const slug = slugOf('NC', date, 'general')
            const body = JSON.stringify({ listed_in })
            return [electionId(slug), slug, date, 'NC', 'general', 0, 0, body, body]
          }),
        )
      },
    },
  })
  key = (await fixture.makeKey()).key
})
afterAll(() => fixture.close())

const clientOn = async (asOf: string): Promise<Client> => openClient((await fixture.start({ asOf })).url, key)

async function isComplete(client: Client, query: string): Promise<boolean> {
  const answers = [
    record(ballot).parse((await client.get(`/v1/ballot?${query}`)).body),
    record(recommendations).parse((await client.get(`/v1/recommendations?${query}`)).body),
  ]
  const [complete, ...others] = answers.map(({ data }) => data.location.complete)
  expect(others, query).toEqual([complete])
  return complete === true
}

test('an answer is complete only if the candidates of the next ballot are listed for the place', async () => {
  const client = await clientOn('2024-10-15')
  const complete = (query: string) => isComplete(client, query)
  expect(await complete(POINT.alder)).toBe(true)
  expect(await complete('location=Alder+County,+NC')).toBe(true)
  expect(await complete('location=27601')).toBe(true)
  expect(await complete(POINT.birch)).toBe(false)
  expect(await complete('location=27999')).toBe(false)
  expect(await complete('location=NC')).toBe(false)
  expect(await complete(POINT.dc)).toBe(false)
  expect(await complete('location=DC')).toBe(false)
})

test('of the requested elections, at least one must exist and each must be listed for the place', async () => {
  const client = await clientOn('2024-10-15')
  const complete = (query: string, elections: string) => isComplete(client, `${query}&elections=${elections}`)
  const [first, second] = LISTED.map(([date]) => slugOf('NC', date, 'general'))
  expect(await complete(POINT.birch, `${second}`)).toBe(true)
  expect(await complete(POINT.birch, `${first},${second}`)).toBe(false)
  expect(await complete(POINT.alder, `${first},${second}`)).toBe(true)
  expect(await complete(POINT.dc, `${second}`)).toBe(false)
  expect(await complete(POINT.alder, 'nc-1900-11-06-general')).toBe(false)
})

test('before a federal election without data, a later election is not the next one', async () => {
  const client = await clientOn('2024-11-06')
  expect(await isComplete(client, POINT.birch)).toBe(true)
  const after = await clientOn('2026-05-06')
  expect(await isComplete(after, POINT.birch)).toBe(false)
})

test.each([
  ['2024-10-15', { NC: '2024-11-05 partial', DC: '2024-11-05 none', TX: '2024-11-05 none' }],
  ['2024-11-06', { NC: '2026-05-05 full', DC: '2026-11-03 none', TX: '2026-11-03 none' }],
  ['2026-11-03', { NC: '2026-11-03 none', DC: '2026-11-03 none', TX: '2026-11-03 none' }],
  ['2026-11-04', { NC: '2028-11-07 none', DC: '2028-11-07 none', TX: '2028-11-07 none' }],
])('coverage on %s names the next election of each state, and its data', async (asOf, expected) => {
  const client = await clientOn(asOf)
  const { data } = list(coverage).parse((await client.get('/v1/coverage')).body)
  const next = data.map((row) => [row.state, `${row.next_election} ${row.next_election_coverage}`])
  expect(Object.fromEntries(next)).toMatchObject(expected)
  const all = list(coverage).parse((await client.get('/v1/coverage?upcoming=false')).body)
  expect(all.data.map((row) => row.next_election)).toEqual(data.map((row) => row.next_election))
})
