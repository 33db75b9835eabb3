import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { copySample } from '../cli/sample.ts'
import { shareFolder } from '../temporary.ts'
import { describeSchema, WAREHOUSE_PAGE, writeWarehousePage } from './warehouse-page.ts'

const folder = shareFolder()
let file: string

beforeAll(async () => {
  await copySample(folder)
  file = join(folder, 'sample', 'warehouse.duckdb')
})

it('every table and column of the schema api has a comment', async () => {
  const tables = await describeSchema(file, 'api')
  expect(tables.length).toBeGreaterThan(0)
  const bare = tables.flatMap(({ name, comment, columns }) => [
    ...(comment ? [] : [name]),
    ...columns.filter((column) => !column.comment).map((column) => `${name}.${column.name}`),
  ])
  expect(bare).toEqual([])
})

it('docs/warehouse.md describes the present tables; if not, run make docs', async () => {
  expect(readFileSync(WAREHOUSE_PAGE, 'utf8')).toBe(writeWarehousePage(await describeSchema(file, 'api')))
})

it('the tables of the build are labelled internal', async () => {
  for (const schema of ['core', 'out'])
    for (const { name, comment } of await describeSchema(file, schema)) expect(comment, name).toMatch(/^Internal/)
})
