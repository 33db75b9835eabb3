// The GeoJSON of a map: its features, and what each of them is.

import type { Feature, FeatureCollection, MultiPolygon as GeoMultiPolygon } from 'geojson'
import { type Box, MICRODEGREES, type MultiPolygon, type Ring } from '../../data/geometry/polygon.ts'

/** Decimals of a degree: a meter. */
const DECIMALS = 5

function toDegrees(micro: number): number {
  return Number((micro / MICRODEGREES).toFixed(DECIMALS))
}

/** West, south, east, north in degrees. */
export function toBbox({ west, south, east, north }: Box): [number, number, number, number] {
  return [toDegrees(west), toDegrees(south), toDegrees(east), toDegrees(north)]
}

function toGeometry(polygons: MultiPolygon): GeoMultiPolygon {
  return {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) => rings.map(toClosed).filter(({ length }) => length > 3)).filter(isNotEmpty),
  }
}

function isNotEmpty({ length }: readonly unknown[]): boolean {
  return length > 0
}

function toClosed(ring: Ring): [number, number][] {
  const points: [number, number][] = []
  for (let at = 0; at < ring.length; at += 2) {
    const [lng, lat] = [toDegrees(ring[at] ?? 0), toDegrees(ring[at + 1] ?? 0)]
    const last = points.at(-1)
    if (!last || last[0] !== lng || last[1] !== lat) points.push([lng, lat])
  }
  const first = points[0]
  return first ? [...points, [...first]] : points
}

export type MapFeature = Feature<GeoMultiPolygon | { type: 'Point'; coordinates: [number, number] }, MapProperties>

/** Its `bbox` is how far it reaches. */
export interface MapCollection extends FeatureCollection<MapFeature['geometry'], MapProperties> {
  /** In view at first: west, south, east, north in degrees. */
  view: [number, number, number, number]
}

export interface MapProperties {
  /** part: of the area, or a district to open; around: of a neighbor; place: the area itself; county: for its lines; label, city: a name to write; large_city: one that is written before the districts' names. */
  layer: 'part' | 'around' | 'place' | 'county' | 'label' | 'city' | 'large_city'
  name: string
  /** Of a part and its label: the place of its answer in the question, from 0; -1 without a question, UNLISTED without an answer. */
  option?: number
  /** Of a label: what its answer is called. */
  mark?: string
  /** Of a district. */
  id?: number
  /** Of a district with one contest: its id. */
  contest?: number
}

export function toFeature(
  layer: MapProperties['layer'],
  name: string,
  polygons: MultiPolygon,
  properties: Omit<MapProperties, 'layer' | 'name'> = {},
): MapFeature {
  return { type: 'Feature', properties: { layer, name, ...properties }, geometry: toGeometry(polygons) }
}

/** @param at in microdegrees */
export function toPoint(
  layer: 'label' | 'city' | 'large_city',
  name: string,
  at: { lng: number; lat: number },
  properties: Omit<MapProperties, 'layer' | 'name'> = {},
): MapFeature {
  return {
    type: 'Feature',
    properties: { layer, name, ...properties },
    geometry: { type: 'Point', coordinates: [toDegrees(at.lng), toDegrees(at.lat)] },
  }
}
