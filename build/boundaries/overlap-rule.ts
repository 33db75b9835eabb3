// Which overlap of an area (county, place or ZIP area) and a district counts, its size, and whether the district covers the area.

import { difference, FillRule, intersect, type Paths64 } from 'clipper2-ts'
import { type Box, boxesMeet, type MultiPolygon, type Ring } from '../../data/geometry/polygon.ts'
import { clipToBox, type IndexedRing, indexRings, ringsContain } from './clip.ts'
import { boxOf, hasDisc, type Plane, pathsArea, planeAt, polygonsArea, TOLERANCE, toPaths } from './polygon.ts'

/** Valid polygons, and the maximum error of their boundaries in meters. */
export interface Shape {
  polygons: MultiPolygon
  error_m: number
}

export interface Overlap {
  id: number
  /** False for a sliver: an overlap no wider than two drawings of one border may leave. */
  counts: boolean
  /** No part of the area outside the district counts: everyone in the area votes in the district. */
  covers: boolean
  /** Size of the intersection in whole square decimeters; at least 1. */
  size: number
}

interface Prepared extends Shape {
  box: Box
  rings: readonly IndexedRing[]
  cells: BorderCells
  /** In square decimeters. */
  size: number
  plane: Plane
  /** Radius of the widest disc, by the radius at which the search stopped. */
  widest: Map<number, number>
}

/** Meters. Rounding to microdegrees alone moves boundaries by 0.1 m. */
const MISMATCH_MIN_M = 1
/** Per square meter. */
const SQUARE_DECIMETRES = 100
/** For a shape thinner than the mismatch, a disc counts if its radius is at least this share of the shape's widest disc. */
const THIN_PART = 1 / 4

/**
 * Finds every overlap of an area with the districts, in their order. `skip` names districts known not to overlap. Without `asksCover`,
 * no district covers the area: the comparison costs as much as all others.
 *
 * Our rule for overlaps that count: two sources draw one true border twice, some meters apart. Between the two boundaries lie
 * slivers: long and thin, wherever the border runs, and part of no district. Each source's error is known (`error_m`,
 * measured where the registry names it); the mismatch of two boundaries is the sum, at least 1 m. No wider disc fits between two
 * such boundaries, so an overlap counts if it holds a disc whose diameter is the mismatch. Its share of the area does not matter:
 * a compact block far smaller than any sliver counts, and the longest sliver does not. Two bounds keep small shapes from
 * being lost among coarse boundaries: the radius is at most a quarter of the widest disc's in the smaller of the two shapes, and
 * at least half of the smaller one's area always counts. A shape whose border nowhere meets the other's counts, however
 * small. A district `covers` an area if the rest of the area does not count by the same measure.
 */
export function overlapIndex(
  districts: readonly (Shape & { id: number })[],
): (area: Shape, skip?: (id: number) => boolean, asksCover?: boolean) => Overlap[] {
  const prepared = districts.map((district) => ({ id: district.id, shape: prepare(district) }))
  return (area, skip, asksCover = true) => {
    const subject = prepare(area)
    const overlaps: Overlap[] = []
    for (const { id, shape } of prepared) {
      if (!boxesMeet(subject.box, shape.box) || skip?.(id)) continue
      const found = overlap(subject, shape, asksCover)
      if (found) overlaps.push({ id, ...found })
    }
    return overlaps
  }
}

function prepare({ polygons, error_m }: Shape): Prepared {
  const box = boxOf(polygons)
  const plane = planeAt(box)
  const rings = indexRings(polygons)
  return {
    polygons,
    error_m,
    box,
    plane,
    rings,
    cells: borderCells(rings),
    size: polygonsArea(polygons),
    widest: new Map(),
  }
}

function overlap(area: Prepared, district: Prepared, asksCover: boolean): Omit<Overlap, 'id'> | null {
  switch (relate(area, district)) {
    case 'disjoint':
      return null
    case 'second-contains':
      return { counts: true, covers: true, size: area.size }
    case 'first-contains': {
      const size = Math.min(area.size, district.size)
      return { counts: true, covers: asksCover && covers(area, district, size), size }
    }
    case 'mixed': {
      const common = intersect(
        toPaths(clipToBox(area.rings, widened(district.box))),
        toPaths(clipToBox(district.rings, widened(area.box))),
        FillRule.EvenOdd,
      )
      const size = Math.min(area.size, pathsArea(common))
      if (size === 0) return null
      const smaller = area.size <= district.size ? area : district
      const counted = counts(common, size, area.plane, smaller, sliverRadius(area, district))
      return { counts: counted, covers: asksCover && counted && covers(area, district, size), size }
    }
  }
}

/** Radius of the widest disc that fits between two drawings of one border. */
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

