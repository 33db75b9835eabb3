// Well-known binary, byte by byte after OGC 06-103r4.

import { expect, test } from 'vitest'
import { toWkb } from '../../../build/export/district-boundaries.ts'

/** A minimal reader of MultiPolygons. */
function readWkb(bytes: Uint8Array): number[][][][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const head = (type: number): number => {
    expect([view.getUint8(at), view.getUint32(at + 1, true)]).toEqual([1, type])
    at += 9
    return view.getUint32(at - 4, true)
  }
  const times = <One>(count: number, read: () => One): One[] => Array.from({ length: count }, read)
  const point = (): number[] => {
    at += 16
    return [view.getFloat64(at - 16, true), view.getFloat64(at - 8, true)]
  }
  const ring = (): number[][] => {
    at += 4
    return times(view.getUint32(at - 4, true), point)
  }
  const polygons = times(head(6), () => times(head(3), ring))
  expect(at).toBe(bytes.length)
  return polygons
}

test('a polygon with a hole and another polygon: closed rings in degrees, longitude first', () => {
  const outer = Int32Array.from([-80_000_000, 35_000_000, -79_000_000, 35_000_000, -79_000_000, 36_500_000])
  const hole = Int32Array.from([-79_500_000, 35_200_000, -79_400_000, 35_200_000, -79_400_001, 35_300_000])
  const closed = (...points: number[][]): number[][] => [...points, points[0] ?? []]
  expect(readWkb(toWkb([[outer, hole], [hole]]))).toEqual([
    [closed([-80, 35], [-79, 35], [-79, 36.5]), closed([-79.5, 35.2], [-79.4, 35.2], [-79.400001, 35.3])],
    [closed([-79.5, 35.2], [-79.4, 35.2], [-79.400001, 35.3])],
  ])
})

test('no polygons', () => {
  expect(readWkb(toWkb([]))).toEqual([])
})
