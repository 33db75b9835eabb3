// Which districts an area (a county, a place, a ZIP area) overlaps, by how much, and which cover it.

import { difference, FillRule, intersect, type Paths64 } from 'clipper2-ts'
import type { MultiPolygon } from '../../data/geometry/multipolygon.ts'
import { type Box, boxesMeet } from '../../data/geometry/polygon.ts'
import { borderCells, clipToBox, relate } from './border.ts'
import { hasDisc, TOLERANCE } from './inscribed-circle.ts'
import { boxOf, type Plane, pathsArea, planeAt, polygonsArea, toPaths } from './polygon.ts'

/** Valid polygons, and how many metres their lines may lie from the true ones. */
export interface Shape {
  polygons: MultiPolygon
  error_m: number
}

export interface Overlap {
  id: number
  /** False of a sliver: one border that is drawn twice, as far apart as the two lines may lie, leaves as wide a one. */
  counts: boolean
  /** Nothing of the area that counts lies outside the district: everyone in it votes there. */
  covers: boolean
  /** Of the intersection, in whole square decimetres; at least 1. */
  size: number
}

interface Prepared extends Shape {
  box: Box
  cells: Set<number>
  /** In square decimetres. */
  size: number
  plane: Plane
  /** Radius of the widest disc in it, by the radius beyond which it did not matter. */
  widest: Map<number, number>
}

/** Rounding to microdegrees alone moves lines by a tenth of a metre. */
const MISMATCH_MIN_M = 1
/** In a square metre. */
const SQUARE_DECIMETRES = 100
/** Of a shape thinner than the mismatch, what counts is a disc of this part of the widest one it holds. */
const THIN_PART = 1 / 4

/**
 * Every overlap of an area with the districts, in their order; `skip` names those that it is known not to overlap.
 *
 * Which of them count (our rule). Two sources draw one true border twice, some metres apart, and between the two lines lie
 * slivers: long and thin, wherever the border runs, and nobody's district. How far apart is known of each source (`error_m`,
 * measured where the registry names it); the mismatch of two lines is the sum, at least one metre. Between two lines that lie no
 * farther apart fits no disc that is wider, so an overlap counts when it holds a disc whose diameter is the mismatch. How
 * large a share it is plays no part: a compact block far smaller than any sliver counts, and the longest sliver does not. Two
 * bounds keep small shapes from being lost among coarse lines: the radius is never more than a quarter of the widest disc's
 * in the smaller of the two, and at least half of the smaller one's area always counts. A shape whose border nowhere meets
 * the other's counts, however small. A district `covers` an area when the rest of it does not count by the same measure of
 * the area itself.
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
    size: polygonsArea(polygons),
    widest: new Map(),
  }
}

function overlap(area: Prepared, district: Prepared): Omit<Overlap, 'id'> | null {
  switch (relate(area, district)) {
    case 'disjoint':
      return null
    case 'second-contains':
      return { counts: true, covers: true, size: area.size }
    case 'first-contains': {
      const size = Math.min(area.size, district.size)
      return { counts: true, covers: covers(area, district, size), size }
    }
    case 'mixed': {
      const common = intersect(
        toPaths(clipToBox(area.polygons, widened(district.box))),
        toPaths(clipToBox(district.polygons, widened(area.box))),
        FillRule.EvenOdd,
      )
      const size = Math.min(area.size, pathsArea(common))
      if (size === 0) return null
      const smaller = area.size <= district.size ? area : district
      const counted = counts(common, size, area.plane, smaller, sliverRadius(area, district))
      return { counts: counted, covers: counted && covers(area, district, size), size }
    }
  }
}

/** Of the widest disc that fits between one border drawn twice. */
function sliverRadius(a: Shape, b: Shape): number {
  return Math.max(MISMATCH_MIN_M, a.error_m + b.error_m) / 2
}

function counts(part: Paths64, size: number, plane: Plane, smaller: Prepared, radius: number): boolean {
  if (size === 0) return false
  if (size >= smaller.size / 2) return true
  if (hasDisc(part, plane, radius)) return true
  const scaled = scaledTo(smaller, radius)
  return scaled < radius && hasDisc(part, plane, scaled)
}

function scaledTo(smaller: Prepared, radius: number): number {
  return THIN_PART * widestDisc(smaller, radius / THIN_PART)
}

/** The radius of the widest disc in a shape to within a quarter, or `enough` if one so wide fits. */
function widestDisc(shape: Prepared, enough: number): number {
  const known = shape.widest.get(enough)
  if (known !== undefined) return known
  // What holds a disc wider by more than the search may miss holds this one.
  for (const [sought, found] of shape.widest) if (sought === found && found > enough * (1 + TOLERANCE)) return enough
  const paths = toPaths(shape.polygons)
  let radius = enough
  while (radius > MISMATCH_MIN_M / 10 && !hasDisc(paths, shape.plane, radius)) radius *= 3 / 4
  shape.widest.set(enough, radius)
  return radius
}

function covers(area: Prepared, district: Prepared, common: number): boolean {
  const left = area.size - common
  if (left >= area.size / 2) return false
  const radius = sliverRadius(area, district)
  if (isLessThanDisc(left, radius) && isLessThanDisc(left, scaledTo(area, radius))) return true
  const nearby = toPaths(clipToBox(district.polygons, widened(area.box)))
  const rest = difference(toPaths(area.polygons), nearby, FillRule.EvenOdd)
  return !counts(rest, pathsArea(rest), area.plane, area, radius)
}

/** Half a disc's area settles it: the search for discs measures in the plane, which is not quite as true. */
function isLessThanDisc(size: number, radius: number): boolean {
  return size < (SQUARE_DECIMETRES * Math.PI * radius * radius) / 2
}

/** By about 100 m, so that edges along the box stay clear of the shape in it. */
function widened(box: Box): Box {
  const margin = 1_000
  return { west: box.west - margin, south: box.south - margin, east: box.east + margin, north: box.north + margin }
}