/** Radius of the widest disc in a shape, to within a quarter; or `enough` if a disc that wide fits. */
function widestDisc(shape: Prepared, enough: number): number {
  const known = shape.widest.get(enough)
  if (known !== undefined) return known
  // A shape that holds a disc wider by more than the tolerance also holds this one.
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
  const nearby = toPaths(clipToBox(district.rings, widened(area.box)))
  const rest = difference(toPaths(area.polygons), nearby, FillRule.EvenOdd)
  return !counts(rest, pathsArea(rest), area.plane, area, radius)
}

/** Compares with half a disc's area, because the search for discs measures in the plane, which is slightly less exact. */
function isLessThanDisc(size: number, radius: number): boolean {
  return size < (SQUARE_DECIMETRES * Math.PI * radius * radius) / 2
}

/** Widened by about 100 m, so that edges along the box stay clear of the shape. */
function widened(box: Box): Box {
  const margin = 1_000
  return { west: box.west - margin, south: box.south - margin, east: box.east + margin, north: box.north + margin }
}

// Compares shapes whose borders do not meet, without clipping: one contains the other, or they are disjoint.

/** Side of the lattice's cells, about 500 m. */
const CELL = 5_000
const STRIDE = 2 ** 20

/** The lattice cells that a border may touch, row by row from the south. */
interface BorderCells {
  /** The southernmost row. */
  first: number
  /** Where each row begins in `columns`, and where the last one ends. */
  starts: Int32Array
  /** Ascending within a row. */
  columns: Int32Array
}

export function borderCells(rings: readonly IndexedRing[]): BorderCells {
  const cells: number[] = []
  for (const { ring } of rings) addCells(cells, ring)
  const sorted = Float64Array.from(cells).sort()
  const [first, last] = [rowOf(sorted[0] ?? 0), rowOf(sorted[sorted.length - 1] ?? -STRIDE)]
  const starts = new Int32Array(last - first + 2)
  const columns = new Int32Array(sorted.length)
  let [count, before] = [0, Number.NaN]
  for (const cell of sorted) {
    if (cell === before) continue
    const row = rowOf(cell)
    columns[count++] = cell - row * STRIDE - STRIDE / 2
    starts[row - first + 1] = count
    before = cell
  }
  // A row without a cell ends where the row before it does.
  for (let row = 1; row < starts.length; row++) starts[row] = Math.max(starts[row] ?? 0, starts[row - 1] ?? 0)
  return { first, starts, columns: columns.slice(0, count) }
}

function addCells(cells: number[], ring: Ring): void {
  let [x, y] = [Math.floor((ring[ring.length - 2] ?? 0) / CELL), Math.floor((ring[ring.length - 1] ?? 0) / CELL)]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [Math.floor((ring[i] ?? 0) / CELL), Math.floor((ring[i + 1] ?? 0) / CELL)]
    for (let row = Math.min(y, nextY); row <= Math.max(y, nextY); row++)
      for (let column = Math.min(x, nextX); column <= Math.max(x, nextX); column++)
        cells.push(row * STRIDE + column + STRIDE / 2)
    x = nextX
    y = nextY
  }
}

function rowOf(cell: number): number {
  return Math.floor(cell / STRIDE)
}

function shareCell(a: BorderCells, b: BorderCells): boolean {
  const end = Math.min(a.first + a.starts.length, b.first + b.starts.length) - 1
  for (let row = Math.max(a.first, b.first); row < end; row++) {
    let [i, j] = [a.starts[row - a.first] ?? 0, b.starts[row - b.first] ?? 0]
    const [endI, endJ] = [a.starts[row - a.first + 1] ?? 0, b.starts[row - b.first + 1] ?? 0]
    while (i < endI && j < endJ) {
      const [left, right] = [a.columns[i] ?? 0, b.columns[j] ?? 0]
      if (left === right) return true
      if (left < right) i++
      else j++
    }
  }
  return false
}

type Relation = 'disjoint' | 'first-contains' | 'second-contains' | 'mixed'

interface Bordered {
  rings: readonly IndexedRing[]
  cells: BorderCells
}

/** Relation of two valid shapes; `mixed` if clipping is needed to tell. */
export function relate(first: Bordered, second: Bordered): Relation {
  if (shareCell(first.cells, second.cells)) return 'mixed'
  const inFirst = count(second.rings, first.rings)
  const inSecond = count(first.rings, second.rings)
  if (inFirst === 0 && inSecond === 0) return 'disjoint'
  if (inFirst === second.rings.length && inSecond === 0) return 'first-contains'
  if (inSecond === first.rings.length && inFirst === 0) return 'second-contains'
  return 'mixed'
}

/** Number of rings of one shape inside the other. If borders do not meet, a ring lies wholly inside or wholly outside. */
function count(inner: readonly IndexedRing[], outer: readonly IndexedRing[]): number {
  let inside = 0
  for (const { ring } of inner) if (ringsContain(outer, ring[0] ?? 0, ring[1] ?? 0)) inside++
  return inside
}
