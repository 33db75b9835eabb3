// Reads a layer of areas of a GeoPackage (OGC 12-128r19): a SQLite database, alone or in a zip.

import { openSqliteBytes, type SqliteBytes } from '../../data/store/sqlite-bytes.ts'
import { type PolygonFeature, toPolygonFeature } from './feature.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'
import { parseWkb } from './wkb.ts'
import { readZip } from './zip.ts'

interface LayerTable {
  table_name: string
  identifier: string | null
  column_name: string
}

/**
 * Throws SourceError for a file that is no GeoPackage, for a zip without exactly one, without the layer, and for a geometry that is not an
 * area.
 * @param layer its name, where `_` stands for a space, in any case
 * @param sink receives records without lines as issues
 */
export async function* readGeoPackage(
  file: FetchedFile,
  layer: string,
  sink: Pick<Sink, 'issue'>,
): AsyncGenerator<PolygonFeature> {
  const database = open(file.name, await unzip(file))
  try {
    const { table_name, column_name } = findTable(file.name, database, layer)
    let nth = 0
    for (const record of database.each<Record<string, unknown>>(`SELECT * FROM ${quote(table_name)}`)) {
      const place = { file: file.name, line: null, nth: ++nth }
      const { [column_name]: blob, ...properties } = record
      const coordinates = blob instanceof Uint8Array ? parseBlob(blob, place) : []
      const geometry = coordinates.length === 0 ? null : { type: 'MultiPolygon', coordinates }
      const feature = toPolygonFeature(properties, geometry, place, sink)
      if (feature) yield feature
    }
  } catch (error) {
    throw orSay(error, file.name)
  } finally {
    database.close()
  }
}

async function unzip(file: FetchedFile): Promise<Uint8Array> {
  if (isSqlite(file.bytes)) return file.bytes
  const databases = [...(await readZip(file))].filter(([name]) => /\.gpkg$/i.test(name))
  const [only] = databases
  if (!only || databases.length > 1)
    throw new SourceError(`has ${databases.length} .gpkg files, expected one`, { file: file.name })
  return only[1]
}

function isSqlite(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 16)).toString('latin1') === 'SQLite format 3\0'
}

function open(file: string, bytes: Uint8Array): SqliteBytes {
  if (!isSqlite(bytes)) throw new SourceError('is not a SQLite database, expected a GeoPackage', { file })
  try {
    return openSqliteBytes(bytes)
  } catch (error) {
    throw orSay(error, file)
  }
}

function orSay(error: unknown, file: string): Error {
  if (error instanceof SourceError) return error
  const cause = error instanceof Error ? error.message : String(error)
  return new SourceError(`cannot be read as a GeoPackage: ${cause.slice(0, 200)}`, { file })
}

/** Only a table: a view of the publisher could run for ever. */
function findTable(file: string, database: SqliteBytes, layer: string): LayerTable {
  const tables = database.all<LayerTable>(
    `SELECT content.table_name, content.identifier, geometry.column_name
     FROM gpkg_contents AS content
     JOIN gpkg_geometry_columns AS geometry USING (table_name)
     JOIN sqlite_schema AS own ON own.name = content.table_name AND own.type = 'table'
     WHERE content.data_type = 'features'
     ORDER BY content.table_name`,
  )
  const found = tables.find((one) => [one.table_name, one.identifier ?? ''].some((name) => fold(name) === fold(layer)))
  if (found) return found
  const names = tables.slice(0, 20).map(({ table_name }) => table_name.slice(0, 60))
  throw new SourceError(`has the layers ${names.join(', ') || 'of no area'}, expected ${layer}`, { file })
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', ' ')
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Bytes of the envelope by its code in the header's flags. */
const ENVELOPES = [0, 32, 48, 48, 64]
const EMPTY = 0x10

/** The header is `GP`, a version, flags, the reference system and an envelope; then comes WKB. Empty without lines. */
function parseBlob(blob: Uint8Array, place: { file: string; line: null; nth: number }): number[][][][] {
  const flags = blob[3] ?? 0
  const envelope = ENVELOPES[(flags >> 1) & 7]
  if (blob[0] !== 0x47 || blob[1] !== 0x50 || envelope === undefined)
    throw new SourceError(`record ${place.nth}: its geometry has no GeoPackage header`, place)
  return (flags & EMPTY) !== 0 ? [] : parseWkb(blob.subarray(8 + envelope), place)
}
