// Draws the divisions that consist of whole counties (docs/rules.md#whole-counties) from their counties' lines.

import { assemble } from '../../data/geometry/polygonize.ts'
import type { Line } from './line.ts'
import { unpairedEdges } from './unpaired-edges.ts'

/** A row of out.county_union. */
export interface CountyUnion {
  ocd_id: string
  layer: string
  state: string
  name: string
  /** First and last day of the elections for which it has these counties; null: open. */
  valid_from: string | null
  valid_to: string | null
  /** Of its counties, sorted; at least one. */
  geoids: readonly string[]
}

/**
 * A division that has lines of its own keeps these, and one of whose counties the lines are not all held has none. The lines are as exact
 * as the coarsest county's.
 * @param lines of all layers, of which those of counties do not overlap
 * @returns in the order of the unions; the vintage is the year of the first election, or that of the counties' lines
 */
export function drawCountyUnions(lines: readonly Line[], unions: readonly CountyUnion[]): Line[] {
  const counties = new Map(
    lines
      .filter(({ layer, valid_to }) => layer === 'county' && valid_to === null)
      .map((line) => [line.census_geoid, line]),
  )
  const drawn = new Set(lines.map(({ ocd_id }) => ocd_id))
  return unions.flatMap(({ geoids, ...union }) => {
    const parts = geoids.flatMap((geoid) => counties.get(geoid) ?? [])
    const coarsest = parts.reduce((held, part) => (part.error_m > held.error_m ? part : held), parts[0] as Line)
    if (drawn.has(union.ocd_id) || parts.length < geoids.length || coarsest === undefined) return []
    const { lines_precision, error_m, vintage } = coarsest
    return [
      {
        ...union,
        ...{
          vintage: union.valid_from?.slice(0, 4) ?? vintage,
          census_geoid: null,
          class: null,
          lines_precision,
          error_m,
        },
        drawn_from: [...new Set(parts.map((part) => part.vintage))].sort(),
        polygons: assemble(unpairedEdges(parts.map(({ polygons }) => polygons))),
      },
    ]
  })
}
