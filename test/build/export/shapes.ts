// Shapes for tests of map files: made polygons with their boxes, held in memory.

import type { Layer, Shape, Shapes } from '../../../build/export/flatgeobuf.ts'
import { type Box, boundingBox, type MultiPolygon } from '../../../data/geometry/polygon.ts'

/** A layer with one column, so that a shape is known by a number. */
export const NUMBERED: Layer = { name: 'numbered', columns: [{ name: 'number', type: 'int' }] }

/** A layer with each type of column. */
export const TYPED: Layer = {
  name: 'districts',
  title: 'Districts — Bezirke',
  description: 'The text about the districts.',
  columns: [
    { name: 'id', type: 'long', description: 'The id of the API.' },
    { name: 'name', type: 'string' },
    { name: 'has_boundary', type: 'bool' },
    { name: 'population', type: 'int' },
    { name: 'error_m', type: 'double' },
    { name: 'details', type: 'json' },
    { name: 'valid_from', type: 'date' },
  ],
}

export const NULLS = Object.fromEntries(TYPED.columns.map(({ name }) => [name, null]))

/** The number of each shape is its ordinal. */
export function numbered(polygons: readonly MultiPolygon[]): Shapes {
  return held(polygons.map((one, number) => ({ polygons: one, properties: { number } })))
}

export function held(shapes: readonly Shape[]): Shapes {
  return {
    boxes: shapes.map(({ polygons }) => boundingBox(polygons.flat())),
    read: async (ordinals) => ordinals.map((ordinal) => shapes[ordinal] ?? { polygons: [], properties: {} }),
  }
}

/** In microdegrees: a square cut at a corner, so that its box is larger than it. */
export function cutSquare(west: number, south: number, size: number): MultiPolygon {
  return [[Int32Array.of(west, south, west + size, south, west + size, south + size)]]
}

/** A grid of round shapes, one degree apart, that do not touch. @param points of each shape */
export function roundShapes(columns: number, rows: number, points: number): MultiPolygon[] {
  return Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [(at % columns) - 100, Math.floor(at / columns)]
    const ring = new Int32Array(points * 2)
    for (let i = 0; i < points; i++) {
      const angle = (2 * Math.PI * i) / points
      ring[2 * i] = Math.round((x + 0.4 * Math.cos(angle)) * 1_000_000)
      ring[2 * i + 1] = Math.round((y + 0.4 * Math.sin(angle)) * 1_000_000)
    }
    return [[ring]]
  })
}

/** In degrees, as readers of map files want it. */
export function toDegrees({ west, south, east, north }: Box): {
  minX: number
  minY: number
  maxX: number
  maxY: number
} {
  return { minX: west / 1e6, minY: south / 1e6, maxX: east / 1e6, maxY: north / 1e6 }
}
