// Reads GeoJSON boundaries: one FeatureCollection, or one Feature per line.

import { type PolygonFeature, toPolygonFeature } from './feature.ts'
import { isObject, parseJson } from './json.ts'
import { toUnproject, type Unproject } from './projection.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'
import { decodeText } from './text.ts'

interface Reading {
  sink: Pick<Sink, 'issue'> | undefined
  unproject: Unproject | null
}

/**
 * `line` is set if the file has one feature per line, else null. Throws SourceError if the file is not GeoJSON.
 * @param sink receives features without polygons as issues; without a sink they stop the source
 * @param projection of the positions, as in projection.ts; default: what the collection's `crs` says, else degrees
 */
export function* readGeoJson(
  file: FetchedFile,
  sink?: Pick<Sink, 'issue'>,
  projection?: string,
): Generator<PolygonFeature> {
  const text = decodeText(file)
  if (text.trim() === '') throw new SourceError('is empty, expected GeoJSON', { file: file.name })
  const reading = { sink, unproject: projection === undefined ? null : toUnproject(projection, { file: file.name }) }
  yield* isFeaturePerLine(text) ? readLines(file.name, text, reading) : readCollection(file.name, text, reading)
}

/** True if the first line is a whole feature. Pretty-printed JSON has only `{` there, and a collection has another type. */
function isFeaturePerLine(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] ?? ''
  if (!first.trimEnd().endsWith('}') || text.trim().length === first.trim().length) return false
  try {
    const value: unknown = JSON.parse(first)
    return isObject(value) && value.type === 'Feature'
  } catch {
    return false
  }
}

function* readLines(file: string, text: string, reading: Reading): Generator<PolygonFeature> {
  let line = 0
  let nth = 0
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    const content = text.slice(start, end)
    start = end + 1
    line++
    if (content.trim() === '') continue
    const feature = toFeature(parseJson(content, { file, line }), { file, line, nth: ++nth }, reading)
    if (feature) yield feature
  }
}

function* readCollection(file: string, text: string, reading: Reading): Generator<PolygonFeature> {
  const value = parseJson(text, { file, line: 1 })
  const single = isObject(value) && value.type === 'Feature'
  const features: unknown = single ? [value] : isObject(value) ? value.features : undefined
  const collection = single || (isObject(value) && value.type === 'FeatureCollection')
  if (!collection || !Array.isArray(features))
    throw new SourceError(
      `got ${isObject(value) ? `type "${String(value.type).slice(0, 40)}"` : 'no object'}, ` +
        'expected a FeatureCollection with a list of features, or one Feature per line',
      { file },
    )
  if (isCut(value))
    throw new SourceError('says that its server left features out (exceededTransferLimit), expected all of them', {
      file,
    })
  const named = reading.unproject ? undefined : crsOf(value)
  const unproject = named === undefined ? reading.unproject : toUnproject(named, { file })
  for (const [index, item] of features.entries()) {
    const feature = toFeature(item, { file, line: null, nth: index + 1 }, { ...reading, unproject })
    if (feature) yield feature
  }
}

function toFeature(
  value: unknown,
  place: { file: string; line: number | null; nth: number },
  { sink, unproject }: Reading,
): PolygonFeature | undefined {
  if (!isObject(value) || value.type !== 'Feature')
    throw new SourceError(`item ${place.nth} is not a GeoJSON Feature`, place)
  return toPolygonFeature(value.properties, value.geometry, place, sink, unproject)
}

/** An ArcGIS server marks a page that is not the last one. */
export function isCut(collection: Record<string, unknown>): boolean {
  const { exceededTransferLimit, properties } = collection
  return exceededTransferLimit === true || (isObject(properties) && properties.exceededTransferLimit === true)
}

/** The name in the `crs` member of GeoJSON 2008, which programs still write. */
export function crsOf({ crs }: Record<string, unknown>): string | undefined {
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined
  return typeof name === 'string' ? name : undefined
}
