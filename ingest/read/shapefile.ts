// Reads a zipped shapefile: shapes from its .shp, attributes from its .dbf, in the same order.

import type { Geometry } from 'geojson'
import { openDbf, openShp } from 'shapefile'
import { type PolygonFeature, toPolygonFeature } from './feature.ts'
import { toUnproject, type Unproject } from './projection.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'
import { readZip } from './zip.ts'

/**
 * Throws SourceError for a zip without exactly one .shp and its .dbf, for truncated files, for different numbers of records, and
 * for attributes that are not in the encoding of the .cpg (without a .cpg: windows-1252).
 * @param sink receives records without polygons as issues; without a sink they stop the source
 * @param projection of the positions, as in projection.ts; default: that of the .prj, without one degrees
 */
export async function* readShapefile(
  file: FetchedFile,
  sink?: Pick<Sink, 'issue'>,
  projection?: string,
): AsyncGenerator<PolygonFeature> {
  const own = projection === undefined ? undefined : toUnproject(projection, { file: file.name })
  for await (const { properties, geometry, nth, unproject } of readShapes(file, own)) {
    const feature = toPolygonFeature(properties, geometry, { file: file.name, line: null, nth }, sink, unproject)
    if (feature) yield feature
  }
}

export interface ShapeRecord {
  properties: Record<string, unknown> | null
  geometry: Geometry | null
  /** 1-based. */
  nth: number
  /** Null for positions in degrees. */
  unproject: Unproject | null
}

/** Yields records with any kind of shape. Throws as readShapefile does. @param own instead of the projection of the .prj */
export async function* readShapes(file: FetchedFile, own?: Unproject | null): AsyncGenerator<ShapeRecord> {
  const { shp, dbf, encoding, prj } = findParts(file.name, await readZip(file))
  const unproject = own === undefined && prj !== '' ? toUnproject(prj, { file: `${file.name}/.prj` }) : (own ?? null)
  const shapeCount = checkShp(shp)
  const recordCount = checkDbf(dbf)
  if (shapeCount !== recordCount)
    throw new SourceError(`${shp.name} has ${shapeCount} records, and ${dbf.name} has ${recordCount}`, {
      file: file.name,
    })
  const opening = Promise.all([openShp(shp.bytes), openDbf(dbf.bytes, { encoding })])
  const [shapes, attributes] = await orStop(opening, 'is not a shapefile', file.name)
  for (let nth = 1; nth <= shapeCount; nth++) {
    const reading = Promise.all([shapes.read(), attributes.read()])
    const [shape, attribute] = await orStop(reading, `record ${nth} of ${shapeCount} cannot be read`, file.name)
    const place = { file: file.name, line: null, nth }
    if (shape.done || attribute.done) throw new SourceError(`record ${nth} of ${shapeCount} cannot be read`, place)
    checkText(attribute.value, encoding, place)
    yield { properties: attribute.value, geometry: shape.value, nth, unproject }
  }
}

/** The package throws errors of any kind for unknown input. */
async function orStop<Result>(reading: Promise<Result>, message: string, file: string): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`${message}: ${cause.slice(0, 200)}`, { file })
  }
}

interface Part {
  name: string
  bytes: Uint8Array
}

function findParts(
  file: string,
  entries: Map<string, Uint8Array>,
): { shp: Part; dbf: Part; encoding: string; prj: string } {
  const shapes = [...entries.keys()].filter((name) => /\.shp$/i.test(name))
  const [name] = shapes
  if (name === undefined || shapes.length > 1)
    throw new SourceError(`has ${shapes.length} .shp files, expected one; it holds ${list([...entries.keys()])}`, {
      file,
    })
  const beside = (extension: string): Part | undefined => {
    const wanted = name.replace(/\.shp$/i, extension).toLowerCase()
    for (const [entry, bytes] of entries) if (entry.toLowerCase() === wanted) return { name: `${file}/${entry}`, bytes }
    return undefined
  }
  const shp = beside('.shp')
  const dbf = beside('.dbf')
  if (!shp || !dbf)
    throw new SourceError(`has ${name} without ${name.replace(/\.shp$/i, '.dbf')}: the attributes are missing`, {
      file,
    })
  const textOf = (extension: string): string =>
    Buffer.from(beside(extension)?.bytes ?? [])
      .toString('latin1')
      .trim()
  const encoding = /^utf-?8$|^65001$/i.test(textOf('.cpg')) ? 'utf-8' : 'windows-1252'
  return { shp, dbf, encoding, prj: textOf('.prj') }
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => name.slice(0, 60))
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}

