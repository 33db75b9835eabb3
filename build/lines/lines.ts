// Composes the lines of every district from the sources' shapes: out.line, out.line_near, out.line_overlap, and
// out.separation for corrected overlaps.

import { createHash } from 'node:crypto'
import { decodeMultiPolygon, encodeMultiPolygon } from '../../data/geometry/multipolygon.ts'
import { LOCAL_PLANS } from '../../data/reference/congressional-plans.ts'
import type { Value, Warehouse } from '../../data/store/warehouse.ts'
import { type BuildProgress, runSql } from '../sql/run-sql.ts'
import {
  COARSE_ERROR_M,
  CONGRESS_LINES,
  type CongressionalInput,
  type CongressionalLines,
  type LocalLines,
  type Origin,
} from './congressional.ts'
import { addCountyUnions, type CountyUnion } from './county-unions.ts'
import { findOverlaps } from './district-overlap.ts'
import { makeExclusive, type SeparationReport } from './exclusive.ts'
import { isOnlyPossible, type Line } from './line.ts'
import { drawPlans, type EditionConflict, type Plan } from './plan-editions.ts'
import { countVertices, polygonsArea } from './polygon.ts'
import { runJobs } from './worker-pool.ts'

/** The national file of coarse lines, and the edition in full detail before it. */
const COARSE_EDITION = 'cd119'
const EDITION_BEFORE = 'cd118'

const LINE_COLUMNS = [
  'layer',
  'state',
  'ocd_id',
  'vintage',
  'census_geoid',
  'name',
  'class',
  'valid_from',
  'valid_to',
  'lines_precision',
  'error_m',
] as const

