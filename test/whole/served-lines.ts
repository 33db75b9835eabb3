// The lines that a built bundle serves, layer by layer, and its own answers over them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeMultiPolygon } from '../../data/geometry/polygon.ts'
import { manifest as manifestSchema } from '../../data/schema/manifest.ts'
import { type Bundle, type OpenPart, openBundle } from '../../data/store/bundle.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { areasAt } from '../../server/place/point.ts'
import type { Layer } from '../build/cells-layers.ts'
import type { Find } from '../build/cells-proof.ts'

export interface ServedLayer extends Layer {
  /** `NC county 2017` */
  name: string
  state: string
  type: string
  /** Of each shape the GEOID, or the name where its file has none. */
  districts: string[]
}

export interface ServedLines {
  layers: ServedLayer[]
  /** Answers of this part, or of another that holds the same, as test/build/cells-proof.ts takes them. */
  findIn(places: OpenPart): Find
}

export function readServedLines(places: OpenPart): ServedLines {
  const rows = places
    .statement<{ ordinal: number; name: string; state: string; type: string; district: string; rings: Uint8Array }>(`
      SELECT area.ordinal, district.state || ' ' || district.type || ' ' || district.vintage AS name,
        district.state, district.type,
        CASE district.type WHEN 'school' THEN district.name ELSE coalesce(district.census_geoid, district.name) END AS district,
        boundary.rings
      FROM area
      JOIN district ON district.id = area.district_id
      JOIN boundary ON boundary.district_id = area.district_id
      WHERE area.role = 'lines'
      ORDER BY name, area.ordinal`)
    .all()
  const positions = new Map(rows.map((row, at) => [row.ordinal, at + 1]))
  const layers = new Map<string, ServedLayer>()
  for (const { name, state, type, district, rings } of rows) {
    const layer = layers.get(name) ?? { name, state, type, shapes: [], districts: [] }
    layer.shapes.push(decodeMultiPolygon(rings))
    layer.districts.push(district)
    layers.set(name, layer)
  }
  return {
    layers: [...layers.values()],
    findIn:
      (part) =>
      ([x, y]) =>
        areasAt({ places: part }, x, y)
          .flatMap((ordinal) => positions.get(ordinal) ?? [])
          .sort((a, b) => a - b),
  }
}

/** @param root HUSTINGS_VAR of a folder with one bundle */
export function openOnlyBundle(root: string): Bundle {
  const paths = pathsIn(root)
  const [file = ''] = readdirSync(paths.bundles)
  return openBundle(paths, manifestSchema.parse(JSON.parse(readFileSync(join(paths.bundles, file), 'utf8'))))
}

export function closeBundle({ places, ballots, endorsements, officeholders }: Bundle): void {
  for (const part of [places, ballots, endorsements, officeholders]) part.close()
}
