// The polygons for tests and benchmarks of the cell index, by layer, as the index receives them.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { IndexedArea } from '../../build/index/rings.ts'
import { fromCoordinates, type MultiPolygon } from '../../data/geometry/polygon.ts'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import { repair } from '../../ingest/boundary/shape.ts'
import { readGeoJson } from '../../ingest/read/geojson.ts'
import { readShapefile } from '../../ingest/read/shapefile.ts'
import type { FetchedFile } from '../../ingest/read/source.ts'
import { readTopoJson } from '../../ingest/read/topojson.ts'

export interface Layer {
  name: string
  /** Of whose areas the layer is one. */
  state?: string
  shapes: MultiPolygon[]
}

/** Publishers' files that are not part of the project. */
export const TEST_DATA = process.env.HUSTINGS_TEST_DATA ?? join(PROJECT_ROOT, '..', 'shared', 'data')
export const hasTestData = existsSync(join(TEST_DATA, 'boundaries'))

export function toAreas(layers: readonly Layer[]): IndexedArea[] {
  return layers.flatMap(({ shapes }) => shapes).map((polygons, i) => ({ ordinal: i + 1, polygons }))
}

/** Every state and county of the package us-atlas. */
export function atlasLayers(): Layer[] {
  const file = fetched(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'))
  return ['states', 'counties'].map((name) => ({ name, shapes: shapesOf(readTopoJson(file, name)) }))
}

/** North Carolina and the District of Columbia in full detail. */
export async function carolinaLayers(): Promise<Layer[]> {
  const boundaries = (...segments: string[]): FetchedFile => fetched(join(TEST_DATA, 'boundaries', ...segments))
  const layers: Layer[] = []
  const add = (name: string, shapes: MultiPolygon[]): void => void layers.push({ name, shapes })
  for (const state of ['nc', 'dc'])
    add(`${state} counties`, shapesOf(readGeoJson(boundaries('counties_tiger_full', `${state}.geojsonl.gz`))))
  const districts: number[][][][][] = []
  for await (const { polygons } of readShapefile(boundaries('cd118_tiger2022', 'tl_2022_37_cd118.zip')))
    districts.push(polygons)
  add('nc congressional', shapesOf(districts.map((polygons) => ({ polygons }))))
  for (const chamber of ['upper', 'lower'])
    add(`nc ${chamber}`, shapesOf(readGeoJson(boundaries('sld_tiger2024_simplified15', `NC_${chamber}.json.gz`))))
  add('nc places', shapesOf(readGeoJson(boundaries('places_tiger2019', 'nc_places.geojsonl.gz'))))
  const schools = shapesOf(readTopoJson(boundaries('school_districts', '2012_NC_Districts_100_Percent.topojson.gz')))
  // Their parts overlap one another, which the plain tests and a parity would see differently.
  add(
    'nc schools',
    schools.map((polygons) => repair(polygons).polygons),
  )
  add('dc wards', shapesOf(readGeoJson(boundaries('dc_local', 'ward-from-smd-2022.geojson.gz'))))
  add('dc anc', shapesOf(readGeoJson(boundaries('dc_local', 'anc-2022.geojson.gz'))))
  add('dc smd', shapesOf(wellKnown(boundaries('dc_local', 'to-mapbox-2022-smd-data.csv.gz'))))
  return layers
}

function fetched(path: string): FetchedFile {
  const bytes = readFileSync(path)
  return { name: path, url: path, bytes: path.endsWith('.gz') ? gunzipSync(bytes) : bytes }
}

/** Not repaired: a repair rounds the crossings that it makes, and parts or overlaps neighbours by a microdegree there. */
function shapesOf(features: Iterable<{ polygons: number[][][][] }>): MultiPolygon[] {
  return Array.from(features, ({ polygons }) => fromCoordinates(polygons))
}

const Coordinates = z.union([
  z.array(z.array(z.array(z.number()))).transform((polygon) => [polygon]),
  z.array(z.array(z.array(z.array(z.number())))),
])

/** POLYGON and MULTIPOLYGON texts in the quotes of a CSV. */
function* wellKnown(file: FetchedFile): Generator<{ polygons: number[][][][] }> {
  for (const [, text = ''] of new TextDecoder().decode(file.bytes).matchAll(/"(?:MULTI)?POLYGON ?(\([^"]+\))"/g)) {
    const json = text
      .replace(/(-?[\d.]+) (-?[\d.]+)/g, '[$1,$2]')
      .replaceAll('(', '[')
      .replaceAll(')', ']')
    yield { polygons: Coordinates.parse(JSON.parse(json)) }
  }
}
