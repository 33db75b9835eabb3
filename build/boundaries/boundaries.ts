// Composes the boundaries of every district from the sources' shapes: out.line, out.line_near, out.line_overlap, and
// out.separation for corrected overlaps.

import { createHash } from 'node:crypto'
import { decodeMultiPolygon, encodeMultiPolygon } from '../../data/geometry/polygon.ts'
import { assemble } from '../../data/geometry/polygonize.ts'
import { LOCAL_PLANS } from '../../data/reference/congressional-plans.ts'
import type { Value, Warehouse } from '../../data/store/warehouse.ts'
import { type BuildProgress, runSql } from '../sql/run-sql.ts'
import { unpairedEdges } from './border.ts'
import { type Boundary, isOnlyPossible } from './boundary.ts'
import {
  COARSE_ERROR_M,
  CONGRESS_BOUNDARIES,
  type CongressionalBoundary,
  type CongressionalInput,
  type LocalBoundaries,
  type Origin,
} from './congressional.ts'
import { findOverlaps } from './districts-of-areas.ts'
import { makeExclusive, type SeparationReport } from './exclusive.ts'
import { drawPlans, type EditionConflict, type Plan } from './plan-editions.ts'
import { countVertices, polygonsArea } from './polygon.ts'
import { runJobs } from './worker-pool.ts'

/** The national file of coarse boundaries, and the edition in full detail before it. */
const COARSE_EDITION = 'cd119'
const EDITION_BEFORE = 'cd118'

const BOUNDARY_COLUMNS = [
  'layer',
  'state',
  'ocd_id',
  'vintage',
  'census_geoid',
  'county_geoid',
  'name',
  'class',
  'valid_from',
  'valid_to',
  'lines_precision',
  'error_m',
] as const

/** Skipped if the working database already holds the boundaries of these sources, drawn for the same unions of counties. */
export async function buildBoundaries(warehouse: Warehouse, sources: string, onProgress: BuildProgress): Promise<void> {
  await runSql(warehouse, '11_county_union')
  const unions = await loadCountyUnions(warehouse)
  const fingerprint = createHash('sha256').update(sources).update(JSON.stringify(unions)).digest('hex')
  await warehouse.run('DROP TABLE IF EXISTS out.stage; CREATE TABLE IF NOT EXISTS out.lines_of (fingerprint VARCHAR)')
  const [made] = await warehouse.all<{ fingerprint: string }>('SELECT fingerprint FROM out.lines_of')
  if (made?.fingerprint === fingerprint) return onProgress('lines', 'unchanged')
  await warehouse.run('DELETE FROM out.lines_of')
  await runSql(warehouse, '10_shape')

  const shapes = await loadShapes(warehouse)
  const { separations, conflicts, ...composed } = await composeBoundaries(shapes, await loadPlans(warehouse))
  const { boundaries, near } = addCountyUnions(composed, unions)
  onProgress('lines', `${boundaries.length} districts and ZIP areas drawn, ${near.length} of them generalized`)
  await writeBoundaries(warehouse, boundaries, near)
  await writeSeparations(warehouse, separations)
  await writeConflicts(warehouse, conflicts)

  const { overlaps, zipPoints } = await findOverlaps(
    boundaries,
    near,
    await warehouse.all('SELECT zip, state, lat, lng FROM core.zip ORDER BY zip, state'),
  )
  onProgress('overlaps', `${overlaps.length} districts found in counties, places and ZIP areas`)
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.line_overlap (area_layer VARCHAR, area_ocd_id VARCHAR, area_vintage VARCHAR, ocd_id VARCHAR, vintage VARCHAR, role VARCHAR, covers BOOLEAN, size BIGINT)',
  )
  await warehouse.append('out.line_overlap', overlaps)
  await warehouse.run('CREATE OR REPLACE TABLE out.zip_point (zip VARCHAR, ocd_id VARCHAR, vintage VARCHAR)')
  await warehouse.append('out.zip_point', zipPoints)
  await warehouse.run('INSERT INTO out.lines_of VALUES ($fingerprint)', { fingerprint })
}

