// Writes the districts that have lines, for geographic tools: as GeoParquet and as FlatGeobuf. The lines of the nation exceed memory,
// so they pass through a database on disk, some thousand at a time.

import { join } from 'node:path'
import { decodeMultiPolygon } from '../../data/geometry/multipolygon.ts'
import { type Box, boundingBox } from '../../data/geometry/polygon.ts'
import { toWkb } from '../../data/geometry/wkb.ts'
import type { Value, Warehouse } from '../../data/store/warehouse.ts'
import { EXPORT_LINES_BATCH_ROWS } from '../constants.ts'
import { type LayerColumn, type Shape, writeFlatGeobuf } from './flatgeobuf.ts'
import { toDegrees, writeGeoParquet } from './geoparquet.ts'
import type { ColumnType, ExportTable } from './tables.ts'

const LAYER_TYPES: Readonly<Record<ColumnType, LayerColumn['type']>> = {
  ...{
    BIGINT: 'long',
    INTEGER: 'int',
    DOUBLE: 'double',
    BOOLEAN: 'bool',
    VARCHAR: 'string',
    DATE: 'date',
    TIMESTAMP: 'string',
  },
  ...{ JSON: 'json', 'VARCHAR[]': 'json' },
}

/**
 * @param scratch an empty database, with the sealed warehouse attached as `sealed`
 * @param table the districts
 * @returns the names of the files
 */
export async function writeDistrictLines(
  scratch: Warehouse,
  table: ExportTable,
  { folder, bundle }: { folder: string; bundle: string },
): Promise<string[]> {
  const { ids, boxes } = await fillLines(scratch)
  const names = ['district-lines.parquet', 'district-lines.fgb']
  const [parquet = '', flatGeobuf = ''] = names.map((name) => join(folder, name))
  const columns = table.columns.map(({ name }) => name)
  await writeGeoParquet(scratch, { columns, boxes }, { file: parquet, bundle })
  const layer = {
    ...{ name: 'district', description: table.comment },
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
async function fillLines(scratch: Warehouse): Promise<{ ids: number[]; boxes: Box[] }> {
  await scratch.run(
    'CREATE TABLE line (id BIGINT, rings BLOB, geometry BLOB, xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE)',
  )
  const [ids, boxes]: [number[], Box[]] = [[], []]
  for (let last = -1; ; last = ids.at(-1) ?? last) {
    const rows = await scratch.all<{ district_id: number; rings: Uint8Array }>(
      `SELECT district_id, rings FROM sealed.out.area
       WHERE role = 'lines' AND district_id > $last
       ORDER BY district_id LIMIT ${EXPORT_LINES_BATCH_ROWS}`,
      { last },
    )
    if (rows.length === 0) return { ids, boxes }
    const lines = rows.map(({ district_id, rings }): Value[] => {
      const polygons = decodeMultiPolygon(rings)
      const box = boundingBox(polygons.flat())
      ids.push(district_id)
      boxes.push(box)
      return [district_id, rings, toWkb(polygons), ...toDegrees(box)]
    })
    await scratch.append('line', lines)
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
