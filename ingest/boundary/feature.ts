// Reads the features of a boundary file in any of its four formats.

import type { PolygonFeature } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readGeoPackage } from '../read/geopackage.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { FetchedFile, Sink } from '../read/source.ts'
import { SourceError } from '../read/source.ts'
import { readTopoJson } from '../read/topojson.ts'
import { isZip } from '../read/zip.ts'

/**
 * Reads a zipped shapefile or GeoJSON. The first bytes decide, because a mirror may repack a publisher's zip.
 * @param object the layer of a TopoJSON file or of a GeoPackage, which is known by its name; null for other formats
 */
export async function* readFeatures(
  file: FetchedFile,
  sink: Pick<Sink, 'issue'>,
  object: string | null = null,
): AsyncGenerator<PolygonFeature> {
  if (object !== null && /\.gpkg(\.zip)?$/.test(file.name)) yield* readGeoPackage(file, object, sink)
  else if (object !== null) yield* readTopoJson(file, object, sink)
  else if (isZip(file.bytes)) yield* readShapefile(file, sink)
  else yield* readGeoJson(file, sink)
}

/**
 * Returns the first of `fields` that the feature has, trimmed. The Census Bureau may append a decade: GEOID20 is GEOID. Throws SourceError
 * if none of them is text.
 */
export function loadText(feature: PolygonFeature, fields: readonly string[], file: string): string {
  const text = findText(feature, fields)
  if (text !== undefined) return text
  const got = Object.keys(feature.properties).slice(0, 20).join(', ')
  throw new SourceError(`a feature has no text in ${fields.join(' or ')}; its properties are ${got || 'none'}`, {
    file,
    line: feature.line,
  })
}

/** Whether `loadText` returns. */
export function hasText(feature: PolygonFeature, fields: readonly string[]): boolean {
  return findText(feature, fields) !== undefined
}

function findText({ properties }: PolygonFeature, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = properties[field] ?? findOfDecade(properties, field)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

function findOfDecade(properties: Record<string, unknown>, field: string): unknown {
  const key = Object.keys(properties).find((name) => name.startsWith(field) && /^\d\d$/.test(name.slice(field.length)))
  return key === undefined ? undefined : properties[key]
}
