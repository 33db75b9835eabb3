// What answers about a place lack, over HTTP: named, and never complete beside it.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import type { ElectionGap } from '../../../data/schema/election.ts'
import { record } from '../../../data/schema/envelope.ts'
import { representatives } from '../../../data/schema/officeholder.ts'
import { recommendations } from '../../../data/schema/recommendation.ts'
import { BALLOT_KINDS } from '../../../data/schema/vocabulary.ts'
import { electionId, slugOf } from '../ballots.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { DISTRICTS, districtId } from '../geography.ts'

const gap = (kind: ElectionGap['kind'], more: Partial<ElectionGap> = {}): ElectionGap => ({
  ...{ kind, reason: 'unknown', districts: null, listed_in: [], ...more },
})
/** Elections of North Carolina, listed in the whole state, with what they lack. */
const LACKING: Readonly<Record<string, readonly ElectionGap[]>> = {
  '2026-05-05': [],
  '2026-11-03': [
    gap('us_senate', { reason: 'not_read' }),
    gap('us_house', { reason: 'not_read', districts: [DISTRICTS.cd2.ocd_id] }),
    gap('state_lower', { reason: 'not_published' }),
    gap('city', { listed_in: [DISTRICTS.alder.ocd_id] }),
  ],
}
const ALDER = 'lat=35.2&lng=-78.5'
const BIRCH = 'lat=35.2&lng=-77.2'
const BORDER = 'lat=35.2&lng=-77.52'
const NAMED = [
  'location=NC',
  'location=Alder+County,+NC',
  'location=27601',
  'location=27999',
  'location=Unmapped,+NC',
  'location=DC',
]

const fixture: Fixture = await openFixture()
let client: Client

beforeAll(async () => {
  await fixture.publish({
    fills: {
      ballots(writer) {
        writer.insert(
          'election',
          ['id', 'slug', 'date', 'state', 'type', 'contest_count', 'measure_count', 'body_en', 'body_es'],
          Object.entries(LACKING).map(([date, missing]) => {
            const slug = slugOf('NC', date, 'general')
            const body = JSON.stringify({ listed_in: [DISTRICTS.nc.ocd_id], missing })
            return [electionId(slug), slug, date, 'NC', 'general', 0, 0, body, body]
          }),
        )
        const missing = JSON.stringify([gap('us_house'), gap('school', { reason: 'not_published' })])
        writer.insert('regular_general', ['state', 'date', 'missing'], [['DC', '2026-11-03', missing]])
      },
    },
  })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start({ asOf: '2026-10-15' })).url, key)
})
afterAll(() => fixture.close())

const ENDPOINTS = { ballot, recommendations, representatives }

async function locationOf(name: keyof typeof ENDPOINTS, query: string) {
  const answer = await client.get(`/v1/${name}?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return record(ENDPOINTS[name]).parse(answer.body).data.location
}

const SPRING = `&elections=${slugOf('NC', '2026-05-05', 'general')}`

test('an answer is complete exactly if it names nothing that is missing', async () => {
  const told = new Set<boolean>()
  for (const place of [ALDER, BIRCH, BORDER, 'lat=38.87&lng=-76.95', ...NAMED]) {
    for (const elections of ['', SPRING, '&elections=nc-1900-11-06-general'])
      for (const name of ['ballot', 'recommendations'] as const) {
        const { complete, missing } = await locationOf(name, place + elections)
        expect(complete, `${name} ${place}${elections}`).toBe(missing.length === 0)
        told.add(complete)
      }
    const { complete, missing } = await locationOf('representatives', place).catch(() => ({
      complete: true,
      missing: [],
    }))
    expect(complete, `representatives ${place}`).toBe(missing.length === 0)
  }
  expect(told.size).toBe(2)
})

test('each kind is named with its district and reason, on the ballot and beside recommendations', async () => {
  const alder = [
    { kind: 'us_senate', reason: 'not_read' },
    { kind: 'state_lower', reason: 'not_published' },
  ]
  const birch = [
    { kind: 'us_senate', reason: 'not_read' },
    { kind: 'us_house', district_id: districtId('cd2'), reason: 'not_read' },
    { kind: 'state_lower', reason: 'not_published' },
    { kind: 'city', reason: 'unknown' },
  ]
  for (const name of ['ballot', 'recommendations'] as const) {
    expect((await locationOf(name, ALDER)).missing).toEqual(alder)
    expect((await locationOf(name, BIRCH)).missing).toEqual(birch)
    expect(await locationOf(name, BIRCH + SPRING)).toMatchObject({ complete: true, missing: [] })
  }
})

test('of an area, each district that lacks its contest is named', async () => {
  const { missing } = await locationOf('ballot', 'location=NC')
  expect(missing.filter(({ kind }) => kind === 'us_house')).toEqual([
    { kind: 'us_house', district_id: districtId('cd2'), reason: 'not_read' },
  ])
})

test('near a generalised border the districts of both sides are named', async () => {
  const { missing } = await locationOf('ballot', BORDER + SPRING)
  expect(missing).toHaveLength(2)
  expect(missing).toEqual(
    expect.arrayContaining(
      (['cd1', 'cd2'] as const).map((name) => ({
        ...{ kind: 'us_house', district_id: districtId(name), reason: 'unknown' },
      })),
    ),
  )
})

test('of a federal election day without an election, what is due is missing', async () => {
  const { missing } = await locationOf('ballot', 'location=DC')
  expect(missing).toEqual([
    { kind: 'us_house', reason: 'unknown' },
    { kind: 'school', reason: 'not_published' },
  ])
})

test('of an election of another state, every kind is unknown, except the President in other years', async () => {
  const { missing } = await locationOf('ballot', `location=DC${SPRING}`)
  expect(missing.map(({ kind }) => kind)).toEqual(BALLOT_KINDS.slice(1))
  expect(new Set(missing.map(({ reason }) => reason))).toEqual(new Set(['unknown']))
})

test('a city without a boundary lacks that boundary', async () => {
  const { missing } = await locationOf('ballot', `location=Unmapped,+NC${SPRING}`)
  expect(missing).toEqual([{ kind: 'city', reason: 'no_boundary' }])
})