/** Checks the record headers, because the package stops silently at an invalid one. */
function checkShp({ name, bytes }: Part): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const declared = bytes.length >= 100 && view.getInt32(0) === 9994 ? view.getInt32(24) * 2 : undefined
  if (declared === undefined) throw new SourceError('is not a .shp file, although its name says so', { file: name })
  if (declared !== bytes.length)
    throw new SourceError(`has ${bytes.length} bytes, but its header says ${declared}: it is truncated or damaged`, {
      file: name,
    })
  let count = 0
  for (let at = 100; at < bytes.length; count++) {
    const number = at + 12 <= bytes.length ? view.getInt32(at) : undefined
    const end = number === undefined ? Number.POSITIVE_INFINITY : at + 8 + view.getInt32(at + 4) * 2
    if (number !== count + 1 || end > bytes.length || end < at + 12)
      throw new SourceError(`is damaged at record ${count + 1}, byte ${at}`, { file: name })
    const type = view.getInt32(at + 8, true)
    if (PARTED_TYPES.has(type)) checkParts(name, view, { nth: count + 1, at: at + 8, end })
    at = end
  }
  return count
}
/** Polylines and polygons, which have the same layout. */
const PARTED_TYPES: ReadonlySet<number> = new Set([3, 13, 23, 5, 15, 25])

/** Checks that part offsets rise within the points, and that the points fit the record. The package does not check this. */
function checkParts(name: string, view: DataView, record: { nth: number; at: number; end: number }): void {
  const { nth, at, end } = record
  const broken = (): SourceError =>
    new SourceError(`is damaged in record ${nth}: its parts do not fit its points`, { file: name })
  if (at + 44 > end) throw broken()
  const parts = view.getInt32(at + 36, true)
  const points = view.getInt32(at + 40, true)
  if (parts < 0 || points < 0 || at + 44 + parts * 4 + points * 16 > end) throw broken()
  let before = -1
  for (let part = 0; part < parts; part++) {
    const start = view.getInt32(at + 44 + part * 4, true)
    if (start <= before || start >= points || (part === 0 && start !== 0)) throw broken()
    before = start
  }
}

const FIELDS_END = 0x0d
const FIELD_TYPES = 'BCDFLMN'

function checkDbf({ name, bytes }: Part): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) throw new SourceError('is not a .dbf file, although its name says so', { file: name })
  const count = view.getUint32(4, true)
  const recordLength = view.getUint16(10, true)
  let described = 1
  let field = 32
  for (; field + 32 <= bytes.length && bytes[field] !== FIELDS_END; field += 32) {
    if (!FIELD_TYPES.includes(String.fromCharCode(bytes[field + 11] ?? 0)))
      throw new SourceError(`is damaged: a field has none of the types ${FIELD_TYPES}`, { file: name })
    described += bytes[field + 16] ?? 0
  }
  if (bytes[field] !== FIELDS_END || described !== recordLength)
    throw new SourceError(`is damaged: its fields need ${described} bytes, but its records have ${recordLength}`, {
      file: name,
    })
  const expected = view.getUint16(8, true) + count * recordLength
  if (bytes.length < expected)
    throw new SourceError(`has ${bytes.length} bytes, expected ${expected} by its header: it is truncated`, {
      file: name,
    })
  return count
}

function checkText(
  properties: Record<string, unknown> | null,
  encoding: string,
  place: { file: string; nth: number },
): void {
  for (const [field, value] of Object.entries(properties ?? {}))
    if (typeof value === 'string' && value.includes('\ufffd'))
      throw new SourceError(`record ${place.nth}: field ${field} holds bytes that are not ${encoding}`, place)
}