/** Skipped if the working database already holds the lines of these sources, drawn for the same unions of counties. */
export async function buildLines(warehouse: Warehouse, sources: string, onProgress: BuildProgress): Promise<void> {
  await runSql(warehouse, '11_county_union')
  const unions = await loadCountyUnions(warehouse)
  const fingerprint = createHash('sha256').update(sources).update(JSON.stringify(unions)).digest('hex')
  await warehouse.run('DROP TABLE IF EXISTS out.stage; CREATE TABLE IF NOT EXISTS out.lines_of (fingerprint VARCHAR)')
  const [made] = await warehouse.all<{ fingerprint: string }>('SELECT fingerprint FROM out.lines_of')
  if (made?.fingerprint === fingerprint) return onProgress('lines', 'unchanged')
  await warehouse.run('DELETE FROM out.lines_of')
  await runSql(warehouse, '10_shape')

  const shapes = await loadShapes(warehouse)
  const { separations, conflicts, ...composed } = await composeLines(shapes, await loadPlans(warehouse))
  const { lines, near } = addCountyUnions(composed, unions)
  onProgress('lines', `${lines.length} districts and ZIP areas drawn, ${near.length} of them generalised`)
  await writeLines(warehouse, lines, near)
  await writeSeparations(warehouse, separations)
  await writeConflicts(warehouse, conflicts)

  const { overlaps, zipPoints } = await findOverlaps(
    lines,
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

async function loadShapes(warehouse: Warehouse): Promise<Line[]> {
  const rows = await warehouse.all<Omit<Line, 'polygons'> & { rings: Uint8Array }>(`
    SELECT ${LINE_COLUMNS.join(', ')}, rings
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
  lines: Line[]
  near: Line[]
  separations: SeparationReport[]
  conflicts: EditionConflict[]
}

/** Coarse lines of a state's congressional districts to draw, and what is done with the result. */
interface CoarsePlan {
  input: CongressionalInput
  take(districts: readonly CongressionalLines[]): void
}

/**
 * Lines stay as published where no lines of a layer cross. Coarse congressional lines are composed state by state
 * (docs/rules.md#congressional-lines).
 * @param published with the edition as vintage
 */
export async function composeLines(published: readonly Line[], plans: readonly Plan[]): Promise<Composed> {
  const { lines: drawn, conflicts } = drawPlans(published, plans, isLocal)
  const local = drawn.filter(isLocal)
  const { lines, separations } = await makeExclusive(drawn.filter((line) => !isLocal(line)))
  const near: Line[] = []
  const coarse = coarsePlans(lines, near, local)
  const composed = await runJobs(
    CONGRESS_LINES,
    coarse.map(({ input }) => input),
    ({ coarse: districts, outline }) => districts.length * countVertices(outline?.polygons ?? []),
  )
  coarse.forEach(({ take }, nth) => {
    take(composed[nth] ?? [])
  })
  near.push(...lines.filter(isOnlyPossible))
  return { lines, near, separations, conflicts }
}

function isLocal({ vintage }: Line): boolean {
  return LOCAL_PLANS.some((plan) => plan.vintage === vintage)
}

/** The plans of Congress with a generalised line. Their results replace the lines, and add the bands in which several districts are possible. */
function coarsePlans(lines: Line[], near: Line[], local: readonly Line[]): CoarsePlan[] {
  const keyOf = ({ state, vintage }: Line): string => `${state} ${vintage}`
  const ofCongress = lines.filter(({ layer }) => layer === 'congressional')
  const isCoarse = ({ lines_precision }: Line): boolean => lines_precision === 'generalised'
  return [...new Set(ofCongress.filter(isCoarse).map(keyOf))].map((key): CoarsePlan => {
    const coarse = ofCongress.filter((line) => keyOf(line) === key)
    const [first] = coarse
    const shapesOfState = lines.filter(({ state }) => state === first?.state)
    // Only the vertices of this national file lie on the true lines, so that the lines before it tell which districts have not moved.
    const isNational = coarse.every((line) => editionOf(line) === COARSE_EDITION)
    // Lines less coarse than the national file's reach the outline, and stay.
    const isFitted = coarse.some(({ error_m }) => error_m >= COARSE_ERROR_M)
    const before = first && isNational ? previousPlan(ofCongress, first) : []
    return {
      input: {
        new_plan: isFitted,
        previous: isFitted ? before : coarse,
        coarse,
        local: isNational ? localLines(local, shapesOfState) : null,
        outline: shapesOfState.find(({ layer }) => layer === 'state') ?? null,
      },
      take(districts) {
        for (const { origins, near: band, ocd_id, polygons, lines_precision, error_m } of districts) {
          const at = lines.findIndex((line) => keyOf(line) === key && line.ocd_id === ocd_id && coarse.includes(line))
          const shape = lines[at]
          if (!shape) continue
          const drawn_from = isNational && { drawn_from: origins.map((origin) => vintageOf(origin, shape.state)) }
          lines[at] = { ...shape, polygons, lines_precision, error_m, ...drawn_from }
          if (band.length > 0) near.push({ ...shape, polygons: band })
        }
      },
    }
  })
}

function editionOf({ vintage, drawn_from }: Line): string {
  return drawn_from?.[0] ?? vintage
}

/** The districts of the state in the plan before. */
function previousPlan(ofCongress: readonly Line[], { state, valid_from }: Line): Line[] {
  const earlier = ofCongress.filter((line) => line.state === state && (line.valid_to ?? '9999') < (valid_from ?? ''))
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
function localLines(local: readonly Line[], shapesOfState: readonly Line[]): LocalLines | null {
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

async function writeLines(warehouse: Warehouse, lines: readonly Line[], near: readonly Line[]): Promise<void> {
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.line (layer VARCHAR, state VARCHAR, ocd_id VARCHAR, vintage VARCHAR, census_geoid VARCHAR, name VARCHAR, class VARCHAR, valid_from DATE, valid_to DATE, lines_precision VARCHAR, error_m INTEGER, drawn_from VARCHAR, size BIGINT, rings BLOB)',
  )
  await warehouse.append(
    'out.line',
    lines.map((line): Value[] => [
      ...LINE_COLUMNS.map((column) => line[column]),
      (line.drawn_from ?? [line.vintage]).join(' '),
      polygonsArea(line.polygons),
      encodeMultiPolygon(line.polygons),
    ]),
  )
  await warehouse.run('CREATE OR REPLACE TABLE out.line_near (ocd_id VARCHAR, vintage VARCHAR, rings BLOB)')
  await warehouse.append(
    'out.line_near',
    near.map((line): Value[] => [line.ocd_id, line.vintage, encodeMultiPolygon(line.polygons)]),
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
