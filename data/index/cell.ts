// The H3 cells of the place index: resolution 7, each with a key in index order.

import { cellToBoundary, cellToLatLng, gridDisk, isValidCell, latLngToCell } from 'h3-js'
import { MICRODEGREES, toMicrodegrees } from '../geometry/polygon.ts'
import { findCellKey } from './cell-key.ts'

export const CELL_RESOLUTION = 7
export const BASE_CELLS = 122
/** 7^7, the resolution-7 cells that a base cell can contain. A cell's seven digits are its number in base 7. */
export const CELLS_PER_BASE = 823_543
/** Every point within 3 km of a cell is in it or in so many rings around it. */
export const RINGS_OF_3_KM = 3

// Four octal digits of an H3 index, read in base 7.
const SEPTENARY = Int32Array.from(
  { length: 4096 },
  (_, bits) => (bits >> 9) * 343 + ((bits >> 6) & 7) * 49 + ((bits >> 3) & 7) * 7 + (bits & 7),
)

function keyOf(index: string): number {
  const bits = Number.parseInt(index.slice(2, 9), 16)
  return (bits >>> 21) * CELLS_PER_BASE + (SEPTENARY[(bits >> 9) & 4095] ?? 0) * 343 + (SEPTENARY[bits & 511] ?? 0)
}

/** The H3 index, [lower, upper] 32 bits, of the cell of `resolution` whose first resolution-7 descendant has this key. */
function indexOf(key: number, resolution: number): [number, number] {
  let bits = Math.floor(key / CELLS_PER_BASE)
  let rest = key % CELLS_PER_BASE
  let unit = CELLS_PER_BASE / 7
  for (let level = 1; level <= CELL_RESOLUTION; level++) {
    const digit = Math.floor(rest / unit)
    bits = bits * 8 + (level <= resolution ? digit : 7)
    rest -= digit * unit
    unit /= 7
  }
  return [((bits & 255) << 24) | 0xffffff, 0x8000000 | (resolution << 20) | (bits >>> 8)]
}

/** The key of the resolution-7 cell that contains a point in microdegrees. Always equal to the result of h3-js. */
export function cellKey(lngMicro: number, latMicro: number): number {
  const key = findCellKey(lngMicro, latMicro)
  return key < 0 ? keyOf(latLngToCell(latMicro / MICRODEGREES, lngMicro / MICRODEGREES, CELL_RESOLUTION)) : key
}

/** Whether the cell exists: a pentagon lacks one of the seven children. */
export function isCell(key: number, resolution: number): boolean {
  return isValidCell(indexOf(key, resolution))
}

/** The middle of a cell, [lng, lat] in microdegrees, lng in [-180°, 180°). */
export function cellCentre(key: number, resolution: number): [number, number] {
  const [lat, lng] = cellToLatLng(indexOf(key, resolution))
  const x = toMicrodegrees(lng)
  return [x >= 180 * MICRODEGREES ? x - 360 * MICRODEGREES : x, toMicrodegrees(lat)]
}

/** A resolution-7 cell's corners, [lng0, lat0, …] in microdegrees, anticlockwise; some are not convex, some at ±180°. */
export function cellCorners(key: number): number[] {
  const corners: number[] = []
  for (const [lat, lng] of cellToBoundary(indexOf(key, CELL_RESOLUTION)))
    corners.push(toMicrodegrees(lng), toMicrodegrees(lat))
  return corners
}

/** The keys of a resolution-7 cell and of the rings of cells around it. */
export function cellDisk(key: number, rings = 1): number[] {
  return gridDisk(indexOf(key, CELL_RESOLUTION), rings).map(keyOf)
}
