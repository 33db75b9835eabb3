// The exported files of the sample: every format holds the rows of the warehouse, and the same bundle gives the same bytes.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ExportReport, exportTables } from '../../../build/export/export.ts'
import { findHistory } from '../../../build/export/tables.ts'
import { apiViews } from '../../../build/warehouse/api-views.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../../data/store/warehouse.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'

const root = shareFolder()
let sealed: string
let folder: string
let report: ExportReport
let warehouse: Warehouse

beforeAll(async () => {
  await copySample(root)
  sealed = join(root, 'sample', 'warehouse.duckdb')
  folder = join(root, 'export')
  report = await exportTables({ warehouse: sealed, folder })
  warehouse = await openWarehouse(sealed, { readonly: true })
})
afterAll(() => warehouse.close())

const bytesOf = (...path: string[]): Buffer => readFileSync(join(folder, ...path))
const readAll = (from: string, order: string): Promise<unknown[]> =>
  warehouse.all(`SELECT to_json(one) AS row FROM ${from} AS one ORDER BY ${order}`)

describe.each(apiViews.map(({ name, key }) => ({ name, order: key.map((column) => `"${column}"`).join(', ') })))(
  'the table $name',
  ({ name, order }) => {
    it('has the rows of the warehouse as Parquet and as Arrow, in the order of its key', async () => {
      const held = await readAll(`api.${name}`, order)
      expect(held.length).toBeGreaterThan(0)
      expect(report.rows[name]).toBe(held.length)
      const parquet = `read_parquet(${quoteText(join(folder, `${name}.parquet`))}, file_row_number = true)`
      expect(
        await readAll(`(SELECT * EXCLUDE (file_row_number) FROM ${parquet} ORDER BY file_row_number)`, '1'),
      ).toHaveLength(held.length)
      expect(await readAll(`(SELECT * EXCLUDE (file_row_number) FROM ${parquet})`, order)).toEqual(held)
      const sorted = await warehouse.all<{ n: number }>(`SELECT file_row_number AS n FROM ${parquet} ORDER BY ${order}`)
      expect(sorted.map(({ n }) => n)).toEqual(held.map((_, nth) => nth))

      const arrow = tableFromIPC(bytesOf(`${name}.arrow`))
      const [first] = await warehouse.all<Record<string, unknown>>(`FROM api.${name} ORDER BY ${order}`)
      expect(arrow.numRows).toBe(held.length)
      expect(arrow.schema.names).toEqual(Object.keys(first ?? {}))
      const columns = await valuesOf(`SELECT * FROM api.${name} ORDER BY ${order}`)
      for (const [nth, column] of arrow.schema.names.entries())
        expect([...(arrow.getChildAt(nth) ?? [])].map(plain), `${name}.${String(column)}`).toEqual(columns[nth])
    })

    it('has the rows as CSV', () => {
      const records = parse(bytesOf(`${name}.csv`), { columns: true })
      expect(records).toHaveLength(report.rows[name] ?? 0)
    })

    it('is identified by its key', async () => {
      const columns = order.replaceAll(', ', ", '/', ")
      const [counted] = await warehouse.all<{ distinct: number; empty: number }>(
        `SELECT count(DISTINCT concat(${columns})) AS distinct, count(*) FILTER (concat(${columns}) IS NULL) AS empty FROM api.${name}`,
      )
      expect(counted).toEqual({ distinct: report.rows[name], empty: 0 })
    })
  },
)

/** Values by column, dates and times in milliseconds. */
async function valuesOf(sql: string): Promise<unknown[][]> {
  const columns: unknown[][] = []
  for await (const batch of warehouse.batches(sql, 1000))
    for (const [nth, values] of batch.entries()) columns[nth] = (columns[nth] ?? []).concat(values.map(plain))
  return columns
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return [...(value as Iterable<unknown>)]
  return value
}

