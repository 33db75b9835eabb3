// Draws maps as SVG: the GeoJSON of a map, and outlines in a projection of the caller.

import { type GeoPermissibleObjects, type GeoProjection, geoPath } from 'd3-geo'
import { MICRODEGREES, type Ring } from '../../data/geometry/polygon.ts'
import { type Html, html } from '../web/html.ts'
import type { MapCollection, MapFeature, MapProperties } from './map-geojson.ts'
import { MAP_RATIO_MAX } from './map-shapes.ts'
import { partClass } from './narrowing.ts'

/** Units of a drawing: it is no wider and no taller. */
const WIDTH = 1600
const HEIGHT = 1000
/** Of the sides: what is shown around the area. */
const MARGIN = 0.06
/** Of a letter of a name, in units: about 14 pixels of a page of 800. */
const LETTER = { width: 15, height: 30 }
/** Of a number, which has a margin, to a letter. */
const NUMBER_SIZE = 1.5

/** Longitude and latitude in degrees. */
type Position = readonly number[]

/** Paths to the page of a district of a map, with `*` for an id. */
export interface MapLinks {
  district: string
  /** To the contest of a district that has only one. */
  contest?: string
}

/** In degrees. */
export interface ChosenPoint {
  lng: number
  lat: number
  /** The number of the answer in which it lies; -1 without one. */
  option: number
}

interface DrawnMap {
  title: string
  /** Id of the district that the page is about. */
  here?: number | undefined
  links?: MapLinks | undefined
  chosen?: ChosenPoint | undefined
}

/** The polygons of a map, north up, with the names that fit beside each other. A page says where else its links are: a key does not reach them. */
export function drawMap({ features, view }: MapCollection, { title, here, links, chosen }: DrawnMap): Html {
  const [west, south, east, north] = view
  const [left, top, right, bottom] = [west, -mercator(north), east, -mercator(south)]
  const inner = 1 - 2 * MARGIN
  const scale = Math.min((WIDTH * inner) / (right - left), (HEIGHT * inner) / (bottom - top))
  const project = ([lng = 0, lat = 0]: Position): [number, number] => [lng * scale, -mercator(lat) * scale]
  const widest = Math.max(((right - left) * scale) / inner, ((bottom - top) * scale) / inner)
  const width = Math.min(WIDTH, widest)
  const height = Math.max(((bottom - top) * scale) / inner, width / MAP_RATIO_MAX)
  const box = [((left + right) * scale - width) / 2, ((top + bottom) * scale - height) / 2, width, height].map(
    Math.round,
  )
  const shapes = features.map((feature) => drawShape(feature, project, { here, links, chosen }))
  return html`<svg viewBox="${box.join(' ')}" width="${box[2]}" height="${box[3]}" role="${links ? 'group' : 'img'}" aria-label="${title}">${shapes}${drawNames(features, project, box)}${chosen && drawPin(project([chosen.lng, chosen.lat]))}</svg>`
}

/** Degrees from the equator, which a map in Mercator's projection stretches as it does longitudes. d3-geo would fold those to the west of -180. */
function mercator(lat: number): number {
  return (Math.asinh(Math.tan((lat / 180) * Math.PI)) / Math.PI) * 180
}

/** The path of a district's link; undefined if it has none. */
export function linkOf({ layer, id, contest }: MapProperties, { here, links }: Omit<DrawnMap, 'title'>) {
  if (layer !== 'part' || id === undefined || id === here) return undefined
  return contest === undefined
    ? links?.district.replace('*', String(id))
    : links?.contest?.replace('*', String(contest))
}

function drawShape(
  { geometry, properties }: MapFeature,
  project: (at: Position) => [number, number],
  shown: Omit<DrawnMap, 'title'>,
): Html | null {
  if (geometry.type !== 'MultiPolygon') return null
  const { layer, name, option = -1, id } = properties
  const path = geometry.coordinates.flat().map((ring) => ringPath(ring.slice(0, -1).map(project)))
  const part = layer === 'part' ? ` ${partClass(option)}` : ''
  const isChosen = layer === 'part' && option >= 0 && option === shown.chosen?.option
  const isHere = id !== undefined && id === shown.here
  const shape = html`<path class="map-${layer}${part}${isHere && ' map-here'}${isChosen && ' map-chosen'}" fill-rule="evenodd" d="${path.join('')}">${name !== '' && html`<title>${name}</title>`}</path>`
  const link = linkOf(properties, shown)
  return link === undefined ? shape : html`<a href="${link}" tabindex="-1" aria-label="${name}">${shape}</a>`
}

function drawPin([x, y]: readonly [number, number]): Html {
  return html`<circle class="map-pin" cx="${Math.round(x)}" cy="${Math.round(y)}" r="14"/>`
}

