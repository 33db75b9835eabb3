// Districts: lists and records, what an answer about a place needs of them, their outlines on a map.

import type { z } from 'zod'
import { type Outline, toOutline } from '../../data/geometry/outline.ts'
import { decodeMultiPolygon, type Ring, toCoordinates } from '../../data/geometry/polygon.ts'
import { type BallotDistrict, compareDistricts } from '../../data/place/ballot.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineCached, defineTable, loadTables } from './bundle-cache.ts'
import { findDistrictsOfElections } from './contests.ts'
import { type Day, findUpcoming, presentElectionsOfDistrict } from './elections.ts'
import { officeholdersOfDistrict } from './officeholders.ts'
import { isIn, nameContains, presentList, reportUrlMember, withMembers, withReportUrl } from './record.ts'
import type { Steps } from './sliced-work.ts'

const DISTRICTS_A_STEP = 64

interface BodyRow extends PlanDays {
  id: number
  body: string
}

/** When a district's plan elects. */
interface PlanDays {
  /** 1 if another plan follows after `valid_to`. */
  retired: number
  valid_from: string | null
  valid_to: string | null
}

/** Another plan of the chamber is in force on the day: the one that follows, or the one before. */
function isRetiredOn({ retired, valid_from, valid_to }: PlanDays, today: string): boolean {
  return (retired === 1 && valid_to !== null && valid_to < today) || (valid_from !== null && valid_from > today)
}

/** JSON of a district on a day. The bundle's own `retired` knows no day. */
function presentBody(row: BodyRow, today: string): string {
  return row.body.replace(/"retired":(?:true|false)/, `"retired":${isRetiredOn(row, today)}`)
}

/** The same as `isRetiredOn` in SQL. */
const IN_FORCE = 'NOT (retired = 1 AND coalesce(valid_to < $today, 0)) AND NOT coalesce(valid_from > $today, 0)'

/** Districts of named elections are listed whether retired or not. @throws ApiError 400 for a cursor of another list */
export function presentDistricts(
  query: z.output<typeof dataOperations.listDistricts.query>,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  const today = day.in('UTC')
  return presentList(
    { part: bundle.places, query, hash },
    {
      sql: (page) =>
        `SELECT id, state, level_rank, type, ocd_id, retired, valid_from, valid_to, body FROM district\n${page}`,
      order: { state: 'string', level_rank: 'number', type: 'string', ocd_id: 'string', id: 'number' },
      where: [
        isIn('id', 'ids', query.elections && findDistrictsOfElections(bundle, query.elections)),
        isIn('state', 'states', query.states),
        isIn('level', 'levels', query.levels),
        isIn('type', 'types', query.types),
        nameContains(query.q),
        query.include_retired || query.elections ? undefined : { sql: IN_FORCE, params: { today } },
      ],
      present: (rows: readonly BodyRow[]) =>
        rows.map((row) => withReportUrl(presentBody(row, today), 'district', row.id)),
    },
  )
}

/** JSON of one district with its officeholders and upcoming elections; undefined if none has this id. */
export function findDistrict(
  { bundle, day }: { bundle: Bundle; day: Day },
  id: number,
  options: { boundary: boolean },
): string | undefined {
  const row = bundle.places
    .statement<BodyRow & { ocd_id: string }>(
      'SELECT id, ocd_id, retired, valid_from, valid_to, body FROM district WHERE id = $id',
    )
    .get({ id })
  if (!row) return undefined
  const elections = presentElectionsOfDistrict(bundle, row, findUpcoming(bundle, day))
  const boundary = options.boundary ? presentBoundary(bundle, id) : 'null'
  return withMembers(
    presentBody(row, day.in('UTC')),
    `"officeholders":${officeholdersOfDistrict(bundle, id)},"elections":${elections},"boundary":${boundary},${reportUrlMember('district', id)}`,
  )
}

function presentBoundary({ places }: Bundle, id: number): string {
  const polygons = loadBoundary(places, id)
  return polygons ? JSON.stringify({ type: 'MultiPolygon', coordinates: toCoordinates(polygons) }) : 'null'
}

function loadBoundary(places: OpenPart, id: number) {
  const row = places.statement<{ rings: Uint8Array }>('SELECT rings FROM boundary WHERE district_id = $id').get({ id })
  return row && decodeMultiPolygon(row.rings)
}

