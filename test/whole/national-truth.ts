// Facts about places all over the nation, read only from the publishers' files: no table and no index of this service.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  type Box,
  boundingBox,
  fromCoordinates,
  METRES_PER_DEGREE,
  type MultiPolygon,
  polygonsContain,
  type Ring,
  ringArea,
} from '../../data/geometry/polygon.ts'
import { isStateCode } from '../../data/schema/states.ts'
import type { PolygonFeature } from '../../ingest/read/feature.ts'
import { readGeoJson } from '../../ingest/read/geojson.ts'
import { TEST_DATA } from '../build/cells-layers.ts'

export interface TruePoint {
  lat: number
  lng: number
  state: string
}

export interface DistrictPoint extends TruePoint {
  type: 'state_upper' | 'state_lower' | 'congressional'
  geoid: string
}

export interface BorderPoint extends TruePoint {
  /** `NJ NY` */
  pair: string
  metres: number
}

export interface ZipTruth {
  zip: string
  /** GEOIDs of counties that its area lies in. */
  counties: string[]
  state: string
}

interface Scan {
  x: number
  y: number
  /** Metres to the nearest border of the polygon. */
  depth: number
}

const SCANS = 24
const MICRO = 1e6
const METRES = METRES_PER_DEGREE / MICRO

/** Metres from a border to the points beside it. */
const BESIDE = [3, 30, 300]

function readBoundaries(...path: string[]): PolygonFeature[] {
  const name = join(TEST_DATA, 'boundaries', ...path)
  return [...readGeoJson({ name, url: name, bytes: gunzipSync(readFileSync(name)) })]
}

function textOf({ properties }: PolygonFeature, name: string): string {
  const value = properties[name]
  return typeof value === 'string' ? value : ''
}

/** A point in each district, and in its state's outline. @param states by postal code; null for all */
export function loadDistrictPoints(states: ReadonlySet<string> | null): DistrictPoint[] {
  const points: DistrictPoint[] = []
  const outlines = new Map(loadStateShapes().map(({ state, shape }) => [state, shape]))
  const add = (type: DistrictPoint['type'], state: string, feature: PolygonFeature): void => {
    const geoid = textOf(feature, 'GEOID')
    // ZZ and ZZZ are water that no district has.
    if (geoid.includes('ZZ') || (states && !states.has(state))) return
    points.push({ ...deepestPoint(fromCoordinates(feature.polygons), outlines.get(state) ?? []), state, type, geoid })
  }
  const legislative = 'sld_tiger2024_simplified15'
  for (const file of readdirSync(join(TEST_DATA, 'boundaries', legislative)).sort()) {
    const [, state = '', chamber] = /^([A-Z]{2})_(upper|lower)\.json\.gz$/.exec(file) ?? []
    if (state === '' || (states && !states.has(state))) continue
    for (const feature of readBoundaries(legislative, file))
      add(chamber === 'upper' ? 'state_upper' : 'state_lower', state, feature)
  }
  for (const feature of readBoundaries('cd119_cb2024_20m', 'congressional_districts.geojson.gz'))
    add('congressional', textOf(feature, 'DISTRICT_ID').slice(0, 2), feature)
  return points
}

/** Of the points in the middle of straight cuts through the largest part, the farthest from its borders that the outline contains. */
function deepestPoint(polygons: MultiPolygon, outline: MultiPolygon): { lat: number; lng: number } {
  const [largest = []] = polygons.toSorted(
    ([a = new Int32Array()], [b = new Int32Array()]) => Math.abs(ringArea(b)) - Math.abs(ringArea(a)),
  )
  const box = boundingBox(largest)
  const scans: Scan[] = []
  for (let scan = 1; scan < SCANS; scan++) {
    const y = Math.round(box.south + ((box.north - box.south) * scan) / SCANS)
    const cuts = largest.flatMap((ring) => cutsOf(ring, y)).sort((a, b) => a - b)
    for (let at = 0; at + 1 < cuts.length; at += 2) {
      const x = Math.round(((cuts[at] ?? 0) + (cuts[at + 1] ?? 0)) / 2)
      scans.push({ x, y, depth: depthOf(largest, x, y) })
    }
  }
  const inside = scans.sort((a, b) => b.depth - a.depth).find(({ x, y }) => polygonsContain(outline, x, y))
  if (!inside) throw new Error('found no point of a district inside its state, expected one')
  return { lat: inside.y / MICRO, lng: inside.x / MICRO }
}

function cutsOf(ring: Ring, y: number): number[] {
  const cuts: number[] = []
  forEdges(ring, (ax, ay, bx, by) => {
    if (ay > y !== by > y) cuts.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  })
  return cuts
}

