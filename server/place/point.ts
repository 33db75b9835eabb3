// Point → the areas that contain it, from the cell index alone.
//
// Edges are read from SQLite (HUSTINGS_PLACES=sqlite, the default) or held in memory (HUSTINGS_PLACES=memory), with the same
// answers. SQLite is the default: over the nation a lookup costs it about a microsecond more, of a request of a hundred or
// more, while memory costs some 25 MB more in each worker, which of SQLite's pages all share one copy.

import { cellKey } from '../../data/schema/cell.ts'
import { areasInCell } from '../../data/schema/crossing.ts'
import { METRES_PER_DEGREE } from '../../data/schema/polygon.ts'
import { decodeRising } from '../../data/schema/varint.ts'
import type { Bundle, Part } from '../../data/store/bundle.ts'
import { keepWhole } from '../read/keep.ts'
import { type Cells, openCells } from './cells.ts'

interface Lookup {
  cells: Cells
  set(params: { set_id: number }): Uint8Array | undefined
  /** Sets read so far, by set_id. */
  known: (readonly number[] | undefined)[]
  /** The bytes held in memory, once all are there. */
  held: number
  /** While they are read. */
  holding: Promise<number> | undefined
}

const lookupIn = keepWhole(
  (places: Part): Lookup => ({
    cells: openCells(places),
    set: places.value('SELECT ordinals FROM area_set WHERE set_id = $set_id'),
    known: [],
    held: 0,
    holding: undefined,
  }),
)

/** Ordinals, rising, of the areas that contain a point in integer microdegrees; on a shared border, one of a layer. */
export function areasAt(bundle: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  const lookup = lookupIn(bundle.places)
  const cell = lookup.cells.find(cellKey(lngMicro, latMicro))
  if (!cell) return []
  const set = lookup.known[cell.set_id] ?? loadSet(lookup, cell.set_id)
  return cell.edges ? areasInCell(cell.edges, set, lngMicro, latMicro, cell.start, cell.end) : set.slice()
}

/** Metres around a point at which its nearest areas are looked for; lines of 1:10,000,000 are rarely farther off. */
const PROBE_RADII_M = [30, 100, 300, 1_000, 3_000]
const PROBES = 16
const METRES_PER_MICRODEGREE = METRES_PER_DEGREE / 1e6

/** Ordinals, each once, of the wanted areas on the smallest circle around a point that meets any; none where none does. */
export function findNearest(
  bundle: Pick<Bundle, 'places'>,
  lngMicro: number,
  latMicro: number,
  isWanted: (ordinal: number) => boolean,
): number[] {
  const east = METRES_PER_MICRODEGREE * Math.cos((latMicro / 180e6) * Math.PI)
  for (const radius of PROBE_RADII_M) {
    const found = new Set<number>()
    for (let probe = 0; probe < PROBES; probe++) {
      const angle = (2 * Math.PI * probe) / PROBES
      const lng = Math.round(lngMicro + (radius * Math.cos(angle)) / east)
      const lat = Math.round(latMicro + (radius * Math.sin(angle)) / METRES_PER_MICRODEGREE)
      for (const ordinal of areasAt(bundle, turnLongitude(lng), lat)) if (isWanted(ordinal)) found.add(ordinal)
    }
    if (found.size > 0) return [...found]
  }
  return []
}

/** To [-180°, 180°). */
function turnLongitude(lngMicro: number): number {
  if (lngMicro >= 180e6) return lngMicro - 360e6
  return lngMicro < -180e6 ? lngMicro + 360e6 : lngMicro
}

/**
 * Takes a part's index into memory, beside the answers that it goes on giving; what is in memory, or on its way, is not read again.
 * @param isOpen says no once the part is closed
 * @returns the bytes held; 0 where the part was closed before they were all there
 */
export async function holdPlaces(places: Part, isOpen: () => boolean): Promise<number> {
  const lookup = lookupIn(places)
  if (lookup.held === 0) {
    lookup.holding ??= lookup.cells.hold(isOpen).finally(() => {
      lookup.holding = undefined
    })
    lookup.held = await lookup.holding
  }
  return lookup.held
}

function loadSet(lookup: Lookup, set_id: number): readonly number[] {
  const ordinals = lookup.set({ set_id })
  if (!ordinals)
    throw new Error(`the places part has a cell with set ${set_id}, but no such area_set: rebuild the bundle`)
  const set = decodeRising(ordinals)
  lookup.known[set_id] = set
  return set
}