/**
 * SQL: the GEOID of a county, or of a city outside all counties as one; null of other districts. Reads no more than a place's body: a bundle of an
 * earlier version has such a city as a county, too.
 */
export const COUNTY_GEOID =
  "CASE district.type WHEN 'county' THEN district.census_geoid WHEN 'place' THEN district.body ->> '$.census_geoids[0]' END"

/** SQL: a county, or a city outside all counties. */
export const IS_COUNTY = `(district.type = 'county' OR ${COUNTY_GEOID} IS NOT NULL)`

export interface DistrictSummaryRow extends BallotDistrict {
  census_geoid: string | null
  county_geoid: string | null
}

/** Returns at most one row. */
const loadSummary = defineCached('district', {
  load: (places: OpenPart, id: number): readonly DistrictSummaryRow[] =>
    places
      .statement<DistrictSummaryRow>(
        `SELECT id, type, state, level_rank, ocd_id, census_geoid, ${COUNTY_GEOID} AS county_geoid, valid_from, valid_to, summary
FROM district
WHERE id = $id`,
      )
      .all({ id }),
  bytesOf: ([row]) => ROW_BYTES + (row ? row.summary.length + row.ocd_id.length : 0),
})

const ROW_BYTES = 300

/** Empty for an unknown id. */
export function findDistrictType({ places }: Bundle, id: number): string {
  return loadSummary(places, id)[0]?.type ?? ''
}

/** Districts with these ids, ordered by state, level, type, ocd_id, id. */
export function* loadDistricts({ places }: Bundle, ids: readonly number[]): Steps<DistrictSummaryRow[]> {
  const districts: DistrictSummaryRow[] = []
  for (const [at, id] of [...new Set(ids)].entries()) {
    districts.push(...loadSummary(places, id))
    if ((at + 1) % DISTRICTS_A_STEP === 0) yield
  }
  return districts.sort(compareDistricts)
}

/** Date of the officeholder data, YYYY-MM-DD; undefined if there is none. Read from one row: all bodies would take tens of milliseconds. */
export function findHoldersDate({ officeholders }: Bundle): string | undefined {
  return officeholders
    .statement<{ date: string }>(
      `SELECT substr(body ->> '$.updated_at', 1, 10) AS date
FROM officeholder
WHERE id = (SELECT min(id) FROM officeholder)`,
    )
    .get()?.date
}

/** Layers whose plan redraws the whole state. In other layers each division replaces only itself. */
const STATEWIDE_PLANS = ['congressional', 'state_upper', 'state_lower', 'ward', 'anc', 'smd']

/** First election days, ascending, of the known plans of a district's layer. A later plan replaces an earlier one. */
export function loadPlanStarts({ places }: Bundle, { state, type, ocd_id }: BallotDistrict): readonly string[] {
  return loadStartsOf(places, `${state} ${type}`).get(STATEWIDE_PLANS.includes(type) ? '' : ocd_id) ?? []
}

/** For one state and type: by division, and under '' for all divisions together. */
const loadStartsOf = defineCached('plan_starts', { load: readStarts, bytesOf: ({ size }) => size * STARTS_BYTES })

const STARTS_BYTES = 200

function readStarts(places: OpenPart, layer: string): ReadonlyMap<string, readonly string[]> {
  const [state = '', type = ''] = layer.split(' ')
  const rows = places
    .statement<{ ocd_id: string; valid_from: string }>(
      `SELECT DISTINCT ocd_id, valid_from
FROM district
WHERE state = $state AND type = $type AND valid_from IS NOT NULL
ORDER BY valid_from, ocd_id`,
    )
    .all({ state, type })
  const starts = new Map<string, string[]>([['', []]])
  for (const { ocd_id, valid_from } of rows)
    for (const division of ['', ocd_id]) {
      const known = starts.get(division) ?? []
      if (known.at(-1) !== valid_from) known.push(valid_from)
      starts.set(division, known)
    }
  return starts
}

// Outlines of districts and states for maps: their simplified lines, made at build. For drawing only; look-ups use the lines as served.

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
export const loadOutline = defineCached('outline', {
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
  const polygons = loadBoundary(places, id)
  return polygons && toOutline(polygons)
}

/** Id of the state's own district, as its lines are now; undefined if it is not held. */
export function findStateDistrict(places: OpenPart, state: string): number | undefined {
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
export const loadStateOutlines = defineTable('state_outlines', {
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
