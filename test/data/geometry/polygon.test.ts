import { expect, it } from 'vitest'
import {
  boundingBox,
  boxesMeet,
  decodeMultiPolygon,
  encodeMultiPolygon,
  fromCoordinates,
  type MultiPolygon,
  orientation,
  polygonsContain,
  reverseRing,
  ringArea,
  ringContains,
  toCoordinates,
} from '../../../data/geometry/polygon.ts'
import { assemble, numberPoints } from '../../../data/geometry/polygonize.ts'
import { forEachNearPair, meeting, segmentsOf } from '../../../data/geometry/segment.ts'

const SQUARE = Int32Array.of(0, 0, 10, 0, 10, 10, 0, 10)
const HOLE = Int32Array.of(2, 2, 2, 6, 6, 6, 6, 2)

it('a ring has an area that is positive counter-clockwise, wherever it lies', () => {
  expect([ringArea(SQUARE), ringArea(HOLE), ringArea(reverseRing(SQUARE))]).toEqual([100, -16, -100])
  const far = 179_000_000
  expect(ringArea(Int32Array.from(SQUARE, (value) => value + far))).toBe(100)
  expect([...reverseRing(Int32Array.of(1, 2, 3, 4, 5, 6))]).toEqual([5, 6, 3, 4, 1, 2])
})

it('a ring contains points by the half-open rule, so that neighbours share none', () => {
  for (const at of [5, 0.5]) expect(ringContains(SQUARE, at, 10 - at)).toBe(true)
  for (const at of [-1, 11]) expect([ringContains(SQUARE, at, 5), ringContains(SQUARE, 5, at)]).toEqual([false, false])
  const east = SQUARE.map((value, at) => (at % 2 === 0 ? value + 10 : value))
  const north = SQUARE.map((value, at) => (at % 2 === 1 ? value + 10 : value))
  for (const at of [1, 5, 9]) {
    expect([ringContains(SQUARE, 10, at), ringContains(east, 10, at)].filter(Boolean)).toHaveLength(1)
    expect([ringContains(SQUARE, at, 10), ringContains(north, at, 10)].filter(Boolean)).toHaveLength(1)
  }
  const slope = Int32Array.of(0, 0, 10, 0, 0, 10)
  expect([ringContains(slope, 4, 5), ringContains(slope, 6, 5)]).toEqual([true, false])
})

it('a ring turns left, right or straight, exactly also where a product exceeds 2^53', () => {
  expect(orientation(0, 0, 10, 0, 5, 1)).toBe(1)
  expect(orientation(0, 0, 10, 0, 5, -1)).toBe(-1)
  expect(orientation(0, 0, 10, 10, 20, 20)).toBe(0)
  const far = 360_000_000
  expect(orientation(0, 0, far, far - 1, far - 1, far - 2)).toBe(-1)
  expect(orientation(0, 0, far, far - 1, 2 * far, 2 * far - 2)).toBe(0)
  expect(orientation(0, 0, far - 1, far - 2, far, far - 1)).toBe(1)
})

it('a hole is no part of a polygon, an island in it is', () => {
  const polygons: MultiPolygon = [[SQUARE, HOLE], [Int32Array.of(3, 3, 5, 3, 5, 5, 3, 5)]]
  expect([1, 2.5, 4].map((at) => polygonsContain(polygons, at, at))).toEqual([true, false, true])
})

it('boxes meet if they share an edge or a corner', () => {
  const box = boundingBox([SQUARE, HOLE])
  expect(box).toEqual({ west: 0, south: 0, east: 10, north: 10 })
  const at = (west: number, south: number) => ({ west, south, east: west + 5, north: south + 5 })
  for (const place of [at(10, 10), at(-5, -5), at(10, -5), at(2, 2)]) expect(boxesMeet(box, place)).toBe(true)
  for (const place of [at(11, 0), at(-6, 0), at(0, 11), at(0, -6)]) expect(boxesMeet(box, place)).toBe(false)
  expect(boxesMeet(box, boundingBox([]))).toBe(false)
})

const polygons: MultiPolygon = [[Int32Array.of(-179_999_999, -89_000_000, 179_999_999, 0, 64, -64), HOLE], [SQUARE]]

it('the compact form of polygons is read back as it was', () => {
  expect(decodeMultiPolygon(encodeMultiPolygon(polygons))).toEqual(polygons)
  expect(decodeMultiPolygon(encodeMultiPolygon([]))).toEqual([])
  expect(() => decodeMultiPolygon(encodeMultiPolygon(polygons).subarray(0, -1))).toThrow(RangeError)
})

