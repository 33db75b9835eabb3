// How much of an area lies in each district, on drawn geography: sizes, sums, and which small overlaps count.

import { describe, expect, it } from 'vitest'
import { type Overlap, overlapIndex } from '../../../build/boundaries/overlap-rule.ts'
import { polygonsArea } from '../../../build/boundaries/polygon.ts'
import { METRES_PER_DEGREE, type MultiPolygon } from '../../../data/geometry/polygon.ts'
import { box, plane, ring } from './metres.ts'
import { randomGenerator } from './random.ts'
import { sweep } from './sweep.ts'

const degrees = (west: number, south: number, east: number, north: number): MultiPolygon => [
  [Int32Array.from([west, south, east, south, east, north, west, north], (value) => Math.round(value * 1e6))],
]

function find(area: MultiPolygon, districts: readonly MultiPolygon[], error_m: number): Overlap[] {
  return overlapIndex(districts.map((polygons, id) => ({ id, polygons, error_m })))({ polygons: area, error_m })
}
const shareOf = (area: MultiPolygon, size: number): number => size / polygonsArea(area)

const radius = (METRES_PER_DEGREE * 10 * 180) / Math.PI
const sin = (latitude: number): number => Math.sin((latitude / 180) * Math.PI)

it.each([0, 27, 35.5, 49, 61, 71])('sizes are those of the sphere at %s degrees', (south) => {
  const expected = radius * radius * ((2 * Math.PI) / 180) * (sin(south + 4) - sin(south))
  expect(polygonsArea(degrees(-100, south, -98, south + 4)) / expected).toBeCloseTo(1, 9)
})

it('sizes a county of four degrees in Alaska has more of its area in its south', () => {
  const county = degrees(-156, 68, -150, 72)
  const [south, north] = find(county, [degrees(-157, 67, -149, 70), degrees(-157, 70, -149, 73)], 10)
  const expected = (sin(70) - sin(68)) / (sin(72) - sin(68))
  expect(shareOf(county, south?.size ?? 0)).toBeCloseTo(expected, 6)
  expect(expected).toBeGreaterThan(0.52)
  expect((south?.size ?? 0) + (north?.size ?? 0)).toBe(polygonsArea(county))
})

it('sizes holes count off, parts count together', () => {
  const lake = box(1_000, 1_000, 500, 500)
  const parts: MultiPolygon = [[box(0, 0, 4_000, 4_000), lake], [box(6_000, 0, 1_000, 1_000)]]
  expect(polygonsArea(parts) / 100).toBeCloseTo(16e6 - 0.25e6 + 1e6, -4)
  const [found] = find(parts, [[[box(-100, -100, 3_100, 9_000)]]], 10)
  expect((found?.size ?? 0) / 100).toBeCloseTo(12e6 - 0.25e6, -4)
})

describe('which overlaps count', () => {
  const zip: MultiPolygon = [[box(0, 0, 4_000, 4_000)]]

  it('a compact block of a thousandth counts, a strip along the border of almost five times its size does not', () => {
    const block: MultiPolygon = [[box(3_874, -9_000, 9_000, 9_126)]]
    const strip: MultiPolygon = [[box(3_981, -100, 9_000, 4_200)]]
    const [small, long] = find(zip, [block, strip], 10)
    expect(shareOf(zip, small?.size ?? 0)).toBeCloseTo(0.001, 4)
    expect(small).toMatchObject({ counts: true, covers: false })
    expect(shareOf(zip, long?.size ?? 0)).toBeCloseTo(0.00475, 4)
    expect(long).toMatchObject({ counts: false, covers: false })
  })

  it('the rest of the area counts by the same rule: the neighbour of the strip covers, that of the block does not', () => {
    const besideStrip: MultiPolygon = [[box(-100, -100, 4_081, 4_200)]]
    const besideBlock: MultiPolygon = [[ring(-9, -9, 3_874, -9, 3_874, 126, 4_009, 126, 4_009, 4_009, -9, 4_009)]]
    const [strip, block] = find(zip, [besideStrip, besideBlock], 10)
    expect(strip).toMatchObject({ counts: true, covers: true })
    expect(block).toMatchObject({ counts: true, covers: false })
  })

  it('finer lines let narrower strips count', () => {
    const strip: MultiPolygon = [[box(3_981, -100, 9_000, 4_200)]]
    expect([1, 5, 9, 10, 50].map((error_m) => find(zip, [strip], error_m)[0]?.counts)).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })

  it('a border drawn twice, each time up to 10 m off, makes slivers alone, however many', () => {
    const random = randomGenerator(7)
    for (let round = 0; round < 20; round++) {
      const border = Array.from({ length: 81 }, (_, i): [number, number] => [4_000 + (random() - 0.5) * 300, i * 100])
      const [once, again] = [1, 2].map(() => border.map(([x, y]): [number, number] => [x + (random() - 0.5) * 20, y]))
      const west: MultiPolygon = [[ring(0, 0, ...(once ?? []).flat(), 0, 8_000)]]
      const east: MultiPolygon = [[ring(9_000, 0, 9_000, 8_000, ...(again ?? []).reverse().flat())]]
      const [found] = find(west, [east], 10)
      expect(found?.size, `round ${round}`).toBeGreaterThan(1e6)
      expect(found, `round ${round}`).toMatchObject({ counts: false })
    }
  })

  it('water that no district has is in nobody’s share, and keeps them from covering', () => {
    const land = [[[box(-100, -100, 1_600, 4_200)]], [[box(1_500, -100, 1_500, 4_200)]]]
    const found = find(zip, land, 10)
    expect(found.map(({ counts, covers }) => [counts, covers])).toEqual([
      [true, false],
      [true, false],
    ])
    expect(found.map(({ size }) => shareOf(zip, size))).toEqual([expect.closeTo(0.375, 4), expect.closeTo(0.375, 4)])
  })
})

