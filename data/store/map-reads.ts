// Shapes for maps, of a places part: outlines of districts and states, the area that a location names, the districts and cities in a box.
// For drawing only: look-ups use the cell index.

import { groupBy } from '../core/group-by.ts'
import { type Outline, toOutline } from '../geometry/outline.ts'
import { type Box, decodeMultiPolygon, type MultiPolygon, type Ring } from '../geometry/polygon.ts'
import { type AreaGrid, decodeGridRuns, fieldsOf, middleOf } from '../index/area-grid.ts'
import { hasTable, IS_COUNTY, type OpenPart } from './bundle.ts'

/** The boundaries of a district as they are served; undefined if they are not held. */
export function loadBoundary(places: OpenPart, id: number): MultiPolygon | undefined {
  const row = places.statement<{ rings: Uint8Array }>('SELECT rings FROM boundary WHERE district_id = $id').get({ id })
  return row && decodeMultiPolygon(row.rings)
}

// Outlines: simplified lines, made at build.

interface OutlineRow {
  step: number
  west: number
  south: number
  east: number
  north: number
  rings: Uint8Array
}

const POINT_BYTES = 16

/** Null if the lines of the district are not held. */
export function loadOutline(places: OpenPart, id: number): Outline | null {
  // A bundle of 0.1.0 has no outlines: there, those of districts are computed when they are asked for.
  return (hasTable(places, 'outline') ? readOutline(places, id) : computeOutline(places, id)) ?? null
}

/** Of rings in memory. */
export function bytesOfRings(rings: readonly Ring[]): number {
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
  const polygons = loadBoundary(places, id)
  return polygons && toOutline(polygons)
}

export interface StateOutline {
  state: string
  /** Of the grid, in microdegrees; the same for all states. */
  step: number
  /** In steps. */
  rings: readonly Ring[]
}

/** The states whose lines are held, in order of their codes. Empty for a bundle of 0.1.0. */
export function loadStateOutlines(places: OpenPart): readonly StateOutline[] {
  if (!hasTable(places, 'state_outline')) return []
  const rows = places
    .statement<{ state: string; step: number; rings: Uint8Array }>(
      'SELECT state, step, rings FROM state_outline ORDER BY state',
    )
    .all()
  return rows.map(({ rings, ...row }) => ({ ...row, rings: decodeMultiPolygon(rings).flat() }))
}

// The area of a location.

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
export function loadAreaShape(places: OpenPart, area_keys: readonly string[]): AreaShape | undefined {
  const boundaries: MultiPolygon[] = []
  const grids: FieldGrid[] = []
  for (const area_key of area_keys) {
    const id = findDistrictId(area_key)
    const boundary = id === undefined ? undefined : loadBoundary(places, id)
    if (boundary) boundaries.push(boundary)
    const grid = boundary ? undefined : findAreaGrid(places, area_key)
    if (grid) grids.push(toFields(grid))
    if (!boundary && !grid) return undefined
  }
  return { boundaries, grids }
}

function toFields({ runs, ...grid }: AreaGrid): FieldGrid {
  return { ...grid, fields: fieldsOf({ runs }) }
}

/** Undefined if the area's lines are not held, for a state, and in a bundle of an earlier version. */
export function findAreaGrid(places: OpenPart, area_key: string): AreaGrid | undefined {
  if (!hasTable(places, 'area_grid')) return undefined
  const row = places
    .statement<Omit<AreaGrid, 'runs'> & { runs: Uint8Array }>(
      'SELECT west, south, step_lng, step_lat, columns, runs FROM area_grid WHERE area_key = $area_key',
    )
    .get({ area_key })
  return row && { ...row, runs: decodeGridRuns(row.runs) }
}

/** The id in `district:7`; undefined for a ZIP code. */
function findDistrictId(area_key: string): number | undefined {
  const [kind, id] = area_key.split(':')
  return kind === 'district' ? Number(id) : undefined
}

// Districts and cities in a box.

export interface ShapedDistrict {
  id: number
  name: string
  ocd_id: string
  polygons: MultiPolygon
}

const MEETS = 'outline.west <= $east AND outline.east >= $west AND outline.south <= $north AND outline.north >= $south'

/** The districts in a box that belong to the same plans as these, in order of their ids. Empty for a bundle without outlines. */
export function loadDistrictsOfPlans(places: OpenPart, ids: readonly number[], box: Box): ShapedDistrict[] {
  if (!hasTable(places, 'outline')) return []
  return loadShapes(places, {
    where: `(district.state, district.type, district.vintage) IN (
    SELECT state, type, vintage
    FROM district
    WHERE id IN (SELECT value FROM json_each($ids))
  )`,
    params: { ...box, ids: JSON.stringify(ids) },
  })
}

