import type { MultiPolygon } from '../../data/geometry/polygon.ts'
import type { BoundaryPrecision } from '../../data/schema/vocabulary.ts'

/** A row of out.line with unpacked rings. */
export interface Boundary {
  layer: string
  state: string
  ocd_id: string
  vintage: string
  census_geoid: string | null
  /** Of a county; of a city outside all counties, as the Census counts it among them. Null for any other. */
  county_geoid: string | null
  name: string
  class: string | null
  valid_from: string | null
  valid_to: string | null
  lines_precision: BoundaryPrecision
  error_m: number
  /** Vintages of the shapes from which it is drawn, if they differ from its own. */
  drawn_from?: readonly string[]
  polygons: MultiPolygon
}

/**
 * Boundaries of school districts that a mirror has of 2012: which districts have merged since is unknown, and elementary and secondary
 * districts share the ground. Everywhere in such a district it is possible, like near a generalized border.
 */
export function isOnlyPossible({ layer, lines_precision }: Pick<Boundary, 'layer' | 'lines_precision'>): boolean {
  return layer === 'school' && lines_precision === 'generalised'
}
