// School districts of 2012, which may have merged since: everywhere in one it is possible, and none is fitted to its neighbours.

import { expect, it } from 'vitest'
import { composeBoundaries } from '../../../build/boundaries/boundaries.ts'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { findOverlaps } from '../../../build/boundaries/districts-of-areas.ts'
import type { MultiPolygon } from '../../../data/geometry/polygon.ts'
import { square as box, boundary as drawn } from './drawn.ts'

const square = (x: number, size = 50_000): MultiPolygon => box(x, 0, size)
const boundary = (layer: string, name: string, polygons: MultiPolygon, more: Partial<Boundary> = {}): Boundary =>
  drawn(layer, `NJ/${layer}:${name}`, polygons, { state: 'NJ', vintage: '2012', name, error_m: 150, ...more })
const SIMPLIFIED = { lines_precision: 'generalised', error_m: 323 } as const
const state = boundary('state', 'nj', square(0, 200_000))

it.each([
  ['a district beside another', square(0), square(50_000)],
  ['an elementary district in a secondary one', square(0), square(0, 100_000)],
  ['two districts that cross', square(0), square(40_000)],
])('%s: both are possible as drawn', async (_, first, second) => {
  const published = [state, boundary('school', 'a', first, SIMPLIFIED), boundary('school', 'b', second, SIMPLIFIED)]
  const { boundaries, near, separations } = await composeBoundaries(published, [])
  expect(near).toEqual(published.slice(1))
  expect(boundaries).toEqual(published)
  expect(separations).toEqual([])
})

it('districts in full detail are certain, and so are the generalised ones of no other layer', async () => {
  const published = [state, boundary('school', 'a', square(0)), boundary('county', 'c', square(0), SIMPLIFIED)]
  expect((await composeBoundaries(published, [])).near).toEqual([])
})

it.each([
  ['county', square(10_000, 10_000), ['near school:a', 'lines school:a']],
  ['place', square(40_000, 20_000), ['near school:a', 'lines school:a', 'near school:b', 'lines school:b']],
  ['zcta', square(60_000, 10_000), ['near school:b', 'lines school:b']],
])('no such district covers a %s', async (layer, polygons, expected) => {
  const published = [
    state,
    boundary('school', 'a', square(0), SIMPLIFIED),
    boundary('school', 'b', square(50_000), SIMPLIFIED),
    boundary(layer, 'area', polygons, { error_m: 25 }),
  ]
  const { boundaries, near } = await composeBoundaries(published, [])
  const { overlaps } = await findOverlaps(boundaries, near, [])
  const met = overlaps.filter(([area, , , ocd_id]) => area === layer && String(ocd_id).includes('school'))
  expect(met.every(([, , , , , , covers]) => covers === false)).toBe(true)
  const names = met.map(([, , , ocd_id, , role]) => `${String(role)} ${String(ocd_id).slice(3)}`)
  expect(names.sort()).toEqual([...expected].sort())
})
