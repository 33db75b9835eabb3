import { FillRule, intersect } from 'clipper2-ts'
import { expect, it } from 'vitest'
import { clipToBox, indexRings, RUN_VERTICES, ringsContain } from '../../../build/boundaries/clip.ts'
import { borderCells, relate } from '../../../build/boundaries/overlap-rule.ts'
import { pathsArea, toPaths } from '../../../build/boundaries/polygon.ts'
import { boundingBox, type MultiPolygon, polygonsContain, type Ring } from '../../../data/geometry/polygon.ts'
import { randomGenerator } from './random.ts'

const random = randomGenerator(21)
const between = (low: number, high: number): number => Math.round(low + random() * (high - low))

/** A star around a point: it does not cross itself, and has runs of vertices on every side of a box. */
function star(x: number, y: number, size: number, vertices: number): Ring {
  const ring = new Int32Array(2 * vertices)
  for (let i = 0; i < vertices; i++) {
    const [angle, radius] = [(2 * Math.PI * i) / vertices, size * (0.4 + 0.6 * random())]
    ring[2 * i] = Math.round(x + radius * Math.cos(angle))
    ring[2 * i + 1] = Math.round(y + radius * Math.sin(angle))
  }
  return ring
}

/** Two stars apart, the first with a hole. */
function drawn(): MultiPolygon {
  const [x, y] = [between(-1_000_000, 1_000_000), between(-1_000_000, 1_000_000)]
  const vertices = between(3, 5 * RUN_VERTICES)
  return [[star(x, y, 100_000, vertices), star(x, y, 30_000, vertices)], [star(x + 300_000, y, 90_000, vertices)]]
}

it('rings with boxes around their runs contain the same points, on and beside vertices too', () => {
  let inside = 0
  for (let shape = 0; shape < 200; shape++) {
    const polygons = drawn()
    const [rings, box] = [indexRings(polygons), boundingBox(polygons.flat())]
    for (let nth = 0; nth < 100; nth++) {
      const ring = polygons.flat()[nth % 3] ?? new Int32Array()
      const vertex = 2 * between(0, ring.length / 2 - 1)
      const [x, y] =
        nth % 2 === 0
          ? [between(box.west, box.east), between(box.south, box.north)]
          : [(ring[vertex] ?? 0) + between(-1, 1), (ring[vertex + 1] ?? 0) + between(-1, 1)]
      expect(ringsContain(rings, x, y)).toBe(polygonsContain(polygons, x, y))
      if (ringsContain(rings, x, y)) inside++
    }
  }
  expect(inside).toBeGreaterThan(5000)
  expect(inside).toBeLessThan(15_000)
})

it('rings with boxes around their runs are cut to a box as Clipper cuts them, to the rounding of the crossings', () => {
  let cut = 0
  for (let shape = 0; shape < 400; shape++) {
    const polygons = drawn()
    const around = boundingBox(polygons.flat())
    const [west, south] = [between(around.west, around.east), between(around.south, around.north)]
    const box = { west, south, east: west + between(1000, 300_000), north: south + between(1000, 300_000) }
    const square = Int32Array.from([west, south, box.east, south, box.east, box.north, west, box.north])
    const part = clipToBox(indexRings(polygons), box)
    for (const ring of part.flat())
      for (let i = 0; i < ring.length; i += 2) {
        expect(ring[i]).toBeGreaterThanOrEqual(box.west)
        expect(ring[i]).toBeLessThanOrEqual(box.east)
        expect(ring[i + 1]).toBeGreaterThanOrEqual(box.south)
        expect(ring[i + 1]).toBeLessThanOrEqual(box.north)
      }
    const wanted = pathsArea(intersect(toPaths(polygons), toPaths([[square]]), FillRule.EvenOdd))
    const found = pathsArea(intersect(toPaths(part), toPaths([[square]]), FillRule.EvenOdd))
    // Each crossing is rounded to the microdegree, along at most the side of the box.
    expect(Math.abs(found - wanted)).toBeLessThan(1 + 4 * polygons.flat().length * RUN_VERTICES * 300)
    if (wanted > 0 && part.flat().length > 0) cut++
  }
  expect(cut).toBeGreaterThan(200)
})

const shape = (polygons: MultiPolygon) => ({ rings: indexRings(polygons), cells: borderCells(indexRings(polygons)) })
const around = shape([[star(0, 0, 1_000_000, 300)]])

it.each([
  ['inside', star(0, 0, 100_000, 90), 'first-contains'],
  ['outside', star(3_000_000, 0, 100_000, 90), 'disjoint'],
  ['beside, in the same rows', star(-2_000_000, 0, 900_000, 90), 'disjoint'],
  ['across', star(700_000, 0, 600_000, 90), 'mixed'],
] as const)('shapes whose borders share no cell of 500 m %s', (_, ring, relation) => {
  const other = shape([[ring]])
  expect(relate(around, other)).toBe(relation)
  expect(relate(other, around)).toBe(relation === 'first-contains' ? 'second-contains' : relation)
})

it('shapes whose borders share no cell of 500 m and one in a hole of the other is disjoint from it', () => {
  const ring = shape([[star(0, 0, 1_000_000, 300), star(0, 0, 200_000, 90)]])
  expect(relate(ring, shape([[star(0, 0, 30_000, 40)]]))).toBe('disjoint')
})

it('shapes whose borders share no cell of 500 m of no ring is disjoint from all', () => {
  expect(relate(shape([]), around)).toBe('disjoint')
})
