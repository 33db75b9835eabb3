// Draws the divisions that consist of whole counties (docs/rules.md#whole-counties) from their counties' lines.

import { assemble } from '../../data/geometry/polygonize.ts'
import { isOnlyPossible, type Line } from './line.ts'
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

/** Adds the lines of the unions to those of the sources. Lines in which their division is only possible give way to them. */
export function addCountyUnions(
  drawn: { lines: readonly Line[]; near: readonly Line[] },
  unions: readonly CountyUnion[],
): { lines: Line[]; near: Line[] } {
  const joined = drawCountyUnions(drawn.lines, unions)
  const ids = new Set(joined.map(({ ocd_id }) => ocd_id))
  const stays = (line: Line): boolean => !isOnlyPossible(line) || !ids.has(line.ocd_id)
  return { lines: [...drawn.lines.filter(stays), ...joined], near: drawn.near.filter(stays) }
}

/**
 * A division that has lines of its own keeps these, and one of whose counties the lines are not all held has none. The lines are as exact
 * as the coarsest county's.
 * @param lines of all layers, of which those of counties do not overlap
 * @returns in the order of the unions; the vintage is the year of the first election, or that of the counties' lines
 */
function drawCountyUnions(lines: readonly Line[], unions: readonly CountyUnion[]): Line[] {
  const counties = new Map(
    lines
      .filter(({ layer, valid_to }) => layer === 'county' && valid_to === null)
      .map((line) => [line.census_geoid, line]),
  )
  const drawn = new Map(lines.map((line) => [line.ocd_id, line]))
  return unions.flatMap(({ geoids, ...union }) => {
    const parts = geoids.flatMap((geoid) => counties.get(geoid) ?? [])
    const own = drawn.get(union.ocd_id)
    const [coarsest] = parts.toSorted((a, b) => b.error_m - a.error_m)
    if ((own && !isOnlyPossible(own)) || !coarsest || parts.length < geoids.length) return []
    const { lines_precision, error_m, vintage } = coarsest
    return [
      {
        ...union,
        ...{
          vintage: union.valid_from?.slice(0, 4) ?? vintage,
          census_geoid: own?.census_geoid ?? null,
          class: null,
          lines_precision,
          error_m,
        },
        drawn_from: [...new Set(parts.map((part) => part.vintage))].sort(),
        polygons:
          parts.length === 1 ? coarsest.polygons : assemble(unpairedEdges(parts.map(({ polygons }) => polygons))),
      },
    ]
  })
}
