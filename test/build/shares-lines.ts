// The lines of whole states as the build composes them, directly from the publishers' files.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { composeBoundaries, loadPlans } from '../../build/boundaries/boundaries.ts'
import type { Boundary } from '../../build/boundaries/boundary.ts'
import type { Plan } from '../../build/boundaries/plan-editions.ts'
import { loadReference } from '../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../data/core/rows.ts'
import { decodeMultiPolygon } from '../../data/geometry/polygon.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { sources } from '../../ingest/engine/registry.ts'
import type { FetchedFile, Need, ReadContext, Source } from '../../ingest/read/source.ts'
import { noBallots } from '../ingest/no-ballots.ts'
import { TEST_DATA } from './cells-layers.ts'

/** Composed. @param states all where empty */
export async function readLines(states: readonly StateCode[]): Promise<Boundary[]> {
  return (await composeBoundaries(mostExact(await readPublished(states)), await readPlans())).boundaries
}

/** The plans of data/reference/plans.csv, as the build reads them. */
export async function readPlans(): Promise<Plan[]> {
  const warehouse = await openWarehouse(':memory:', { threads: 1 })
  try {
    await loadReference(warehouse)
    return await loadPlans(warehouse)
  } finally {
    await warehouse.close()
  }
}

/** As published but for repairs; ids are the sources', or GEOID or name where they name none. @param states all where empty */
export async function readPublished(
  states: readonly StateCode[],
  isAsked: (sourceId: string) => boolean = () => true,
): Promise<Boundary[]> {
  const asked = new Set(states.length > 0 ? states : STATE_CODES)
  const shapes: Boundary[] = []
  const listed: ListedCities = { states: new Set(), geoids: new Set() }
  for (const source of sources.filter((one) => isDrawn(one) && isAsked(one.id))) {
    if (!source.states.some((state) => asked.has(state))) continue
    for (const { rings, ocd_id, ...row } of await readShapes(source, asked)) {
      shapes.push({
        ...row,
        ocd_id: ocd_id ?? `${row.layer}:${row.census_geoid ?? row.name}`,
        county_geoid: row.layer === 'county' ? row.census_geoid : null,
        polygons: decodeMultiPolygon(rings),
      })
      if (source.id.startsWith('places-2024-')) {
        listed.states.add(row.state)
        listed.geoids.add(row.census_geoid)
      }
    }
  }
  return shapes.filter((shape) => !isGone(shape, listed))
}

/** Of the states with a complete file of incorporated places. */
interface ListedCities {
  states: Set<string>
  geoids: Set<string | null>
}

/** A city of an earlier file that the complete one lacks, as build/sql/10_shape.sql leaves out. */
function isGone({ layer, class: kind, state, census_geoid }: Boundary, { states, geoids }: ListedCities): boolean {
  return layer === 'place' && kind?.startsWith('C') === true && states.has(state) && !geoids.has(census_geoid)
}

function isDrawn({ family, files }: Source): boolean {
  return family === 'public' && files.every(({ mirror }) => mirror.startsWith('boundaries/'))
}

async function readShapes(source: Source, states: ReadonlySet<StateCode>): Promise<CoreRows['shape'][]> {
  const shapes: CoreRows['shape'][] = []
  const context: ReadContext<Need> = {
    source,
    states,
    divisions: { has: () => false, canonical: (ocdId) => ocdId, under: () => [] },
    ballots: noBallots,
    endorsers: [],
    outlines: [],
  }
  await source.read(source.files.map(fetched), context, {
    row(table, row) {
      if (table === 'shape' && 'rings' in row) shapes.push(row)
    },
    issue() {},
  })
  return shapes
}

function fetched({ url, mirror }: Source['files'][number]): FetchedFile {
  const bytes = readFileSync(join(TEST_DATA, mirror))
  return { name: mirror.replace(/\.gz$/, ''), url, bytes: mirror.endsWith('.gz') ? gunzipSync(bytes) : bytes }
}

/** Layers of which several files draw one edition. */
const DRAWN_TWICE = ['place', 'congressional', 'state_upper', 'state_lower']

/** Of the lines of a district from several files the most exact ones, as build/sql/10_shape.sql chooses. */
function mostExact(boundaries: readonly Boundary[]): Boundary[] {
  const best = new Map<string, Boundary>()
  for (const boundary of boundaries) {
    const key = keyOf(boundary)
    if ((best.get(key)?.error_m ?? Number.POSITIVE_INFINITY) >= boundary.error_m) best.set(key, boundary)
  }
  return boundaries.filter(
    (boundary) => !DRAWN_TWICE.includes(boundary.layer) || best.get(keyOf(boundary)) === boundary,
  )
}

function keyOf({ state, vintage, layer, census_geoid, name }: Boundary): string {
  return [state, vintage, layer, census_geoid ?? name].join(' ')
}
