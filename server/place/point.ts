// Finds the areas that contain a point, from the cell index alone. HUSTINGS_PLACES=memory reads all of it when a bundle opens; by default
// each bucket is read at the first lookup in it. Then both are the same.

import { cellDisk, cellKey } from '../../data/index/cell.ts'
import { areasInCell, areasOf } from '../../data/index/crossing.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineTable } from '../read/bundle-cache.ts'
import { type Cells, openCells } from './cells.ts'

interface PlacesIndex {
  cells: Cells
  /** Its reading as a whole; undefined unless it goes on, or has ended. */
  whole: Promise<number> | undefined
}

const indexOf = defineTable('cells', {
  load: (places: OpenPart): PlacesIndex => ({ cells: openCells(places), whole: undefined }),
  bytesOf: ({ cells }) => cells.bytes(),
})

/** The ordinals, ascending, of the areas that contain a point. */
export function areasAt({ places }: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  return areasInCellAt(places, cellKey(lngMicro, latMicro), lngMicro, latMicro)
}

/** As `areasAt`, for a point of the cell with this key. */
export function areasInCellAt(places: OpenPart, key: number, lngMicro: number, latMicro: number): number[] {
  return areasInCell(indexOf(places).cells.find(key), lngMicro, latMicro)
}

/** The ordinals, ascending, of the areas that contain each point of a cell; undefined if a border crosses it. */
export function areasOfWhole(places: OpenPart, key: number): Uint32Array | undefined {
  const cell = indexOf(places).cells.find(key)
  return cell.start === cell.end ? areasOf(cell) : undefined
}

/** Ordinals, each once, of the areas in a cell and in so many rings around it. */
export function areasNear(places: OpenPart, key: number, rings: number): ReadonlySet<number> {
  const { find } = indexOf(places).cells
  const near = new Set<number>()
  for (const one of cellDisk(key, rings)) for (const ordinal of areasOf(find(one))) near.add(ordinal)
  return near
}

/**
 * Reads all of a part's index, one bucket at a time, and lets the event loop run between buckets. An index that is read or being
 * read is not read again.
 * @param isOpen returns false once the part is closed
 * @returns bytes held; 0 if the part was closed before reading ended
 */
export async function loadPlacesIndex(places: OpenPart, isOpen: () => boolean): Promise<number> {
  const index = indexOf(places)
  index.whole ??= readBuckets(index.cells, isOpen)
  let held = 0
  try {
    held = await index.whole
  } finally {
    if (held === 0) index.whole = undefined
  }
  return held
}

async function readBuckets(cells: Cells, isOpen: () => boolean): Promise<number> {
  for (const bucket of cells.listBuckets()) {
    await new Promise(setImmediate)
    if (!isOpen()) return 0
    cells.loadBucket(bucket)
  }
  return cells.bytes()
}
