// The narrowing question of a ballot, over HTTP, in the invented region of ../geography.ts.

import { describe, expect, test } from 'vitest'
import { type Ballot, ballot } from '../../../data/schema/ballot.ts'
import { record } from '../../../data/schema/envelope.ts'
import { openPart } from '../../../data/store/bundle.ts'
import { findAreaGrid } from '../../../data/store/map-reads.ts'
import { districtId } from '../geography.ts'
import { withoutTables } from '../without-tables.ts'
import { openWorld } from '../world.ts'

const { fixture, bundle, read, client } = await openWorld({ fillers: 2 })
const ask = async (query: string): Promise<Ballot> => (await read(`/v1/ballot?${query}`, record(ballot))).data
const matchesIn = ({ contests }: Ballot) => new Map(contests.map(({ id, match }) => [id, match]))

describe('a ZIP code that a city limit divides', () => {
  test('asks for the city: in it or outside, with what each answer settles', async () => {
    const { narrow_by, contests } = await ask('location=27601')
    const council = contests.find(({ title }) => title === 'council')?.id
    expect(narrow_by).toMatchObject({ kind: 'district', type: 'place', settles: 1, other_share: 0 })
    const told = narrow_by?.options.map(({ districts, side }) => [
      districts.map(({ name, match }) => `${name} ${match}`).join(),
      side,
    ])
    // The city's lines are simplified: along them, the city is possible.
    expect(told?.sort()).toEqual([
      ['', 'west'],
      ['Ráleigh certain', 'east'],
      ['Ráleigh possible', 'middle'],
    ])
    for (const { districts, share, settled, certain_contests, possible_contests } of narrow_by?.options ?? []) {
      const [city] = districts
      expect(share).toBeCloseTo(city?.match === 'possible' ? 0.03 : 0.5, 1)
      expect(settled).toBe(true)
      expect(certain_contests).toEqual(city?.match === 'certain' ? [council] : [])
      // Nobody holds the lines of the board: no answer decides it.
      const titles = possible_contests.map((id) => contests.find((one) => one.id === id)?.title)
      expect(titles).toEqual(city?.match === 'possible' ? ['council', 'board-3'] : ['board-3'])
    }
    expect(narrow_by?.points).toBeGreaterThan(900)
    expect(narrow_by?.unplaced_contests).toEqual([])
  })

  test.each(['27601', 'Alder County, NC', 'Both Places, NC'])(
    'the point of each answer in %s has the ballot that the answer promises',
    async (location) => {
      const whole = await ask(`location=${encodeURIComponent(location)}`)
      const before = matchesIn(whole)
      expect(whole.narrow_by?.options.length).toBeGreaterThan(1)
      for (const option of whole.narrow_by?.options ?? []) {
        const after = matchesIn(await ask(`lat=${option.lat}&lng=${option.lng}`))
        const settled = [...after].filter(([id]) => before.get(id) === 'possible')
        const having = (match: string) => settled.flatMap(([id, own]) => (own === match ? [id] : []))
        expect(having('certain')).toEqual(option.certain_contests)
        expect(having('possible')).toEqual(option.possible_contests)
        for (const [id, match] of before) if (match === 'certain') expect(after.get(id)).toBe('certain')
      }
    },
  )

  test('the map has a field for each point, and the share of each option', async () => {
    const { narrow_by } = await ask('location=27601')
    const [grid, ...others] = narrow_by?.grids ?? []
    expect(others).toEqual([])
    const fields = [...(grid?.rows.join('') ?? '')].filter((field) => field !== ' ')
    expect(fields.length).toBe(narrow_by?.points)
    for (const [at, { share }] of (narrow_by?.options ?? []).entries())
      expect(fields.filter((field) => field === String(at)).length / fields.length).toBeCloseTo(share, 3)
    expect([grid?.north, grid?.west]).toEqual([expect.closeTo(35.6, 1), -78.7])
  })
})

test('water outside every county is no part: a ZIP code that reaches over it asks for the city alone', async () => {
  const { narrow_by } = await ask('location=27777')
  expect(narrow_by).toMatchObject({ kind: 'district', type: 'place', settles: 1 })
  const west = Math.min(
    ...(narrow_by?.grids ?? []).map(({ west, step_lng, rows }) => {
      const first = Math.min(...rows.map((row) => row.search(/\S/)).filter((at) => at >= 0))
      return west + first * step_lng
    }),
  )
  expect(west).toBeGreaterThan(-78.995)
})

describe('the question about a part', () => {
  const city = districtId('raleigh')

  test.each([
    ['inside', String(city)],
    ['outside', `-${city}`],
  ])('%s a city has only points there, and the contests of the whole area', async (_, part) => {
    const location = encodeURIComponent('Alder County, NC')
    const [whole, own] = [await ask(`location=${location}`), await ask(`location=${location}&part=${part}`)]
    expect(own.contests).toEqual(whole.contests)
    expect(own.narrow_by?.points ?? 0).toBeLessThan(whole.narrow_by?.points ?? 0)
    for (const { lat, lng } of own.narrow_by?.options ?? []) {
      const { districts } = await ask(`lat=${lat}&lng=${lng}`)
      expect(districts.some(({ id }) => id === city)).toBe(!part.startsWith('-'))
    }
  })

  test('is none where the part has one ballot, and for a point', async () => {
    expect((await ask(`location=27601&part=-${city}`)).narrow_by).toBeNull()
    expect((await ask(`lat=35.5&lng=-78.5&part=${city}`)).narrow_by).toBeNull()
  })

  test.each(['1', `${districtId('cd2')}`])('of districts that no point lies in is refused: %s', async (part) => {
    const { status, text } = await client.get(`/v1/ballot?location=27601&part=${part}`)
    expect(status).toBe(400)
    expect(text).toContain('Parameter `part`: no point of the area lies in these districts.')
  })
})

test('a contest of an area has its share; the one of a point, or without lines, has none', async () => {
  const sharesOf = async (query: string) =>
    Object.fromEntries((await ask(query)).contests.map(({ title, share }) => [title, share]))
  const zip = { 'us-senate': 1, 'us-house-1': 1, bond: 1, 'board-3': null, council: 0.5 }
  expect(await sharesOf('location=27601')).toEqual(zip)
  // The county votes as a whole, and the district reaches further: its own lines count.
  expect(await sharesOf('location=NC')).toMatchObject({ 'us-house-1': 0.75, 'us-house-2': 0.25, bond: 0.49 })
  expect(new Set(Object.values(await sharesOf('lat=35.5&lng=-78.5')))).toEqual(new Set([null]))
})

test.each([
  ['a point', 'lat=35.5&lng=-78.5'],
  ['a ZIP code without lines', 'location=27999'],
  ['a city without lines', 'location=Unmapped,+NC'],
  ['a state', 'location=NC'],
  ['a city whose voters all have one ballot', 'location=Twin,+NC'],
  ['an election without contests here', 'location=27601&elections=nc-1900-01-01-general'],
])('%s has no question', async (_, query) => {
  expect((await ask(query)).narrow_by).toBeNull()
})

test('a bundle of an earlier version has no grids', () => {
  const file = fixture.partOf(bundle, 'places')
  const [own, older] = [openPart(file, 'own'), openPart(withoutTables(file, ['area_grid']), 'older')]
  const key = `district:${districtId('alder')}`
  expect(findAreaGrid(own, key)?.runs.length).toBeGreaterThan(1)
  expect(findAreaGrid(older, key)).toBeUndefined()
  own.close()
  older.close()
})
