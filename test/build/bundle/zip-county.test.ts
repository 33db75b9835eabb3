// The counties of ZIP codes: rows of the sources through the build's SQL.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runSql } from '../../../build/sql/run-sql.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'

let folder: string
let warehouse: Warehouse
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-zip-'))
  warehouse = await openWarehouse(join(folder, 'work.duckdb'))
  await warehouse.run(`
    CREATE TABLE out.state AS SELECT '37' AS fips, 'NC' AS code;
    CREATE TABLE out.zip_point (zip VARCHAR, ocd_id VARCHAR, vintage VARCHAR);
    CREATE TABLE out.district (ocd_id VARCHAR, vintage VARCHAR, census_geoid VARCHAR)`)
})
afterEach(async () => {
  await warehouse.close()
  rmSync(folder, { recursive: true })
})

it('address ranges add counties near the ZIP code, which are not recorded', async () => {
  const zip = (code: string, county: string, lat: number) =>
    `('s', 'f', 1, '${code}', 'NC', 'Here', '${county}', ${lat}, -79)`
  const range = (county: string) => `('s', 'f', 1, '27601', 'NC', '${county}', 3)`
  await warehouse.run(`INSERT INTO core.zip (source_id, file, line, zip, state, place_name, county_geoid, lat, lng)
    VALUES ${[zip('27601', '37183', 35), zip('27602', '37063', 35.5), zip('27603', '37055', 38)].join(', ')}`)
  await warehouse.run(`INSERT INTO core.zip_county (source_id, file, line, zip, state, county_geoid, range_count)
    VALUES ${[range('37063'), range('37055')].join(', ')}`)
  await runSql(warehouse, '84_zip_county')
  const rows = await warehouse.all<{ county_geoid: string; recorded: boolean }>(
    "SELECT county_geoid, recorded FROM out.zip_county WHERE zip = '27601' ORDER BY county_geoid",
  )
  expect(rows).toEqual([
    { county_geoid: '37063', recorded: false },
    { county_geoid: '37183', recorded: true },
  ])
})
