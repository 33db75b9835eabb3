// The ballot at a place, and the share of the place in each of its districts, over HTTP, in the invented region of ../geography.ts.

import { describe, expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import { record } from '../../../data/schema/envelope.ts'
import { representatives } from '../../../data/schema/officeholder.ts'
import { toShare } from '../../../server/place/place.ts'
import { districtId } from '../geography.ts'
import { openWorld } from '../world.ts'

const { client, read } = await openWorld({ fillers: 2 })
const named = (location: string) => `location=${encodeURIComponent(location)}`

async function ask(query: string) {
  const { data } = await read(`/v1/ballot?${query}`, record(ballot))
  return {
    ...data,
    names: data.districts.map((district) => district.name),
    matches: Object.fromEntries(data.contests.map((contest) => [contest.title, contest.match])),
  }
}

const inAlder = { 'us-senate': 'certain', 'us-house-1': 'certain', bond: 'certain', 'board-3': 'possible' }
const fillers = { 'Soil and Water Seat 0': 'certain', 'Soil and Water Seat 1': 'certain' }
const bothHouses = { 'us-senate': 'certain', 'us-house-1': 'possible', 'us-house-2': 'possible', ...fillers }

describe('by point', () => {
  test('in a city: one voter, certain and possible contests, districts of the day', async () => {
    const found = await ask('lat=35.5&lng=-78.5')
    expect(found.location).toEqual({
      ...{ exact: true, complete: false, lines_differ: false, basis: 'point', kind: 'coordinates' },
      ...{ label: null, state: 'NC', resolver: 'coordinates' },
      // The district of the board has no lines.
      missing: [{ kind: 'school', district_id: districtId('board'), reason: 'no_boundary' }],
    })
    expect(found.matches).toEqual({ ...inAlder, council: 'certain' })
    expect(found.names).toEqual(['District 1', 'North Carolina', 'House 1 of old', 'Alder County', 'Ráleigh'])
  })

  test('in a county that lists two districts: inside its lines certain, near the border both possible', async () => {
    const inside = await ask('lat=35.5&lng=-77.2')
    expect(inside.matches).toEqual({ 'us-senate': 'certain', 'us-house-2': 'certain', ...fillers })
    expect(inside.location.complete).toBe(true)
    const near = await ask('lat=35.5&lng=-77.52')
    expect([near.matches, near.location.complete]).toEqual([bothHouses, false])
  })

  test('beside the state, in the lines of a county that reach farther: all only possible', async () => {
    const { location, districts, contests } = await ask('lat=35.5&lng=-76.99')
    expect(location).toMatchObject({ exact: true, complete: false, state: 'NC' })
    expect(districts.map(({ name, match }) => `${name} ${match}`)).toEqual([
      'District 2 possible',
      'North Carolina possible',
      'Birch County possible',
    ])
    expect(contests.map(({ title }) => title)).toEqual(expect.arrayContaining(['us-senate', 'us-house-2']))
    expect(contests.every(({ match }) => match === 'possible')).toBe(true)
  })

  const both = ['District 1 possible', 'District 2 possible']
  test.each([
    ['lat=35.5&lng=-77.2', ['District 2 certain'], true],
    // Nearer to a generalised border than its error, on both sides of it.
    ['lat=35.5&lng=-77.52', both, false],
    ['lat=35.5&lng=-77.48', both, false],
    ['location=Raleigh,+NC', ['District 1 certain'], false],
    ['location=NC', both, false],
  ])('the districts of Congress at %s', async (query, expected, complete) => {
    const { districts, location } = await ask(query)
    const house = districts.filter(({ type }) => type === 'congressional').map(({ name, match }) => `${name} ${match}`)
    expect([house, location.complete]).toEqual([expected, complete])
  })

  test('a city is possible nearer to its simplified border than the error, on both sides of it', async () => {
    const matches = async (lng: number) => {
      const { contests, districts } = await ask(`lat=35.5&lng=${lng}`)
      const council = contests.filter(({ title }) => title === 'council')
      return [...council, ...districts.filter(({ type }) => type === 'place')].map(({ match }) => match)
    }
    // The border is at -78.6; a thousandth of a degree is 90 m.
    expect(await matches(-78.602)).toEqual([])
    for (const lng of [-78.601, -78.6005, -78.5995, -78.599])
      expect(await matches(lng)).toEqual(['possible', 'possible'])
    expect(await matches(-78.598)).toEqual(['certain', 'certain'])
  })

  test('on a border: exactly one side', async () => {
    const { names } = await ask('lat=35.5&lng=-78')
    expect(names.filter((name) => name.endsWith('County')).length).toBe(1)
  })

  test('of a named past election: with the lines of its day', async () => {
    const past = await ask('lat=35.5&lng=-78.5&elections=nc-2022-11-08-general')
    expect(past.matches).toEqual({ ...inAlder, council: 'certain' })
    expect(past.names).toEqual(['District 1', 'North Carolina', 'House 1 of old', 'Alder County', 'Ráleigh'])
    expect((await ask('lat=35.5&lng=-78.5&elections=nc-1900-01-01-general')).matches).toEqual({})
  })
})

describe('by name', () => {
  test.each([
    ['27601', 'zip', 'ZIP 27601'],
    ['  ráleigh ,north carolina', 'city', 'Ráleigh, NC'],
    ['Raleigh', 'city', 'Ráleigh, NC'],
    ['Alder County, NC', 'county', 'Alder County, NC'],
    ['nc', 'state', 'North Carolina'],
    ['Twin, DC', 'city', 'Twin, DC'],
  ])('%s is a %s', async (location, kind, label) => {
    const found = await ask(named(location))
    expect(found.location).toMatchObject({ kind, label, exact: false, resolver: 'area' })
    expect(await ask(`address=${encodeURIComponent(location)}`)).toEqual(found)
  })

  test('an area: certain where its district covers it, possible where some vote', async () => {
    expect((await ask('location=27601')).matches).toEqual({ ...inAlder, council: 'possible' })
    const split = await ask('location=27999')
    expect(split.matches).toEqual(bothHouses)
    expect(split.location).toMatchObject({ basis: 'county', complete: false })
    const { 'us-senate': senate, ...others } = (await ask('location=NC')).matches
    expect([senate, ...new Set(Object.values(others))]).toEqual(['certain', 'possible'])
    // Its own lines are generalised: possible in each district that it may reach.
    expect((await ask('location=27888')).matches).toMatchObject({ 'us-senate': 'certain', bond: 'possible' })
  })

  test('a city without lines: the contests of its county, no shares, and never complete', async () => {
    const [city, county] = [await ask('location=Unmapped,+NC'), await ask('location=Alder+County,+NC')]
    expect(city.location).toMatchObject({ exact: false, basis: 'county', kind: 'city', label: 'Unmapped, NC' })
    const unshared = (contests: typeof city.contests) => contests.map(({ share: _, ...contest }) => contest)
    expect(unshared(city.contests)).toEqual(unshared(county.contests))
    expect(new Set(city.districts.map(({ share }) => share))).toEqual(new Set([null]))
    const isComplete = async (location: string) =>
      (await read(`/v1/representatives?location=${location}`, record(representatives))).data.location.complete
    expect([await isComplete('Alder+County,+NC'), await isComplete('Unmapped,+NC')]).toEqual([true, false])
  })
})

describe('the share of a place in its districts', () => {
  const alder = { 'North Carolina': 1, 'Alder County': 1, 'District 1': 1 }
  const halves = { 'Alder County': 0.49, 'Birch County': 0.5, 'District 1': 0.75, 'District 2': 0.25 }
  const sharesOf = async (query: string) =>
    Object.fromEntries((await ask(query)).districts.map(({ name, share }) => [name, share]))

  test.each([
    ['27601', { ...alder, Ráleigh: 0.5 }],
    ['Alder County, NC', { ...alder, Ráleigh: 0.0408 }],
    ['NC', { 'North Carolina': 1, ...halves, Ráleigh: 0.02 }],
    // A square of 0.2 degrees and one of 0.1: of their total area.
    ['Both Places, NC', { ...alder, Ráleigh: expect.closeTo(0.8, 2) }],
  ])('%s', async (location, expected) => {
    expect(await sharesOf(named(location))).toEqual(expected)
  })

  test.each([
    ['of a point', 'lat=35.5&lng=-78.5'],
    ['of a ZIP code without lines, though all of it is in the state', 'location=27999'],
    ['of places of one name of which one has no lines', 'location=Half+Held,+NC'],
  ])('is null %s', async (_, query) => {
    const found = await sharesOf(query)
    expect(Object.keys(found)).toContain('North Carolina')
    expect(new Set(Object.values(found))).toEqual(new Set([null]))
  })

  test.each([
    [123_456, 1_000_000, false, 0.1235],
    [999_999, 1_000_000, false, 0.9999],
    [1_000_000, 1_000_000, false, 0.9999],
    [980_000, 1_000_000, true, 1],
    [1, 1_000_000, false, 0.0001],
    [null, 1_000_000, true, null],
    [1, null, true, null],
  ])(
    '%s of %s, covered: %s, has four decimals, is 1 only if covered, and never 0: %s',
    (size, whole, covers, share) => {
      expect(toShare({ size, whole }, covers)).toBe(share)
    },
  )
})

const refused = (status: number, words: string, ...queries: string[]) =>
  queries.map((query) => [query, status, words] as const)

const UNLOCATED = ['Nowhere, NC', 'Raleigh, Secret County, NC', '99999', 'Raleigh, Zembla', '1 Secret Street', 'x']
const WITHOUT_DATA = ['California', 'CA', 'Nowhere, CA', 'nowhere ca', 'Nowhere, california']
test.each([
  ...refused(404, '', 'lat=0&lng=0', 'lat=90&lng=180', 'lat=-90&lng=-180', 'lat=35.5&lng=-76.97'),
  ...refused(404, '', ...UNLOCATED.map(named), 'location=1+Secret+Street,+Raleigh,+NC+27601'),
  ...refused(404, 'This server has no district lines for California.', ...WITHOUT_DATA.map(named)),
  ...refused(404, 'no address data for North Carolina', 'location=1+Secret+Street,+Raleigh,+NC'),
  ...refused(400, 'add the state', 'location=Twin'),
  ...refused(400, '', '', 'lat=35', 'lng=-78', 'lat=35&lng=-78&location=NC', 'location=NC&address=NC'),
  ...refused(400, '', 'lat=91&lng=0', 'lat=0&lng=181', 'lat=NaN&lng=0', 'lat=1e1&lng=0', 'lat=35.5.5&lng=0'),
  ...refused(400, '', 'location=NC&location=NC', `location=${'a'.repeat(301)}`),
])('%s is %i, and no value of it is echoed: %s', async (query, status, words) => {
  const answer = await client.get(`/v1/ballot?${query}`)
  expect(answer.status).toBe(status)
  expect(answer.text).toContain(words)
  expect(answer.text.replace(/"request_id.*/, '')).not.toMatch(/Secret|Nowhere|Zembla|99999|35\.5|91|181|1e1|aaaa/i)
})
