// Polygons as well-known binary (OGC 06-103r4, 8.2), as geographic tools read them.

import { MICRODEGREES, type MultiPolygon } from './multipolygon.ts'

const LITTLE_ENDIAN = 1
const POLYGON = 3
const MULTI_POLYGON = 6

/** A MultiPolygon in degrees, longitude first; each ring is closed. */
export function toWkb(polygons: MultiPolygon): Uint8Array {
  const view = new DataView(new ArrayBuffer(sizeOf(polygons)))
  let at = 0
  const head = (type: number, count: number): void => {
    view.setUint8(at, LITTLE_ENDIAN)
    view.setUint32(at + 1, type, true)
    view.setUint32(at + 5, count, true)
    at += 9
  }
  head(MULTI_POLYGON, polygons.length)
  for (const rings of polygons) {
    head(POLYGON, rings.length)
    for (const ring of rings) {
      view.setUint32(at, ring.length / 2 + 1, true)
      at += 4
      for (const value of [...ring, ring[0] ?? 0, ring[1] ?? 0]) {
        view.setFloat64(at, value / MICRODEGREES, true)
        at += 8
      }
    }
  }
  return new Uint8Array(view.buffer)
}

function sizeOf(polygons: MultiPolygon): number {
  const rings = polygons.flat()
  return 9 + 9 * polygons.length + rings.reduce((bytes, ring) => bytes + 4 + 8 * (ring.length + 2), 0)
}
