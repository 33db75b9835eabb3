// Writes the districts that have boundaries, for geographic tools: as GeoParquet and as FlatGeobuf. The boundaries of the nation exceed
// memory, so they pass through a database on disk, some thousand at a time.

import { join } from 'node:path'
import {
  type Box,
  boundingBox,
  decodeMultiPolygon,
  MICRODEGREES,
  type MultiPolygon,
} from '../../data/geometry/polygon.ts'
import type { Value, Warehouse } from '../../data/store/warehouse.ts'
import { type LayerColumn, type Shape, writeFlatGeobuf } from './flatgeobuf.ts'
import { type ColumnType, type ExportTable, writeParquet } from './tables.ts'

/** @setting Rows of a row group of the export of boundaries, whose rows are large. */
const EXPORT_BOUNDARIES_BATCH_ROWS = 2048

const LAYER_TYPES: Readonly<Record<ColumnType, LayerColumn['type']>> = {
  BIGINT: 'long',
  INTEGER: 'int',
  DOUBLE: 'double',
  BOOLEAN: 'bool',
  VARCHAR: 'string',
  DATE: 'date',
  TIMESTAMP: 'string',
  JSON: 'json',
  'VARCHAR[]': 'json',
}

/**
 * @param scratch an empty database, with the sealed warehouse attached as `sealed`
 * @param table the districts
 * @returns the names of the files
 */
export async function writeDistrictBoundaries(
  scratch: Warehouse,
  table: ExportTable,
  {
    folder,
    bundle,
    atOnce = EXPORT_BOUNDARIES_BATCH_ROWS,
  }: { folder: string; bundle: string; atOnce?: number | undefined },
): Promise<string[]> {
  const { ids, boxes } = await fillBoundaries(scratch, atOnce)
  const names = ['district-lines.parquet', 'district-lines.fgb']
  const [parquet = '', flatGeobuf = ''] = names.map((name) => join(folder, name))
  const columns = table.columns.map(({ name }) => name)
  await writeGeoParquet(scratch, { columns, boxes }, { file: parquet, bundle })
  const layer = {
    name: 'district',
    description: table.comment,
    columns: table.columns.map(({ name, type, comment }) => ({ name, type: LAYER_TYPES[type], description: comment })),
  }
  await writeFlatGeobuf(flatGeobuf, layer, {
    boxes,
    read: (ordinals) =>
      readShapes(
        scratch,
        ordinals.map((ordinal) => ids[ordinal] ?? 0),
      ),
  })
  return names
}

/** Fills the table `line`, in the order of the districts' ids. @returns ids and boxes in this order, in microdegrees */
async function fillBoundaries(scratch: Warehouse, atOnce: number): Promise<{ ids: number[]; boxes: Box[] }> {
  await scratch.run(
    'CREATE TABLE line (id BIGINT, rings BLOB, geometry BLOB, xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE)',
  )
  const [ids, boxes]: [number[], Box[]] = [[], []]
  for (let last = -1; ; last = ids.at(-1) ?? last) {
    const rows = await scratch.all<{ district_id: number; rings: Uint8Array }>(
      `SELECT district_id, rings FROM sealed.out.area
       WHERE role = 'lines' AND district_id > $last
       ORDER BY district_id LIMIT $atOnce`,
      { last, atOnce },
    )
    if (rows.length === 0) return { ids, boxes }
    const boundaries = rows.map(({ district_id, rings }): Value[] => {
      const polygons = decodeMultiPolygon(rings)
      const box = boundingBox(polygons.flat())
      ids.push(district_id)
      boxes.push(box)
      return [district_id, rings, toWkb(polygons), ...toDegrees(box)]
    })
    await scratch.append('line', boundaries)
  }
}

/** The shapes of districts, in the order of the ids. */
async function readShapes(scratch: Warehouse, ids: readonly number[]): Promise<Shape[]> {
  const rows = await scratch.all<{ id: number; rings: Uint8Array; properties: string }>(
    `SELECT id, line.rings, to_json(district) AS properties
     FROM line JOIN sealed.api.district AS district USING (id)
     WHERE id IN (${ids.join(', ')})`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw new Error(`the district ${id} has lines but no record`)
    return { polygons: decodeMultiPolygon(row.rings), properties: JSON.parse(row.properties) }
  })
}

// Writes the districts with their boundaries as GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/): WKB, and a box per row, by which
// a reader skips row groups. DuckDB's own writer states version 1.0, so the file's metadata is written here.

/** West, south, east, north. */
type Degrees = [number, number, number, number]

/**
 * @param scratch a database with the table `line`, and with the sealed warehouse attached as `sealed`
 * @param options.columns those of api.district
 * @param options.boxes of all boundaries
 */
async function writeGeoParquet(
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
    { file, groupRows: EXPORT_BOUNDARIES_BATCH_ROWS, metadata: { bundle, geo: JSON.stringify(metadataOf(boxes)) } },
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

function toDegrees(box: Box): Degrees {
  const { west, south, east, north } = box
  return [west / MICRODEGREES, south / MICRODEGREES, east / MICRODEGREES, north / MICRODEGREES]
}

// Polygons as well-known binary (OGC 06-103r4, 8.2), as geographic tools read them.

const LITTLE_ENDIAN = 1
const POLYGON = 3
const MULTI_POLYGON = 6

/** A MultiPolygon in degrees, longitude first; each ring is closed. */
export function toWkb(polygons: MultiPolygon): Uint8Array {
  const view = new DataView(new ArrayBuffer(sizeOf(polygons)))
  let at = 0
  const head = (type: number, count: number): void => {
    view.setUint8(at, LITTLE_ENDIAN)
    view.setUint32(at + 1, type, true)
    view.setUint32(at + 5, count, true)
    at += 9
  }
  head(MULTI_POLYGON, polygons.length)
  for (const rings of polygons) {
    head(POLYGON, rings.length)
    for (const ring of rings) {
      view.setUint32(at, ring.length / 2 + 1, true)
      at += 4
      for (const value of [...ring, ring[0] ?? 0, ring[1] ?? 0]) {
        view.setFloat64(at, value / MICRODEGREES, true)
        at += 8
      }
    }
  }
  return new Uint8Array(view.buffer)
}

function sizeOf(polygons: MultiPolygon): number {
  const rings = polygons.flat()
  return 9 + 9 * polygons.length + rings.reduce((bytes, ring) => bytes + 4 + 8 * (ring.length + 2), 0)
}
