// The ballot at a place, over HTTP, in the invented region of ../geography.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import { record } from '../../../data/schema/envelope.ts'
import { representatives } from '../../../data/schema/officeholder.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { districtId } from '../geography.ts'

let fixture: Fixture
let client: Client

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 2 })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start()).url, key)
})
afterAll(() => fixture.close())

async function ask(query: string) {
  const answer = await client.get(`/v1/ballot?${query}`)
  expect(answer.status, answer.text).toBe(200)
  const { data } = record(ballot).parse(answer.body)
  return {
    location: data.location,
    districts: data.districts.map((district) => district.name),
    contests: Object.fromEntries(data.contests.map((contest) => [contest.title, contest.match])),
  }
}

const inAlder = { 'us-senate': 'certain', 'us-house-1': 'certain', bond: 'certain', 'board-3': 'possible' }
const fillers = { 'Soil and Water Seat 0': 'certain', 'Soil and Water Seat 1': 'certain' }

describe('by point', () => {
  test('in a city: one voter, certain and possible contests, districts of the day', async () => {
    const found = await ask('lat=35.5&lng=-78.5')
    expect(found.location).toEqual({
      ...{ exact: true, complete: false, lines_differ: false, basis: 'point', kind: 'coordinates' },
      ...{ label: null, state: 'NC', resolver: 'coordinates' },
      // The district of the board has no lines.
      missing: [{ kind: 'school', district_id: districtId('board'), reason: 'no_boundary' }],
    })
    expect(found.contests).toEqual({ ...inAlder, council: 'certain' })
    expect(found.districts).toEqual(['District 1', 'North Carolina', 'House 1 of old', 'Alder County', 'Ráleigh'])
  })

  test('in a county that lists two districts: inside its lines certain, near the border both possible', async () => {
    const inside = await ask('lat=35.5&lng=-77.2')
    expect(inside.contests).toEqual({ 'us-senate': 'certain', 'us-house-2': 'certain', ...fillers })
    expect(inside.location.complete).toBe(true)
    const near = await ask('lat=35.5&lng=-77.52')
    expect(near.contests).toEqual({
      'us-senate': 'certain',
      'us-house-1': 'possible',
      'us-house-2': 'possible',
      ...fillers,
    })
    expect(near.location.complete).toBe(false)
  })

  test('a district is certain, or possible nearer to a generalised border than its error, on both sides of it', async () => {
    const matches = async (query: string) => {
      const { data } = record(ballot).parse((await client.get(`/v1/ballot?${query}`)).body)
      const house = data.districts.filter(({ type }) => type === 'congressional')
      return [house.map(({ name, match }) => `${name} ${match}`), data.location.complete]
    }
    expect(await matches('lat=35.5&lng=-77.2')).toEqual([['District 2 certain'], true])
    const both = ['District 1 possible', 'District 2 possible']
    for (const lng of [-77.52, -77.48]) expect(await matches(`lat=35.5&lng=${lng}`)).toEqual([both, false])
    expect(await matches('location=Raleigh,+NC')).toEqual([['District 1 certain'], false])
    expect(await matches('location=NC')).toEqual([both, false])
  })

  test('a city is possible nearer to its simplified border than the error, on both sides of it', async () => {
    const matches = async (lng: number) => {
      const { data } = record(ballot).parse((await client.get(`/v1/ballot?lat=35.5&lng=${lng}`)).body)
      const council = data.contests.filter(({ title }) => title === 'council').map(({ match }) => match)
      const city = data.districts.filter(({ type }) => type === 'place').map(({ match }) => match)
      return [council, city]
    }
    // The border is at -78.6; a thousandth of a degree is 90 m.
    expect(await matches(-78.602)).toEqual([[], []])
    for (const lng of [-78.601, -78.6005, -78.5995, -78.599])
      expect(await matches(lng)).toEqual([['possible'], ['possible']])
    expect(await matches(-78.598)).toEqual([['certain'], ['certain']])
  })

  test('on a border: exactly one side', async () => {
    const { districts } = await ask('lat=35.5&lng=-78')
    expect(districts.filter((name) => name.endsWith('County')).length).toBe(1)
  })

  test('of a named past election: with the lines of its day', async () => {
    const past = await ask('lat=35.5&lng=-78.5&elections=nc-2022-11-08-general')
    expect(past.contests).toEqual({ ...inAlder, council: 'certain' })
    expect(past.districts).toEqual(['District 1', 'North Carolina', 'House 1 of old', 'Alder County', 'Ráleigh'])
    expect((await ask('lat=35.5&lng=-78.5&elections=nc-1900-01-01-general')).contests).toEqual({})
  })

  test('outside every state is 404', async () => {
    for (const point of ['lat=0&lng=0', 'lat=90&lng=180', 'lat=-90&lng=-180', 'lat=35.5&lng=-76.99'])
      expect((await client.get(`/v1/ballot?${point}`)).status, point).toBe(404)
  })
})

