// The lines that a built bundle serves, layer by layer, and its own answers over them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifest as manifestSchema } from '../../data/schema/manifest.ts'
import { decodeMultiPolygon, type MultiPolygon } from '../../data/schema/multipolygon.ts'
import { type Bundle, openBundle } from '../../data/store/bundle.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { areasAt } from '../../server/place/point.ts'
import type { Point } from '../build/cells-brute.ts'
import type { Layer } from '../build/cells-layers.ts'

export interface ServedLines {
  layers: Layer[]
  /** As test/build/cells-proof.ts takes it. */
  find(point: Point): number[]
  close(): void
}

/** @param root HUSTINGS_VAR of a folder with one bundle */
export function openServedLines(root: string): ServedLines {
  const bundle = openOnlyBundle(root)
  const rows = bundle.places
    .statement<{ ordinal: number; layer: string; rings: Uint8Array }>(`
      SELECT area.ordinal, district.state || ' ' || district.type || ' ' || district.vintage AS layer, boundary.rings
      FROM area
      JOIN district ON district.id = area.district_id
      JOIN boundary ON boundary.district_id = area.district_id
      WHERE area.role = 'lines'
      ORDER BY layer, area.ordinal`)
    .all()
  const positions = new Map(rows.map((row, at) => [row.ordinal, at + 1]))
  const shapes = new Map<string, MultiPolygon[]>()
  for (const { layer, rings } of rows) shapes.set(layer, [...(shapes.get(layer) ?? []), decodeMultiPolygon(rings)])
  return {
    layers: [...shapes].map(([name, polygons]) => ({ name, shapes: polygons })),
    find: ([x, y]) =>
      areasAt(bundle, x, y)
        .flatMap((ordinal) => positions.get(ordinal) ?? [])
        .sort((a, b) => a - b),
    close: () => closeBundle(bundle),
  }
}

/** @param root as above */
export function openOnlyBundle(root: string): Bundle {
  const paths = pathsIn(root)
  const [file = ''] = readdirSync(paths.bundles)
  return openBundle(paths, manifestSchema.parse(JSON.parse(readFileSync(join(paths.bundles, file), 'utf8'))))
}

export function closeBundle({ places, ballots, endorsements, officeholders }: Bundle): void {
  for (const part of [places, ballots, endorsements, officeholders]) part.close()
}
