// Polygons → the rows of the cell table: runs of cells with one set of areas, and cells with edges for the exact test.

import { BASE_CELLS, CELL_RESOLUTION, CELLS_PER_BASE, cellCentre, isCell } from '../data/schema/cell.ts'
import { turn } from '../data/schema/crossing.ts'
import { type EdgeGroup, encodeEdges } from '../data/schema/edges.ts'
import { type AreaSets, createAreaSets } from './area-set.ts'
import { createBoxes } from './boxes.ts'
import { floorIndex, type PairGroups } from './pairs.ts'
import { type Area, collectEdges, type Edges } from './rings.ts'
import { traceEdges } from './trace.ts'

export interface CellRow {
  key: number
  set_id: number
  /** data/schema/edges.ts; null where the whole run up to the next row lies in exactly the set's areas. */
  edges: Uint8Array | null
}

export interface CellIndex {
  /** By set_id; rising ordinals; the first is empty. */
  sets: readonly Uint32Array[]
  /** By rising key, from 0 on; made while they are read, any number of times. */
  cells: Iterable<CellRow>
}

interface Leaf {
  key: number
  /** The set of the run, or of the areas that contain a traced cell whole. */
  set: number
  /** The set at the cell's centre. */
  centre: number
  /** Position among the traced cells, -1 for a run. */
  traced: number
}

/**
 * @param areas in microdegrees, valid polygons, ordinals dense from 1; areas may overlap freely.
 * @throws RangeError for ordinals that are not dense, or edges that the exact test cannot hold.
 */
export function buildCells(areas: readonly Area[]): CellIndex {
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

/** Goes down from the base cells to where a cell holds no traced cell, or is one. */
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
    const [x, y] = cellCentre(key, resolution)
    const centre = boxes.setAt(x, y)
    const last = leaves.at(-1)
    if (isTraced)
      leaves.push({ key, set: without(centre, candidatesOf(at, edges, traced, sets), sets), centre, traced: at })
    else if (!last || last.traced >= 0 || last.set !== centre) leaves.push({ key, set: centre, centre, traced: -1 })
  }
  for (let base = 0; base < BASE_CELLS; base++) visit(base * CELLS_PER_BASE, CELLS_PER_BASE, 0)
  return leaves
}

/** The areas with an edge in a traced cell, rising. */
function candidatesOf(at: number, edges: Edges, traced: PairGroups, sets: AreaSets): number[] {
  const bounds = new Set<number>()
  for (let i = traced.starts[at] ?? 0; i < (traced.starts[at + 1] ?? 0); i++)
    bounds.add(edges.sets[traced.edges[i] ?? 0] ?? 0)
  const ordinals = new Set<number>()
  for (const set of bounds) for (const ordinal of sets.lists[set] ?? []) ordinals.add(ordinal)
  return [...ordinals].sort((a, b) => a - b)
}

function without(set: number, ordinals: readonly number[], sets: AreaSets): number {
  return sets.intern([...(sets.lists[set] ?? [])].filter((ordinal) => !ordinals.includes(ordinal)))
}

function edgeRecord(leaf: Leaf, edges: Edges, traced: PairGroups, sets: AreaSets): Uint8Array {
  const [x, y] = cellCentre(leaf.key, CELL_RESOLUTION)
  const inside = new Set(sets.lists[leaf.centre])
  const ordinals = candidatesOf(leaf.traced, edges, traced, sets)
  const positions = new Map(ordinals.map((ordinal, i) => [ordinal, i]))
  const groups = new Map<number, EdgeGroup>()
  for (let i = traced.starts[leaf.traced] ?? 0; i < (traced.starts[leaf.traced + 1] ?? 0); i++) {
    const edge = traced.edges[i] ?? 0
    const set = edges.sets[edge] ?? 0
    let group = groups.get(set)
    if (!group) {
      group = { toggles: Array.from(sets.lists[set] ?? [], (ordinal) => positions.get(ordinal) ?? 0), chains: [] }
      groups.set(set, group)
    }
    const ax = turn(x, edges.ends[edge * 4] ?? 0)
    const ay = (edges.ends[edge * 4 + 1] ?? 0) - y
    const bx = ax + (edges.ends[edge * 4 + 2] ?? 0) - (edges.ends[edge * 4] ?? 0)
    const by = (edges.ends[edge * 4 + 3] ?? 0) - y
    const chain = group.chains.at(-1)
    if (chain && chain.at(-2) === ax && chain.at(-1) === ay) chain.push(bx, by)
    else group.chains.push([ax, ay, bx, by])
  }
  const candidates = ordinals.map((ordinal) => ({ ordinal, inside: inside.has(ordinal) }))
  return encodeEdges({ x, y, candidates, groups: [...groups.values()] })
}
