// Finds the resolution-7 cells that each edge passes through.

import { CELL_RESOLUTION, cellCentre, cellCorners, cellDisk, cellKey } from '../../data/index/cell.ts'
import { turn } from '../../data/index/crossing.ts'
import { type Edges, type PairGroups, Pairs } from './rings.ts'

// The convex, slightly padded outline of a cell. An edge that misses it cannot lie between two points of the cell.

/**
 * Microdegrees of latitude. A cell's side is an arc of a great circle of at most 1.7 km. Up to 80° it bulges less than 4
 * units from the straight line on the map; rounding moves corners by half a unit.
 */
const PAD = 16

/** Microdegrees of latitude. No cell extends farther from its center (maximum of 400,000 random cells: 13,926). */
const REACH = 20_000

/** Corners are computed on first use. */
export class Hull {
  readonly key: number
  /** The cell's center, microdegrees. */
  readonly x: number
  readonly y: number
  /** Ratio of a degree of longitude to a degree of latitude here. */
  readonly scale: number
  private outline: Float64Array | undefined

  constructor(key: number) {
    this.key = key
    ;[this.x, this.y] = cellCentre(key, CELL_RESOLUTION)
    this.scale = Math.cos((this.y * Math.PI) / 180e6)
  }

  /** [x0, y0, …] relative to the center, anticlockwise. */
  get corners(): Float64Array {
    if (this.outline) return this.outline
    const ring = Float64Array.from(cellCorners(this.key))
    for (let i = 0; i < ring.length; i += 2) {
      ring[i] = turn(this.x, ring[i] ?? 0)
      ring[i + 1] = (ring[i + 1] ?? 0) - this.y
    }
    this.outline = isConvex(ring) ? ring : convex(ring)
    return this.outline
  }
}

/**
 * True if the edge a–b (relative to the center) meets the padded outline: no separating axis exists. May err toward true
 * only.
 */
export function touches(hull: Hull, ax: number, ay: number, bx: number, by: number): boolean {
  const dx = bx - ax
  const dy = by - ay
  const span = dx * hull.scale
  const offset = (ax * dy - ay * dx) * hull.scale
  if (offset * offset > REACH * REACH * (span * span + dy * dy)) return false
  const { corners } = hull
  const padX = PAD / hull.scale
  const padY = PAD
  const slack = padX * Math.abs(dy) + padY * Math.abs(dx)
  let [low, high, west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity]
  let px = corners[corners.length - 2] ?? 0
  let py = corners[corners.length - 1] ?? 0
  for (let i = 0; i < corners.length; i += 2) {
    const qx = corners[i] ?? 0
    const qy = corners[i + 1] ?? 0
    const sx = qx - px
    const sy = qy - py
    const beyond = padX * Math.abs(sy) + padY * Math.abs(sx)
    if ((ax - px) * sy - (ay - py) * sx > beyond && (bx - px) * sy - (by - py) * sx > beyond) return false
    const across = dx * (qy - ay) - dy * (qx - ax)
    low = Math.min(low, across)
    high = Math.max(high, across)
    west = Math.min(west, qx)
    east = Math.max(east, qx)
    south = Math.min(south, qy)
    north = Math.max(north, qy)
    px = qx
    py = qy
  }
  if (low > slack || high < -slack) return false
  if (Math.max(ax, bx) < west - padX || Math.min(ax, bx) > east + padX) return false
  return Math.max(ay, by) >= south - padY && Math.min(ay, by) <= north + padY
}

/** Squared radius around a cell's center, in microdegrees of latitude, that no other cell's padded outline enters. */
function innerRadius(hull: Hull, neighbours: readonly Hull[]): number {
  let nearest = Infinity
  for (const other of neighbours) {
    if (other === hull) continue
    const x = turn(hull.x, other.x)
    const y = other.y - hull.y
    const { corners } = other
    let px = corners[corners.length - 2] ?? 0
    let py = corners[corners.length - 1] ?? 0
    for (let i = 0; i < corners.length; i += 2) {
      const qx = corners[i] ?? 0
      const qy = corners[i + 1] ?? 0
      nearest = Math.min(nearest, distance((x + px) * hull.scale, y + py, (x + qx) * hull.scale, y + qy))
      px = qx
      py = qy
    }
  }
  return Math.max(0, nearest - 4 * PAD) ** 2
}

/** Distance from the origin to the segment p–q. */
function distance(px: number, py: number, qx: number, qy: number): number {
  const [sx, sy] = [qx - px, qy - py]
  const along = Math.min(1, Math.max(0, -(px * sx + py * sy) / (sx * sx + sy * sy)))
  return Math.hypot(px + along * sx, py + along * sy)
}

