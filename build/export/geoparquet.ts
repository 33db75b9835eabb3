// Writes the districts with their lines as GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/): WKB, and a box per row, by which
// a reader skips row groups. DuckDB's own writer states version 1.0, so the file's metadata is written here.

import { decodeMultiPolygon, MICRODEGREES, type MultiPolygon } from '../../data/geometry/multipolygon.ts'
import { toWkb } from '../../data/geometry/wkb.ts'
import type { Value, Warehouse } from '../../data/store/warehouse.ts'
import { EXPORT_LINES_BATCH_ROWS } from '../constants.ts'
import { writeParquet } from './parquet.ts'

/** Degrees: west, south, east, north. */
type Box = [number, number, number, number]

/**
 * @param scratch an empty database on disk, with the sealed warehouse attached as `sealed`: the lines of the nation exceed memory
 * @param columns the columns of api.district
 */
export async function writeGeoParquet(
  scratch: Warehouse,
  columns: readonly string[],
  { file, bundle }: { file: string; bundle: string },
): Promise<void> {
  await scratch.run('CREATE TABLE line (id BIGINT, geometry BLOB, xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE)')
  const all: Box = [180, 90, -180, -90]
  for await (const lines of readLines(scratch)) {
    const rows = lines.map(({ id, polygons }): Value[] => {
      const box = boxOf(polygons)
      widen(all, box)
      return [id, toWkb(polygons), ...box]
    })
    await scratch.append('line', rows)
  }
  const names = columns.map((name) => `district."${name}"`).join(', ')
  await writeParquet(
    scratch,
    `SELECT ${names}, geometry, {'xmin': xmin, 'ymin': ymin, 'xmax': xmax, 'ymax': ymax} AS bbox
     FROM sealed.api.district AS district JOIN line USING (id)
     ORDER BY district.state, district.type, id`,
    { file, groupRows: EXPORT_LINES_BATCH_ROWS, metadata: { bundle, geo: JSON.stringify(metadataOf(all)) } },
  )
}

/** The districts' lines in the order of their ids, some thousand at a time. */
export async function* readLines(warehouse: Warehouse): AsyncGenerator<{ id: number; polygons: MultiPolygon }[]> {
  for (let last = -1; ; ) {
    const rows = await warehouse.all<{ district_id: number; rings: Uint8Array }>(
      `SELECT district_id, rings FROM sealed.out.area
       WHERE role = 'lines' AND district_id > $last
       ORDER BY district_id LIMIT ${EXPORT_LINES_BATCH_ROWS}`,
      { last },
    )
    if (rows.length === 0) return
    yield rows.map(({ district_id, rings }) => ({ id: district_id, polygons: decodeMultiPolygon(rings) }))
    last = rows.at(-1)?.district_id ?? last
  }
}

function boxOf(polygons: MultiPolygon): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [outer] of polygons)
    for (let at = 0; outer && at < outer.length; at += 2) {
      const [lng, lat] = [(outer[at] ?? 0) / MICRODEGREES, (outer[at + 1] ?? 0) / MICRODEGREES]
      widen(box, [lng, lat, lng, lat])
    }
  return box
}

function widen(box: Box, [west, south, east, north]: Box): void {
  box[0] = Math.min(box[0], west)
  box[1] = Math.min(box[1], south)
  box[2] = Math.max(box[2], east)
  box[3] = Math.max(box[3], north)
}

/** The key `geo` of the file. Without `crs`, coordinates are longitude and latitude in WGS 84. */
function metadataOf(bbox: Box): unknown {
  const corner = (name: string): string[] => ['bbox', name]
  return {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        ...{ encoding: 'WKB', geometry_types: ['MultiPolygon'], bbox },
        covering: {
          bbox: { xmin: corner('xmin'), ymin: corner('ymin'), xmax: corner('xmax'), ymax: corner('ymax') },
        },
      },
    },
  }
}
