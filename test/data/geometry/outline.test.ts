import { describe, expect, test } from 'vitest'
import { toOutline, toOutlinesTogether } from '../../../data/geometry/outline.ts'
import { type MultiPolygon, type Ring, reverseRing } from '../../../data/geometry/polygon.ts'

const ring = (...numbers: number[]): Ring => Int32Array.from(numbers)
const lists = (rings: readonly Ring[] = []): number[][] => rings.map((one) => [...one])

/** A ragged line from (x, 0) up to (x, 1,000,000), the same each time. */
function raggedLine(x: number): [number, number][] {
  let seed = 7
  return Array.from({ length: 401 }, (_, at) => {
    seed = (seed * 16_807) % 2_147_483_647
    return [x + (at === 0 || at === 400 ? 0 : (seed % 60_001) - 30_000), at * 2500]
  })
}

describe('an outline', () => {
  test('keeps corners, and leaves out points on a straight line or nearer than a step of the grid', () => {
    const outline = toOutline([[ring(0, 0, 400_000, 0, 900_000, 0, 900_000, 900_000, 900_001, 900_001, 0, 900_000)]])
    expect(outline?.step).toBe(440)
    expect(lists(outline?.rings)).toEqual([[0, 0, 2045, 0, 2045, 2045, 0, 2045]])
    expect(outline?.box).toEqual({ west: 0, south: 0, east: 900_001, north: 900_001 })
  })

  test('keeps holes and islands as rings, and leaves out an islet smaller than a step', () => {
    const square = (x: number, y: number, side: number): Ring =>
      ring(x, y, x + side, y, x + side, y + side, x, y + side)
    const outline = toOutline([
      [square(0, 0, 2_000_000), square(500_000, 500_000, 200_000)],
      [square(2_047_000, 0, 900)],
    ])
    expect(outline?.step).toBe(1000)
    expect(outline?.rings).toHaveLength(2)
  })

  test('of islets that are all smaller than a step shows them', () => {
    const islet = (x: number): Ring => ring(x, 0, x + 90, 0, x + 90, 90, x, 90)
    const outline = toOutline([[islet(0)], [islet(9_000_000)]])
    expect(outline?.rings.length).toBeGreaterThan(0)
  })

  test('of islands on both sides of the antimeridian lies together', () => {
    const east = ring(179_000_000, 50_000_000, 179_900_000, 50_000_000, 179_900_000, 51_000_000)
    const west = ring(-179_000_000, 50_000_000, -170_000_000, 50_000_000, -170_000_000, 55_000_000)
    const outline = toOutline([[east], [west]])
    expect(outline?.box).toMatchObject({ west: -181_000_000, east: -170_000_000 })
    for (const one of lists(outline?.rings))
      for (let at = 0; at < one.length; at += 2)
        expect((one[at] ?? 0) * (outline?.step ?? 0)).toBeLessThan(-169_000_000)
  })

  test('of a ragged line has far fewer points, none of them invented', () => {
    const line = raggedLine(900_000)
    const outline = toOutline([[Int32Array.from([...line.flat(), 0, 1_000_000, 0, 0])]])
    const step = outline?.step ?? 0
    const snapped = new Set(line.map(([x, y]) => `${Math.round(x / step)} ${Math.round(y / step)}`))
    const points =
      outline?.rings.flatMap((one) =>
        Array.from({ length: one.length / 2 }, (_, at) => `${one[2 * at]} ${one[2 * at + 1]}`),
      ) ?? []
    expect(points.filter((point) => !snapped.has(point))).toHaveLength(2)
  })

  test('of a very large district has at most 16,000 points', () => {
    const circle = Array.from({ length: 8 }, (_, island) =>
      Int32Array.from(
        Array.from({ length: 5000 }, (_, at) => {
          const angle = (at / 5000) * 2 * Math.PI
          const radius = 3_000_000 + (at % 2) * 90_000
          return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle)) + island * 7_000_000]
        }).flat(),
      ),
    )
    const outline = toOutline(circle.map((one) => [one]))
    const points = (outline?.rings ?? []).reduce((sum, one) => sum + one.length / 2, 0)
    expect(points).toBeGreaterThan(100)
    expect(points).toBeLessThanOrEqual(16_000)
  })

  test('of nothing is nothing', () => expect(toOutline([])).toBeUndefined())
})

const shared = raggedLine(0)
const west: MultiPolygon = [[Int32Array.from([-1_000_000, 0, ...shared.flat(), -1_000_000, 1_000_000])]]
// The same line in the other direction, from another first point, and with a third neighbour at its middle.
const [lower, upper] = [shared.slice(0, 201), shared.slice(200)]
const south: MultiPolygon = [[reverseRing(Int32Array.from([...lower.flat(), 1_000_000, 500_000, 1_000_000, 0]))]]
const north: MultiPolygon = [
  [Int32Array.from([1_000_000, 1_000_000, ...upper.toReversed().flat(), 1_000_000, 500_000])],
]
const edgesOf = (rings: readonly Ring[]): Set<string> =>
  new Set(
    rings.flatMap((one) =>
      Array.from({ length: one.length / 2 }, (_, at) => {
        const next = (at + 1) % (one.length / 2)
        const ends = [[one[2 * at], one[2 * at + 1]].join(), [one[2 * next], one[2 * next + 1]].join()]
        return ends.sort().join(' ')
      }),
    ),
  )

test('outlines of neighbours share every edge of their common line, also where a third one begins', () => {
  const [a, b, c] = toOutlinesTogether([west, south, north], 2000, 20)
  const inner = [...edgesOf(a ?? [])].filter((edge) => !edge.includes('-500,'))
  expect(inner.length).toBeGreaterThan(20)
  expect(inner.length).toBeLessThan(300)
  const others = new Set([...edgesOf(b ?? []), ...edgesOf(c ?? [])])
  expect(inner.filter((edge) => !others.has(edge))).toEqual([])
})

test('a straight line keeps the point at which a third one begins', () => {
  const half = 500_000
  const west = ring(0, 0, half, 0, half, half, half, 2 * half, 0, 2 * half)
  const east = [0, half].map((y) => ring(half, y, 2 * half, y, 2 * half, y + half, half, y + half))
  const [outline] = toOutlinesTogether([[[west]], ...east.map((one) => [[one]])], 2000, 20)
  expect(lists(outline)).toEqual([[0, 0, 250, 0, 250, 250, 250, 500, 0, 500]])
})

test('outlines of neighbours do not depend on the order of the shapes', () => {
  const [a, b] = toOutlinesTogether([west, south], 2000, 20)
  const [d, e] = toOutlinesTogether([south, west], 2000, 20)
  expect([edgesOf(a ?? []), edgesOf(b ?? [])]).toEqual([edgesOf(e ?? []), edgesOf(d ?? [])])
})
