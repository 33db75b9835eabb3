// Counties of the npm package us-atlas as one topology in microdegrees. All shapes made from it share their borders exactly.

import { merge } from 'topojson-client'
import { z } from 'zod'
import type { MultiPolygon } from '../../data/geometry/multipolygon.ts'
import { toMicrodegrees } from '../../data/geometry/multipolygon.ts'
import { readJson } from '../read/json.ts'
import type { FetchedFile } from '../read/source.ts'
import { SourceError } from '../read/source.ts'

const named = { id: z.string().regex(/^\d{5}$/), properties: z.object({ name: z.string() }) }
const countyObject = z.discriminatedUnion('type', [
  z.object({ ...named, type: z.literal('Polygon'), arcs: z.array(z.array(z.int())) }),
  z.object({ ...named, type: z.literal('MultiPolygon'), arcs: z.array(z.array(z.array(z.int()))) }),
])
const pair = z.tuple([z.number(), z.number()])
const topology = z.object({
  type: z.literal('Topology'),
  transform: z.object({ scale: pair, translate: pair }),
  arcs: z.array(z.array(pair)),
  objects: z.object({ counties: z.object({ geometries: z.array(countyObject) }) }),
})

/** [lng, lat] in whole microdegrees. */
export type Point = [number, number]

export interface AtlasCounty {
  /** State and county FIPS, five digits. */
  geoid: string
  /** Without "County", e.g. `Kennebec`. */
  name: string
  geometry: z.infer<typeof countyObject>
}

export interface Atlas {
  counties: readonly AtlasCounty[]
  /** Borders between two junctions, each shared by the counties on both sides. */
  arcs: Point[][]
}

/** Reads `counties-10m.json`. Throws SourceError if it is not the quantised topology of us-atlas. */
export function readAtlas(file: FetchedFile): Atlas {
  const parsed = topology.safeParse(readJson(file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SourceError(
      `expected the topology of us-atlas with an object "counties", got ${issue?.path.join('.')}: ${issue?.message}`,
      { file: file.name },
    )
  }
  const { transform, arcs, objects } = parsed.data
  return {
    counties: objects.counties.geometries
      .map((county) => ({ geoid: county.id, name: county.properties.name, geometry: county }))
      .sort((a, b) => (a.geoid < b.geoid ? -1 : 1)),
    arcs: arcs.map((arc) => toPoints(arc, transform)),
  }
}

/** Joins counties into one shape without the borders between them. Rings are open: the first point is not repeated. */
export function joinCounties(counties: readonly AtlasCounty[], arcs: Point[][]): MultiPolygon {
  const shape = merge(
    { type: 'Topology', objects: {}, arcs },
    counties.map((county) => county.geometry),
  )
  return shape.coordinates.map((rings) =>
    rings.map((ring) => Int32Array.from(ring.slice(0, -1).flatMap(([lng, lat]) => [lng ?? 0, lat ?? 0]))),
  )
}

/** The arcs that bound a county. A negative number means the same arc in reverse. */
export function arcsOf(county: AtlasCounty): number[] {
  return county.geometry.arcs.flat(2).map((arc) => (arc < 0 ? ~arc : arc))
}

/** Reverses TopoJSON's quantisation: points are differences in steps of the transform. */
function toPoints(
  arc: readonly (readonly [number, number])[],
  { scale, translate }: { scale: readonly [number, number]; translate: readonly [number, number] },
): Point[] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [toMicrodegrees(x * scale[0] + translate[0]), toMicrodegrees(y * scale[1] + translate[1])]
  })
}
