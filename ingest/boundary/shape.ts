// One feature's lines to a shape row: microdegrees, repaired, encoded; what could not be used is an issue.

import type { ShapeRow } from '../../data/core/rows.ts'
import { encodeMultiPolygon, fromCoordinates } from '../../data/geometry/multipolygon.ts'
import type { LinesPrecision } from '../../data/schema/vocabulary.ts'
import type { Sink } from '../engine/source.ts'
import { repair } from './repair.ts'

/** What a registry line says of all lines of a source. */
export interface LinesPlan {
  layer: ShapeRow['layer']
  /** e.g. `cd118`, `sld2024`, `2022` */
  vintage: string
  /** First and last day of the elections that the lines are known to fit; null is open. */
  valid_from: string | null
  valid_to: string | null
  lines_precision: LinesPrecision
  /** How far, in metres, these lines may lie from the true ones. */
  error_m: number
}

/** What a file says of one district. */
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
