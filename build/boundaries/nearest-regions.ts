// Divides the plane by nearest line, to fill the areas that coarse districts leave uncovered.

import { type Box, boundingBox } from '../../data/geometry/polygon.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import { type Plane, squaredDistance } from './polygon.ts'

/** Outer edges of a coarse coverage: [ax, ay, bx, by, …] in microdegrees, by the district inside. */
type LabelledLines = readonly (readonly number[])[]

/** Side of the lattice's cells, about 1 km. Between its points, a dividing line is straight. */
const CELL = 10_000
const BISECTIONS = 12

/**
 * Adds the nearest-line partition of (at least) the box to `edges`, with tag `firstTag + i` for the region of lines[i]. Uses
 * marching squares on a lattice: where two neighboring points have different labels, the side between them is halved until
 * the dividing point is known to 1 m. A cell with three or more such points joins them in its middle. All regions share all
 * dividing points, so they neither overlap nor leave a gap. Ties go to the lower index, so the same input gives the same
 * lines.
 */
export function addNearestRegions(
  edges: TaggedEdges,
  lines: LabelledLines,
  box: Box,
  plane: Plane,
  firstTag: number,
): void {
  const columns = Math.ceil((box.east - box.west) / CELL) + 2
  const rows = Math.ceil((box.north - box.south) / CELL) + 2
  const [west, south] = [box.west - CELL, box.south - CELL]
  const boxed = lines.map(boxLine)
  const distances = (x: number, y: number): { label: number; margin: number } => nearest(boxed, plane, x, y)
  const labels = new Map<number, number>()
  const labelAt = (column: number, row: number): number => {
    const key = row * (columns + 1) + column
    let label = labels.get(key)
    if (label === undefined) {
      label = distances(west + column * CELL, south + row * CELL).label
      labels.set(key, label)
    }
    return label
  }
  const point = ([column, row]: Corner): Point => [west + column * CELL, south + row * CELL]
  const divide = (a: Corner, b: Corner): Point => {
    // Always start from the lower corner, so that both cells beside a side find the same point.
    const [low, high] = a[0] + a[1] < b[0] + b[1] ? [a, b] : [b, a]
    const label = labelAt(...low)
    let [near, far] = [point(low), point(high)]
    for (let step = 0; step < BISECTIONS; step++) {
      const middle: Point = [Math.round((near[0] + far[0]) / 2), Math.round((near[1] + far[1]) / 2)]
      if (distances(...middle).label === label) near = middle
      else far = middle
    }
    return near
  }
  const add = (from: Point, to: Point, label: number): void => {
    if (from[0] === to[0] && from[1] === to[1]) return
    edges.coordinates.push(...from, ...to)
    edges.tag.push(firstTag + label)
  }
  const march = (column: number, row: number): void => {
    const corners: Corner[] = [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
      [column, row + 1],
    ]
    const divisions: { at: Point; next: number }[] = []
    corners.forEach((corner, side) => {
      const following = corners[(side + 1) % 4] ?? corner
      if (labelAt(...corner) !== labelAt(...following))
        divisions.push({ at: divide(corner, following), next: labelAt(...following) })
    })
    const middle: Point = [west + column * CELL + CELL / 2, south + row * CELL + CELL / 2]
    divisions.forEach(({ at, next }, index) => {
      const end = divisions[(index + 1) % divisions.length]?.at ?? at
      if (divisions.length === 2) add(end, at, next)
      else {
        add(end, middle, next)
        add(middle, at, next)
      }
    })
  }
  const block = (column: number, row: number, size: number): void => {
    if (column >= columns || row >= rows) return
    if (size === 1) {
      march(column, row)
      return
    }
    const half = size / 2
    const { margin } = distances(west + (column + half) * CELL, south + (row + half) * CELL)
    // Moving by r changes the difference of two distances by at most 2r.
    if (margin > 2 * half * CELL * Math.hypot(plane.east, plane.north)) return
    for (const [x, y] of [
      [column, row],
      [column + half, row],
      [column, row + half],
      [column + half, row + half],
    ] as const)
      block(x, y, half)
  }
  block(0, 0, 2 ** Math.ceil(Math.log2(Math.max(columns, rows))))
  frame(columns, rows).forEach((corner, index, all) => {
    const following = all[(index + 1) % all.length] ?? corner
    const [a, b] = [labelAt(...corner), labelAt(...following)]
    if (a === b) {
      add(point(corner), point(following), a)
      return
    }
    const at = divide(corner, following)
    add(point(corner), at, a)
    add(at, point(following), b)
  })
}

type Corner = readonly [column: number, row: number]
type Point = readonly [x: number, y: number]

/** The lattice's outer points, counter-clockwise. */
function frame(columns: number, rows: number): Corner[] {
  const corners: Corner[] = []
  for (let column = 0; column < columns; column++) corners.push([column, 0])
  for (let row = 0; row < rows; row++) corners.push([columns, row])
  for (let column = columns; column > 0; column--) corners.push([column, rows])
  for (let row = rows; row > 0; row--) corners.push([0, row])
  return corners
}

/** Edges of a run. */
const RUN_EDGES = 16

/** Edges, with the box around them. */
interface Boxed {
  coordinates: readonly number[]
  box: Box
}

/** Runs of a line's edges, and the box around all. */
interface BoxedLine {
  runs: readonly Boxed[]
  box: Box
}

function boxLine(coordinates: readonly number[]): BoxedLine {
  const runs: Boxed[] = []
  for (let from = 0; from < coordinates.length; from += 4 * RUN_EDGES) {
    const run = coordinates.slice(from, from + 4 * RUN_EDGES)
    runs.push({ coordinates: run, box: boundingBox([Int32Array.from(run)]) })
  }
  return { runs, box: boundingBox([Int32Array.from(coordinates)]) }
}

/** The label of the nearest line, and how many meters farther the next label is. */
function nearest(lines: readonly BoxedLine[], plane: Plane, x: number, y: number): { label: number; margin: number } {
  let label = 0
  let [best, second] = [Infinity, Infinity]
  // Edges whose box is farther than the two best lines so far cannot change the result; the margin outweighs rounding.
  const reach = (box: Box): number => squaredReach(box, plane, x, y) * (1 - 1e-9)
  lines.forEach((line, index) => {
    if (reach(line.box) > second) return
    let least = Infinity
    for (const { coordinates, box } of line.runs) {
      if (reach(box) > Math.min(second, least)) continue
      for (let i = 0; i < coordinates.length; i += 4) {
        const ax = ((coordinates[i] ?? 0) - x) * plane.east
        const ay = ((coordinates[i + 1] ?? 0) - y) * plane.north
        const bx = ((coordinates[i + 2] ?? 0) - x) * plane.east
        const by = ((coordinates[i + 3] ?? 0) - y) * plane.north
        const squared = squaredDistance(0, 0, ax, ay, bx, by)
        if (squared < least) least = squared
      }
    }
    if (least < best) {
      second = best
      best = least
      label = index
    } else if (least < second) second = least
  })
  return { label, margin: Math.sqrt(second) - Math.sqrt(best) }
}

/** Squared distance in meters from a point to a box; 0 inside. */
function squaredReach(box: Box, plane: Plane, x: number, y: number): number {
  const across = Math.max(box.west - x, x - box.east, 0) * plane.east
  const along = Math.max(box.south - y, y - box.north, 0) * plane.north
  return across * across + along * along
}
