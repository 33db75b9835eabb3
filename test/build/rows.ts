// Rows of sources: a test names only the values that matter to it.

import { afterAll, beforeAll } from 'vitest'
import { runSql } from '../../build/sql/run-sql.ts'
import type { CoreRows } from '../../data/core/rows.ts'
import { encodeMultiPolygon } from '../../data/geometry/polygon.ts'
import type { SourceRead, SourceRow } from '../../data/store/source-read.ts'
import { openWarehouse, type Value, type Warehouse } from '../../data/store/warehouse.ts'

const NC = 'ocd-division/country:us/state:nc'

/** That of the file's tests. */
export let warehouse: Warehouse

/** An empty warehouse in memory for the tests of a file. */
export function shareWarehouse(options?: Parameters<typeof openWarehouse>[1]): void {
  beforeAll(async () => {
    warehouse = await openWarehouse(':memory:', options)
  })
  afterAll(() => warehouse.close())
}

/** In degrees. */
export function boxRings(west: number, south: number, east: number, north: number): Uint8Array {
  const ring = [west, south, east, south, east, north, west, north].map((degrees) => Math.round(degrees * 1e6))
  return encodeMultiPolygon([[Int32Array.from(ring)]])
}

const PLAIN = {
  division: { ocd_id: NC, name: 'NC', census_geoid: null, same_as: null, valid_through: null },
  shape: {
    ...{ layer: 'state', state: 'NC', ocd_id: NC, census_geoid: null, name: 'NC', class: null, vintage: '1' },
    ...{ valid_from: null, valid_to: null, lines_precision: 'exact', error_m: 10, rings: boxRings(-1, 0, 0, 1) },
    repaired: false,
  },
  zip: { zip: '27601', state: 'NC', place_name: 'Here', county_geoid: null, lat: 35, lng: -78 },
  zip_county: { zip: '27601', state: 'NC', county_geoid: '37183', range_count: null },
  election: {
    ...{ election_key: 'nc-2024-11-05-general', state: 'NC', date: '2024-11-05', type: 'general', details: '{}' },
    ...{ name: 'E', name_es: null, short_name: 'E', primary_system: null, info_url: null },
  },
  contest: {
    ...{ contest_key: 'c', election_key: 'nc-2024-11-05-general', title: 'C', title_es: null, short_title: 'C' },
    ...{ short_title_es: null, kind: 'candidate', vote_method: 'plurality', votes_allowed: 1, ranks_allowed: null },
    ...{ measure_code: null, description: null, description_es: null, level: 'state', party: null, ballot_order: 1 },
    ...{ source_url: null, details: '{}', ocd_id: NC, district_type: 'state', district_level: 'state' },
    ...{ district_name: 'D', state: 'NC', within_ocd_id: null },
  },
  contest_county: { contest_key: 'c', county_ocd_id: `${NC}/county:wake` },
  choice: {
    ...{ choice_key: 'c/ann', contest_key: 'c', label: 'Ann', label_es: null, measure_answer: null, option: null },
    ...{ candidate_name: null, party: null, party_label: null, withdrawn: false, ballot_designation: null },
    ...{ details: '{}', ballot_order: 1 },
  },
  endorser: {
    ...{ endorser_slug: 'club', name: 'Club', category: 'civic', state: 'NC', description: null, website_url: null },
  },
  endorsement: {
    ...{ endorsement_key: 'club/c/ann', endorser_slug: 'club', contest_key: 'c', choice_key: 'c/ann', rank: null },
    ...{ statement: null, statement_es: null, source_url: null, published_on: null, evidence_url: null },
  },
  stance: {
    ...{ stance_key: 'club/c', endorser_slug: 'club', contest_key: 'c', stance: 'no_position' },
    ...{ source_url: null, published_on: null },
  },
  evidence: {
    ...{ endorsement_key: 'club/c/ann', source_url: 'https://example.org/said', sha256: 'a'.repeat(64), quote: null },
    ...{ retrieved_at: '2028-01-01T00:00:00.000Z', quote_found: false, missing_since: null },
  },
  officeholder: {
    ...{ officeholder_key: 'k', person_id: 'p', name: 'Ann Lee', given_name: null, family_name: null },
    ...{ office: 'governor', office_title: 'Governor', level: 'state', state: 'NC', party: null, term_start: null },
    ...{ term_end: null, phone: null, email: null, website: null, photo: null, ocd_id: NC, district: null },
    ...{ elected_on: null, offices: '[]', social: '{}', source_urls: '[]' },
  },
} as const satisfies Partial<CoreRows>
type Table = keyof typeof PLAIN

export function plain<T extends Table>(table: T, own: Partial<CoreRows[T]>): CoreRows[T] {
  return { ...(PLAIN[table] as CoreRows[T]), ...own }
}

const AT = { file: 'f', line: 1 }

export function sourceRow<T extends Table>(
  table: T,
  own: Partial<CoreRows[T]>,
  at: { file: string; line: number | null } = AT,
): SourceRow {
  return { table, row: plain(table, own), ...at } as SourceRow
}

export function sourceRead(source_id: string, own: Partial<SourceRead> = {}): SourceRead {
  return {
    ...{ source_id, published_on: '2024-08-01', family: 'public', signature: 's', publisher: 'p', vintage: 'v' },
    ...{ licence: 'CC0-1.0', url: 'https://example.org', states: [], rows_in: 1, files: [], ...own },
  }
}

export async function replace(
  warehouse: Warehouse,
  source_id: string,
  rows: readonly SourceRow[],
  own: Partial<SourceRead> = {},
): Promise<SourceRead> {
  const read = sourceRead(source_id, { rows_in: rows.length, ...own })
  await warehouse.replaceSource(read, rows, [])
  return read
}

/** Rows of a few columns, straight into a table. */
export async function insert(
  warehouse: Warehouse,
  table: string,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row).map((name) => `$${name} AS ${name}`)
    await warehouse.run(`INSERT INTO ${table} BY NAME SELECT ${columns.join(', ')}`, row)
  }
}

/** The values of a query's one column. */
export async function column<Cell = string>(
  warehouse: Warehouse,
  sql: string,
  values: Readonly<Record<string, Value>> = {},
): Promise<Cell[]> {
  return (await warehouse.all<Record<string, Cell>>(sql, values)).flatMap((row) => Object.values(row))
}

const EMPTY = {
  alias: 'kind VARCHAR, key VARCHAR, old_key VARCHAR',
  salt: 'kind VARCHAR, key VARCHAR, salt VARCHAR',
  county_union: 'ocd_id VARCHAR, layer VARCHAR, level VARCHAR, valid_from DATE, geoids VARCHAR[]',
  line_overlap: 'area_layer VARCHAR, area_ocd_id VARCHAR, ocd_id VARCHAR, vintage VARCHAR',
  no_such_district: 'contest_key VARCHAR, election_key VARCHAR, state VARCHAR, date DATE, kind VARCHAR',
  contest_gap: 'election_key VARCHAR, kind VARCHAR, reason VARCHAR, districts VARCHAR[], listed_in VARCHAR[]',
} as const

/** Tables of earlier steps of the build, without a row. */
export async function createEmpty(warehouse: Warehouse, ...tables: (keyof typeof EMPTY)[]): Promise<void> {
  for (const table of tables) await warehouse.run(`CREATE OR REPLACE TABLE out.${table} (${EMPTY[table]})`)
}

/** Steps of the build by their files in build/sql. */
export async function runSteps(warehouse: Warehouse, ...steps: readonly string[]): Promise<void> {
  for (const step of steps) await runSql(warehouse, step)
}
