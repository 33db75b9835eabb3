import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ShapeRow } from '../../../data/core/rows.ts'
import { decodeMultiPolygon, type MultiPolygon, ringArea } from '../../../data/geometry/polygon.ts'
import type { Point } from '../../../ingest/sample/district.ts'
import { addCrossings, cutToBox } from '../../../ingest/sample/places.ts'
import { readSample } from './sample.ts'

const sample = readSample()

function shapes(where: (row: ShapeRow) => boolean): MultiPolygon[] {
  const found = sample.shape.filter(where).map(({ rings }) => decodeMultiPolygon(rings))
  expect(found.length).toBeGreaterThan(0)
  return found
}

/** The lines of one division; of several plans the one in force on a day. */
function shape(ocdEnd: string, on = '2028-11-07'): MultiPolygon {
  const [found, ...more] = shapes(
    ({ ocd_id, valid_from, valid_to }) =>
      ocd_id?.endsWith(ocdEnd) === true && (valid_from ?? on) <= on && (valid_to ?? on) >= on,
  )
  expect(more).toEqual([])
  return found ?? []
}

function area(polygons: MultiPolygon): number {
  return polygons.flat().reduce((sum, ring) => sum + ringArea(ring), 0)
}

/** Edges as text, each in its direction or turned around. */
function edges(polygons: MultiPolygon, turned = false): string[] {
  return polygons.flat().flatMap((ring) => {
    const corners = Array.from({ length: ring.length / 2 }, (_, at) => `${ring[2 * at]},${ring[2 * at + 1]}`)
    const pairs = corners.map((corner, at) => [corner, corners[(at + 1) % corners.length]])
    return pairs.map((pair) => (turned ? pair.toReversed() : pair).join(' '))
  })
}

/** Pieces are one partition of a whole: every border between two of them has the same vertices on both sides, and what is left is the whole's border. */
function expectPartition(pieces: readonly MultiPolygon[], whole: MultiPolygon): void {
  expect(pieces.reduce((sum, piece) => sum + area(piece), 0)).toBe(area(whole))
  const forth = pieces.flatMap((piece) => edges(piece))
  expect(new Set(forth).size).toBe(forth.length)
  const back = new Set(pieces.flatMap((piece) => edges(piece, true)))
  expect(forth.filter((edge) => !back.has(edge)).sort()).toEqual(edges(whole).sort())
}

const [NOW, BEFORE] = ['2028-11-07', '2026-11-03']
it.each([
  ['ME', 'county', NOW],
  ['NM', 'county', NOW],
  ['NV', 'county', NOW],
  ['VT', 'county', NOW],
  ['ME', 'congressional', NOW],
  ['ME', 'state_upper', NOW],
  ['ME', 'state_lower', BEFORE],
  ['ME', 'state_lower', NOW],
  ['NM', 'congressional', NOW],
  ['NV', 'congressional', NOW],
  ['VT', 'congressional', NOW],
])('the sample’s lines of %s are divided into %s districts for %s', (state, layer, on) => {
  const parts = shapes(
    (row) => row.layer === layer && row.state === state && (row.valid_from ?? on) <= on && (row.valid_to ?? on) >= on,
  )
  const [whole] = shapes((row) => row.layer === 'state' && row.state === state)
  expectPartition(parts, whole ?? [])
})
it.each([
  ['halves, 2022', 'me/county:kennebec', ['me/sldl:sample-1', 'me/sldl:sample-2'], '2026-11-03'],
  ['halves, 2028', 'me/county:kennebec', ['me/sldl:sample-1', 'me/sldl:sample-2'], '2028-11-07'],
  ['bands', 'me/county:kennebec', [1, 2, 3].map((n) => `kennebec/council_district:sample-${n}`), '2028-11-07'],
  ['school districts', 'me/county:kennebec', ['district:sample_harbor', 'district:sample_pond'], '2028-11-07'],
  ['quarters', 'nv/county:clark', [1, 2, 3, 4].map((n) => `nv/sldl:sample-${n}`), '2028-11-07'],
  ['halves', 'nv/county:clark', ['nv/sldu:sample-1', 'nv/sldu:sample-2'], '2028-11-07'],
  ['halves', 'nm/county:doña_ana', ['nm/sldl:sample-1', 'nm/sldl:sample-2'], '2028-11-07'],
  ['halves', 'vt/county:chittenden', ['vt/sldl:sample-1', 'vt/sldl:sample-2'], '2028-11-07'],
])('the sample’s lines %s of %s meet in the very same vertices', (_, county, pieces, on) => {
  expectPartition(
    pieces.map((piece) => shape(piece, on)),
    shape(county),
  )
})
const coordinate = fc.integer({ min: -1000, max: 1000 })
const point = fc.tuple(coordinate, coordinate)
const box = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter(([a, b, c, d]) => a !== b && c !== d)
  .map(([a, b, c, d]) => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: Math.min(c, d),
    north: Math.max(c, d),
  }))

it('cutting adds crossings in the arc’s direction, within half a microdegree of it, and keeps every vertex', () => {
  fc.assert(
    fc.property(point, point, box, (a, b, around) => {
      const arc: Point[] = [a, b]
      const crossed = addCrossings(arc, [around])
      expect([crossed[0], crossed.at(-1)]).toEqual(arc)
      const length = Math.hypot(b[0] - a[0], b[1] - a[1])
      for (const [x, y] of crossed.slice(1, -1)) {
        expect([around.west, around.east].includes(x) || [around.south, around.north].includes(y)).toBe(true)
        const off = Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length
        expect(off).toBeLessThanOrEqual(0.5)
      }
      const along = crossed.map(([x, y]) => (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1]))
      expect(along).toEqual([...along].sort((one, other) => one - other))
    }),
  )
})
it('cutting adds a crossing of two boxes with the same side once', () => {
  const [west, east] = [0, 10].map((west) => ({ west, south: -5, east: west + 10, north: 20 }))
  const [from, to]: Point[] = [
    [4, 0],
    [16, 12],
  ]
  if (!west || !east || !from || !to) throw new Error('two of each')
  expect(addCrossings([from, to], [west, east])).toEqual([from, [10, 6], to])
})
it('cutting splits a notched shape into the pieces inside the box', () => {
  const comb = [[Int32Array.of(0, 0, 30, 0, 30, 30, 20, 30, 20, 10, 10, 10, 10, 30, 0, 30)]]
  const teeth = cutToBox(comb, { west: 0, south: 20, east: 30, north: 30 })
  expect(teeth.map((piece) => area([piece]))).toEqual([100, 100])
  expect(cutToBox(comb, { west: 12, south: 15, east: 18, north: 30 })).toEqual([])
})
