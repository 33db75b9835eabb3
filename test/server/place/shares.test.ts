// The share of a place in each of its districts, over HTTP, in the invented region of ../geography.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import { record } from '../../../data/schema/envelope.ts'
import { toShare } from '../../../server/place/place.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'

let fixture: Fixture
let client: Client

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 2 })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start()).url, key)
})
afterAll(() => fixture.close())

async function shares(query: string): Promise<Record<string, number | null>> {
  const answer = await client.get(`/v1/ballot?${query}`)
  expect(answer.status, answer.text).toBe(200)
  const { data } = record(ballot).parse(answer.body)
  return Object.fromEntries(data.districts.map(({ name, share }) => [name, share]))
}

test.each([
  ['27601', { 'North Carolina': 1, 'Alder County': 1, 'District 1': 1, Ráleigh: 0.5 }],
  ['Alder County, NC', { 'North Carolina': 1, 'Alder County': 1, 'District 1': 1, Ráleigh: 0.04 }],
  [
    'NC',
    {
      'North Carolina': 1,
      'Alder County': 0.5,
      'Birch County': 0.5,
      'District 1': 0.75,
      'District 2': 0.25,
      Ráleigh: 0.02,
    },
  ],
])('of %s', async (location, expected) => {
  expect(await shares(`location=${encodeURIComponent(location)}`)).toEqual(expected)
})

test('of several places of one name: of their total area', async () => {
  const found = await shares(`location=${encodeURIComponent('Both Places, NC')}`)
  // A square of 0.2 degrees and one of 0.1.
  expect(found).toEqual({ 'North Carolina': 1, 'Alder County': 1, 'District 1': 1, Ráleigh: expect.closeTo(0.8, 2) })
})

describe('null', () => {
  test.each([
    ['of a point', 'lat=35.5&lng=-78.5'],
    ['of a ZIP code without lines, though all of it is in the state', 'location=27999'],
    ['of places of one name of which one has no lines', `location=${encodeURIComponent('Half Held, NC')}`],
  ])('%s', async (_, query) => {
    const found = await shares(query)
    expect(Object.keys(found)).toContain('North Carolina')
    expect(new Set(Object.values(found))).toEqual(new Set([null]))
  })
})

test('four decimals; 1 only if the district covers the place; never 0', () => {
  expect(toShare({ size: 123_456, whole: 1_000_000 }, false)).toBe(0.1235)
  expect(toShare({ size: 999_999, whole: 1_000_000 }, false)).toBe(0.9999)
  expect(toShare({ size: 1_000_000, whole: 1_000_000 }, false)).toBe(0.9999)
  expect(toShare({ size: 980_000, whole: 1_000_000 }, true)).toBe(1)
  expect(toShare({ size: 1, whole: 1_000_000 }, false)).toBe(0.0001)
  expect(toShare({ size: null, whole: 1_000_000 }, true)).toBeNull()
  expect(toShare({ size: 1, whole: null }, true)).toBeNull()
})
