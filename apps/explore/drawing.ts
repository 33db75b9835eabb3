// Draws rings of outlines as SVG paths, projected by d3-geo.

import { type GeoPermissibleObjects, type GeoProjection, geoPath } from 'd3-geo'
import { MICRODEGREES, type Ring } from '../../data/geometry/polygon.ts'

/** Our edges are straight in degrees. A longer edge gets points in between, so that the projection bends it. */
const EDGE_DEGREES_MAX = 0.5

/** In degrees. */
type Point = [number, number]

export interface Shape {
  /** Microdegrees of the grid. */
  step: number
  /** Closed rings in steps, [x0, y0, …]. */
  rings: readonly Ring[]
}

/** Path data in whole units of the drawing. Points that the projection does not show are left out. */
export function pathOf({ rings, step }: Shape, projection: GeoProjection): string {
  return rings.map((ring) => ringPath(pointsOf(ring, step), projection)).join('')
}

/** All corners of a shape: fitted as points, no projection takes the outside for the inside. */
export function cornersOf({ rings, step }: Shape): GeoPermissibleObjects {
  return { type: 'MultiPoint', coordinates: rings.flatMap((ring) => pointsOf(ring, step)) }
}

/** In units of the drawing. */
export function boundsOf(
  shape: Shape,
  projection: GeoProjection,
): { left: number; top: number; width: number; height: number } {
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(cornersOf(shape))
  return { left, top, width: right - left, height: bottom - top }
}

function pointsOf(ring: Ring, step: number): Point[] {
  const points: Point[] = []
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

/** Relative and rounded: about five bytes a point. */
function ringPath(points: readonly Point[], projection: GeoProjection): string {
  let path = ''
  let [x, y] = [0, 0]
  for (const point of points) {
    const projected = projection(point)
    if (!projected) continue
    const [nextX, nextY] = [Math.round(projected[0]), Math.round(projected[1])]
    if (path !== '' && nextX === x && nextY === y) continue
    path += path === '' ? `M${nextX} ${nextY}l` : `${pair(nextX - x, nextY - y)}`
    x = nextX
    y = nextY
  }
  // A ring without a point in view, or with one, has no line.
  return path === '' || path.endsWith('l') ? '' : `${path}z`
}

/** A minus sign separates numbers, too. */
function pair(x: number, y: number): string {
  return `${x < 0 ? '' : ' '}${x}${y < 0 ? '' : ' '}${y}`
}
