// Districts that cross: after `makeExclusive` each point lies in exactly one. exclusive-real.long.test.ts tests the same
// of publishers' files.

import { describe, expect, it } from 'vitest'
import { makeExclusive } from '../../../build/lines/exclusive.ts'
import type { Line } from '../../../build/lines/line.ts'
import { polygonsArea } from '../../../build/lines/polygon.ts'
import type { MultiPolygon } from '../../../data/geometry/multipolygon.ts'
import { polygonsContain } from '../../../data/geometry/polygon.ts'

const square = (x: number, y: number, side: number): MultiPolygon => [
  [Int32Array.from([x, y, x + side, y, x + side, y + side, x, y + side])],
]
const line = (layer: string, ocd_id: string, polygons: MultiPolygon, rest: Partial<Line> = {}): Line => ({
  ...{ layer, ocd_id, polygons, state: 'NC', vintage: '2024', census_geoid: null, name: ocd_id, class: null },
  ...{ valid_from: null, valid_to: null, lines_precision: 'simplified', error_m: 100 },
  ...rest,
})

describe('of one layer, state and plan', () => {
  const state = line('state', 'x', square(-20_000, -20_000, 240_000))
  const first = square(0, 0, 100_000)
  const second = square(99_900, 0, 100_000)

  it('simplified congressional districts that overlap are fitted to the state', async () => {
    const { lines, separations } = await makeExclusive([
      state,
      line('congressional', 'x/cd:2', second),
      line('congressional', 'x/cd:1', first),
    ])
    const districts = lines.slice(1)
    expect(separations).toEqual([
      { layer: 'congressional', state: 'NC', vintage: '2024', districts: 2, slivers: 1, gaps: 0, kept: 0 },
    ])
    expect(districts.map(({ lines_precision, error_m }) => [lines_precision, error_m])).toEqual([
      ['simplified', 100],
      ['simplified', 100],
    ])
    expect(holding(districts, [99_950, 50_000]).map(({ ocd_id }) => ocd_id)).toEqual(['x/cd:1'])
    expect(holding(districts, [-10_000, 219_000]).map(({ ocd_id }) => ocd_id)).toEqual(['x/cd:1'])
    const area = districts.reduce((sum, { polygons }) => sum + polygonsArea(polygons), 0)
    expect(area / polygonsArea(state.polygons)).toBeCloseTo(1, 9)
  })

  it('others, and full detail, are separated where they cross', async () => {
    for (const rest of [{ layer: 'state_upper' }, { lines_precision: 'exact' }] as const) {
      const { lines, separations } = await makeExclusive([
        state,
        line('congressional', 'x:2', second, rest),
        line('congressional', 'x:1', first, rest),
      ])
      expect(separations).toMatchObject([{ districts: 2, slivers: 1, gaps: 0, kept: 0 }])
      expect(holding(lines.slice(1), [99_950, 50_000]).map(({ ocd_id }) => ocd_id)).toEqual(['x:1'])
      expect(holding(lines.slice(1), [-10_000, 219_000])).toEqual([])
    }
  })

  const town = (state: string, rest: Partial<Line> = {}): Line =>
    line('place', 'x/place:town', square(0, 0, 100_000), { state, vintage: 'current_town', class: 'T1', ...rest })
  const city = (state: string, rest: Partial<Line> = {}): Line =>
    line('place', 'x/place:city', square(60_000, 20_000, 60_000), {
      state,
      vintage: 'current',
      class: 'C1',
      error_m: 33,
      ...rest,
    })

  it.each(['MN', 'NJ', 'ME', 'MA'])('in %s a town loses the land that a city has annexed since', async (state) => {
    const given = [town(state), city(state)]
    const { lines } = await makeExclusive(given)
    expect(holding(lines, [80_000, 50_000]).map(({ name }) => name)).toEqual(['x/place:city'])
    expect(holding(lines, [30_000, 50_000]).map(({ name }) => name)).toEqual(['x/place:town'])
    expect(lines[1]).toBe(given[1])
  })

  it.each([
    ['villages lie in the towns of Vermont', town('VT'), city('VT')],
    ["boroughs lie in Connecticut's", town('CT'), city('CT')],
    ['a designated place is no city', town('MN'), city('MN', { class: 'U1' })],
    ['equally exact lines are of one edition', town('MN', { error_m: 33 }), city('MN')],
    ['the city of another state', town('MN'), city('ME')],
  ])('a town stays as drawn: %s', async (_, first, second) => {
    expect((await makeExclusive([first, second])).lines).toEqual([first, second])
  })

  it.each([
    ['a designated place, which a city has annexed, is left out', 'U', ['x/place:city']],
    ['a city keeps its lines', 'C', ['x/place:city', 'x/place:old']],
  ])('within more exact lines, %s', async (_, kind, expected) => {
    const old = line('place', 'x/place:old', square(70_000, 30_000, 20_000), {
      ...{ state: 'MA', vintage: 'current', class: kind, error_m: 100 },
    })
    const { lines } = await makeExclusive([city('MA'), old])
    expect(lines.map(({ ocd_id }) => ocd_id)).toEqual(expected)
  })

  it('other layers, states and plans lie over each other as published, and so do ZIP areas', async () => {
    const given = [
      ...[state, line('county', 'x:1', first), line('place', 'x:2', second)],
      ...[line('county', 'x:2', second, { vintage: '2017' }), line('county', 'x:2', second, { state: 'VA' })],
      ...[line('zcta', 'x:3', first), line('zcta', 'x:4', second)],
    ]
    const { lines, separations } = await makeExclusive(given)
    expect(separations).toEqual([])
    expect(lines.every((one, at) => one === given[at])).toBe(true)
  })
})

function holding(lines: readonly Line[], [x, y]: readonly [number, number]): Line[] {
  return lines.filter(({ polygons }) => polygonsContain(polygons, x, y))
}