/** Clipper rounds crossings to a microdegree, a tenth of a metre: so much of an area a kilometre wide. */
const ROUNDED = 2.5e-4

describe('areas that add up', () => {
  it('over a layer without gaps, slivers included, and as a sweep over the edges has them: 2,000 pairs', () => {
    const random = randomGenerator(11)
    let pairs = 0
    let slivers = 0
    for (let round = 0; pairs < 2_000; round++) {
      const layer = jigsaw(random, 6, 60 + random() * 600)
      const area = round % 3 === 0 ? jittered(random, layer[14] ?? [], 15) : star(random, 3_000, 500 + random() * 2_400)
      const found = find(area, layer, 15)
      const swept = sweep(area, layer)
      const whole = polygonsArea(area)
      expect(Math.abs(swept.area / whole - 1)).toBeLessThan(1e-6)
      const sizes = new Map(found.map(({ id, size }) => [id, size]))
      swept.common.forEach((common, id) => {
        expect(Math.abs((sizes.get(id) ?? 0) - common) / whole, `round ${round}, district ${id}`).toBeLessThan(ROUNDED)
        if (common > 0) pairs++
      })
      slivers += found.filter(({ counts }) => !counts).length
      const sum = found.reduce((total, { size }) => total + size, 0)
      expect(Math.abs(sum / swept.covered - 1)).toBeLessThan(ROUNDED)
      expect(Math.abs(sum / whole - 1)).toBeLessThan(ROUNDED)
    }
    expect(slivers).toBeGreaterThan(100)
  })
})

/** Districts that share every vertex with their neighbours: a square of about 6 km cut into columns and rows. */
function jigsaw(random: () => number, count: number, jitter: number): MultiPolygon[] {
  const side = 1_000
  const at = Array.from({ length: (count + 1) * (count + 1) }, (_, i) => {
    const [column, row] = [i % (count + 1), Math.floor(i / (count + 1))]
    const inner = column > 0 && row > 0 && column < count && row < count
    const move = (): number => (inner ? (random() - 0.5) * jitter : 0)
    return ring(column * side + move(), row * side + move())
  })
  return Array.from({ length: count * count }, (_, i) => {
    const corner = Math.floor(i / count) * (count + 1) + (i % count)
    const corners = [corner, corner + 1, corner + count + 2, corner + count + 1]
    return [[Int32Array.from(corners.flatMap((one) => [...(at[one] ?? [])]))]]
  })
}

/** Around the middle of the square, inside it. */
function star(random: () => number, middle: number, size: number): MultiPolygon {
  const corners = 5 + Math.floor(random() * 60)
  const metres = Array.from({ length: corners }, (_, i) => {
    const [reach, angle] = [size * (0.3 + 0.7 * random()), ((i + 0.8 * random()) / corners) * 2 * Math.PI]
    return [middle + reach * Math.cos(angle), middle + reach * Math.sin(angle)]
  })
  return [[ring(...metres.flat())]]
}

/** The same corners, each moved by up to so many metres: slivers in every neighbour. */
function jittered(random: () => number, polygons: MultiPolygon, metres: number): MultiPolygon {
  const move = (): number => ((random() - 0.5) * 2 * metres) / plane.north
  return polygons.map((rings) => rings.map((one) => one.map((value) => Math.round(value + move()))))
}