describe('the folder', () => {
  it('has a sum for every other file, and the sum is right', () => {
    const sums = new Map(
      bytesOf('SHA256SUMS')
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(66), line.slice(0, 64)]),
    )
    const history = ['arrow', 'csv', 'parquet'].map((format) => `endorsement_history.${format}`)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    )
    const apart = new Set(['SHA256SUMS', 'HISTORY-SHA256SUMS', ...history])
    expect([...sums.keys()].sort()).toEqual(files.filter((name) => !apart.has(name)).sort())
    expect(report.history.map(({ path }) => path).sort()).toEqual(history)
    for (const [name, sum] of sums)
      expect([name, createHash('sha256').update(bytesOf(name)).digest('hex')]).toEqual([name, sum])
    expect(report.files.map(({ path }) => path).sort()).toEqual([...sums.keys()].sort())
  })

  it('is described by datapackage.json: each column has the type of the warehouse', async () => {
    const { resources } = JSON.parse(bytesOf('datapackage.json').toString())
    const fields: Record<string, string> = {}
    for (const { path, schema } of resources)
      for (const { name, type } of schema.fields) fields[`${path.replace(/\.\w+$/, '')}.${name}`] = type
    const types = {
      DATE: 'date',
      BIGINT: 'integer',
      INTEGER: 'integer',
      DOUBLE: 'number',
      BOOLEAN: 'boolean',
      VARCHAR: 'string',
      JSON: 'any',
    }
    for (const { name } of apiViews)
      for (const { column_name, column_type } of await warehouse.all<Record<string, string>>(`DESCRIBE api.${name}`))
        expect(fields[`${name}.${column_name}`], `${name}.${column_name}`).toBe(
          types[column_type as keyof typeof types] ?? (column_type?.endsWith('[]') ? 'array' : 'datetime'),
        )
  })

  it('is described by datapackage.json: each file with its size, hash, columns and key', () => {
    const described = z
      .object({
        id: z.string(),
        version: z.string(),
        licenses: z.array(z.object({ title: z.string() })),
        resources: z.array(
          z.object({
            path: z.string(),
            bytes: z.number(),
            hash: z.string(),
            mediatype: z.string(),
            schema: z.object({
              fields: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
              primaryKey: z.array(z.string()),
            }),
          }),
        ),
      })
      .parse(JSON.parse(bytesOf('datapackage.json').toString()))
    expect([described.id, described.version]).toEqual([report.bundle, '1.1.0'])
    for (const { path, bytes, hash, schema } of described.resources) {
      expect(statSync(join(folder, path)).size).toBe(bytes)
      expect(hash).toBe(`sha256:${report.files.find((file) => file.path === path)?.sha256}`)
      const names = schema.fields.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(schema.primaryKey))
      if (path.endsWith('.csv')) expect(bytesOf(path).toString().split('\n')[0]?.split(',')).toEqual(names)
    }
    expect(described.resources.length).toBe(report.files.length - 2)
  })

  it('names the licence and the publisher of every source', async () => {
    const text = bytesOf('LICENCES.md').toString()
    const sources = await warehouse.all<{ id: string; publisher: string; licence: string }>(
      'SELECT id, publisher, licence FROM api.source',
    )
    expect(sources.length).toBeGreaterThan(0)
    for (const { id, publisher, licence } of sources) {
      const section = text.split('\n## ').find((one) => one.startsWith(licence))
      expect(section).toContain(`\`${id}\``)
      expect(section).toContain(publisher)
    }
  })

  it('has the same bytes when it is exported again in another time zone', async () => {
    const again = join(root, 'again')
    const zone = process.env.TZ
    process.env.TZ = 'Asia/Tokyo'
    const second = await exportTables({ warehouse: sealed, folder: again }).finally(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })
    expect(second).toEqual(report)
    expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(bytesOf('SHA256SUMS').toString())
  })

  it('appears only when it is complete', async () => {
    const damaged = join(root, 'damaged.duckdb')
    writeFileSync(damaged, 'no database')
    await expect(exportTables({ warehouse: damaged, folder: join(root, 'never') })).rejects.toThrow()
    expect(readdirSync(root).filter((name) => name.startsWith('never'))).toEqual([])
  })

  it('is refused for a warehouse that does not name its bundle', async () => {
    const other = join(root, 'earlier.duckdb')
    await (await openWarehouse(other)).close()
    await expect(exportTables({ warehouse: other, folder: join(root, 'never') })).rejects.toThrow('build again')
  })
})

it('the history has the versions of an endorsement in order, one of unknown begin first', async () => {
  const held = await openWarehouse(':memory:')
  await held.run(`CREATE SCHEMA api;
    CREATE TABLE api.endorsement_history AS
    FROM (VALUES (1, '2028-02-01'), (1, NULL), (1, '2028-01-01')) AS version(endorsement_id, valid_from)`)
  const rows = await held.all<{ valid_from: string | null }>((await findHistory(held)).select)
  expect(rows.map(({ valid_from }) => valid_from)).toEqual([null, '2028-01-01', '2028-02-01'])
  await held.close()
})

it('the lines of the districts are the same bytes, however many are read at once', async () => {
  const other = join(root, 'in-steps')
  await exportTables({ warehouse: sealed, folder: other, boundariesAtOnce: 100 })
  for (const name of ['district-lines.parquet', 'district-lines.fgb'])
    expect(readFileSync(join(other, name)).equals(bytesOf(name)), name).toBe(true)
})

it('the lines of the districts are GeoParquet 1.1 with the box of each row', async () => {
  const file = join(folder, 'district-lines.parquet')
  const { key_value_metadata = [] } = await parquetMetadataAsync(await asyncBufferFromFile(file))
  const geo = JSON.parse(key_value_metadata.find(({ key }) => key === 'geo')?.value ?? '{}')
  const [box] = await warehouse.all<Record<string, number>>(
    `SELECT min(bbox.xmin) AS xmin, min(bbox.ymin) AS ymin, max(bbox.xmax) AS xmax, max(bbox.ymax) AS ymax FROM ${quoteText(file)}`,
  )
  expect(geo).toMatchObject({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        ...{ encoding: 'WKB', geometry_types: ['MultiPolygon'], bbox: [box?.xmin, box?.ymin, box?.xmax, box?.ymax] },
        covering: { bbox: { xmin: ['bbox', 'xmin'], ymax: ['bbox', 'ymax'] } },
      },
    },
  })
  const [counted] = await warehouse.all(
    `SELECT count(*) AS rows, (SELECT count(*) FROM api.district WHERE has_boundary) AS drawn FROM ${quoteText(file)}`,
  )
  expect(counted).toMatchObject({ rows: (counted as { drawn: number }).drawn })
  expect((counted as { rows: number }).rows).toBeGreaterThan(100)
})
