// Districts that cross: after `makeExclusive` each point lies in exactly one. exclusive-real.long.test.ts tests the same
// of publishers' files.

import { describe, expect, it } from 'vitest'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { makeExclusive } from '../../../build/boundaries/exclusive.ts'
import { polygonsArea } from '../../../build/boundaries/polygon.ts'
import { type MultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { boundary as drawn, square } from './drawn.ts'

const boundary = (layer: string, ocd_id: string, polygons: MultiPolygon, rest: Partial<Boundary> = {}): Boundary =>
  drawn(layer, ocd_id, polygons, { lines_precision: 'simplified', error_m: 100, ...rest })

describe('of one layer, state and plan', () => {
  const state = boundary('state', 'x', square(-20_000, -20_000, 240_000))
  const first = square(0, 0, 100_000)
  const second = square(99_900, 0, 100_000)

  it('simplified congressional districts that overlap are fitted to the state', async () => {
    const { boundaries, separations } = await makeExclusive([
      state,
      boundary('congressional', 'x/cd:2', second),
      boundary('congressional', 'x/cd:1', first),
    ])
    const districts = boundaries.slice(1)
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
      const { boundaries, separations } = await makeExclusive([
        state,
        boundary('congressional', 'x:2', second, rest),
        boundary('congressional', 'x:1', first, rest),
      ])
      expect(separations).toMatchObject([{ districts: 2, slivers: 1, gaps: 0, kept: 0 }])
      expect(holding(boundaries.slice(1), [99_950, 50_000]).map(({ ocd_id }) => ocd_id)).toEqual(['x:1'])
      expect(holding(boundaries.slice(1), [-10_000, 219_000])).toEqual([])
    }
  })

  const town = (state: string, rest: Partial<Boundary> = {}): Boundary =>
    boundary('place', 'x/place:town', square(0, 0, 100_000), { state, vintage: 'current_town', class: 'T1', ...rest })
  const annexed = { vintage: 'current', class: 'C1', error_m: 33 }
  const city = (state: string, rest: Partial<Boundary> = {}): Boundary =>
    boundary('place', 'x/place:city', square(60_000, 20_000, 60_000), { state, ...annexed, ...rest })

  it.each(['MN', 'NJ', 'ME', 'MA'])('in %s a town loses the land that a city has annexed since', async (state) => {
    const given = [town(state), city(state)]
    const { boundaries } = await makeExclusive(given)
    expect(holding(boundaries, [80_000, 50_000]).map(({ name }) => name)).toEqual(['x/place:city'])
    expect(holding(boundaries, [30_000, 50_000]).map(({ name }) => name)).toEqual(['x/place:town'])
    expect(boundaries[1]).toBe(given[1])
  })

  it.each([
    ['villages lie in the towns of Vermont', town('VT'), city('VT')],
    ["boroughs lie in Connecticut's", town('CT'), city('CT')],
    ['a designated place is no city', town('MN'), city('MN', { class: 'U1' })],
    ['equally exact lines are of one edition', town('MN', { error_m: 33 }), city('MN')],
    ['the city of another state', town('MN'), city('ME')],
  ])('a town stays as drawn: %s', async (_, first, second) => {
    expect((await makeExclusive([first, second])).boundaries).toEqual([first, second])
  })

  it.each([
    ['a designated place, which a city has annexed, is left out', 'U', ['x/place:city']],
    ['a city keeps its lines', 'C', ['x/place:city', 'x/place:old']],
  ])('within more exact lines, %s', async (_, kind, expected) => {
    const old = boundary('place', 'x/place:old', square(70_000, 30_000, 20_000), {
      ...{ state: 'MA', vintage: 'current', class: kind, error_m: 100 },
    })
    const { boundaries } = await makeExclusive([city('MA'), old])
    expect(boundaries.map(({ ocd_id }) => ocd_id)).toEqual(expected)
  })

  it('other layers, states and plans lie over each other as published, and so do ZIP areas', async () => {
    const given = [
      ...[state, boundary('county', 'x:1', first), boundary('place', 'x:2', second)],
      ...[boundary('county', 'x:2', second, { vintage: '2017' }), boundary('county', 'x:2', second, { state: 'VA' })],
      ...[boundary('zcta', 'x:3', first), boundary('zcta', 'x:4', second)],
    ]
    const { boundaries, separations } = await makeExclusive(given)
    expect(separations).toEqual([])
    expect(boundaries.every((one, at) => one === given[at])).toBe(true)
  })
})

function holding(boundaries: readonly Boundary[], [x, y]: readonly [number, number]): Boundary[] {
  return boundaries.filter(({ polygons }) => polygonsContain(polygons, x, y))
}