/** @returns ordered by division and first day */
async function loadCountyUnions(warehouse: Warehouse): Promise<CountyUnion[]> {
  const rows = await warehouse.all<Omit<CountyUnion, 'geoids'> & { geoids: string }>(`
    SELECT ocd_id, layer, state, name, CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to,
      array_to_string(geoids, ' ') AS geoids
    FROM out.county_union
    ORDER BY ocd_id, valid_from`)
  return rows.map((row) => ({ ...row, geoids: row.geoids.split(' ') }))
}

async function loadShapes(warehouse: Warehouse): Promise<Boundary[]> {
  const rows = await warehouse.all<Omit<Boundary, 'polygons'> & { rings: Uint8Array }>(`
    SELECT ${BOUNDARY_COLUMNS.join(', ')}, rings
    FROM (SELECT * REPLACE (CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to) FROM out.shape)
    ORDER BY layer, state, ocd_id, vintage`)
  return rows.map(({ rings, ...row }) => ({ ...row, polygons: decodeMultiPolygon(rings) }))
}

/** @returns ordered by state, type and first day */
export async function loadPlans(warehouse: Warehouse): Promise<Plan[]> {
  return warehouse.all<Plan>(
    'SELECT state, type, vintage, CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to, changed, CAST(kept_from AS VARCHAR) AS kept_from FROM out.plan ORDER BY state, type, valid_from',
  )
}

export interface Composed {
  boundaries: Boundary[]
  near: Boundary[]
  separations: SeparationReport[]
  conflicts: EditionConflict[]
}

/** Coarse boundaries of a state's congressional districts to draw, and what is done with the result. */
interface CoarsePlan {
  input: CongressionalInput
  take(districts: readonly CongressionalBoundary[]): void
}

/**
 * Boundaries stay as published where no boundaries of a layer cross. Coarse congressional boundaries are composed state by state
 * (docs/rules.md#congressional-lines).
 * @param published with the edition as vintage
 */
export async function composeBoundaries(published: readonly Boundary[], plans: readonly Plan[]): Promise<Composed> {
  const { boundaries: drawn, conflicts } = drawPlans(published, plans, isLocal)
  const local = drawn.filter(isLocal)
  const { boundaries, separations } = await makeExclusive(drawn.filter((boundary) => !isLocal(boundary)))
  const near: Boundary[] = []
  const coarse = coarsePlans(boundaries, near, local)
  const composed = await runJobs(
    CONGRESS_BOUNDARIES,
    coarse.map(({ input }) => input),
    ({ coarse: districts, outline }) => districts.length * countVertices(outline?.polygons ?? []),
  )
  coarse.forEach(({ take }, nth) => {
    take(composed[nth] ?? [])
  })
  near.push(...boundaries.filter(isOnlyPossible))
  return { boundaries, near, separations, conflicts }
}

function isLocal({ vintage }: Boundary): boolean {
  return LOCAL_PLANS.some((plan) => plan.vintage === vintage)
}

/**
 * The plans of Congress with a generalized boundary. Their results replace the boundaries, and add the bands in which several districts are
 * possible.
 */
