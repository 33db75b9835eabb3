import type { MultiPolygon } from '../../data/geometry/multipolygon.ts'
import type { LinesPrecision } from '../../data/schema/vocabulary.ts'

/** A row of out.line with unpacked rings. */
export interface Line {
  layer: string
  state: string
  ocd_id: string
  vintage: string
  census_geoid: string | null
  name: string
  class: string | null
  valid_from: string | null
  valid_to: string | null
  lines_precision: LinesPrecision
  error_m: number
  /** Vintages of the shapes from which it is drawn, if they differ from its own. */
  drawn_from?: readonly string[]
  polygons: MultiPolygon
}
