// Boundaries in microdegrees: a test names only what matters to it.

import type { Boundary } from '../../../build/boundaries/boundary.ts'
import type { MultiPolygon } from '../../../data/geometry/polygon.ts'

export function square(x: number, y: number, width: number, height = width): MultiPolygon {
  return [[Int32Array.from([x, y, x + width, y, x + width, y + height, x, y + height])]]
}

export function boundary(layer: string, ocd_id: string, polygons: MultiPolygon, own: Partial<Boundary> = {}): Boundary {
  return {
    ...{ layer, ocd_id, polygons, state: 'NC', vintage: '2024', census_geoid: null, name: ocd_id, class: null },
    ...{
      county_geoid: layer === 'county' ? (own.census_geoid ?? null) : null,
      valid_from: null,
      valid_to: null,
      lines_precision: 'exact',
      error_m: 25,
      ...own,
    },
  }
}