function coarsePlans(boundaries: Boundary[], near: Boundary[], local: readonly Boundary[]): CoarsePlan[] {
  const keyOf = ({ state, vintage }: Boundary): string => `${state} ${vintage}`
  const ofCongress = boundaries.filter(({ layer }) => layer === 'congressional')
  const isCoarse = ({ lines_precision }: Boundary): boolean => lines_precision === 'generalised'
  return [...new Set(ofCongress.filter(isCoarse).map(keyOf))].map((key): CoarsePlan => {
    const coarse = ofCongress.filter((boundary) => keyOf(boundary) === key)
    const [first] = coarse
    const shapesOfState = boundaries.filter(({ state }) => state === first?.state)
    // Only the vertices of this national file lie on the true boundaries, so that the boundaries before it tell which districts have not
    // moved.
    const isNational = coarse.every((boundary) => editionOf(boundary) === COARSE_EDITION)
    // Boundaries less coarse than the national file's reach the outline, and stay.
    const isFitted = coarse.some(({ error_m }) => error_m >= COARSE_ERROR_M)
    const before = first && isNational ? previousPlan(ofCongress, first) : []
    return {
      input: {
        new_plan: isFitted,
        previous: isFitted ? before : coarse,
        coarse,
        local: isNational ? localBoundaries(local, shapesOfState) : null,
        outline: shapesOfState.find(({ layer }) => layer === 'state') ?? null,
      },
      take(districts) {
        for (const { origins, near: band, ocd_id, polygons, lines_precision, error_m } of districts) {
          const at = boundaries.findIndex(
            (boundary) => keyOf(boundary) === key && boundary.ocd_id === ocd_id && coarse.includes(boundary),
          )
          const shape = boundaries[at]
          if (!shape) continue
          const drawn_from = isNational && { drawn_from: origins.map((origin) => vintageOf(origin, shape.state)) }
          boundaries[at] = { ...shape, polygons, lines_precision, error_m, ...drawn_from }
          if (band.length > 0) near.push({ ...shape, polygons: band })
        }
      },
    }
  })
}

function editionOf({ vintage, drawn_from }: Boundary): string {
  return drawn_from?.[0] ?? vintage
}

/** The districts of the state in the plan before. */
function previousPlan(ofCongress: readonly Boundary[], { state, valid_from }: Boundary): Boundary[] {
  const earlier = ofCongress.filter(
    (boundary) => boundary.state === state && (boundary.valid_to ?? '9999') < (valid_from ?? ''),
  )
  const last = earlier
    .map(({ valid_to }) => valid_to)
    .sort()
    .at(-1)
  return earlier.filter(({ valid_to }) => valid_to === last)
}

function vintageOf(origin: Origin, state: string): string {
  switch (origin) {
    case 'coarse':
      return COARSE_EDITION
    case 'previous':
      return EDITION_BEFORE
    case 'local':
      return LOCAL_PLANS.find((plan) => plan.state === state)?.vintage ?? COARSE_EDITION
    default:
      return origin satisfies never
  }
}

/** If not all counties of the locality are held, its complete districts are used instead: they omit only water. */
function localBoundaries(local: readonly Boundary[], shapesOfState: readonly Boundary[]): LocalBoundaries | null {
  const [first] = shapesOfState
  const plan = LOCAL_PLANS.find(({ state }) => state === first?.state)
  const districts = local.filter(({ vintage }) => vintage === plan?.vintage)
  if (!plan || districts.length === 0) return null
  const counties = shapesOfState.filter(
    ({ layer, census_geoid }) => layer === 'county' && plan.counties.includes(census_geoid ?? ''),
  )
  const whole = counties.length === plan.counties.length ? counties : districts
  return { within: whole.flatMap(({ polygons }) => polygons), districts }
}

async function writeBoundaries(
  warehouse: Warehouse,
  boundaries: readonly Boundary[],
  near: readonly Boundary[],
): Promise<void> {
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.line (layer VARCHAR, state VARCHAR, ocd_id VARCHAR, vintage VARCHAR, census_geoid VARCHAR, county_geoid VARCHAR, name VARCHAR, class VARCHAR, valid_from DATE, valid_to DATE, lines_precision VARCHAR, error_m INTEGER, drawn_from VARCHAR, size BIGINT, rings BLOB)',
  )
  await warehouse.append(
    'out.line',
    boundaries.map((boundary): Value[] => [
      ...BOUNDARY_COLUMNS.map((column) => boundary[column]),
      (boundary.drawn_from ?? [boundary.vintage]).join(' '),
      polygonsArea(boundary.polygons),
      encodeMultiPolygon(boundary.polygons),
    ]),
  )
  await warehouse.run('CREATE OR REPLACE TABLE out.line_near (ocd_id VARCHAR, vintage VARCHAR, rings BLOB)')
  await warehouse.append(
    'out.line_near',
    near.map((boundary): Value[] => [boundary.ocd_id, boundary.vintage, encodeMultiPolygon(boundary.polygons)]),
  )
}

