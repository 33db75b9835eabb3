import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MultiPolygon, polygonsContain, type Ring, ringArea } from '../../../data/geometry/polygon.ts'
import { isValid, repair } from '../../../ingest/boundary/shape.ts'

const ring = (...points: number[]): Ring => Int32Array.from(points)
const square = (x: number, y: number, side: number): Ring => ring(x, y, x + side, y, x + side, y + side, x, y + side)
const area = (polygons: MultiPolygon): number => polygons.flat().reduce((sum, each) => sum + ringArea(each), 0)

// biome-ignore format: a case a line
it.each<[what: string, polygons: MultiPolygon]>([
  ['a square', [[square(0, 0, 10)]]],
  ['with vertices along a straight side', [[ring(0, 0, 5, 0, 10, 0, 10, 10, 0, 10)]]],
  ['a hole that touches its shell at a vertex', [[square(0, 0, 10), ring(0, 0, 4, 6, 6, 4)]]],
  ['a hole that touches a side of its shell', [[square(0, 0, 10), ring(5, 0, 4, 6, 6, 4)]]],
  ['two polygons that touch at a point', [[square(0, 0, 10)], [square(10, 10, 10)]]],
  ['an island in a hole', [[square(0, 0, 30), square(5, 5, 20)], [square(10, 10, 5)]]],
  ['nothing at all', []],
])('valid polygons pass vertex for vertex: %s', (_, polygons) => {
  const result = repair(polygons)
  expect(result.repaired).toBe(false)
  expect(result.polygons.map((rings) => rings.map(vertices))).toEqual(polygons.map((rings) => rings.map(vertices)))
  for (const [shell, ...holes] of result.polygons)
    expect([shell, ...holes].map((each) => (each ? Math.sign(ringArea(each)) : 0))).toEqual([1, ...holes.map(() => -1)])
})

function vertices(each: Ring): string[] {
  const list: string[] = []
  for (let i = 0; i < each.length; i += 2) list.push(`${each[i]},${each[i + 1]}`)
  return list.sort()
}

// biome-ignore format: a case a line
it.each<[what: string, given: MultiPolygon, parts: number, rings: number, expected: number]>([
  ['a figure eight', [[ring(0, 0, 10, 10, 10, 0, 0, 10)]], 2, 2, 50],
  ['a spike', [[ring(0, 0, 10, 0, 10, 5, 20, 5, 10, 5, 10, 10, 0, 10)]], 1, 1, 100],
  ['no area', [[ring(0, 0, 10, 0, 20, 0)]], 0, 0, 0],
  ['a ring twice', [[square(0, 0, 10), square(0, 0, 10)]], 1, 1, 100],
  ['a polygon twice', [[square(0, 0, 10)], [square(0, 0, 10)]], 1, 1, 100],
  ['polygons that overlap', [[square(0, 0, 10)], [square(5, 5, 10)]], 1, 1, 175],
  ['polygons that share a side', [[square(0, 0, 10)], [square(10, 0, 10)]], 1, 1, 200],
  ['a hole outside its shell', [[square(0, 0, 10), square(20, 0, 10)]], 2, 2, 200],
  ['a hole across its shell', [[square(0, 0, 10), square(5, 5, 10)]], 1, 1, 75],
  ['an enclave listed as a polygon', [[square(0, 0, 30)], [ring(0, 0, 12, 10, 10, 12)]], 1, 2, 900 - 22],
  ['an island in an enclave listed as a polygon', [[square(10, 10, 5)], [square(5, 5, 20)], [square(0, 0, 30)]], 2, 3, 900 - 400 + 25],
  ['a hole in a hole', [[square(0, 0, 30), square(5, 5, 20), square(10, 10, 5)]], 1, 2, 500],
  ['a shell that touches itself', [[ring(0, 0, 10, 0, 10, 5, 6, 6, 10, 5, 10, 10, 0, 10)]], 1, 1, 100],
  ['a hole drawn as part of the shell', [[ring(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 3, 6, 6, 3)]], 1, 2, 100 - 13.5],
  ['a loop that runs twice over the same ground', [[ring(0, 0, 20, 0, 20, 20, 0, 20, 0, 5, 15, 5, 15, 25, -5, 25, -5, 0)]], 1, 1, 400 + 125 + 75],
  ['two holes that cut the inside in two', [[square(0, 0, 10), ring(0, 4, 5, 6, 5, 4), ring(5, 4, 5, 6, 10, 5)]], 2, 2, 100 - 5 - 5],
])('faults are repaired: %s', (_, given, parts, rings, expected) => {
  const { polygons, repaired } = repair(given)
  expect([repaired, isValid(polygons)]).toEqual([true, true])
  expect([polygons.length, polygons.flat().length, area(polygons)]).toEqual([parts, rings, expected])
  expect(repair(polygons)).toEqual({ polygons, repaired: false })
})

it('any ring becomes valid and contains the points that it winds around', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 })), {
    minLength: 3,
    maxLength: 14,
  })
  fc.assert(
    fc.property(points, (corners) => {
      const scaled = Int32Array.from(corners.flatMap(([x, y]) => [x * 1000, y * 1000]))
      const { polygons } = repair([[scaled]])
      expect(isValid(polygons)).toBe(true)
      for (let x = 4_321; x < 400_000; x += 33_333)
        for (let y = 1_234; y < 400_000; y += 33_333)
          if (distanceToRing(scaled, x, y) > 5)
            expect(polygonsContain(polygons, x, y)).toBe(winding(scaled, x, y) !== 0)
    }),
    { numRuns: process.env.PROOF ? 5_000 : 200, seed: 42 },
  )
})

function winding(each: Ring, x: number, y: number): number {
  let total = 0
  for (let i = 0; i < each.length; i += 2) {
    const j = (i + 2) % each.length
    const [ax, ay, bx, by] = [each[i] ?? 0, each[i + 1] ?? 0, each[j] ?? 0, each[j + 1] ?? 0]
    if (ay > y === by > y) continue
    if (x < ax + ((y - ay) / (by - ay)) * (bx - ax)) total += by > ay ? 1 : -1
  }
  return total
}

function distanceToRing(each: Ring, x: number, y: number): number {
  let least = Infinity
  for (let i = 0; i < each.length; i += 2) {
    const j = (i + 2) % each.length
    const [ax, ay] = [each[i] ?? 0, each[i + 1] ?? 0]
    const [dx, dy] = [(each[j] ?? 0) - ax, (each[j + 1] ?? 0) - ay]
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, Math.hypot(ax + along * dx - x, ay + along * dy - y))
  }
  return least
}
