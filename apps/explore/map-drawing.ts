// Draws a map's GeoJSON as SVG.

import { geoMercator } from 'd3-geo'
import { type Html, html } from '../web/html.ts'
import type { MapCollection, MapFeature } from './map-shapes.ts'

/** Units of the drawing. */
const WIDTH = 1600
/** Of the width: what is shown around the area. */
const MARGIN = 0.06
/** A map is no wider, and no taller, than this. */
const RATIO_MAX = 1.8
/** Of a letter of a name, in units: about 14 pixels of a page of 800. */
const LETTER = { width: 15, height: 30 }

type Position = readonly number[]

/** The polygons of a map, north up, with the names that fit beside each other. */
export function drawMap({ features, bbox }: MapCollection, title: string): Html {
  const [west = 0, south = 0, east = 0, north = 0] = features.find(({ bbox }) => bbox)?.bbox ?? bbox ?? []
  const projection = geoMercator().fitWidth(WIDTH * (1 - 2 * MARGIN), {
    type: 'MultiPoint',
    coordinates: [
      [west, south],
      [east, north],
    ],
  })
  const project = ([lng = 0, lat = 0]: Position): [number, number] => projection([lng, lat]) ?? [0, 0]
  const [left, top] = project([west, north])
  const [right, bottom] = project([east, south])
  const margin = MARGIN * WIDTH
  const width = Math.max(right - left + 2 * margin, (bottom - top + 2 * margin) / RATIO_MAX)
  const height = Math.max(bottom - top + 2 * margin, width / RATIO_MAX)
  const box = [(left + right - width) / 2, (top + bottom - height) / 2, width, height].map(Math.round)
  const shapes = features.map((feature) => drawShape(feature, project))
  return html`<svg viewBox="${box.join(' ')}" width="${box[2]}" height="${box[3]}" role="img" aria-label="${title}">${shapes}${drawNames(features, project, box)}</svg>`
}

function drawShape({ geometry, properties }: MapFeature, project: (at: Position) => [number, number]): Html | null {
  if (geometry.type !== 'MultiPolygon') return null
  const { layer, name, option = -1 } = properties
  const path = geometry.coordinates.flat().map((ring) => ringPath(ring.map(project)))
  const part = layer === 'part' ? ` part-${option < 0 ? 'none' : option}` : ''
  return html`<path class="map-${layer}${part}" fill-rule="evenodd" d="${path.join('')}">${name !== '' && html`<title>${name}</title>`}</path>`
}

/** In whole units, relative. */
function ringPath(points: readonly [number, number][]): string {
  let path = ''
  let [x, y] = [0, 0]
  for (const point of points.slice(0, -1)) {
    const [nextX, nextY] = [Math.round(point[0]), Math.round(point[1])]
    if (path !== '' && nextX === x && nextY === y) continue
    path +=
      path === ''
        ? `M${nextX} ${nextY}l`
        : `${nextX - x < 0 ? '' : ' '}${nextX - x}${nextY - y < 0 ? '' : ' '}${nextY - y}`
    ;[x, y] = [nextX, nextY]
  }
  return path.endsWith('l') ? '' : `${path}z`
}

/** Numbers first, then names of parts, then cities, each if nothing is written there. */
function drawNames(
  features: readonly MapFeature[],
  project: (at: Position) => [number, number],
  [left = 0, top = 0, width = 0, height = 0]: readonly number[],
): Html[] {
  const taken: [number, number, number, number][] = []
  const place = (text: string, x: number, y: number): boolean => {
    const [half, tall] = [(text.length * LETTER.width) / 2, LETTER.height / 2]
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
  const write = (layer: 'label' | 'city', textOf: (properties: MapFeature['properties']) => string, down: number) => {
    for (const { geometry, properties } of features) {
      if (geometry.type !== 'Point' || properties.layer !== layer) continue
      const text = textOf(properties)
      const [x = 0, y = 0] = project(geometry.coordinates).map(Math.round)
      if (text !== '' && place(text, x, y + down))
        written.push(
          html`<text class="${down === 0 && layer === 'label' ? 'map-number' : `map-${layer}`}" x="${x}" y="${y + down}">${text}</text>`,
        )
    }
  }
  write('label', ({ option = -1 }) => (option < 0 ? '' : String(option + 1)), 0)
  write('label', ({ name }) => name, LETTER.height + 2)
  write('city', ({ name }) => name, 0)
  return written
}