describe('by name', () => {
  test.each([
    ['27601', 'zip', 'ZIP 27601'],
    ['27601-1234', 'zip', 'ZIP 27601'],
    ['Raleigh, NC 27601', 'zip', 'ZIP 27601'],
    ['Raleigh, NC', 'city', 'Ráleigh, NC'],
    ['  ráleigh ,north carolina', 'city', 'Ráleigh, NC'],
    ['raleigh nc', 'city', 'Ráleigh, NC'],
    ['Raleigh', 'city', 'Ráleigh, NC'],
    ['Alder County, NC', 'county', 'Alder County, NC'],
    ['alder county nc', 'county', 'Alder County, NC'],
    ['Alder, NC', 'county', 'Alder County, NC'],
    ['nc', 'state', 'North Carolina'],
    ['North Carolina, USA', 'state', 'North Carolina'],
    ['Twin, DC', 'city', 'Twin, DC'],
    ['Raleigh, Alder County, NC', 'city', 'Ráleigh, NC'],
    ['raleigh north carolina', 'city', 'Ráleigh, NC'],
    ['Alder County North Carolina', 'county', 'Alder County, NC'],
  ])('%s is a %s', async (location, kind, label) => {
    const found = await ask(`location=${encodeURIComponent(location)}`)
    expect(found.location).toMatchObject({ kind, label, exact: false, resolver: 'area' })
    expect(await ask(`address=${encodeURIComponent(location)}`)).toEqual(found)
  })

  test('an area: certain where its district covers it, possible where some vote', async () => {
    expect((await ask('location=27601')).contests).toEqual({ ...inAlder, council: 'possible' })
    const split = await ask('location=27999')
    expect(split.contests).toEqual({
      'us-senate': 'certain',
      'us-house-1': 'possible',
      'us-house-2': 'possible',
      ...fillers,
    })
    expect(split.location).toMatchObject({ basis: 'county', complete: false })
    const state = await ask('location=NC')
    expect(new Set(Object.values({ ...state.contests, 'us-senate': 'possible' }))).toEqual(new Set(['possible']))
    expect(state.contests['us-senate']).toBe('certain')
  })

  test('an area whose own lines are generalised: possible in each district that it may reach', async () => {
    const { contests } = await ask('location=27888')
    expect(contests).toMatchObject({ 'us-senate': 'certain', bond: 'possible' })
  })

  test('a city without lines: the contests of its county, no shares, and never complete', async () => {
    const parse = async (location: string) =>
      record(ballot).parse((await client.get(`/v1/ballot?location=${location}`)).body).data
    const [city, county] = [await parse('Unmapped,+NC'), await parse('Alder+County,+NC')]
    expect(city.location).toMatchObject({ exact: false, basis: 'county', kind: 'city', label: 'Unmapped, NC' })
    const unshared = (contests: typeof city.contests) => contests.map(({ share: _, ...contest }) => contest)
    expect(unshared(city.contests)).toEqual(unshared(county.contests))
    expect(new Set(city.districts.map(({ share }) => share))).toEqual(new Set([null]))
    expect(county.districts.map(({ share }) => share)).toContain(1)
    const complete = async (location: string) =>
      record(representatives).parse((await client.get(`/v1/representatives?location=${location}`)).body).data.location
        .complete
    expect([await complete('Alder+County,+NC'), await complete('Unmapped,+NC')]).toEqual([true, false])
  })

  test('a name in two states is an error that asks for the state', async () => {
    const answer = await client.get('/v1/ballot?location=Twin')
    expect([answer.status, answer.text.includes('add the state')]).toEqual([400, true])
  })

  test.each(['California', 'CA', 'Nowhere, CA', 'nowhere ca', 'Nowhere, california'])(
    '%s is 404, and names the state without data',
    async (location) => {
      const answer = await client.get(`/v1/ballot?location=${encodeURIComponent(location)}`)
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('This server has no district lines for California.')
    },
  )

  test.each([
    'Nowhere, NC',
    'Raleigh, Secret County, NC',
    '99999',
    'Raleigh, Zembla',
    '1 Secret Street',
    '1 Secret Street, Raleigh, NC 27601',
    'x',
  ])('%s is 404, and not echoed', async (location) => {
    const answer = await client.get(`/v1/ballot?location=${encodeURIComponent(location)}`)
    expect(answer.status).toBe(404)
    expect(answer.text.replace(/"request_id.*/, '')).not.toMatch(/Secret|Nowhere|Zembla|99999/)
  })

  test('an address says that there is no address data', async () => {
    const answer = await client.get('/v1/ballot?location=1+Secret+Street,+Raleigh,+NC')
    expect(answer.text).toContain('no address data for North Carolina')
  })
})

test.each([
  '',
  'lat=35',
  'lng=-78',
  'lat=35&lng=-78&location=NC',
  'location=NC&address=NC',
  'location=NC&location=NC',
  'lat=91&lng=0',
  'lat=0&lng=181',
  'lat=NaN&lng=0',
  'lat=1e1&lng=0',
  'lat=35.5.5&lng=0',
  `location=${'a'.repeat(301)}`,
])('%s is 400, and no value of it is echoed', async (query) => {
  const answer = await client.get(`/v1/ballot?${query}`)
  expect(answer.status).toBe(400)
  expect(answer.text.replace(/"request_id.*/, '')).not.toMatch(/35\.5|91|181|1e1|aaaa/)
})
