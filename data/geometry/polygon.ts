// Polygons in the form used by the whole project, rings of integer microdegrees: exact orientation, area, bounding box and containment, and
// their compact binary form.

/** In microdegrees, edges included. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Meters in one degree of latitude, on the sphere of the Earth's mean radius (6,371,008.8 m). */
export const METRES_PER_DEGREE = 111_195.08

const EXACT = 2 ** 53

/** Sign of the turn a→b→c: 1 left, -1 right, 0 straight. Exact for integers (BigInt if a product exceeds 2^53). */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (bx - ax) * (cy - ay)
  const right = (by - ay) * (cx - ax)
  if (Math.abs(left) < EXACT && Math.abs(right) < EXACT) return left > right ? 1 : left < right ? -1 : 0
  const exactLeft = BigInt(bx - ax) * BigInt(cy - ay)
  const exactRight = BigInt(by - ay) * BigInt(cx - ax)
  return exactLeft > exactRight ? 1 : exactLeft < exactRight ? -1 : 0
}

/** Signed area in square microdegrees; positive is counter-clockwise. Computed relative to the first vertex, to stay below 2^53. */
export function ringArea(ring: Ring): number {
  const [x0, y0] = [ring[0] ?? 0, ring[1] ?? 0]
  let doubled = 0
  let x = 0
  let y = 0
  for (let i = 2; i < ring.length; i += 2) {
    const [nextX, nextY] = [(ring[i] ?? 0) - x0, (ring[i + 1] ?? 0) - y0]
    doubled += x * nextY - nextX * y
    x = nextX
    y = nextY
  }
  return doubled / 2
}

export function reverseRing(ring: Ring): Ring {
  const reversed = new Int32Array(ring.length)
  for (let i = 0; i < ring.length; i += 2) {
    reversed[i] = ring[ring.length - 2 - i] ?? 0
    reversed[i + 1] = ring[ring.length - 1 - i] ?? 0
  }
  return reversed
}

/** An empty list gives a box that intersects nothing. */
export function boundingBox(rings: Iterable<Ring>): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      if (x < box.west) box.west = x
      if (x > box.east) box.east = x
      if (y < box.south) box.south = y
      if (y > box.north) box.north = y
    }
  return box
}

export function boxesMeet(a: Box, b: Box): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
}

/**
 * Even-odd rule, half-open: exact for integer points and for halves (edge midpoints). A point on a border may count as inside or outside.
 */
export function ringContains(ring: Ring, x: number, y: number): boolean {
  return crossingsRightOf(ring, x, y, 0, ring.length) % 2 === 1
}

/** Number of edges that pass to the right of the point, among those that end at a vertex of `ring` from index `from` to before `to`. */
export function crossingsRightOf(ring: Ring, x: number, y: number, from: number, to: number): number {
  let crossings = 0
  let ax = ring[(from === 0 ? ring.length : from) - 2] ?? 0
  let ay = ring[(from === 0 ? ring.length : from) - 1] ?? 0
  for (let i = from; i < to; i += 2) {
    const [bx, by] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    if (ay > y !== by > y && crossesRightOf(ax, ay, bx, by, x, y)) crossings++
    ax = bx
    ay = by
  }
  return crossings
}

/** Whether an edge that spans y passes to the right of (x, y), whose coordinates may be halves. */
export function crossesRightOf(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if (x < ax && x < bx) return true
  if (x > ax && x > bx) return false
  const turn = orientation(2 * ax, 2 * ay, 2 * bx, 2 * by, 2 * x, 2 * y)
  return by > ay ? turn > 0 : turn < 0
}

export function polygonsContain(polygons: MultiPolygon, x: number, y: number): boolean {
  let inside = false
  for (const rings of polygons) for (const ring of rings) if (ringContains(ring, x, y)) inside = !inside
  return inside
}

// Polygons in the form used by the whole project: rings of integer microdegrees, and their compact binary form.

/** One closed ring, [lng0, lat0, lng1, lat1, …] in microdegrees; the first point is not repeated at the end. */
export type Ring = Int32Array
/** Polygons of rings; the first ring of a polygon is its outer one, the others are holes. */
export type MultiPolygon = Ring[][]

export const MICRODEGREES = 1_000_000

export function toMicrodegrees(degrees: number): number {
  return Math.round(degrees * MICRODEGREES)
}

/** Delta, zigzag, varint: about four bytes a vertex. Layout: polygons, then rings, then points, then the deltas. */
export function encodeMultiPolygon(polygons: MultiPolygon): Uint8Array {
  const bytes: number[] = []
  const unsigned = (value: number): void => {
    let rest = value
    while (rest > 127) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  const signed = (value: number): void => unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  let x = 0
  let y = 0
  unsigned(polygons.length)
  for (const rings of polygons) {
    unsigned(rings.length)
    for (const ring of rings) {
      unsigned(ring.length / 2)
      for (let i = 0; i < ring.length; i += 2) {
        const [nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0]
        signed(nextX - x)
        signed(nextY - y)
        x = nextX
        y = nextY
      }
    }
  }
  return Uint8Array.from(bytes)
}

export function decodeMultiPolygon(bytes: Uint8Array): MultiPolygon {
  let at = 0
  const unsigned = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined)
        throw new RangeError(`multipolygon of ${bytes.length} bytes: it ends in the middle of a number`)
      value += (byte & 127) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }
  const signed = (): number => {
    const value = unsigned()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  let x = 0
  let y = 0
  const polygons: MultiPolygon = []
  for (let p = unsigned(); p > 0; p--) {
    const rings: Ring[] = []
    for (let r = unsigned(); r > 0; r--) {
      const ring = new Int32Array(unsigned() * 2)
      for (let i = 0; i < ring.length; i += 2) {
        x += signed()
        y += signed()
        ring[i] = x
        ring[i + 1] = y
      }
      rings.push(ring)
    }
    polygons.push(rings)
  }
  return polygons
}

/** GeoJSON coordinates in degrees, each ring closed. */
export function toCoordinates(polygons: MultiPolygon): number[][][][] {
  return polygons.map((rings) =>
    rings.map((ring) => {
      const points: number[][] = []
      for (let i = 0; i < ring.length; i += 2)
        points.push([(ring[i] ?? 0) / MICRODEGREES, (ring[i + 1] ?? 0) / MICRODEGREES])
      const first = points[0]
      if (first) points.push([...first])
      return points
    }),
  )
}

/** The inverse of toCoordinates: rounds to microdegrees, drops repeated points and rings of fewer than three points. */
export function fromCoordinates(polygons: readonly (readonly (readonly (readonly number[])[])[])[]): MultiPolygon {
  const result: MultiPolygon = []
  for (const rings of polygons) {
    const kept = rings.map(ringFromCoordinates).filter((ring) => ring.length >= 6)
    if (kept.length > 0) result.push(kept)
  }
  return result
}

function ringFromCoordinates(points: readonly (readonly number[])[]): Ring {
  const flat: number[] = []
  for (const [lng, lat] of points) {
    if (lng === undefined || lat === undefined || !Number.isFinite(lng) || !Number.isFinite(lat))
      throw new RangeError(`a point of a ring: got the coordinates ${lng}, ${lat}, expected two finite numbers`)
    const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
    if (flat.length > 0 && flat[flat.length - 2] === x && flat[flat.length - 1] === y) continue
    flat.push(x, y)
  }
  while (flat.length > 2 && flat[0] === flat[flat.length - 2] && flat[1] === flat[flat.length - 1]) flat.length -= 2
  return Int32Array.from(flat)
}
