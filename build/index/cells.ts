// Converts polygons to rows of the cell table: runs of cells with one set of areas, and cells with edges for the exact test.

import {
  BASE_CELLS,
  CELL_RESOLUTION,
  CELLS_PER_BASE,
  cellCentre,
  cellCorners,
  cellDisk,
  cellKey,
  isCell,
} from '../../data/index/cell.ts'
import { crosses, type EdgeGroup, encodeEdges, toReference, turn } from '../../data/index/crossing.ts'
import { type AreaSets, createAreaSets } from './area-grid.ts'
import { collectEdges, type Edges, floorIndex, type IndexedArea, type PairGroups, Pairs } from './rings.ts'

interface CellRow {
  key: number
  /** The areas that may contain a point of the run. */
  set_id: number
  /** Format: data/index/crossing.ts, for one cell. Null if the run up to the next row lies in exactly the set's areas. */
  edges: Uint8Array | null
}

export interface CellIndex {
  /** By set_id; ordinals ascending; the first set is empty. */
  sets: readonly Uint32Array[]
  /** By ascending key, from 0. Computed lazily; can be iterated many times. */
  cells: Iterable<CellRow>
}

interface Leaf {
  key: number
  /** The set of the run, or of the areas that meet a traced cell. */
  set: number
  /** The set at a traced cell's reference point. */
  reference: number
  /** Position among the traced cells, -1 for a run. */
  traced: number
}

/**
 * @param areas in microdegrees, valid polygons, ordinals dense from 1; areas may overlap freely
 * @throws RangeError for ordinals that are not dense, or edges beyond the limits of the exact test
 */
export function buildCells(areas: readonly IndexedArea[]): CellIndex {
  areas.forEach(({ ordinal }, i) => {
    if (ordinal !== i + 1)
      throw new RangeError(`area ${i + 1} of ${areas.length} has ordinal ${ordinal}: expected ${i + 1}`)
  })
  const sets = createAreaSets()
  const edges = collectEdges(areas, sets)
  const traced = traceEdges(edges)
  const leaves = fill(edges, traced, sets)
  const used = new Map([[0, 0]])
  for (const { set } of leaves) if (!used.has(set)) used.set(set, used.size)
  return {
    sets: Array.from(used.keys(), (set) => sets.lists[set] ?? new Uint32Array(0)),
    cells: {
      *[Symbol.iterator]() {
        for (const leaf of leaves) {
          const record = leaf.traced < 0 ? null : edgeRecord(leaf, edges, traced, sets)
          yield { key: leaf.key, set_id: used.get(leaf.set) ?? 0, edges: record }
        }
      },
    },
  }
}

/** Descends from the base cells until a cell contains no traced cell, or is one. */
function fill(edges: Edges, traced: PairGroups, sets: AreaSets): Leaf[] {
  const boxes = createBoxes(edges, sets)
  const leaves: Leaf[] = []
  const visit = (key: number, span: number, resolution: number): void => {
    const at = floorIndex(traced.places, key + span - 1)
    const isTraced = at >= 0 && (traced.places[at] ?? 0) >= key
    if (isTraced && span > 1) {
      const part = span / 7
      for (let digit = 0; digit < 7; digit++)
        if (digit !== 1 || isCell(key + part, resolution + 1)) visit(key + digit * part, part, resolution + 1)
      return
    }
    if (isTraced) {
      const reference = boxes.setAt(...toReference(...cellCentre(key, resolution)))
      const areas = new Set([...(sets.lists[reference] ?? []), ...boundedIn(at, edges, traced, sets)])
      leaves.push({ key, set: sets.intern([...areas].sort((a, b) => a - b)), reference, traced: at })
      return
    }
    const set = boxes.setAt(...cellCentre(key, resolution))
    const last = leaves.at(-1)
    if (!last || last.traced >= 0 || last.set !== set) leaves.push({ key, set, reference: set, traced: -1 })
  }
  for (let base = 0; base < BASE_CELLS; base++) visit(base * CELLS_PER_BASE, CELLS_PER_BASE, 0)
  return leaves
}

/** The areas with an edge in a traced cell. */
function boundedIn(at: number, edges: Edges, traced: PairGroups, sets: AreaSets): Set<number> {
  const bounds = new Set<number>()
  for (let i = traced.starts[at] ?? 0; i < (traced.starts[at + 1] ?? 0); i++)
    bounds.add(edges.sets[traced.edges[i] ?? 0] ?? 0)
  const ordinals = new Set<number>()
  for (const set of bounds) for (const ordinal of sets.lists[set] ?? []) ordinals.add(ordinal)
  return ordinals
}

