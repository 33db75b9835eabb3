import { expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import type { ElectionGap } from '../../../data/schema/election.ts'
import { record } from '../../../data/schema/envelope.ts'
import { representatives } from '../../../data/schema/officeholder.ts'
import { recommendations } from '../../../data/schema/recommendation.ts'
import { BALLOT_KINDS } from '../../../data/schema/vocabulary.ts'
import { generalOf } from '../ballots.ts'
import type { Fills } from '../fixture.ts'
import { DISTRICTS, districtId } from '../geography.ts'
import { insertElections } from '../rows.ts'
import { openWorld } from '../world.ts'

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
const NAMED = ['NC', 'Alder+County,+NC', '27601', '27999', 'Unmapped,+NC', 'DC'].map((name) => `location=${name}`)

const fills: Fills = {
  ballots(writer) {
    insertElections(
      writer,
      Object.entries(LACKING).map(([date, missing]) => ({
        election: generalOf(date),
        body: { listed_in: [DISTRICTS.nc.ocd_id], missing },
      })),
    )
    const missing = JSON.stringify([gap('us_house'), gap('school', { reason: 'not_published' })])
    writer.insert('regular_general', ['state', 'date', 'missing'], [['DC', '2026-11-03', missing]])
  },
}
const { read } = await openWorld({ fills }, { asOf: '2026-10-15' })

const ENDPOINTS = { ballot, recommendations, representatives }
const locationOf = async (name: keyof typeof ENDPOINTS, query: string) =>
  (await read(`/v1/${name}?${query}`, record(ENDPOINTS[name]))).data.location

const SPRING = `&elections=${generalOf('2026-05-05').slug}`

test('an answer is complete exactly if it names nothing that is missing', async () => {
  const told = new Set<boolean>()
  const asked = [ALDER, BIRCH, BORDER, 'lat=38.87&lng=-76.95', ...NAMED].flatMap((place) => [
    ...['', SPRING, '&elections=nc-1900-11-06-general'].flatMap((elections) => [
      ['ballot', place + elections] as const,
      ['recommendations', place + elections] as const,
    ]),
    ['representatives', place] as const,
  ])
  for (const [name, query] of asked) {
    const { complete, missing } = await locationOf(name, query)
    expect(complete, `${name} ${query}`).toBe(missing.length === 0)
    told.add(complete)
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

const house = (name: 'cd1' | 'cd2', reason: string) => ({ kind: 'us_house', district_id: districtId(name), reason })
test.each([
  ['of an area, each district that lacks its contest', 'location=NC', [house('cd2', 'not_read')]],
  ['near a border, the districts of both sides', BORDER + SPRING, [house('cd1', 'unknown'), house('cd2', 'unknown')]],
])('%s is named', async (_, query, expected) => {
  const { missing } = await locationOf('ballot', query)
  const found = missing.filter(({ kind }) => kind === 'us_house')
  expect(found).toHaveLength(expected.length)
  expect(found).toEqual(expect.arrayContaining(expected))
})

test('of a federal election day without an election, what is due is missing', async () => {
  expect((await locationOf('ballot', 'location=DC')).missing).toEqual([
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