async function writeSeparations(warehouse: Warehouse, separations: readonly SeparationReport[]): Promise<void> {
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.separation (layer VARCHAR, state VARCHAR, vintage VARCHAR, districts INTEGER, slivers INTEGER, gaps INTEGER, kept INTEGER)',
  )
  await warehouse.append(
    'out.separation',
    separations.map(({ layer, state, vintage, districts, slivers, gaps, kept }): Value[] => [
      ...[layer, state, vintage, districts, slivers, gaps, kept],
    ]),
  )
}

async function writeConflicts(warehouse: Warehouse, conflicts: readonly EditionConflict[]): Promise<void> {
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.edition_conflict (layer VARCHAR, state VARCHAR, plan VARCHAR, edition VARCHAR, other VARCHAR, districts VARCHAR)',
  )
  await warehouse.append(
    'out.edition_conflict',
    conflicts.map(({ layer, state, plan, edition, other, districts }): Value[] => [
      ...[layer, state, plan, edition, other, districts.join(' ')],
    ]),
  )
}

// Draws the divisions that consist of whole counties (docs/rules.md#whole-counties) from their counties' boundaries.

/** A row of out.county_union. */
export interface CountyUnion {
  ocd_id: string
  layer: string
  state: string
  name: string
  /** First and last day of the elections for which it has these counties; null: open. */
  valid_from: string | null
  valid_to: string | null
  /** Of its counties, sorted; at least one. */
  geoids: readonly string[]
}

/** Adds the boundaries of the unions to those of the sources. Boundaries in which their division is only possible give way to them. */
export function addCountyUnions(
  drawn: { boundaries: readonly Boundary[]; near: readonly Boundary[] },
  unions: readonly CountyUnion[],
): { boundaries: Boundary[]; near: Boundary[] } {
  const joined = drawCountyUnions(drawn.boundaries, unions)
  const ids = new Set(joined.map(({ ocd_id }) => ocd_id))
  const stays = (boundary: Boundary): boolean => !isOnlyPossible(boundary) || !ids.has(boundary.ocd_id)
  return { boundaries: [...drawn.boundaries.filter(stays), ...joined], near: drawn.near.filter(stays) }
}

/**
 * A division that has boundaries of its own keeps these, and one of whose counties the boundaries are not all held has none. The boundaries
 * are as exact as the coarsest county's.
 * @param boundaries of all layers, of which those of counties do not overlap
 * @returns in the order of the unions; the vintage is the year of the first election, or that of the counties' boundaries
 */
function drawCountyUnions(boundaries: readonly Boundary[], unions: readonly CountyUnion[]): Boundary[] {
  const counties = new Map(
    boundaries
      .filter(({ county_geoid, valid_to }) => county_geoid !== null && valid_to === null)
      .map((boundary) => [boundary.county_geoid, boundary]),
  )
  const drawn = new Map(boundaries.map((boundary) => [boundary.ocd_id, boundary]))
  return unions.flatMap(({ geoids, ...union }) => {
    const parts = geoids.flatMap((geoid) => counties.get(geoid) ?? [])
    const own = drawn.get(union.ocd_id)
    const [coarsest] = parts.toSorted((a, b) => b.error_m - a.error_m)
    if ((own && !isOnlyPossible(own)) || !coarsest || parts.length < geoids.length) return []
    const { lines_precision, error_m, vintage } = coarsest
    return [
      {
        ...union,
        vintage: union.valid_from?.slice(0, 4) ?? vintage,
        census_geoid: own?.census_geoid ?? null,
        county_geoid: null,
        class: null,
        lines_precision,
        error_m,
        drawn_from: [...new Set(parts.map((part) => part.vintage))].sort(),
        polygons:
          parts.length === 1 ? coarsest.polygons : assemble(unpairedEdges(parts.map(({ polygons }) => polygons))),
      },
    ]
  })
}
