// Composes the lines of every district from the sources' shapes: out.line, out.line_near, out.line_overlap, and
// out.separation for corrected overlaps.

import { readFileSync } from 'node:fs'
import { decodeMultiPolygon, encodeMultiPolygon } from '../../data/geometry/multipolygon.ts'
import { isNewPlan, LOCAL_PLANS } from '../../data/reference/congressional-plans.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Value, Warehouse } from '../../data/store/warehouse.ts'
import type { BuildProgress } from '../sql/run-sql.ts'
import {
  CONGRESS_LINES,
  type CongressionalInput,
  type CongressionalLines,
  type LocalLines,
  type Origin,
} from './congressional.ts'
import { findOverlaps } from './district-overlap.ts'
import { makeExclusive, type SeparationReport } from './exclusive.ts'
import type { Line } from './line.ts'
import { countVertices, polygonsArea } from './polygon.ts'
import { runJobs } from './worker-pool.ts'

/** Lines of the 118th Congress also serve the 119th where the plan is the same. */
const CONGRESS_BEFORE = 'cd118'
const CONGRESS = 'cd119'

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

/** Skipped if the working database already holds the lines of this fingerprint. */
export async function buildLines(warehouse: Warehouse, fingerprint: string, onProgress: BuildProgress): Promise<void> {
  await warehouse.run('DROP TABLE IF EXISTS out.stage; CREATE TABLE IF NOT EXISTS out.lines_of (fingerprint VARCHAR)')
  const [made] = await warehouse.all<{ fingerprint: string }>('SELECT fingerprint FROM out.lines_of')
  if (made?.fingerprint === fingerprint) return onProgress('lines', 'unchanged')
  await warehouse.run('DELETE FROM out.lines_of')
  await warehouse.run(readFileSync(projectFile('build', 'sql', '10_shape.sql'), 'utf8'))

  const shapes = await loadShapes(warehouse)
  const { lines, near, separations } = await composeLines(shapes)
  onProgress('lines', `${lines.length} districts and ZIP areas drawn, ${near.length} of them generalised`)
  await writeLines(warehouse, lines, near)
  await writeSeparations(warehouse, separations)

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

async function loadShapes(warehouse: Warehouse): Promise<Line[]> {
  const rows = await warehouse.all<Omit<Line, 'polygons'> & { rings: Uint8Array }>(`
    SELECT ${LINE_COLUMNS.join(', ')}, rings
    FROM (SELECT * REPLACE (CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to) FROM out.shape)
    ORDER BY layer, state, ocd_id, vintage`)
  return rows.map(({ rings, ...row }) => ({ ...row, polygons: decodeMultiPolygon(rings) }))
}

export interface Composed {
  lines: Line[]
  near: Line[]
  separations: SeparationReport[]
}

/** A state's plan to draw, and what is done with its districts. */
interface Plan {
  input: CongressionalInput
  take(districts: readonly CongressionalLines[]): void
}

/**
 * Lines stay as published where no lines of a layer cross. The 119th Congress is composed state by state, unless all its lines are exact
 * (docs/rules.md#congressional-lines).
 */
export async function composeLines(published: readonly Line[]): Promise<Composed> {
  const isLocal = ({ vintage }: Line): boolean => LOCAL_PLANS.some((plan) => plan.vintage === vintage)
  const { lines: shapes, separations } = await makeExclusive(published.filter((shape) => !isLocal(shape)))
  const lines = shapes.filter((shape) => shape.vintage !== CONGRESS)
  const near: Line[] = []
  const ofCongress = shapes.filter((shape) => shape.vintage === CONGRESS)
  const composed = new Set(ofCongress.flatMap((shape) => (shape.lines_precision === 'exact' ? [] : [shape.state])))
  for (const shape of ofCongress) if (!composed.has(shape.state)) addExact(lines, shape)
  const coarse = ofCongress.filter(({ state }) => composed.has(state))
  const compose = (state: string): Plan => {
    const shapesOfState = shapes.filter((shape) => shape.state === state)
    return {
      input: {
        new_plan: isNewPlan(state),
        previous: shapesOfState.filter((shape) => shape.vintage === CONGRESS_BEFORE),
        coarse: coarse.filter((shape) => shape.state === state),
        local: localLines(published.filter(isLocal), shapesOfState),
        outline: shapesOfState.find((shape) => shape.layer === 'state') ?? null,
      },
      take(districts) {
        for (const { same_plan, origins, near: band, ...drawn } of districts) {
          const isOfDivision = ({ layer, ocd_id }: Line): boolean =>
            layer === 'congressional' && ocd_id === drawn.ocd_id
          // One record serves both plans: the previous lines are already there, and are valid for both.
          const before = same_plan
            ? lines.find((one) => one.vintage === CONGRESS_BEFORE && isOfDivision(one))
            : undefined
          const shape = before ?? coarse.find((one) => one.state === state && isOfDivision(one))
          if (!shape) continue
          const drawn_from = origins.map((origin) => vintageOf(origin, state))
          if (!before) lines.push({ ...shape, ...drawn, drawn_from })
          if (band.length > 0) near.push({ ...shape, polygons: band })
        }
      },
    }
  }
  const plans = [...[...composed].map(compose), ...generalisedPlans(lines, near)]
  const drawn = await runJobs(
    CONGRESS_LINES,
    plans.map(({ input }) => input),
    ({ coarse: districts, outline }) => districts.length * countVertices(outline?.polygons ?? []),
  )
  plans.forEach(({ take }, nth) => {
    take(drawn[nth] ?? [])
  })
  return { lines, near, separations }
}

/** Later plans of which only coarse lines are held: fitted to the state, with bands. No detail of an earlier plan is used for them. */
function generalisedPlans(lines: Line[], near: Line[]): Plan[] {
  const isCoarse = ({ layer, vintage, lines_precision }: Line): boolean =>
    layer === 'congressional' && lines_precision === 'generalised' && ![CONGRESS_BEFORE, CONGRESS].includes(vintage)
  return [...new Set(lines.filter(isCoarse).map(({ state, vintage }) => `${state} ${vintage}`))].map((key): Plan => {
    const coarse = lines.filter((line) => isCoarse(line) && `${line.state} ${line.vintage}` === key)
    const outline = lines.find(({ layer, state }) => layer === 'state' && state === coarse[0]?.state) ?? null
    return {
      input: { new_plan: true, previous: [], coarse, local: null, outline },
      take(districts) {
        for (const { near: band, ocd_id, polygons, lines_precision, error_m } of districts) {
          const at = lines.findIndex((line) => isCoarse(line) && line.ocd_id === ocd_id && coarse.includes(line))
          const shape = lines[at]
          if (!shape) continue
          lines[at] = { ...shape, polygons, lines_precision, error_m }
          if (band.length > 0) near.push({ ...shape, polygons: band })
        }
      },
    }
  })
}

/** A district whose plan did not change keeps one record for both Congresses, with the more exact lines of the two. */
function addExact(lines: Line[], line: Line): void {
  const at = lines.findIndex(
    ({ layer, ocd_id, vintage }) => vintage === CONGRESS_BEFORE && layer === line.layer && ocd_id === line.ocd_id,
  )
  const before = isNewPlan(line.state) ? undefined : lines[at]
  if (!before) lines.push(line)
  else if (before.error_m > line.error_m) {
    const { polygons, lines_precision, error_m, vintage } = line
    lines[at] = { ...before, polygons, lines_precision, error_m, drawn_from: [vintage] }
  }
}

function vintageOf(origin: Origin, state: string): string {
  switch (origin) {
    case 'coarse':
      return CONGRESS
    case 'previous':
      return CONGRESS_BEFORE
    case 'local':
      return LOCAL_PLANS.find((plan) => plan.state === state)?.vintage ?? CONGRESS
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
