// Reads a layer of areas of a GeoPackage (OGC 12-128r19): a SQLite database, alone or in a zip.

import { openSqliteBytes, type SqliteBytes } from '../../data/store/wal-file.ts'
import { type PolygonFeature, toPolygonFeature } from './feature.ts'
import { toUnproject } from './projection.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'
import { readZip } from './zip.ts'

interface LayerTable {
  table_name: string
  identifier: string | null
  column_name: string
  srs_id: number
}

/** The tables that list the layers, and the columns that are read. */
const CONTENTS = {
  gpkg_contents: ['table_name', 'identifier', 'data_type'],
  gpkg_geometry_columns: ['table_name', 'column_name', 'srs_id'],
}

/**
 * Throws SourceError for a file that is no GeoPackage, for a zip without exactly one, without the layer, and for a geometry that is not an
 * area.
 * @param layer its name, where `_` stands for a space, in any case; optional if the file has one layer of areas
 * @param sink receives records without boundaries as issues
 * @param projection of the positions, as in projection.ts; default: that of the layer
 */
export async function* readGeoPackage(
  file: FetchedFile,
  layer: string | null,
  sink: Pick<Sink, 'issue'>,
  projection?: string,
): AsyncGenerator<PolygonFeature> {
  const bytes = await unzip(file)
  const database = open(file.name, bytes)
  try {
    const { table_name, column_name, srs_id } = findTable(file.name, database, layer)
    const own = projection ?? definitionOf(database, srs_id)
    const unproject = own === undefined ? null : toUnproject(own, { file: file.name })
    const columns = listColumns(file.name, database, table_name)
    let [nth, read] = [0, 0]
    for (const record of database.each<Record<string, unknown>>(`SELECT ${columns} FROM ${quote(table_name)}`)) {
      const place = { file: file.name, line: null, nth: ++nth }
      const { [column_name]: blob, ...properties } = record
      for (const value of Object.values(record)) read += sizeOf(value)
      // A damaged tree may lead to one page again and again.
      if (read > bytes.length) throw new SourceError('its records are larger than the file: it is damaged', place)
      const coordinates = blob instanceof Uint8Array ? parseBlob(blob, place) : []
      const geometry = coordinates.length === 0 ? null : { type: 'MultiPolygon', coordinates }
      const feature = toPolygonFeature(properties, geometry, place, sink, unproject)
      if (feature) yield feature
    }
  } catch (error) {
    throw orSay(error, file.name)
  } finally {
    database.close()
  }
}

/** At least one byte, so that empty records end, too. */
function sizeOf(value: unknown): number {
  return Math.max(1, typeof value === 'string' || value instanceof Uint8Array ? value.length : 1)
}

async function unzip(file: FetchedFile): Promise<Uint8Array> {
  if (isSqlite(file.bytes)) return file.bytes
  const databases = [...(await readZip(file))].filter(([name]) => /\.gpkg$/i.test(name))
  const [only] = databases
  if (!only || databases.length > 1)
    throw new SourceError(`has ${databases.length} .gpkg files, expected one`, { file: file.name })
  return only[1]
}

export function isSqlite(bytes: Uint8Array): boolean {
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

/** The stored columns of a table. What a view or a computed column of the publisher does is not run: it could take for ever. */
function listColumns(file: string, database: SqliteBytes, table: string): string {
  const name = `'${table.replaceAll("'", "''")}'`
  const columns = database.all<{ name: string }>(
    `SELECT column.name
     FROM sqlite_schema AS own, pragma_table_xinfo(own.name) AS column
     WHERE own.name = ${name} AND own.type = 'table' AND own.rootpage > 0 AND column.hidden = 0`,
  )
  if (columns.length === 0) throw new SourceError(`has no table ${table.slice(0, 60)}, expected a GeoPackage`, { file })
  return columns.map((column) => quote(column.name)).join(', ')
}

/** The name of the projection of a layer; null for one that the file leaves undefined. Throws as readGeoPackage does. */
export async function layerProjection(file: FetchedFile, layer: string | null): Promise<string | null> {
  const database = open(file.name, await unzip(file))
  try {
    const { srs_id } = findTable(file.name, database, layer)
    const definition = definitionOf(database, srs_id)
    if (definition === undefined) return null
    return /"([^"]{1,100})"/.exec(definition)?.[1] ?? `EPSG:${definition.slice(0, 60)}`
  } catch (error) {
    throw orSay(error, file.name)
  } finally {
    database.close()
  }
}

/** The columns of all layers. Throws SourceError for a file that is no GeoPackage. */
export function layerColumns(file: string, bytes: Uint8Array): string[] {
  const database = open(file, bytes)
  try {
    return database
      .all<{ name: string }>(
        `SELECT DISTINCT column.name
         FROM gpkg_contents AS content, pragma_table_xinfo(content.table_name) AS column
         ORDER BY column.name`,
      )
      .map(({ name }) => name)
  } catch (error) {
    throw orSay(error, file)
  } finally {
    database.close()
  }
}

