// Which resolution-7 cells each edge passes through.

import { cellDisk, cellKey } from '../data/schema/cell.ts'
import { turn } from '../data/schema/crossing.ts'
import { Hull, innerRadius, touches } from './hull.ts'
import { type PairGroups, Pairs } from './pairs.ts'
import type { Edges } from './rings.ts'

/**
 * Microdegrees of latitude, 890 m. Cells that are not neighbours lie a side apart, 988 m or more: within half a stride of a
 * point there are only its cell and the neighbours, so that no cell is skipped.
 */
const STRIDE = 8000
const REMEMBERED = 20_000

interface Cell {
  hull: Hull
  inner: number
  disk: Cell[]
  visits: number
  /** The last edge tried on it. */
  edge: number
}

/** Cells by key, each with the edges that its padded outline meets. */
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

/** Whether a point is so deep inside a cell that no other cell's outline is near. */
function isInner(cell: Cell, x: number, y: number): boolean {
  const dx = (x - cell.hull.x) * cell.hull.scale
  const dy = y - cell.hull.y
  return dx * dx + dy * dy < cell.inner
}

/** The cells seen lately. */
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

  /** With its neighbours; with its inner radius from the second visit on, for those that long edges only pass. */
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
