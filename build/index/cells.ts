// Converts polygons to rows of the cell table: runs of cells with one set of areas, and cells with edges for the exact test.

import { BASE_CELLS, CELL_RESOLUTION, CELLS_PER_BASE, cellCentre, isCell } from '../../data/index/cell.ts'
import { crosses, type EdgeGroup, encodeEdges, toReference, turn } from '../../data/index/crossing.ts'
import { type AreaSets, createAreaSets } from './area-grid.ts'
import { collectEdges, type Edges, floorIndex, type IndexedArea, type PairGroups, Pairs } from './rings.ts'
import { traceEdges } from './trace.ts'

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