function isConvex(ring: Float64Array): boolean {
  for (let i = 0, j = ring.length - 2, k = ring.length - 4; i < ring.length; k = j, j = i, i += 2)
    if (!turnsLeft(ring, k, j, i)) return false
  return true
}

function turnsLeft(ring: Float64Array, a: number, b: number, c: number): boolean {
  const [ax, ay] = [ring[a] ?? 0, ring[a + 1] ?? 0]
  return ((ring[b] ?? 0) - ax) * ((ring[c + 1] ?? 0) - ay) - ((ring[b + 1] ?? 0) - ay) * ((ring[c] ?? 0) - ax) > 0
}

/** Andrew's monotone chain: the anticlockwise hull, without corners on straight sides. */
function convex(ring: Float64Array): Float64Array {
  const order = Array.from({ length: ring.length / 2 }, (_, i) => i * 2)
  order.sort((a, b) => (ring[a] ?? 0) - (ring[b] ?? 0) || (ring[a + 1] ?? 0) - (ring[b + 1] ?? 0))
  const half = (line: readonly number[]): number[] => {
    const kept: number[] = []
    for (const corner of line) {
      while (kept.length > 1 && !turnsLeft(ring, kept.at(-2) ?? 0, kept.at(-1) ?? 0, corner)) kept.pop()
      kept.push(corner)
    }
    return kept.slice(0, -1)
  }
  const corners = [...half(order), ...half(order.toReversed())]
  return Float64Array.from(corners.flatMap((corner) => [ring[corner] ?? 0, ring[corner + 1] ?? 0]))
}

/**
 * Microdegrees of latitude, 890 m. Cells that are not neighbors are at least one side apart, 988 m or more. Within half a
 * stride of a point there are only its cell and the neighbors, so no cell is skipped.
 */
const STRIDE = 8000
const REMEMBERED = 20_000

interface Cell {
  hull: Hull
  inner: number
  disk: Cell[]
  visits: number
  /** The last edge tested against it. */
  edge: number
}

/** Cells by key, each with the edges that meet its padded outline. */
export function traceEdges(edges: Edges): PairGroups {
  const pairs = new Pairs()
  const { ends } = edges
  let atlas = new Atlas()
  let cell: Cell | undefined
  for (let edge = 0; edge < edges.count; edge++) {
    const ax = ends[edge * 4] ?? 0
    const ay = ends[edge * 4 + 1] ?? 0
    const bx = ends[edge * 4 + 2] ?? 0
    const by = ends[edge * 4 + 3] ?? 0
    if (cell && isInner(cell, ax, ay) && isInner(cell, bx, by)) {
      pairs.add(cell.hull.key, edge)
      continue
    }
    if (atlas.isFull()) atlas = new Atlas()
    const scale = Math.cos((Math.min(Math.abs(ay), Math.abs(by)) * Math.PI) / 180e6)
    const strides = Math.ceil(Math.max(1, (Math.abs(bx - ax) * scale) / STRIDE, Math.abs(by - ay) / STRIDE))
    for (let i = 0; i <= strides; i++) {
      const x = ax + ((bx - ax) * i) / strides
      const y = ay + ((by - ay) * i) / strides
      if (!cell || !isInner(cell, x, y)) cell = atlas.visit(cellKey(x, y))
      for (const near of cell.disk) {
        if (near.edge === edge) continue
        near.edge = edge
        const from = turn(near.hull.x, ax)
        if (touches(near.hull, from, ay - near.hull.y, from + bx - ax, by - near.hull.y)) pairs.add(near.hull.key, edge)
      }
    }
  }
  return pairs.group()
}

/** True if a point is so deep inside a cell that no other cell's outline is near. */
function isInner(cell: Cell, x: number, y: number): boolean {
  const dx = (x - cell.hull.x) * cell.hull.scale
  const dy = y - cell.hull.y
  return dx * dx + dy * dy < cell.inner
}

/** Cache of recently visited cells. */
class Atlas {
  private readonly cells = new Map<number, Cell>()

  isFull(): boolean {
    return this.cells.size > REMEMBERED
  }

  private bare(key: number): Cell {
    let cell = this.cells.get(key)
    if (!cell) {
      cell = { hull: new Hull(key), inner: 0, disk: [], visits: 0, edge: -1 }
      this.cells.set(key, cell)
    }
    return cell
  }

  /**
   * Loads the cell's neighbors. Computes the inner radius only on the second visit, because long edges visit most cells
   * once.
   */
  visit(key: number): Cell {
    const cell = this.bare(key)
    if (cell.visits === 0) cell.disk = cellDisk(key).map((near) => this.bare(near))
    if (cell.visits++ === 1)
      cell.inner = innerRadius(
        cell.hull,
        cell.disk.map(({ hull }) => hull),
      )
    return cell
  }
}
