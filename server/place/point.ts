// Point → the areas that contain it, from the cell index alone.
//
// The index is read from SQLite (HUSTINGS_PLACES=sqlite, the default) or held in memory (HUSTINGS_PLACES=memory), with the same
// answers. SQLite is the default: over the nation a lookup costs it about two microseconds more, of a request of a hundred or
// more, while memory costs some 55 MB in each worker, which of SQLite's pages all share one copy.

import { cellKey } from '../../data/schema/cell.ts'
import { areasInCell } from '../../data/schema/crossing.ts'
import type { Bundle, Part, Statement } from '../../data/store/bundle.ts'
import { keepWhole } from '../read/keep.ts'
import { type HeldCells, holdCells } from './memory.ts'

interface Lookup {
  cell: Statement<{ set_id: number; edges: Uint8Array | null }>
  set: Statement<{ ordinals: Uint8Array }>
  /** Sets read so far, by set_id. */
  known: (readonly number[] | undefined)[]
  /** Once they are in memory. */
  held: HeldCells | undefined
  /** While they are read. */
  holding: Promise<HeldCells | undefined> | undefined
}

const lookupIn = keepWhole(
  (places: Part): Lookup => ({
    cell: places.statement('SELECT set_id, edges FROM cell WHERE key <= $key ORDER BY key DESC LIMIT 1'),
    set: places.statement('SELECT ordinals FROM area_set WHERE set_id = $set_id'),
    known: [],
    held: undefined,
    holding: undefined,
  }),
)

/** Ordinals, rising, of the areas that contain a point in integer microdegrees; on a shared border, one of a layer. */
export function areasAt(bundle: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  const lookup = lookupIn(bundle.places)
  const key = cellKey(lngMicro, latMicro)
  if (lookup.held) {
    const row = lookup.held.find(key)
    const set = lookup.known[row.set_id] ?? loadSet(lookup, row.set_id)
    return row.start === row.end ? set.slice() : areasInCell(row.edges, set, lngMicro, latMicro, row.start)
  }
  const row = lookup.cell.get({ key })
  if (!row) return []
  const set = lookup.known[row.set_id] ?? loadSet(lookup, row.set_id)
  return row.edges === null ? set.slice() : areasInCell(row.edges, set, lngMicro, latMicro)
}

/**
 * Takes a part's index into memory, beside the answers that it goes on giving; what is in memory, or on its way, is not read again.
 * @param isOpen says no once the part is closed
 * @returns the bytes held; 0 where the part was closed before they were all there
 */
export async function holdPlaces(places: Part, isOpen: () => boolean): Promise<number> {
  const lookup = lookupIn(places)
  if (!lookup.held) {
    lookup.holding ??= holdCells(places, isOpen).finally(() => {
      lookup.holding = undefined
    })
    lookup.held = await lookup.holding
  }
  return lookup.held?.bytes ?? 0
}

function loadSet(lookup: Lookup, set_id: number): readonly number[] {
  const row = lookup.set.get({ set_id })
  if (!row) throw new Error(`the places part has a cell with set ${set_id}, but no such area_set: rebuild the bundle`)
  const { buffer, byteOffset, byteLength } = row.ordinals
  const view = new DataView(buffer, byteOffset, byteLength)
  const set = Array.from({ length: byteLength / 4 }, (_, i) => view.getUint32(i * 4, true))
  lookup.known[set_id] = set
  return set
}
