// The project's own encoder compared with h3-js, at points that it encodes itself and at points that it leaves to h3-js.

import {
  cellToBoundary,
  cellToLatLng,
  getBaseCellNumber,
  getPentagons,
  getRes0Cells,
  gridDisk,
  latLngToCell,
} from 'h3-js'
import { describe, expect, it } from 'vitest'
import { BASE_CELLS, CELLS_PER_BASE, cellKey } from '../../../data/index/cell.ts'
import { FACE_AXES, findCellKey } from '../../../data/index/cell-key.ts'

type Point = readonly [lng: number, lat: number]

const POINTS = process.env.PROOF === '1' ? 1_000_000 : 200_000

/** Microdegrees. */
const MICROMETRE = 1e-5
const CELL_SIDE = 12_000

let seed = 20
function random(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return (seed / 2 ** 32) * below
}

/** The key from the index string of h3-js. */
function keyByH3([lng, lat]: Point): number {
  const index = latLngToCell(lat / 1e6, lng / 1e6, 7)
  const bits = (BigInt(`0x${index}`) >> 24n) & 0x1fffffn
  return getBaseCellNumber(index) * CELLS_PER_BASE + Number.parseInt(bits.toString(8), 7)
}

interface Comparison {
  points: number
  /** Points that the encoder leaves to h3-js. */
  left: number
  differences: string[]
}

function compare(points: Iterable<Point>): Comparison {
  const result: Comparison = { points: 0, left: 0, differences: [] }
  for (const point of points) {
    result.points++
    const [own, key, expected] = [findCellKey(...point), cellKey(...point), keyByH3(point)]
    if (own < 0) result.left++
    if ((own >= 0 && own !== expected) || key !== expected)
      if (result.differences.length < 5) result.differences.push(`${point}: ${own}, ${key}, h3-js ${expected}`)
  }
  return result
}

function* times(count: number, make: () => Iterable<Point>): Generator<Point> {
  for (let i = 0; i < count; i++) yield* make()
}

function anywhere(): Point {
  return [random(360e6) - 180e6, (Math.asin(random(2) - 1) * 180e6) / Math.PI]
}

function toMicro([lat, lng]: readonly [number, number] | number[]): Point {
  return [(lng ?? 0) * 1e6, (lat ?? 0) * 1e6]
}

/** Points between a micrometre and two hundred metres from the given one, in tenfold steps. */
function* around([lng, lat]: Point): Generator<Point> {
  yield [lng, lat]
  for (let reach = MICROMETRE; reach < 3000; reach *= 10)
    yield [lng + random(2 * reach) - reach, Math.max(-90e6, Math.min(90e6, lat + random(2 * reach) - reach))]
}

/** Points on and beside the corners and sides of the cell that contains the given point. */
function* sides(point: Point): Generator<Point> {
  const corners = cellToBoundary(latLngToCell(point[1] / 1e6, point[0] / 1e6, 7)).map(toMicro)
  const at = Math.floor(random(corners.length))
  const [ax, ay] = corners[at] ?? [0, 0]
  const [bx, by] = corners[(at + 1) % corners.length] ?? [0, 0]
  if (Math.abs(bx - ax) > 180e6) return
  const along = random(1)
  yield* around([ax, ay])
  yield* around([ax + (bx - ax) * along, ay + (by - ay) * along])
}

describe('the own encoder', () => {
  it('agrees with h3-js at random points, and leaves almost none to it', { timeout: 600_000 }, () => {
    const whole = compare(times(POINTS / 2, () => [anywhere()]))
    const nation = compare(times(POINTS / 2, () => [[random(60e6) - 126e6, random(26e6) + 24e6]]))
    expect([...whole.differences, ...nation.differences]).toEqual([])
    expect(whole.left + nation.left).toBeLessThan(POINTS / 10_000)
    expect(whole.points + nation.points).toBe(POINTS)
  })

  it('agrees with h3-js within micrometres of the sides of cells, where some are left to it', () => {
    const { points, left, differences } = compare(times(POINTS / 100, () => sides(anywhere())))
    expect(differences).toEqual([])
    expect(points).toBeGreaterThan(POINTS / 10)
    expect(left).toBeGreaterThan(points / 100)
    expect(left).toBeLessThan(points / 2)
  })

  it('agrees with h3-js at the poles and along the antimeridian', () => {
    const edge = function* (): Generator<Point> {
      yield* around([0, 90e6])
      yield* around([0, -90e6])
      yield* around([random(360e6) - 180e6, random(2) < 1 ? 90e6 : -90e6])
      for (const [x, y] of around([180e6, random(180e6) - 90e6])) {
        yield [x, y]
        yield [x - 360e6, y]
      }
    }
    expect(compare(times(POINTS / 400, edge)).differences).toEqual([])
  })

  it('agrees with h3-js in and around the pentagons of every resolution', () => {
    const pentagons = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((resolution) => getPentagons(resolution))
    expect(pentagons).toHaveLength(96)
    const near = function* (): Generator<Point> {
      for (const pentagon of pentagons) {
        const [lng, lat] = toMicro(cellToLatLng(pentagon))
        for (let reach = CELL_SIDE / 10; reach < 12e6; reach *= 4)
          yield [lng + random(2 * reach) - reach, lat + random(2 * reach) - reach]
        yield* sides([lng, lat])
      }
      for (const cell of gridDisk(pentagons.at(-1 - Math.floor(random(12))) ?? '', 2))
        yield* sides(toMicro(cellToLatLng(cell)))
    }
    expect(compare(times(POINTS / 20_000, near)).differences).toEqual([])
  })

  it("agrees with h3-js along the icosahedron's edges, and beside its corners and the middles of its faces", () => {
    const pairs = FACE_AXES.flatMap((a, i) =>
      FACE_AXES.slice(i + 1).flatMap((b) => (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > 0.7 ? [[a, b] as const] : [])),
    )
    expect(pairs).toHaveLength(30)
    const toPoint = (x: number, y: number, z: number): Point => [
      (Math.atan2(y, x) * 180e6) / Math.PI,
      (Math.atan2(z, Math.hypot(x, y)) * 180e6) / Math.PI,
    ]
    const near = function* (): Generator<Point> {
      for (const [a, b] of pairs) {
        // From the middle of the edge along it, which is across both faces' middles.
        const [mx, my, mz] = [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
        const [cx, cy, cz] = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        const along = random(2.2) - 1.1
        for (const point of around(toPoint(mx + cx * along * 1.8, my + cy * along * 1.8, mz + cz * along * 1.8))) {
          yield point
          if (random(8) < 1) yield* sides(point)
        }
      }
      for (const [x, y, z] of FACE_AXES) {
        yield* around(toPoint(x, y, z))
        yield* sides(toPoint(x, y, z))
      }
    }
    expect(compare(times(POINTS / 8000, near)).differences).toEqual([])
  })

  it('knows every base cell', () => {
    const base = ([lng, lat]: Point): number => Math.floor(findCellKey(lng + 100_000, lat + 100_000) / CELLS_PER_BASE)
    const found = new Set(getRes0Cells().map((cell) => base(toMicro(cellToLatLng(cell)))))
    expect(found.size).toBe(BASE_CELLS)
  })

  it('leaves values that are no numbers to h3-js, which refuses them', () => {
    expect(findCellKey(Number.NaN, 0)).toBe(-1)
    expect(() => cellKey(Number.NaN, 0)).toThrow()
    expect(() => cellKey(0, Number.POSITIVE_INFINITY)).toThrow()
  })
})
