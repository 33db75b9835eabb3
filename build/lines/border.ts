// Compares shapes whose borders do not meet, without clipping: one contains the other, or they are disjoint.

import type { Ring } from '../../data/geometry/multipolygon.ts'
import { type IndexedRing, ringsContain } from './indexed-ring.ts'

/** Side of the lattice's cells, about 500 m. */
const CELL = 5_000
const STRIDE = 2 ** 20

/** The lattice cells that a border may touch, row by row from the south. */
export interface BorderCells {
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
