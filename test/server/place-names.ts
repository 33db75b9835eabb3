// The names of the places part, made by the build's SQL from shapes, divisions and postal names; no other lines.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { loadReference } from '../../build/bundle/reference-tables.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { isStateCode, STATES, stateOf } from '../../data/schema/states.ts'
import { type OpenPart, openPart } from '../../data/store/bundle.ts'
import { writePart } from '../../data/store/part.ts'
import { projectFile } from '../../data/store/paths.ts'
import { openWarehouse, type Warehouse } from '../../data/store/warehouse.ts'
import { findNames } from '../../server/place/location-text.ts'
import { insertRows, insertStates } from './rows.ts'

/** @param overlaps places by GEOID, each with the GEOID of a county that it meets; @param warehouse holds core.shape, core.division, core.zip, core.zip_county, core.municipality */
export async function openNames(
  warehouse: Warehouse,
  folder: string,
  overlaps: readonly (readonly [place: string, county: string])[],
): Promise<OpenPart> {
  const sql = (name: string): string => readFileSync(projectFile('build', 'sql', `${name}.sql`), 'utf8')
  await loadReference(warehouse)
  await warehouse.run(sql('00_macro'))
  await warehouse.run(sql('10_shape'))
  await warehouse.run(`
    CREATE OR REPLACE TABLE out.line AS
    SELECT layer, state, ocd_id, vintage, census_geoid, county_geoid, name, class
    FROM out.shape;
    CREATE OR REPLACE TABLE out.line_overlap (area_ocd_id VARCHAR, area_vintage VARCHAR, ocd_id VARCHAR, vintage VARCHAR);
    CREATE OR REPLACE TABLE out.district AS
    SELECT natural_id('district', ocd_id || '/' || vintage) AS id, layer AS type, true AS has_boundary, * EXCLUDE (layer, class)
    FROM out.line;
    CREATE OR REPLACE TABLE out.zip_point (zip VARCHAR, ocd_id VARCHAR, vintage VARCHAR);
    CREATE OR REPLACE TABLE out.met (place VARCHAR, county VARCHAR)`)
  const pairs = overlaps.map((pair) => [...pair])
  await warehouse.append('out.met', pairs)
  await warehouse.run(sql('84_zip_county'))
  await warehouse.run(`
    CREATE OR REPLACE TABLE out.overlap AS
    SELECT DISTINCT
      'district:' || place.id AS area_key, county.id AS district_id, 'lines' AS role, false AS covers,
      CAST(NULL AS BIGINT) AS size
    FROM out.met AS met
    JOIN out.district AS place ON place.census_geoid = met.place AND place.type = 'place'
    JOIN out.district AS county ON county.county_geoid = met.county
    UNION ALL
    SELECT DISTINCT 'zip:' || zip, district.id, 'lines', false, NULL
    FROM (SELECT zip, state FROM core.zip UNION SELECT zip, state FROM out.zip_county) AS zip
    JOIN out.district AS district ON district.state = zip.state AND district.type = 'state'`)
  for (const name of ['88_city_county', '90_place_name']) await warehouse.run(sql(name))
  const names = await warehouse.all<Record<string, string>>('SELECT * FROM out.place_name')
  const met = await warehouse.all<{ area_key: string; district_id: number }>(
    'SELECT area_key, district_id FROM out.overlap',
  )
  const columns = 'kind name_folded state area_key label basis'
  const { sha256 } = writePart(folder, 'places', (writer) => {
    insertRows(writer, 'place_name', columns, names, (row) => columns.split(' ').map((column) => row[column] ?? null))
    insertRows(writer, 'overlap', 'area_key district_id role covers', met, ({ area_key, district_id }) => {
      return [area_key, district_id, 'lines', 0]
    })
    insertStates(writer)
  })
  return openPart(join(folder, `${sha256}.sqlite`), sha256)
}

/** A line of core.shape. @param ocd the part of the OCD id after the state's, or null for no id */
export function shapeRow(
  layer: string,
  state: string,
  ocd: string | null,
  geoid: string,
  name: string,
  kind: string | null,
) {
  const id = ocd === null ? null : `${isStateCode(state) ? stateOf(state).ocd_id : ''}${ocd}`
  return ['s', 'f', 1, layer, state, id, geoid, name, kind, '2024', null, null, 'exact', 10, new Uint8Array(), false]
}

/** Names made from rows of the warehouse's tables beside the shapes of all states. It closes after the last test of the file. */
export async function openInventedNames(
  tables: Readonly<Record<string, Parameters<Warehouse['append']>[1]>>,
  overlaps: readonly (readonly [place: string, county: string])[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-names-'))
  const warehouse = await openWarehouse(join(folder, 'work.duckdb'), { threads: 1 })
  const states = STATES.map(({ code, fips, name }) => shapeRow('state', code, '', fips, name, null))
  await warehouse.append('core.shape', states)
  for (const [name, rows] of Object.entries(tables)) await warehouse.append(name, rows)
  const places = await openNames(warehouse, folder, overlaps)
  afterAll(async () => {
    places.close()
    await warehouse.close()
    rmSync(folder, { recursive: true })
  })
  return { warehouse, places }
}

export type Answer =
  | { label: string; kind: string; areas: string[] }
  | { refused: number; sentence: string }
  | { address: true }

/** The result of looking up a location string. */
export function ask(places: OpenPart, text: string): Answer {
  try {
    const names = findNames({ places }, text)
    if (!names) return { address: true }
    const [{ label, kind }] = names
    return { label, kind, areas: [...new Set(names.map(({ area_key }) => area_key))].sort() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refused: error.status, sentence: error.message }
  }
}

interface Labelled {
  kind: string
  label: string
  areas: string[]
}

/** Every place that has a label, with its areas. */
export function loadLabels(places: OpenPart): Labelled[] {
  return places
    .statement<{ kind: string; label: string; areas: string }>(
      `SELECT CASE WHEN kind IN ('township', 'within') THEN 'city' ELSE kind END AS kind, label,
  json_group_array(DISTINCT area_key) AS areas
FROM place_name
WHERE kind NOT IN ('unheld', 'largest')
GROUP BY 1, label
ORDER BY 1, label`,
    )
    .all()
    .map(({ kind, label, areas }) => ({ kind, label, areas: JSON.parse(areas).sort() }))
}

const LONG: Readonly<Record<string, string>> = { St: 'Saint', Mt: 'Mount', Ft: 'Fort' }
const SHORT: Readonly<Record<string, string>> = { Saint: 'St', Mount: 'Mt.', Fort: 'ft' }

/** Other spellings of the same name. */
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'no accents': (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  'accents apart': (text) => text.normalize('NFD'),
  'no punctuation but the commas': (text) => text.replace(/[-.'’/()]/g, ''),
  'spaces for punctuation': (text) => text.replace(/[-./()]/g, ' '),
  'no comma before the state': (text) => text.replace(/, (?=[A-Z]{2}$)/, ' '),
  'with the country': (text) => `${text}, USA`,
  'with the country, without a comma': (text) => `${text} United States of America`,
  'written out': (text) => text.replace(/\b(St|Mt|Ft)\. /, (_, short: string) => `${LONG[short]} `),
  abbreviated: (text) => text.replace(/\b(Saint|Mount|Fort) /, (_, long: string) => `${SHORT[long]} `),
  'more spaces': (text) => `  ${text.replaceAll(' ', '   ').replaceAll(',', ' ,')} `,
}