function findTable(file: string, database: SqliteBytes, layer: string | null): LayerTable {
  for (const [table, wanted] of Object.entries(CONTENTS)) {
    const columns = listColumns(file, database, table).split(', ')
    const missing = wanted.find((column) => !columns.includes(quote(column)))
    if (missing) throw new SourceError(`has no column ${missing} in ${table}, expected a GeoPackage`, { file })
  }
  const tables = database.all<LayerTable>(
    `SELECT content.table_name, content.identifier, geometry.column_name, geometry.srs_id
     FROM gpkg_contents AS content
     JOIN gpkg_geometry_columns AS geometry USING (table_name)
     JOIN sqlite_schema AS own ON own.name = content.table_name AND own.type = 'table' AND own.rootpage > 0
     WHERE content.data_type = 'features'
     ORDER BY content.table_name`,
  )
  const isNamed = (one: LayerTable): boolean =>
    layer === null
      ? tables.length === 1
      : [one.table_name, one.identifier ?? ''].some((name) => fold(name) === fold(layer))
  const found = tables.find(isNamed)
  if (found) return found
  const names = tables.slice(0, 20).map(({ table_name }) => table_name.slice(0, 60))
  throw new SourceError(
    `has the layers ${names.join(', ') || 'of no area'}, expected ${layer ?? 'one: name it under layer_name'}`,
    { file },
  )
}

/** The well-known text of a reference system; undefined for one that the file leaves undefined. */
function definitionOf(database: SqliteBytes, srs: number): string | undefined {
  if (srs <= 0) return undefined
  const held = database.all("SELECT 1 FROM sqlite_schema WHERE name = 'gpkg_spatial_ref_sys' AND type = 'table'")
  const [found] =
    held.length === 0
      ? []
      : database.all<{ definition: string }>(
          `SELECT definition FROM gpkg_spatial_ref_sys WHERE srs_id = ${Number(srs)}`,
        )
  return found === undefined || found.definition === 'undefined' ? String(srs) : found.definition
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

/** The header is `GP`, a version, flags, the reference system and an envelope; then comes WKB. Empty without boundaries. */
function parseBlob(blob: Uint8Array, place: { file: string; line: null; nth: number }): number[][][][] {
  const flags = blob[3] ?? 0
  const envelope = ENVELOPES[(flags >> 1) & 7]
  if (blob[0] !== 0x47 || blob[1] !== 0x50 || envelope === undefined)
    throw new SourceError(`record ${place.nth}: its geometry has no GeoPackage header`, place)
  return (flags & EMPTY) !== 0 ? [] : parseWkb(blob.subarray(8 + envelope), place)
}

// Reads well-known binary of areas (OGC 06-103r4, 8.2): Polygon and MultiPolygon. Heights and measures are left out.

const POLYGON = 3
const MULTI_POLYGON = 6

interface Place {
  file: string
  line: number | null
}

/** Returns GeoJSON MultiPolygon coordinates. Throws SourceError for any other geometry, and for bytes that end early or late. */
export function parseWkb(bytes: Uint8Array, at: Place): number[][][][] {
  const reader = readWkb(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at)
  const polygons = reader.geometry()
  reader.end()
  return polygons
}

function readWkb(view: DataView, place: Place) {
  let at = 0
  const broken = (why: string): SourceError => new SourceError(`a geometry ${why}`, place)
  const advance = (bytes: number): number => {
    if (at + bytes > view.byteLength) throw broken(`ends after ${view.byteLength} bytes, expected more`)
    at += bytes
    return at - bytes
  }
  /** A number of parts, each of at least so many bytes. */
  const count = (little: boolean, size: number): number => {
    const parts = view.getUint32(advance(4), little)
    if (parts * size > view.byteLength - at) throw broken(`says that it has ${parts} parts, but ends before`)
    return parts
  }
  const head = () => {
    const order = view.getUint8(advance(1))
    if (order > 1) throw broken(`has the byte order ${order}, expected 0 or 1`)
    const little = order === 1
    const code = view.getUint32(advance(4), little)
    // 1000 for heights, 2000 for measures, 3000 for both.
    return { little, type: code % 1000, dimensions: 2 + ([0, 1, 1, 2][Math.floor(code / 1000)] ?? Number.NaN) }
  }
  type Head = ReturnType<typeof head>
  const rings = ({ little, dimensions }: Head): number[][][] => {
    const width = dimensions * 8
    return Array.from({ length: count(little, 4) }, () =>
      Array.from({ length: count(little, width) }, () => {
        const point = advance(width)
        return [view.getFloat64(point, little), view.getFloat64(point + 8, little)]
      }),
    )
  }
  const polygon = (): number[][][] => {
    const own = head()
    if (own.type !== POLYGON || Number.isNaN(own.dimensions)) throw broken(`has a part of type ${own.type}, expected 3`)
    return rings(own)
  }
  return {
    geometry(): number[][][][] {
      const own = head()
      const known = own.type === POLYGON || own.type === MULTI_POLYGON
      if (!known || Number.isNaN(own.dimensions))
        throw broken(`has the type ${own.type}, expected 3 (Polygon) or 6 (MultiPolygon)`)
      if (own.type === POLYGON) return [rings(own)]
      return Array.from({ length: count(own.little, 9) }, polygon)
    },
    end(): void {
      if (at !== view.byteLength) throw broken(`ends after ${at} bytes, but ${view.byteLength} follow`)
    },
  }
}
