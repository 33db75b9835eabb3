// Where the parts of an area lie in it.

import { expect, test } from 'vitest'
import { layAreaGrid } from '../../../build/index/area-grid.ts'
import { fieldsOf, middleOf } from '../../../data/index/area-grid.ts'
import { drawGrid, findInside, findSide, type SampledGrid } from '../../../server/place/narrowing.ts'
import { type Box, polygonOf } from '../box.ts'

/** The box's points, by the number that `optionAt` gives to a place from 0 to 1 eastward and northward. */
function sampleOf(box: Box, optionAt: (east: number, north: number) => number, points = 400): SampledGrid {
  const grid = layAreaGrid([polygonOf(box)], points)
  if (!grid) throw new Error('no point inside')
  const fields = fieldsOf(grid)
  const [west, south, east, north] = box
  const point_of = fields.map((field) => {
    const [x, y] = middleOf(grid, field)
    return optionAt((x / 1e6 - west) / (east - west), (y / 1e6 - south) / (north - south))
  })
  return { grid, fields, point_of, size: 1 }
}

const OPTIONS = [0, 1, 2]

test.each([
  ['west', 'east', (east: number) => (east < 0.5 ? 0 : 1)],
  ['south', 'north', (_: number, north: number) => (north < 0.5 ? 0 : 1)],
  ['north_west', 'middle', (east: number, north: number) => (east < 0.2 && north > 0.8 ? 0 : 1)],
  ['south_east', 'middle', (east: number, north: number) => (east > 0.8 && north < 0.2 ? 0 : 1)],
  ['north_east', 'middle', (east: number, north: number) => (east > 0.8 && north > 0.8 ? 0 : 1)],
  ['south_west', 'middle', (east: number, north: number) => (east < 0.2 && north < 0.2 ? 0 : 1)],
  ['middle', 'middle', (east: number, north: number) => (Math.hypot(east - 0.5, north - 0.5) < 0.2 ? 0 : 1)],
] as const)('is %s, and %s of the rest', (part, rest, optionAt) => {
  // Far from the meridian of Greenwich, where a degree's width changes most with the latitude.
  for (const box of [
    [-78.7, 35.4, -78.5, 35.6],
    [-150, 64, -146, 66],
    [144.6, 13.2, 145, 13.6],
  ] as const) {
    const grids = [sampleOf(box, optionAt)]
    expect([findSide(grids, OPTIONS, 0), findSide(grids, OPTIONS, 1)], `${box}`).toEqual([part, rest])
  }
})

test('is the farthest from every other part and from the border', () => {
  const halves = sampleOf([-79, 35, -78, 36], (east) => (east < 0.5 ? 0 : 1))
  const inside = findInside([halves], OPTIONS, 0)
  const [x, y] = inside ? middleOf(inside.grid, inside.field) : [0, 0]
  expect(Math.abs(x / 1e6 + 78.75)).toBeLessThan(0.1)
  expect(Math.abs(y / 1e6 - 35.5)).toBeLessThan(0.3)
})

test('has its north on top, and a field without an option has a dash', () => {
  const drawn = drawGrid(
    sampleOf([0, 0, 1, 1], (east, north) => (north > 0.5 ? 0 : east < 0.5 ? 1 : 2), 16),
    [0, 1, -1],
  )
  expect(drawn).toEqual({
    ...{ north: expect.closeTo(1, 3), west: 0, step_lat: expect.closeTo(0.25, 3), step_lng: expect.closeTo(0.25, 3) },
    rows: ['0000', '0000', '11--', '11--'],
  })
})

test('of far islands is left out', () => {
  const far = layAreaGrid([[...polygonOf([-179, 51, -178.9, 51.1]), ...polygonOf([178.9, 51, 179, 51.1])]], 400)
  if (!far) throw new Error('no point inside')
  const fields = fieldsOf(far)
  expect(fields.length).toBeGreaterThan(300)
  const sample = { grid: far, fields, point_of: fields.map(() => 0), size: 1 }
  expect(drawGrid(sample, OPTIONS)).toBeUndefined()
  expect(findInside([sample], OPTIONS, 0)).toBeDefined()
})
