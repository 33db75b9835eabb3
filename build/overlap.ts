// Which districts an area (a county, a place, a ZIP area) overlaps, and which cover it.

import { areaPaths, difference, FillRule, intersect, type Paths64 } from 'clipper2-ts'
import type { MultiPolygon } from '../data/schema/multipolygon.ts'
import { type Box, boxesMeet } from '../data/schema/polygon.ts'
import { borderCells, clipToBox, relate } from './border.ts'
import { hasDisc } from './disc.ts'
import { areaIn, boxOf, type Plane, planeAt, toPaths } from './polygon.ts'

/** Valid polygons, and how many metres their lines may lie from the true ones. */
export interface Shape {
  polygons: MultiPolygon
  error_m: number
}

export interface Overlap {
  id: number
  /** Nothing of the area that is wider than the mismatch lies outside the district: everyone in it votes there. */
  covers: boolean
  /** Of the intersection. */
  area_m2: number
  /** Part of the area, 0 to 1. */
  share: number
}

interface Prepared extends Shape {
  box: Box
  cells: Set<number>
  area: number
  plane: Plane
  /** Radius of the widest disc in it, by the radius beyond which it did not matter. */
  widest: Map<number, number>
}

/** Rounding to microdegrees alone moves lines by a tenth of a metre. */
const MISMATCH_MIN_M = 1
/** Of a shape thinner than the mismatch, what counts is a disc of this part of the widest one it holds. */
const THIN_PART = 1 / 4

/**
 * The overlaps of one area with each of some districts, in the order given.
 *
 * The rule (ours): two layers' lines mismatch by the sum of their `error_m`, at least one metre. An overlap counts when the
 * intersection holds a disc whose radius is that mismatch: a sliver along a border is narrower, however long. A shape may itself
 * be thinner than the mismatch, so the radius is never more than a quarter of the widest disc in the smaller of the two; and an
 * intersection of at least half of the smaller one's area always counts. A district `covers` when the rest of the area does
 * not count by the same measure of the area itself.
 */
export function overlaps(area: Shape, districts: readonly (Shape & { id: number })[]): Overlap[] {
  return overlapIndex(districts)(area)
}

/**
 * The same for many areas: districts are measured once. Ask with one layer's districts or with several layers' at once; `skip`
 * names those that an area is known not to overlap.
 */
export function overlapIndex(
  districts: readonly (Shape & { id: number })[],
): (area: Shape, skip?: (id: number) => boolean) => Overlap[] {
  const prepared = districts.map((district) => ({ id: district.id, shape: prepare(district) }))
  return (area, skip) => {
    const subject = prepare(area)
    return prepared.flatMap(({ id, shape }) => {
      if (!boxesMeet(subject.box, shape.box) || skip?.(id)) return []
      const found = overlap(subject, shape)
      return found ? [{ id, ...found }] : []
    })
  }
}

function prepare({ polygons, error_m }: Shape): Prepared {
  const box = boxOf(polygons)
  const plane = planeAt(box)
  return {
    polygons,
    error_m,
    box,
    plane,
    cells: borderCells(polygons),
    area: areaIn(plane, polygons),
    widest: new Map(),
  }
}

function overlap(area: Prepared, district: Prepared): Omit<Overlap, 'id'> | null {
  const { plane } = area
  const size = area.area
  switch (relate(area, district)) {
    case 'disjoint':
      return null
    case 'second-contains':
      return { covers: true, area_m2: size, share: 1 }
    case 'first-contains': {
      const area_m2 = Math.min(size, areaIn(plane, district.polygons))
      return { covers: covers(area, district, area_m2), area_m2, share: area_m2 / size }
    }
    case 'mixed': {
      const common = intersect(
        toPaths(clipToBox(area.polygons, widened(district.box))),
        toPaths(clipToBox(district.polygons, widened(area.box))),
        FillRule.EvenOdd,
      )
      const area_m2 = Math.min(size, areaOf(common, plane))
      const smaller = size <= district.area ? area : district
      if (!counts(common, area_m2, plane, smaller, mismatch(area, district))) return null
      return { covers: covers(area, district, area_m2), area_m2, share: area_m2 / size }
    }
  }
}

function mismatch(a: Shape, b: Shape): number {
  return Math.max(MISMATCH_MIN_M, a.error_m + b.error_m)
}

function areaOf(paths: Paths64, plane: Plane): number {
  return Math.abs(areaPaths(paths)) * plane.east * plane.north
}

function counts(part: Paths64, area_m2: number, plane: Plane, smaller: Prepared, radius: number): boolean {
  if (area_m2 === 0) return false
  if (area_m2 >= smaller.area / 2) return true
  if (hasDisc(part, plane, radius)) return true
  const scaled = THIN_PART * widestDisc(smaller, radius / THIN_PART)
  return scaled < radius && hasDisc(part, plane, scaled)
}

/** The radius of the widest disc in a shape to within a quarter, or `enough` if one so wide fits. */
function widestDisc(shape: Prepared, enough: number): number {
  const known = shape.widest.get(enough)
  if (known !== undefined) return known
  const paths = toPaths(shape.polygons)
  let radius = enough
  while (radius > MISMATCH_MIN_M / 10 && !hasDisc(paths, shape.plane, radius)) radius *= 3 / 4
  shape.widest.set(enough, radius)
  return radius
}

function covers(area: Prepared, district: Prepared, commonArea: number): boolean {
  if (area.area - commonArea >= area.area / 2) return false
  const nearby = toPaths(clipToBox(district.polygons, widened(area.box)))
  const rest = difference(toPaths(area.polygons), nearby, FillRule.EvenOdd)
  return !counts(rest, areaOf(rest, area.plane), area.plane, area, mismatch(area, district))
}

/** By about 100 m, so that edges along the box stay clear of the shape in it. */
function widened(box: Box): Box {
  const margin = 1_000
  return { west: box.west - margin, south: box.south - margin, east: box.east + margin, north: box.north + margin }
}
