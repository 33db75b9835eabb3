// The exports of the nation against a full walk of the API. It needs a folder in which a nightly of the nation ended:
//
// HUSTINGS_VAR=DIR hustings nightly --mirror ../shared/data, then this test with HUSTINGS_NATIONAL_VAR=DIR. It adds an account to
// that folder.

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { findBroken } from '../build/warehouse/row-rules.ts'
import { hustings } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { shareFolder } from '../temporary.ts'
import { compareExport, WALKS } from './exports-walk.ts'

const NATIONAL = process.env.HUSTINGS_NATIONAL_VAR
const ROWS_AT_LEAST: Readonly<Record<string, number>> = { contest: 10_000, district: 20_000, officeholder: 8000 }

describe.skipIf(NATIONAL === undefined)('the exports of the nation (HUSTINGS_NATIONAL_VAR)', () => {
  const folder = shareFolder()
  let exported: string
  let server: ServedFolder
  let tables: Warehouse
  beforeAll(async () => {
    exported = join(folder, 'exported')
    expect(await hustings(NATIONAL ?? '', 'export', exported)).toMatchObject({ code: 0 })
    server = await serveFolder(NATIONAL ?? '')
    tables = await openWarehouse(':memory:')
  })
  afterAll(async () => {
    await tables?.close()
    await server?.stop()
  })

  it.each(WALKS)('api.$view has the rows and sums that a walk of $path gives', async (list) => {
    const { walked, files } = await compareExport(tables, list, { server, exported })
    expect(walked.rows).toBeGreaterThanOrEqual(ROWS_AT_LEAST[list.view] ?? 1)
    expect(Object.keys(walked.sums).length).toBeGreaterThan(4)
    for (const [name, totals] of Object.entries(files)) expect(totals, name).toEqual(walked)
    console.log(`${list.view}: ${walked.rows} rows, ${Object.keys(walked.sums).length} columns summed`)
  })

  it('every table keeps the rules of its rows', async () => {
    const warehouse = await openWarehouse(pathsIn(NATIONAL ?? '').warehouse, { readonly: true })
    const broken = await findBroken(warehouse).finally(() => warehouse.close())
    expect(broken).toEqual([])
  })

  it('has the lines of every district that the API says has a boundary', async () => {
    const parquet = (name: string): string => `read_parquet(${quoteText(join(exported, `${name}.parquet`))})`
    const [held] = await tables.all(`SELECT count(*) AS rows, CAST(sum(id) AS VARCHAR) AS ids
      FROM ${parquet('district')} WHERE has_boundary`)
    const sums = `SELECT count(*) AS rows, CAST(sum(id) AS VARCHAR) AS ids FROM ${parquet('district-lines')}`
    expect(await tables.all(sums)).toEqual([held])
  })
})
