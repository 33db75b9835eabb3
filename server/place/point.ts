// Point → the areas that contain it, from the cell index alone.

import { cellKey } from '../../data/schema/cell.ts'
import { areasInCell } from '../../data/schema/crossing.ts'
import type { Bundle, Part, Statement } from '../../data/store/bundle.ts'
import { keepWhole } from '../read/keep.ts'

interface Lookup {
  cell: Statement<{ set_id: number; edges: Uint8Array | null }>
  set: Statement<{ ordinals: Uint8Array }>
  /** Sets read so far, by set_id. */
  known: Map<number, readonly number[]>
}

const lookupIn = keepWhole(
  (places: Part): Lookup => ({
    cell: places.statement('SELECT set_id, edges FROM cell WHERE key <= $key ORDER BY key DESC LIMIT 1'),
    set: places.statement('SELECT ordinals FROM area_set WHERE set_id = $set_id'),
    known: new Map(),
  }),
)

/** Ordinals, rising, of the areas that contain a point in integer microdegrees; on a shared border, one of a layer. */
export function areasAt(bundle: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  const lookup = lookupIn(bundle.places)
  const row = lookup.cell.get({ key: cellKey(lngMicro, latMicro) })
  if (!row) return []
  const set = lookup.known.get(row.set_id) ?? loadSet(lookup, row.set_id)
  return row.edges === null ? [...set] : areasInCell(row.edges, set, lngMicro, latMicro)
}

function loadSet(lookup: Lookup, set_id: number): readonly number[] {
  const row = lookup.set.get({ set_id })
  if (!row) throw new Error(`the places part has a cell with set ${set_id}, but no such area_set: rebuild the bundle`)
  const { buffer, byteOffset, byteLength } = row.ordinals
  const view = new DataView(buffer, byteOffset, byteLength)
  const set = Array.from({ length: byteLength / 4 }, (_, i) => view.getUint32(i * 4, true))
  lookup.known.set(set_id, set)
  return set
}