/**
 * The states, or the counties and the cities outside all counties, in a box, of one state or of every state there, in order of their ids.
 * Empty for a bundle without outlines.
 * @param state postal code
 */
export function loadDivisionsIn(
  places: OpenPart,
  type: 'state' | 'county',
  box: Box,
  state?: string,
): ShapedDistrict[] {
  if (!hasTable(places, 'outline')) return []
  const isDivision = type === 'county' ? IS_COUNTY : "district.type = 'state'"
  return loadShapes(places, {
    where: `${isDivision} AND district.retired = 0 AND district.state IN (SELECT value FROM json_each($states))`,
    params: { ...box, states: statesIn(places, box, state) },
  })
}

function loadShapes(
  places: OpenPart,
  { where, params }: { where: string; params: Readonly<Record<string, string | number>> },
): ShapedDistrict[] {
  const rows = places
    .statement<Omit<ShapedDistrict, 'polygons'> & { rings: Uint8Array }>(
      `SELECT district.id, district.name, district.ocd_id, boundary.rings
FROM district
JOIN outline ON outline.district_id = district.id
JOIN boundary ON boundary.district_id = district.id
WHERE ${where} AND ${MEETS}
ORDER BY district.id`,
    )
    .all(params)
  return rows.map(({ rings, ...row }) => ({ ...row, polygons: decodeMultiPolygon(rings) }))
}

/** A JSON list of postal codes. */
function statesIn(places: OpenPart, box: Box, state: string | undefined): string {
  if (state !== undefined) return JSON.stringify([state])
  const rows = places
    .statement<{ state: string }>(
      `SELECT DISTINCT district.state
FROM district
JOIN outline ON outline.district_id = district.id
WHERE district.type = 'state' AND ${MEETS}
ORDER BY district.state`,
    )
    .all({ ...box })
  return JSON.stringify(rows.map((row) => row.state))
}

export interface VotedDistrict {
  id: number
  type: string
  /** Ids, in ballot order. */
  contests: number[]
}

/** The districts with boundaries in which an election has contests, by id. Empty for a bundle without outlines. */
export function loadVotedDistricts(ballots: OpenPart, places: OpenPart, election: number): VotedDistrict[] {
  if (!hasTable(places, 'outline')) return []
  const contests = ballots
    .statement<{ id: number; district_id: number }>(
      `SELECT id, district_id
FROM contest
WHERE election_id = $election
ORDER BY level_rank, ballot_order, id`,
    )
    .all({ election })
  const byDistrict = groupBy(contests, ({ district_id }) => district_id)
  return places
    .statement<{ id: number; type: string }>(
      `SELECT district.id, district.type
FROM district
JOIN outline ON outline.district_id = district.id
WHERE district.id IN (SELECT value FROM json_each($ids))
ORDER BY district.id`,
    )
    .all({ ids: JSON.stringify([...byDistrict.keys()]) })
    .map((row) => ({ ...row, contests: (byDistrict.get(row.id) ?? []).map(({ id }) => id) }))
}

export interface CityPoint {
  name: string
  /** 0 if it is none of the larger cities. */
  population: number
  /** Microdegrees; inside the city. */
  lng: number
  lat: number
}

interface CitiesAsked {
  limit: number
  /** Only its places; without it, those of every state in the box. */
  state?: string | undefined
  /** 0 if it is not known. */
  populationOf: (name: string, state: string) => number
}

/** The places with boundaries in a box: the most populous first, then those of more land. */
export function loadCitiesIn(places: OpenPart, box: Box, { limit, state, populationOf }: CitiesAsked): CityPoint[] {
  if (!hasTable(places, 'outline')) return []
  return places
    .statement<{ name: string; state: string; area_key: string }>(
      `SELECT district.name, district.state, area_size.area_key
FROM district
JOIN outline ON outline.district_id = district.id
JOIN area_size ON area_size.area_key = 'district:' || district.id
WHERE district.type = 'place' AND district.retired = 0 AND district.state IN (SELECT value FROM json_each($states)) AND ${MEETS}
ORDER BY area_size.size DESC, district.id`,
    )
    .all({ ...box, states: statesIn(places, box, state) })
    .map((row) => ({ ...row, population: populationOf(row.name, row.state) }))
    .sort((a, b) => b.population - a.population)
    .slice(0, limit)
    .flatMap(({ name, population, area_key }) => {
      const grid = findAreaGrid(places, area_key)
      const [lng, lat] = grid ? middleOf(grid, widestField(grid)) : [Number.NaN, Number.NaN]
      const isIn = lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north
      return isIn ? [{ name, population, lng, lat }] : []
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
