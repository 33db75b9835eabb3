// Makes a GeoPackage with one layer of areas, as OGC 12-128r19 describes it.

import { toWkb } from '../../../build/export/district-boundaries.ts'
import { fromCoordinates } from '../../../data/geometry/polygon.ts'
import { Database } from '../../../data/store/sqlite.ts'

export interface GeoPackageForm {
  /** The layer's table. */
  table: string
  identifier?: string
  /** Its geometry column. */
  column: string
  /** Its other columns, all text. */
  fields: readonly string[]
  /** Of the database, in bytes. */
  pageSize?: number
}

export interface GeoPackageRow {
  properties: Readonly<Record<string, string>>
  /** Null for a feature without lines. */
  blob: Uint8Array | null
}

export function makeGeoPackage(
  { table, identifier = table, column, fields, pageSize = 4096 }: GeoPackageForm,
  rows: readonly GeoPackageRow[],
): Buffer {
  const database = new Database(':memory:')
  try {
    database.pragma(`page_size = ${pageSize}`)
    database.pragma('application_id = 1196444487')
    database.exec(`
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z TINYINT, m TINYINT);
      CREATE TABLE "${table}" (fid INTEGER PRIMARY KEY, "${column}" BLOB, ${fields.map((field) => `"${field}" TEXT`).join(', ')});`)
    database.prepare("INSERT INTO gpkg_contents VALUES (?, 'features', ?, 4269)").run(table, identifier)
    database.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, ?, 'MULTIPOLYGON', 4269, 0, 0)").run(table, column)
    const insert = database.prepare(
      `INSERT INTO "${table}" ("${column}", ${fields.map((field) => `"${field}"`).join(', ')}) VALUES (?${', ?'.repeat(fields.length)})`,
    )
    for (const { properties, blob } of rows) insert.run(blob, ...fields.map((field) => properties[field] ?? null))
    return database.serialize()
  } finally {
    database.close()
  }
}

/** @param envelope as in the flags: 0 for none, 1 for four numbers */
export function toBlob(wkb: Uint8Array, { envelope = 1, empty = false } = {}): Uint8Array {
  const head = Buffer.alloc(8 + (envelope === 1 ? 32 : 0))
  head.write('GP', 'latin1')
  head[3] = 1 | (envelope << 1) | (empty ? 0x10 : 0)
  head.writeInt32LE(4269, 4)
  return Buffer.concat([head, wkb])
}

/** @param polygons GeoJSON MultiPolygon coordinates */
export function blobOf(polygons: number[][][][]): Uint8Array {
  return toBlob(toWkb(fromCoordinates(polygons)))
}
