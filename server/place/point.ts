// Finds the areas that contain a point, from the cell index alone. HUSTINGS_PLACES=memory reads all of it when a bundle opens; by default
// each bucket is read at the first lookup in it. Then both are the same.

import { cellDisk, cellKey } from '../../data/index/cell.ts'
import { areasInCell, areasOf } from '../../data/index/crossing.ts'
import type { AreasAt } from '../../data/index/probes.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { memoizePerPart } from '../read/per-part-cache.ts'
import { type Cells, openCells } from './cells.ts'

const cellsOf = memoizePerPart(openCells)

/** A part's lookup. */
export const areasAtOf = memoizePerPart((places: OpenPart): AreasAt => {
  const cells = cellsOf(places)
  return (lngMicro, latMicro) => areasInCell(cells.find(cellKey(lngMicro, latMicro)), lngMicro, latMicro)
})

export function areasAt(bundle: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  return areasAtOf(bundle.places)(lngMicro, latMicro)
}

/** As `areasAt`, for a point of the cell with this key. */
export function areasInCellAt(places: OpenPart, key: number, lngMicro: number, latMicro: number): number[] {
  return areasInCell(cellsOf(places).find(key), lngMicro, latMicro)
}

/** The ordinals, ascending, of the areas that contain each point of a cell; undefined if a border crosses it. */
export function areasOfWhole(places: OpenPart, key: number): Uint32Array | undefined {
  const cell = cellsOf(places).find(key)
  return cell.start === cell.end ? areasOf(cell) : undefined
}

/** Ordinals, each once, of the areas in a cell and in so many rings around it. */
export function areasNear(places: OpenPart, key: number, rings: number): ReadonlySet<number> {
  const { find } = cellsOf(places)
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
  const whole = wholeOf(places)
  if (whole.held > 0) return whole.held
  whole.reading ??= readBuckets(cellsOf(places), isOpen).finally(() => {
    whole.reading = undefined
  })
  whole.held = await whole.reading
  return whole.held
}

/** Bytes of an index that has been read, or 0; and its reading. */
const wholeOf = memoizePerPart((_places: OpenPart): { held: number; reading: Promise<number> | undefined } => ({
  held: 0,
  reading: undefined,
}))

async function readBuckets({ listBuckets, loadBucket }: Cells, isOpen: () => boolean): Promise<number> {
  let held = 0
  for (const bucket of listBuckets()) {
    await new Promise(setImmediate)
    if (!isOpen()) return 0
    held = loadBucket(bucket)
  }
  return held
}
