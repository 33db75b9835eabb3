// One feature of a boundary file of any format: its properties and its polygons in degrees.

import { isObject } from './json.ts'
import { toDegrees, type Unproject } from './projection.ts'
import { type Sink, SourceError } from './source.ts'

export interface PolygonFeature {
  /** Null if the format has no lines. */
  line: number | null
  /** Its number in the file, from 1. */
  nth: number
  properties: Record<string, unknown>
  /** GeoJSON MultiPolygon coordinates in degrees. */
  polygons: number[][][][]
}

/** The position of a feature, for messages. `nth` counts from 1. */
export interface FeaturePlace {
  file: string
  line: number | null
  nth: number
}

type IssueSink = Pick<Sink, 'issue'>

/**
 * Accepts Polygon and MultiPolygon. For another geometry or none it reports an issue and returns undefined; without a sink it
 * throws SourceError. Always throws SourceError for a position that is not longitude and latitude, because the file is then
 * projected.
 * @param unproject of a file whose positions are not in degrees
 */
export function toPolygonFeature(
  properties: unknown,
  geometry: unknown,
  place: FeaturePlace,
  sink: IssueSink | undefined,
  unproject?: Unproject | null,
): PolygonFeature | undefined {
  const type = isObject(geometry) ? geometry.type : null
  if (!isObject(geometry) || (type !== 'Polygon' && type !== 'MultiPolygon')) {
    refuse(typeof type === 'string' ? type : null, place, sink)
    return undefined
  }
  const given = unproject ? toDegrees(geometry.coordinates, unproject) : geometry.coordinates
  const polygons: unknown = type === 'Polygon' ? [given] : given
  if (!isArrayOf(polygons, isPolygon))
    throw new SourceError(`feature ${place.nth}: its ${type} does not consist of rings of positions`, place)
  for (const polygon of polygons) for (const ring of polygon) checkDegrees(ring, place)
  return { line: place.line, nth: place.nth, properties: isObject(properties) ? properties : {}, polygons }
}

function refuse(type: string | null, place: FeaturePlace, sink: IssueSink | undefined): void {
  const got = type === null ? 'no geometry' : `a geometry of type ${type.slice(0, 40)}`
  const message = `feature ${place.nth} has ${got}, expected Polygon or MultiPolygon`
  if (!sink) throw new SourceError(message, place)
  sink.issue({
    file: place.file,
    line: place.line,
    field: 'geometry',
    code: type === null ? 'no-geometry' : 'no-polygon',
    value: type === null ? null : type.slice(0, 40),
    message: `${message}; it is left out`,
    severity: 'refused',
  })
}

/** Rounding may put a quantized position slightly past the antimeridian. */
const ROUNDING = 1e-6

function checkDegrees(ring: readonly (readonly number[])[], place: FeaturePlace): void {
  for (const [lng = Number.NaN, lat = Number.NaN] of ring) {
    if (Math.abs(lng) <= 180 + ROUNDING && Math.abs(lat) <= 90 + ROUNDING) continue
    throw new SourceError(
      `feature ${place.nth}: got position ${lng}, ${lat}, expected longitude and latitude in degrees; the file may use projected coordinates, or have latitude before longitude`,
      place,
    )
  }
}

function isArrayOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem)
}

function isPolygon(value: unknown): value is number[][][] {
  return isArrayOf(value, isRing)
}

function isRing(value: unknown): value is number[][] {
  return isArrayOf(value, isPosition)
}

function isPosition(value: unknown): value is number[] {
  return Array.isArray(value) && value.length >= 2 && value.every((part) => typeof part === 'number')
}
