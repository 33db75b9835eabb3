// Converts one feature's lines to a shape row: microdegrees, repaired, encoded. Unusable lines give an issue.

import type { ShapeRow } from '../../data/core/rows.ts'
import { encodeMultiPolygon, fromCoordinates } from '../../data/geometry/multipolygon.ts'
import type { BoundaryPrecision } from '../../data/schema/vocabulary.ts'
import type { Sink } from '../read/source.ts'
import { repair } from './repair.ts'

/** Values of a registry entry for all lines of a source. */
export interface LinesPlan {
  layer: ShapeRow['layer']
  /** e.g. `cd118`, `sld2024`, `2022` */
  vintage: string
  /** First and last day of the elections that use these lines, as far as known; null means open. */
  valid_from: string | null
  valid_to: string | null
  lines_precision: BoundaryPrecision
  /** The largest distance, in metres, of these lines from the true ones. */
  error_m: number
}

/** The values in a file for one district. */
export type ShapeArea = Pick<ShapeRow, 'state' | 'ocd_id' | 'census_geoid' | 'name' | 'class'>

export interface FileLocation {
  file: string
  line: number | null
}

/** @param coordinates GeoJSON MultiPolygon coordinates in degrees */
export function addShape(
  sink: Sink,
  at: FileLocation,
  plan: LinesPlan,
  { coordinates, ...area }: ShapeArea & { coordinates: number[][][][] },
): void {
  const named = `${plan.layer} ${area.census_geoid ?? ''} ${area.name}`.replace(/ +/g, ' ')
  const { polygons, repaired } = repair(fromCoordinates(coordinates))
  if (polygons.length === 0) {
    sink.issue({
      ...at,
      field: 'geometry',
      code: 'empty-shape',
      value: named,
      message: `the lines of ${named} enclose no area, expected a polygon; it is left out`,
      severity: 'refused',
    })
    return
  }
  if (repaired)
    sink.issue({
      ...at,
      field: 'geometry',
      code: 'repaired-polygon',
      value: named,
      message: `the lines of ${named} cross or touch themselves, expected a valid polygon; repaired`,
      severity: 'mended',
    })
  sink.row('shape', { ...plan, ...area, rings: encodeMultiPolygon(polygons), repaired }, at)
}
