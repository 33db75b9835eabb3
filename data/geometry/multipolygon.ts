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