/** In whole units, relative: about five bytes a point. A minus sign separates numbers, too. Empty for a ring without a line. */
function ringPath(points: Iterable<readonly [number, number]>): string {
  let path = ''
  let [x, y] = [0, 0]
  for (const point of points) {
    const [nextX, nextY] = [Math.round(point[0]), Math.round(point[1])]
    if (path !== '' && nextX === x && nextY === y) continue
    const [across, down] = [nextX - x, nextY - y]
    path += path === '' ? `M${nextX} ${nextY}l` : `${across < 0 ? '' : ' '}${across}${down < 0 ? '' : ' '}${down}`
    ;[x, y] = [nextX, nextY]
  }
  return path === '' || path.endsWith('l') ? '' : `${path}z`
}

/** Numbers of parts first, then large cities, names of parts, other cities, each if nothing is written there. */
function drawNames(
  features: readonly MapFeature[],
  project: (at: Position) => [number, number],
  [left = 0, top = 0, width = 0, height = 0]: readonly number[],
): Html[] {
  const taken: [number, number, number, number][] = []
  const place = (text: string, x: number, y: number, size: number): boolean => {
    const [half, tall] = [(text.length * LETTER.width * size) / 2, (LETTER.height * size) / 2]
    const own: [number, number, number, number] = [x - half, y - tall, x + half, y + tall]
    const isFree =
      own[0] >= left &&
      own[1] >= top &&
      own[2] <= left + width &&
      own[3] <= top + height &&
      taken.every((other) => own[0] > other[2] || own[2] < other[0] || own[1] > other[3] || own[3] < other[1])
    if (isFree) taken.push(own)
    return isFree
  }
  const written: Html[] = []
  const write = (
    layer: 'label' | 'city' | 'large_city',
    textOf: (properties: MapFeature['properties']) => string,
    isNumber = false,
  ) => {
    for (const { geometry, properties } of features) {
      if (geometry.type !== 'Point' || properties.layer !== layer) continue
      const text = textOf(properties)
      const [x = 0, at = 0] = project(geometry.coordinates).map(Math.round)
      // A name below its number.
      const y = at + (layer === 'label' && !isNumber && properties.mark ? LETTER.height * NUMBER_SIZE : 0)
      if (text !== '' && place(text, x, y, isNumber ? NUMBER_SIZE : 1))
        written.push(html`<text class="map-${isNumber ? 'number' : layer}" x="${x}" y="${y}">${text}</text>`)
    }
  }
  write('label', ({ mark = '' }) => mark, true)
  write('large_city', ({ name }) => name)
  write('label', ({ name }) => name)
  write('city', ({ name }) => name)
  return written
}

// Outlines.

/** Our edges are straight in degrees. A longer edge gets points in between, so that the projection bends it. */
const EDGE_DEGREES_MAX = 0.5

export interface Shape {
  /** Microdegrees of the grid. */
  step: number
  /** Closed rings in steps, [x0, y0, …]. */
  rings: readonly Ring[]
}

/** Path data in whole units of the drawing. Points that the projection does not show are left out. */
export function pathOf({ rings, step }: Shape, projection: GeoProjection): string {
  return rings
    .map((ring) => ringPath(pointsOf(ring, step).flatMap((point) => [projection(point) ?? []].filter(isPoint))))
    .join('')
}

function isPoint(point: readonly number[]): point is [number, number] {
  return point.length === 2
}

/** In units of the drawing. */
export function boundsOf(
  shape: Shape,
  projection: GeoProjection,
): { left: number; top: number; width: number; height: number } {
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(cornersOf(shape))
  return { left, top, width: right - left, height: bottom - top }
}

/** All corners of a shape: fitted as points, no projection takes the outside for the inside. */
export function cornersOf({ rings, step }: Shape): GeoPermissibleObjects {
  return { type: 'MultiPoint', coordinates: rings.flatMap((ring) => pointsOf(ring, step)) }
}

function pointsOf(ring: Ring, step: number): [number, number][] {
  const points: [number, number][] = []
  const degrees = (at: number): number => ((ring[at] ?? 0) * step) / MICRODEGREES
  let [x, y] = [degrees(ring.length - 2), degrees(ring.length - 1)]
  for (let at = 0; at < ring.length; at += 2) {
    const [nextX, nextY] = [degrees(at), degrees(at + 1)]
    const parts = Math.ceil(Math.hypot(nextX - x, nextY - y) / EDGE_DEGREES_MAX)
    for (let part = 1; part < parts; part++)
      points.push([x + ((nextX - x) * part) / parts, y + ((nextY - y) * part) / parts])
    points.push([nextX, nextY])
    x = nextX
    y = nextY
  }
  return points
}
