// Boundaries for a map of an area: of the area itself, of the districts around it, and points of the cities there.

import { type Box, decodeMultiPolygon, type MultiPolygon } from '../../data/geometry/polygon.ts'
import { type AreaGrid, fieldsOf, middleOf } from '../../data/index/area-grid.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { loadTables } from '../read/bundle-cache.ts'
import { IS_COUNTY } from '../read/districts.ts'
import { findAreaGrid } from './area-sample.ts'
import type { ResolvedLocation } from './place.ts'

/** The shapes of an area that a location names: boundaries where they are held, else the grid of points inside. */
export interface AreaShape {
  boundaries: readonly MultiPolygon[]
  grids: readonly FieldGrid[]
}

/** Fields of a ZIP code, whose boundaries a bundle does not have. */
export interface FieldGrid extends Omit<AreaGrid, 'runs'> {
  /** The numbers of the fields inside, ascending. */
  fields: readonly number[]
}

/** Undefined if one of the areas has neither boundaries nor a grid. */
export function loadAreaShape(
  { places }: Pick<Bundle, 'places'>,
  { area_keys }: ResolvedLocation,
): AreaShape | undefined {
  const boundaries: MultiPolygon[] = []
  const grids: FieldGrid[] = []
  for (const area_key of area_keys) {
    const row = places
      .statement<{ rings: Uint8Array }>('SELECT rings FROM boundary WHERE district_id = $id')
      .get({ id: districtOf(area_key) })
    if (row) boundaries.push(decodeMultiPolygon(row.rings))
    const grid = row ? undefined : findAreaGrid({ places }, area_key)
    if (grid) grids.push(toFields(grid))
    if (!row && !grid) return undefined
  }
  return { boundaries, grids }
}

function toFields({ runs, ...grid }: AreaGrid): FieldGrid {
  return { ...grid, fields: fieldsOf({ runs }) }
}

/** The id in `district:7`; null for a ZIP code. */
function districtOf(area_key: string): number | null {
  const [kind, id] = area_key.split(':')
  return kind === 'district' ? Number(id) : null
}

export interface ShapedDistrict {
  id: number
  name: string
  polygons: MultiPolygon
}

const MEETS = 'outline.west <= $east AND outline.east >= $west AND outline.south <= $north AND outline.north >= $south'

/** The districts in a box that belong to the same plans as these, in order of their ids. Empty for a bundle without outlines. */
export function loadDistrictsOfPlans(places: OpenPart, ids: readonly number[], box: Box): ShapedDistrict[] {
  if (!loadTables(places).has('outline')) return []
  return loadShapes(places, {
    where: `(district.state, district.type, district.vintage) IN (
    SELECT state, type, vintage
    FROM district
    WHERE id IN (SELECT value FROM json_each($ids))
  )`,
    params: { ...box, ids: JSON.stringify(ids) },
  })
}

/** The counties in a box, and the cities outside all counties, of every state there, in order of their ids. Empty for a bundle without outlines. */
export function loadCountiesIn(places: OpenPart, box: Box): ShapedDistrict[] {
  if (!loadTables(places).has('outline')) return []
  return loadShapes(places, {
    where: `${IS_COUNTY} AND district.retired = 0 AND district.state IN (SELECT value FROM json_each($states))`,
    params: { ...box, states: JSON.stringify(findStatesIn(places, box)) },
  })
}

function loadShapes(
  places: OpenPart,
  { where, params }: { where: string; params: Readonly<Record<string, string | number>> },
): ShapedDistrict[] {
  const rows = places
    .statement<{ id: number; name: string; rings: Uint8Array }>(
      `SELECT district.id, district.name, boundary.rings
FROM district
JOIN outline ON outline.district_id = district.id
JOIN boundary ON boundary.district_id = district.id
WHERE ${where} AND ${MEETS}
ORDER BY district.id`,
    )
    .all(params)
  return rows.map(({ rings, ...row }) => ({ ...row, polygons: decodeMultiPolygon(rings) }))
}

function findStatesIn(places: OpenPart, box: Box): string[] {
  return places
    .statement<{ state: string }>(
      `SELECT DISTINCT district.state
FROM district
JOIN outline ON outline.district_id = district.id
WHERE district.type = 'state' AND ${MEETS}
ORDER BY district.state`,
    )
    .all({ ...box })
    .map(({ state }) => state)
}

export interface CityPoint {
  name: string
  /** Microdegrees; inside the city. */
  lng: number
  lat: number
}

/** The places with boundaries in a box, largest first. */
export function loadCitiesIn(places: OpenPart, box: Box, limit: number): CityPoint[] {
  if (!loadTables(places).has('outline')) return []
  const rows = places
    .statement<{ name: string; area_key: string }>(
      `SELECT district.name, area_size.area_key
FROM district
JOIN outline ON outline.district_id = district.id
JOIN area_size ON area_size.area_key = 'district:' || district.id
WHERE district.type = 'place' AND district.retired = 0 AND district.state IN (SELECT value FROM json_each($states)) AND ${MEETS}
ORDER BY area_size.size DESC, district.id
LIMIT $limit`,
    )
    .all({ ...box, limit, states: JSON.stringify(findStatesIn(places, box)) })
  return rows.flatMap(({ name, area_key }) => {
    const grid = findAreaGrid({ places }, area_key)
    const [lng, lat] = grid ? middleOf(grid, widestField(grid)) : [Number.NaN, Number.NaN]
    return lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north ? [{ name, lng, lat }] : []
  })
}

/** The field in the middle of the longest run inside. */
function widestField({ runs }: AreaGrid): number {
  let [first, end] = [0, 0]
  for (let run = 0; run + 1 < runs.length; run += 2) {
    const [from = 0, to = 0] = runs.slice(run, run + 2)
    if (to - from > end - first) [first, end] = [from, to]
  }
  return (first + end) >> 1
}