function edgeRecord(leaf: Leaf, edges: Edges, traced: PairGroups, sets: AreaSets): Uint8Array {
  const [x, y] = toReference(...cellCentre(leaf.key, CELL_RESOLUTION))
  const positions = new Map(Array.from(sets.lists[leaf.set] ?? [], (ordinal, i) => [ordinal, i]))
  const positionsOf = (set: number): number[] =>
    Array.from(sets.lists[set] ?? [], (ordinal) => positions.get(ordinal) ?? 0)
  // In ring order, so that a chain usually starts where the previous one ends.
  const groups: EdgeGroup[] = []
  let before = 0
  for (let i = traced.starts[leaf.traced] ?? 0; i < (traced.starts[leaf.traced + 1] ?? 0); i++) {
    const edge = traced.edges[i] ?? 0
    const set = edges.sets[edge] ?? 0
    if (set !== before) groups.push({ toggles: positionsOf(set), chains: [] })
    before = set
    const ax = turn(x, edges.ends[edge * 4] ?? 0)
    const ay = (edges.ends[edge * 4 + 1] ?? 0) - y
    const bx = ax + (edges.ends[edge * 4 + 2] ?? 0) - (edges.ends[edge * 4] ?? 0)
    const by = (edges.ends[edge * 4 + 3] ?? 0) - y
    const chains = groups.at(-1)?.chains ?? []
    const chain = chains.at(-1)
    if (chain && chain.at(-2) === ax && chain.at(-1) === ay) chain.push(bx, by)
    else chains.push([ax, ay, bx, by])
  }
  return encodeEdges({ x, y, inside: positionsOf(leaf.reference), groups })
}

// Finds the areas that contain a point during the build: a grid of boxes stores the set at each box's middle, carried along
// each row.

/** Microdegrees. A few cells wide, so that one test looks at few edges. */
const SIDE = 50_000
const COLUMNS = 2 ** 13

interface Boxes {
  /** Number of the set of areas at a point in microdegrees; lng in [-180°, 180°). */
  setAt(x: number, y: number): number
}

export function createBoxes(edges: Edges, sets: AreaSets): Boxes {
  const { ends, count } = edges
  let originX = 0
  let originY = 0
  for (let i = 0; i < count * 4; i += 2) {
    originX = Math.min(originX, ends[i] ?? 0)
    originY = Math.min(originY, ends[i + 1] ?? 0)
  }
  // Extended by one to the west, so that the first column's west side lies outside all areas.
  originX -= 1
  const pairs = new Pairs()
  for (let edge = 0; edge < count; edge++) boxesOf(edge, ends, originX, originY, pairs)
  const { places, starts, edges: members } = pairs.group()
  const middles = new Int32Array(places.length)
  const exits = new Int32Array(places.length)

  /** The set at q, given that p has `set` and both lie in one box. */
  const carry = (box: number, set: number, px: number, py: number, qx: number, qy: number): number => {
    let result = set
    if (px === qx && py === qy) return result
    for (let i = starts[box] ?? 0; i < (starts[box + 1] ?? 0); i++) {
      const at = (members[i] ?? 0) * 4
      const ax = (ends[at] ?? 0) - px
      const ay = (ends[at + 1] ?? 0) - py
      const bx = (ends[at + 2] ?? 0) - px
      const by = (ends[at + 3] ?? 0) - py
      if (crosses(ax, ay, bx, by, qx - px, qy - py)) result = sets.xor(result, edges.sets[members[i] ?? 0] ?? 0)
    }
    return result
  }

  let row = -1
  for (let box = 0; box < places.length; box++) {
    const place = places[box] ?? 0
    const entry = Math.floor(place / COLUMNS) === row ? (exits[box - 1] ?? 0) : 0
    row = Math.floor(place / COLUMNS)
    const west = originX + (place % COLUMNS) * SIDE
    const y = originY + row * SIDE + SIDE / 2
    middles[box] = carry(box, entry, west, y, west + SIDE / 2, y)
    exits[box] = carry(box, middles[box] ?? 0, west + SIDE / 2, y, west + SIDE, y)
  }

  const setAt = (x: number, y: number): number => {
    const column = Math.floor((x - originX) / SIDE)
    const line = Math.floor((y - originY) / SIDE)
    if (column < 0 || line < 0) return 0
    const place = line * COLUMNS + column
    const box = floorIndex(places, place)
    if (box < 0 || Math.floor((places[box] ?? 0) / COLUMNS) !== line) return 0
    if (places[box] !== place) return exits[box] ?? 0
    const [middleX, middleY] = [originX + column * SIDE + SIDE / 2, originY + line * SIDE + SIDE / 2]
    return carry(box, middles[box] ?? 0, middleX, middleY, x, y)
  }
  return { setAt }
}

/** Adds each box that the edge meets, including its east side, where the path to the next box ends. Extra boxes do no harm. */
function boxesOf(edge: number, ends: Int32Array, originX: number, originY: number, pairs: Pairs): void {
  const ax = (ends[edge * 4] ?? 0) - originX
  const ay = (ends[edge * 4 + 1] ?? 0) - originY
  const bx = (ends[edge * 4 + 2] ?? 0) - originX
  const by = (ends[edge * 4 + 3] ?? 0) - originY
  const [west, east, south, north] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)]
  for (let row = Math.floor(south / SIDE); row <= Math.floor(north / SIDE); row++) {
    let [left, right] = [west, east]
    if (north - south > SIDE && east - west > SIDE) {
      const at = (y: number): number => ax + ((bx - ax) * (Math.min(north, Math.max(south, y)) - ay)) / (by - ay)
      const [low, high] = [at(row * SIDE), at((row + 1) * SIDE)]
      left = Math.min(low, high) - 2
      right = Math.max(low, high) + 2
    }
    for (let column = Math.max(0, Math.ceil(left / SIDE) - 1); column <= Math.floor(right / SIDE); column++)
      pairs.add(row * COLUMNS + column, edge)
  }
}

// Finds the resolution-7 cells that each edge passes through.

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
function traceEdges(edges: Edges): PairGroups {
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
