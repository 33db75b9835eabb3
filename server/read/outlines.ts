// Outlines of districts and states for maps: their simplified lines, made at build. For drawing only; look-ups use the lines as served.

import { decodeMultiPolygon, type Ring } from '../../data/geometry/multipolygon.ts'
import { type Outline, toOutline } from '../../data/geometry/outline.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineCached, defineTable } from './bundle-cache.ts'
import { loadTables } from './part-tables.ts'

type Places = Pick<Bundle, 'places'>

interface OutlineRow {
  step: number
  west: number
  south: number
  east: number
  north: number
  rings: Uint8Array
}

/** Undefined if the lines of the district are not held. */
export function findOutline({ places }: Places, district: number): Outline | undefined {
  return loadOutline(places, district) ?? undefined
}

const POINT_BYTES = 16

const loadOutline = defineCached('outline', {
  // A bundle of 0.1.0 has no outlines: there, those of districts are computed when they are asked for.
  load: (places: OpenPart, id: number): Outline | null =>
    (loadTables(places).has('outline') ? readOutline(places, id) : computeOutline(places, id)) ?? null,
  bytesOf: (outline) => (outline ? sizeOf(outline.rings) : 0),
})

function sizeOf(rings: readonly Ring[]): number {
  return rings.reduce((sum, { length }) => sum + length * POINT_BYTES, 0)
}

function readOutline(places: OpenPart, id: number): Outline | undefined {
  const row = places
    .statement<OutlineRow>('SELECT step, west, south, east, north, rings FROM outline WHERE district_id = $id')
    .get({ id })
  if (!row) return undefined
  const { step, rings, ...box } = row
  return { step, rings: decodeMultiPolygon(rings).flat(), box }
}

function computeOutline(places: OpenPart, id: number): Outline | undefined {
  const row = places.statement<{ rings: Uint8Array }>('SELECT rings FROM boundary WHERE district_id = $id').get({ id })
  return row && toOutline(decodeMultiPolygon(row.rings))
}

/** Id of the state's own district, as its lines are now; undefined if it is not held. */
export function findStateDistrict({ places }: Places, state: string): number | undefined {
  return places
    .statement<{ id: number }>(
      `SELECT id
FROM district
WHERE state = $state AND type = 'state' AND retired = 0 AND has_boundary = 1
ORDER BY id
LIMIT 1`,
    )
    .get({ state })?.id
}

export interface StateOutline {
  state: string
  /** Of the grid, in microdegrees; the same for all states. */
  step: number
  /** In steps. */
  rings: readonly Ring[]
}

/** The states whose lines are held, in order of their codes. Empty for a bundle of 0.1.0. */
export function listStateOutlines({ places }: Places): readonly StateOutline[] {
  return loadStateOutlines(places)
}

const loadStateOutlines = defineTable('state_outlines', {
  load(places: OpenPart): readonly StateOutline[] {
    if (!loadTables(places).has('state_outline')) return []
    const rows = places
      .statement<{ state: string; step: number; rings: Uint8Array }>(
        'SELECT state, step, rings FROM state_outline ORDER BY state',
      )
      .all()
    return rows.map(({ rings, ...row }) => ({ ...row, rings: decodeMultiPolygon(rings).flat() }))
  },
  bytesOf: (states) => states.reduce((sum, { rings }) => sum + sizeOf(rings), 0),
})