it('the compact form of polygons has closed rings of degrees as GeoJSON, and is read from them', () => {
  const degrees = toCoordinates([[Int32Array.of(-1_500_000, 0, 0, 0, 0, 2_000_000)]])
  expect(JSON.stringify(degrees)).toBe('[[[[-1.5,0],[0,0],[0,2],[-1.5,0]]]]')
  expect(fromCoordinates(toCoordinates(polygons))).toEqual(polygons)
})

it('the compact form of polygons has no repeated point, no ring of two points, and no point without a number', () => {
  const ring = [
    [0, 0],
    [0, 0],
    [1, 0],
    [1.0000001, 0],
    [1, 1],
    [0, 0],
  ]
  const line = [
    [0, 0],
    [1, 1],
    [0, 0],
  ]
  expect(fromCoordinates([[ring, line], [line]])).toEqual([[Int32Array.of(0, 0, 1_000_000, 0, 1_000_000, 1_000_000)]])
  for (const point of [[0], [Number.NaN, 0], [0, Infinity]])
    expect(() => fromCoordinates([[[...ring, point]]])).toThrow(RangeError)
})

const meet = (...[ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0]: number[]) => {
  const columns = { ax: [ax, cx], ay: [ay, cy], bx: [bx, dx], by: [by, dy] }
  const segments = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, Int32Array.from(values)]))
  return [meeting(segments as never, 0, 1), meeting(segments as never, 1, 0)]
}

it.each<[string, string | null, number[]]>([
  ['cross', 'cross', [0, 0, 10, 10, 0, 10, 10, 0]],
  ['share an end', 'touch', [0, 0, 10, 0, 10, 0, 20, 5]],
  ['touch inside of one', 'touch', [0, 0, 10, 0, 5, 0, 5, 5]],
  ['follow each other on a line', 'touch', [0, 0, 10, 0, 10, 0, 20, 0]],
  ['overlap', 'overlap', [0, 0, 10, 0, 5, 0, 20, 0]],
  ['overlap upright', 'overlap', [0, 0, 0, 10, 0, 20, 0, 9]],
  ['are the same, reversed', 'overlap', [0, 0, 3, 7, 3, 7, 0, 0]],
  ['lie apart on a line', null, [0, 0, 10, 0, 11, 0, 20, 0]],
  ['lie apart on an upright line', null, [0, 0, 0, 10, 0, 11, 0, 20]],
  ['are parallel', null, [0, 0, 10, 0, 0, 1, 10, 1]],
  ['would cross if one were longer', null, [0, 0, 10, 0, 5, 1, 5, 9]],
  ['would cross if the other were longer', null, [0, 0, 4, 0, 5, -5, 5, 5]],
])('two segments %s', (_, expected, numbers) => {
  expect(meet(...numbers)).toEqual([expected, expected])
})

it('each pair of segments that meet is visited, the first of it first', () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 20; round++) {
    const s = segmentsOf(Array.from({ length: 8 }, () => Int32Array.from({ length: 8 }, () => random(200) - 100)))
    const visited = new Set<string>()
    forEachNearPair(s, (i, j) => void visited.add(`${i} ${j}`))
    const missed: string[] = []
    for (let j = 0; j < s.ax.length; j++)
      for (let i = 0; i < j; i++) if (meeting(s, i, j) && !visited.has(`${i} ${j}`)) missed.push(`${i} ${j}`)
    expect(missed).toEqual([])
  }
  forEachNearPair(segmentsOf([]), () => expect.unreachable())
})

it('equal points have one number, by first occurrence', () => {
  const { numbers, count } = numberPoints([5, 5, -1, 5, 5, 5, 5, -1, -1, 5, 0, 0])
  expect([[...numbers], count]).toEqual([[0, 1, 0, 2, 1, 3], 4])
  const many = Array.from({ length: 3000 }, (_, at) => at % 1000)
  expect(numberPoints(many.flatMap((value) => [value, -value])).count).toBe(1000)
})

it('a hole belongs to the smallest ring around it', () => {
  /** A square's edges, counter-clockwise; clockwise for a hole. */
  const square = (a: number, b: number): number[] => [
    ...[a, a, b, a],
    ...[b, a, b, b],
    ...[b, b, a, b],
    ...[a, b, a, a],
  ]
  const hole = (a: number, b: number): number[] => [...[a, a, a, b], ...[a, b, b, b], ...[b, b, b, a], ...[b, a, a, a]]
  const edges = [...square(0, 100), ...hole(10, 90), ...square(20, 80), ...hole(30, 70)]
  const polygons = assemble(edges)
  expect(polygons.map((rings) => rings.length)).toEqual([2, 2])
  const island = polygons.find(([outer]) => outer?.[0] === 20)
  expect(island?.[1]?.includes(30)).toBe(true)
  expect([5, 15, 25, 50].map((at) => polygonsContain(polygons, at, at))).toEqual([true, false, true, false])
})
