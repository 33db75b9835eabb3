// Points all over the nation: where people live, evenly over its land, near the borders of every layer, and on them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { boundingBox, METRES_PER_DEGREE, toMicrodegrees } from '../../data/geometry/polygon.ts'
import type { Point } from '../build/cells-brute.ts'
import { type Layer, TEST_DATA } from '../build/cells-layers.ts'
import { turned } from '../build/cells-proof.ts'

const SHARE = process.env.PROOF === '1' ? 1 : 0.1
/** PROOF=1 asks for all. */
export const POINTS = { random: 1_000_000 * SHARE, near: 200_000 * SHARE, on: 40_000 * SHARE }

/** Metres to the points of a ZIP code: from a neighbour's house to the next town. */
const NEIGHBOURHOOD = { least: 30, most: 30_000 }
/** Metres to the points near a border. */
const NEAR = { least: 0.1, most: 100 }

export interface Draw {
  /** Around a ZIP code's point: as dense as ZIP codes are, which is where people live. */
  population(): Point
  /** Evenly over the boxes of the states' parts. */
  uniform(): Point
  /** Within 100 m of an edge; small layers and small shapes have their share. */
  near(): Point
  /** A vertex, or the middle of an edge to the microdegree. */
  on(): Point
}

/** @param random of numbers below the one given */
export function drawOver(layers: readonly Layer[], random: (below: number) => number): Draw {
  const zips = loadZipPoints()
  const land = layers.filter(({ name }) => name.includes(' state ')).flatMap(({ shapes }) => shapes.flat())
  const boxes = land.map(boundingBox)
  // A parallel's length shrinks with its cosine.
  let total = 0
  const reaches = boxes.map(({ west, south, east, north }) => {
    total += (east - west) * (sine(north) - sine(south))
    return total
  })
  const rings = layers.map(({ shapes }) => shapes.flat(2))
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random(items.length))]
    if (item === undefined) throw new Error('got an empty list, expected points of the nation')
    return item
  }
  /** As often in each tenfold of the distance. */
  const around = ([x, y]: Point, { least, most }: { least: number; most: number }): Point => {
    const degrees = (least * (most / least) ** random(1)) / METRES_PER_DEGREE
    const angle = random(2 * Math.PI)
    const east = (degrees * 1e6 * Math.cos(angle)) / Math.cos((y / 180e6) * Math.PI)
    return [turned(Math.round(x + east)), Math.round(y + degrees * 1e6 * Math.sin(angle))]
  }
  const alongEdge = (along: number): Point => {
    const ring = one(one(rings))
    const [at, to] = pairAt(ring, Math.floor(random(ring.length / 2)))
    return [at[0] + (to[0] - at[0]) * along, at[1] + (to[1] - at[1]) * along]
  }
  return {
    population: () => around(one(zips), NEIGHBOURHOOD),
    uniform() {
      const drawn = random(reaches.at(-1) ?? 0)
      const box = boxes[reaches.findIndex((reach) => reach > drawn)] ?? one(boxes)
      const height = sine(box.south) + random(sine(box.north) - sine(box.south))
      return [Math.round(box.west + random(box.east - box.west)), Math.round((Math.asin(height) / Math.PI) * 180e6)]
    },
    near: () => around(alongEdge(random(1)), NEAR),
    on() {
      const [x, y] = alongEdge(random(2) < 1 ? 0 : 0.5)
      return [turned(Math.round(x)), Math.round(y)]
    },
  }
}

function pairAt(ring: Int32Array, vertex: number): [Point, Point] {
  const at = (i: number): Point => [ring[(i * 2) % ring.length] ?? 0, ring[(i * 2 + 1) % ring.length] ?? 0]
  return [at(vertex), at(vertex + 1)]
}

function sine(latMicro: number): number {
  return Math.sin((latMicro / 180e6) * Math.PI)
}

/** GeoNames' columns 10 and 11 are latitude and longitude. */
function loadZipPoints(): Point[] {
  const text = gunzipSync(readFileSync(join(TEST_DATA, 'geocode', 'geonames_us_zip', 'US.txt.gz'))).toString('utf8')
  const points: Point[] = []
  for (const line of text.split('\n')) {
    const columns = line.split('\t')
    if (columns[9] && columns[10])
      points.push([toMicrodegrees(Number(columns[10])), toMicrodegrees(Number(columns[9]))])
  }
  return points
}