function depthOf(rings: readonly Ring[], x: number, y: number): number {
  const east = Math.cos((y / MICRO / 180) * Math.PI)
  let least = Infinity
  for (const ring of rings)
    forEdges(ring, (ax, ay, bx, by) => {
      const [px, py, dx, dy] = [(x - ax) * east, y - ay, (bx - ax) * east, by - ay]
      const along = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)))
      least = Math.min(least, Math.hypot(px - along * dx, py - along * dy))
    })
  return least * METRES
}

function forEdges(ring: Ring, visit: (ax: number, ay: number, bx: number, by: number) => void): void {
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    visit(ring[i] ?? 0, ring[i + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0)
  }
}

interface StateShape {
  state: string
  shape: MultiPolygon
  box: Box
}

let stateShapes: StateShape[] | undefined

function loadStateShapes(): StateShape[] {
  stateShapes ??= readBoundaries('states_tiger_full', 'states.geojsonl.gz').map((feature) => {
    const shape = fromCoordinates(feature.polygons)
    return { state: textOf(feature, 'state').toUpperCase(), shape, box: boundingBox(shape.flat()) }
  })
  return stateShapes
}

/**
 * Points on both sides of the border of every two neighbouring states, each with the state whose lines contain it.
 * @param perPair edges of each border, drawn evenly along it
 * @param states both sides are among them; null for all
 */
export function loadBorderPoints(perPair: number, states: ReadonlySet<string> | null): BorderPoint[] {
  const shapes = loadStateShapes()
  const stateAt = (x: number, y: number): string | undefined =>
    shapes.find(
      ({ shape, box }) =>
        box.west <= x && x <= box.east && box.south <= y && y <= box.north && polygonsContain(shape, x, y),
    )?.state
  const points: BorderPoint[] = []
  for (const [pair, edges] of sharedEdges(shapes.filter(({ state }) => !states || states.has(state)))) {
    const step = Math.max(1, edges.length / perPair)
    for (let at = 0; at < edges.length; at += step) {
      const [ax, ay, bx, by] = edges[Math.floor(at)] ?? [0, 0, 0, 0]
      const [midX, midY] = [(ax + bx) / 2, (ay + by) / 2]
      const east = Math.cos((midY / MICRO / 180) * Math.PI)
      const length = Math.hypot((bx - ax) * east, by - ay)
      if (length === 0) continue
      for (const metres of BESIDE)
        for (const side of [1, -1]) {
          const off = (side * metres) / METRES / length
          const x = Math.round(midX - (off * (by - ay)) / east)
          const y = Math.round(midY + off * (bx - ax) * east)
          const state = stateAt(x, y)
          if (state) points.push({ lat: y / MICRO, lng: x / MICRO, state, pair, metres })
        }
    }
  }
  return points
}

type Edge = readonly [number, number, number, number]

/** Edges that two states draw alike, by pair; neighbours share their vertices. */
function sharedEdges(shapes: readonly StateShape[]): Map<string, Edge[]> {
  const owners = new Map<string, string>()
  const pairs = new Map<string, Edge[]>()
  for (const { state, shape } of shapes)
    for (const ring of shape.flat())
      forEdges(ring, (ax, ay, bx, by) => {
        const [from, to] = [`${ax} ${ay}`, `${bx} ${by}`].sort()
        const key = `${from} ${to}`
        const other = owners.get(key)
        if (other === undefined) owners.set(key, state)
        else if (other !== state) {
          const pair = [other, state].sort().join(' ')
          const edges = pairs.get(pair) ?? []
          edges.push([ax, ay, bx, by])
          pairs.set(pair, edges)
        }
      })
  return pairs
}

/** Every ZIP code area of 2020 with its counties, and every other ZIP code of GeoNames, with none. */
export function loadZips(states: ReadonlySet<string> | null): ZipTruth[] {
  const read = (...path: string[]): string[] => {
    const text = gunzipSync(readFileSync(join(TEST_DATA, 'geocode', ...path))).toString('utf8')
    return text.trimEnd().split('\n')
  }
  const zips = new Map<string, ZipTruth>()
  const inStates = new Map<string, Set<string>>()
  for (const line of read('zip_crosswalks', 'zcta_crosswalk_2020.csv.gz').slice(1)) {
    const columns = line.split(',')
    const [zip = '', state = '', county = ''] = [columns[0], columns[3], columns[7]]
    const known = zips.get(zip) ?? { zip, counties: [], state }
    known.counties.push(county)
    zips.set(zip, known)
    inStates.set(zip, (inStates.get(zip) ?? new Set()).add(state))
  }
  for (const line of read('geonames_us_zip', 'US.txt.gz')) {
    const [, zip = '', , , state = ''] = line.split('\t')
    // Not those of the armed forces and of countries in free association.
    if (isStateCode(state) && !zips.has(zip)) zips.set(zip, { zip, counties: [], state })
  }
  return [...zips.values()]
    .filter(({ zip, state }) => !states || [...(inStates.get(zip) ?? [state])].every((one) => states.has(one)))
    .sort((a, b) => (a.zip < b.zip ? -1 : 1))
}
