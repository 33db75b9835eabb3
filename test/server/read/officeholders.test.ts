// Officeholders and representatives over HTTP, in the invented region of ../geography.ts.

import { describe, expect, test } from 'vitest'
import { districtRecord } from '../../../data/schema/district.ts'
import { record } from '../../../data/schema/envelope.ts'
import { officeholder, officeholderRecord, representatives } from '../../../data/schema/officeholder.ts'
import { DISTRICTS, districtId } from '../geography.ts'
import { officeholders, personOf } from '../officeholders.ts'
import { openWorld } from '../world.ts'

const { client, read, walk } = await openWorld({ fillers: 2 })

async function represented(query: string) {
  const { data } = await read(`/v1/representatives?${query}`, record(representatives))
  const possible = data.officeholders.filter(({ match }) => match === 'possible')
  return {
    location: data.location,
    names: data.officeholders.map((holder) => holder.name),
    possible: possible.map((holder) => holder.name),
  }
}

describe('/v1/officeholders', () => {
  test.each([1, 3, 500])('is ordered federal first, then by state, office, name, in pages of %i', async (limit) => {
    expect(await walk('/v1/officeholders', officeholder, limit)).toEqual(officeholders())
    expect(officeholders().map((holder) => holder.name)).toEqual([
      ...['Gil Ginkgo', 'Áda Ångström', 'Zoë Zander', 'Bo Birch', 'Cy Cedar'],
      ...['Di Dogwood', 'Ed Elm', 'Ed Elm', 'Fay Fir', 'Hal Holly', 'Ida Ivy'],
    ])
  })

  test.each([
    ['states=dc', ['Gil Ginkgo', 'Hal Holly', 'Ida Ivy']],
    ['offices=governor,us_senator', ['Áda Ångström', 'Zoë Zander', 'Di Dogwood']],
    ['levels=state&states=NC&offices=state_senator', ['Ed Elm']],
    [`districts=${DISTRICTS.cd1.ocd_id}`, ['Bo Birch']],
    [`districts=${DISTRICTS.old.ocd_id},${DISTRICTS.cd2.ocd_id}`, ['Cy Cedar', 'Fay Fir']],
    ['districts=ocd-division/country:us/state:zz', []],
    ['q=ANGSTROM', ['Áda Ångström']],
    ['q=zoë', ['Zoë Zander']],
    ['lang=es&q=%25', []],
  ])('%s', async (query, expected) => {
    expect((await walk(`/v1/officeholders?${query}`, officeholder)).map(({ name }) => name)).toEqual(expected)
  })
})

describe('/v1/officeholders/{person_id}', () => {
  const path = `/v1/officeholders/${personOf('Ed Elm')}`

  test('has every seat, federal and state before city, the first its own', async () => {
    const { data } = await read(path, record(officeholderRecord))
    const { seats, ...first } = data
    expect(first).toEqual(officeholders().find((holder) => holder.office === 'lieutenant_governor'))
    expect(seats.map((seat) => [seat.office, seat.district, seat.district_id])).toEqual([
      ['lieutenant_governor', null, districtId('nc')],
      ['state_senator', 'At-Large', districtId('nc')],
    ])
  })

  test('a UUID in capitals is equal', async () => {
    const capitals = `/v1/officeholders/${personOf('Ed Elm').toUpperCase()}`
    expect((await client.get(capitals)).body).toEqual((await client.get(path)).body)
  })
})

describe('/v1/representatives', () => {
  const everywhere = ['Áda Ångström', 'Zoë Zander']
  const ofState = ['Di Dogwood', 'Ed Elm', 'Ed Elm', 'Fay Fir']
  const [west, east] = [
    [...everywhere, 'Bo Birch', ...ofState],
    [...everywhere, 'Cy Cedar', ...ofState],
  ]
  const both = [...everywhere, 'Bo Birch', 'Cy Cedar', ...ofState]

  const house = ['Bo Birch', 'Cy Cedar']
  const council = ['Gil Ginkgo', 'Hal Holly', 'Ida Ivy']

  test.each<[query: string, names: string[], possible: string[], complete: boolean]>([
    // At a point, in the lines of their election, a retired plan included.
    ['lat=35.5&lng=-78.5', west, [], true],
    ['lat=35.5&lng=-77.2', east, [], true],
    // Nearer to a generalised border than its error, on both sides of it.
    ['lat=35.5&lng=-77.52', both, house, false],
    ['lat=35.5&lng=-77.48', both, house, false],
    // A seat has no lines, so that its holder may be missing.
    ['lat=38.87&lng=-77', council.slice(0, 2), [], false],
    // Everyone whose district overlaps it.
    ['location=27999', both.slice(0, -1), house, true],
    ['address=Alder+County,+NC', west.slice(0, -1), [], true],
    // Only federal and state officers, those of the whole state certain; in the District its Council too.
    ['location=North+Carolina', both, [...house, 'Fay Fir'], true],
    ['location=DC', council, council, true],
  ])('%s', async (query, names, possible, complete) => {
    const found = await represented(query)
    expect([found.names, found.possible, found.location.complete]).toEqual([names, possible, complete])
  })

  test('say of which place they are', async () => {
    expect((await represented('lat=35.5&lng=-78.5')).location).toEqual({
      ...{ exact: true, complete: true, lines_differ: false, basis: 'point', kind: 'coordinates', missing: [] },
      ...{ label: null, state: 'NC', resolver: 'coordinates' },
    })
  })
})

test('a district names the holders of its seats', async () => {
  const holders = async (name: keyof typeof DISTRICTS) =>
    (await read(`/v1/districts/${districtId(name)}`, record(districtRecord))).data.officeholders.map(({ name }) => name)
  expect(await holders('cd1')).toEqual(['Bo Birch'])
  expect(await holders('old')).toEqual(['Fay Fir'])
  expect(await holders('nc')).toEqual(['Áda Ångström', 'Zoë Zander', 'Di Dogwood', 'Ed Elm', 'Ed Elm'])
  expect(await holders('alder')).toEqual([])
})

test.each([
  ['/v1/officeholders/3ad2df38e81750b9924d9dbd4bba94a8', 400, '`person_id`'],
  [`/v1/officeholders/${personOf('Nobody')}`, 404, 'not_found'],
  ['/v1/representatives?lat=35', 400, '`lng`'],
  ['/v1/representatives?lat=0&lng=0', 404, 'not_found'],
])('%s is %i: %s', async (path, status, words) => {
  const answer = await client.get(path)
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
})

describe('without officeholders in the bundle', async () => {
  const bare = await openWorld({ fillers: 2, vacant: true })

  test('all three are 503 with Retry-After, and districts still work', async () => {
    const [one, point] = [`/v1/officeholders/${personOf('Ed Elm')}`, '/v1/representatives?lat=35.5&lng=-78.5']
    for (const path of ['/v1/officeholders', one, point, '/v1/representatives?location=NC']) {
      const { status, headers } = await bare.client.get(path)
      expect([status, Number(headers.get('retry-after')) > 0], path).toEqual([503, true])
    }
    expect(await bare.statusOf('/v1/officeholders?levels=county')).toBe(400)
    const { data } = await bare.read(`/v1/districts/${districtId('nc')}`, record(districtRecord))
    expect(data.officeholders).toEqual([])
  })
})
