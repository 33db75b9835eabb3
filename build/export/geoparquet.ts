// Writes the districts with their lines as GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/): WKB, and a box per row, by which
// a reader skips row groups. DuckDB's own writer states version 1.0, so the file's metadata is written here.

import { MICRODEGREES } from '../../data/geometry/multipolygon.ts'
import type { Box } from '../../data/geometry/polygon.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { EXPORT_LINES_BATCH_ROWS } from '../constants.ts'
import { writeParquet } from './parquet.ts'

/** West, south, east, north. */
type Degrees = [number, number, number, number]

/**
 * @param scratch a database with the table `line`, and with the sealed warehouse attached as `sealed`
 * @param options.columns those of api.district
 * @param options.boxes of all lines
 */
export async function writeGeoParquet(
  scratch: Warehouse,
  { columns, boxes }: { columns: readonly string[]; boxes: readonly Box[] },
  { file, bundle }: { file: string; bundle: string },
): Promise<void> {
  const names = columns.map((name) => `district."${name}"`).join(', ')
  await writeParquet(
    scratch,
    `SELECT ${names}, geometry, {'xmin': xmin, 'ymin': ymin, 'xmax': xmax, 'ymax': ymax} AS bbox
     FROM sealed.api.district AS district JOIN line USING (id)
     ORDER BY district.state, district.type, id`,
    { file, groupRows: EXPORT_LINES_BATCH_ROWS, metadata: { bundle, geo: JSON.stringify(metadataOf(boxes)) } },
  )
}

/** The key `geo` of the file. Without `crs`, coordinates are longitude and latitude in WGS 84. */
function metadataOf(boxes: readonly Box[]): unknown {
  const [xmin, ymin, xmax, ymax] = ['xmin', 'ymin', 'xmax', 'ymax'].map((corner) => ['bbox', corner])
  const covering = { bbox: { xmin, ymin, xmax, ymax } }
  const geometry = {
    encoding: 'WKB',
    geometry_types: ['MultiPolygon'],
    covering,
    ...(boxes.length > 0 && { bbox: around(boxes) }),
  }
  return { version: '1.1.0', primary_column: 'geometry', columns: { geometry } }
}

function around(boxes: readonly Box[]): Degrees {
  const all = boxes.map(toDegrees)
  const of = (corner: number, choose: (a: number, b: number) => number): number =>
    all.map((box) => box[corner] ?? 0).reduce((a, b) => choose(a, b))
  return [of(0, Math.min), of(1, Math.min), of(2, Math.max), of(3, Math.max)]
}

export function toDegrees(box: Box): Degrees {
  return [box.west, box.south, box.east, box.north].map((side) => side / MICRODEGREES) as Degrees
}
