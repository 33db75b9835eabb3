// A source's rows in work.duckdb: only tables with differences are written again.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { CORE_COLUMNS } from '../../../data/core/columns.ts'
import type { CoreTable } from '../../../data/core/rows.ts'
import type { Issue, SourceRow } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { shareFolder } from '../../temporary.ts'
import { readOf } from './feed-rows.ts'

const folder = shareFolder()
/** Written once; copied for each test. */
const filled = join(folder, 'filled.duckdb')
let warehouse: Warehouse

beforeAll(async () => {
  warehouse = await openWarehouse(filled)
  // Every table has rows of another source before and after.
  await warehouse.replaceSource(readOf('a', 'before'), everyTable('before.csv'), [issue('before.csv', 1)])
  await warehouse.replaceSource(readOf('a'), everyTable('feed.csv'), [issue('feed.csv', 1)])
  await warehouse.replaceSource(readOf('a', 'after'), everyTable('after.csv'), [issue('after.csv', 1)])
  await warehouse.close()
})
beforeEach(async () => {
  const work = join(folder, 'work.duckdb')
  cpSync(filled, work)
  warehouse = await openWarehouse(work)
})
afterEach(() => warehouse.close())

const TABLES = Object.keys(CORE_COLUMNS).filter((name): name is CoreTable => name in CORE_COLUMNS)
/** Lines and addresses: only nightlies write them, and they are not compared. */
const BINARY: readonly string[] = ['shape', 'address_point', 'street_range']
const COMPARED = [...TABLES.filter((table) => !BINARY.includes(table)), 'issue']

/** Three rows per table, with a value of each column's type; the last has null in every optional column. */
function everyTable(file: string): SourceRow[] {
  return TABLES.flatMap((table) => [1, 2, 3].map((line) => rowOf(table, file, line)))
}

function rowOf(table: CoreTable, file: string, line: number): SourceRow {
  const values = Object.entries(CORE_COLUMNS[table]).map(([name, type]) => [
    name,
    line === 3 ? null : value(type, line),
  ])
  return { table, row: Object.fromEntries(values), file, line } as SourceRow
}

function value(type: string, line: number): unknown {
  switch (type) {
    case 'VARCHAR':
      return `“${line}”, said`
    case 'INTEGER':
      return -line
    case 'DOUBLE':
      return line + 0.1
    case 'BOOLEAN':
      return line === 1
    case 'DATE':
      return `2028-02-2${line}`
    case 'JSON':
      return `{"b": ${line},  "a": [1.0]}`
    default:
      return new Uint8Array([line])
  }
}

function issue(file: string, line: number): Issue {
  return { file, line, field: null, code: 'unknown-party', value: 'x', message: 'got x', severity: 'refused' }
}

type Places = Record<string, string>

/** The positions of the source's rows in each table: a rewritten row has a new position. */
async function placesOf(source_id: string): Promise<Places> {
  const selects = [...TABLES, 'issue'].map(
    (table) => `
      SELECT '${table}' AS name, string_agg(rowid, ' ' ORDER BY rowid) AS places
      FROM core.${table}
      WHERE source_id = $source_id`,
  )
  const rows = await warehouse.all<{ name: string; places: string | null }>(selects.join(' UNION ALL '), { source_id })
  return Object.fromEntries(rows.map(({ name, places }) => [name, places ?? '']))
}

/** Tables that were written. */
async function writtenBy(change: () => Promise<unknown>, source_id = 'feed'): Promise<string[]> {
  const before = await placesOf(source_id)
  await change()
  const after = await placesOf(source_id)
  return Object.keys(after).filter((table) => after[table] !== before[table])
}

/** The tables that were written. Expects that the result names the same tables. */
async function replace(
  rows: readonly SourceRow[],
  issues = [issue('feed.csv', 1)],
  kept: readonly string[] = [],
): Promise<string[]> {
  let said: ReadonlySet<string> = new Set()
  const written = await writtenBy(async () => {
    said = await warehouse.replaceSource(readOf('b'), rows, issues, kept)
  })
  expect([...said].sort()).toEqual(written.toSorted())
  return written
}

it('equal rows are not written, but the source counts as read', async () => {
  expect(await replace(everyTable('feed.csv'))).toEqual(
    BINARY.toSorted((a, b) => TABLES.indexOf(a as CoreTable) - TABLES.indexOf(b as CoreTable)),
  )
  const reads = await warehouse.sourceReads()
  expect(reads.map(({ source_id, signature }) => [source_id, signature])).toEqual([
    ['after', 'a'],
    ['before', 'a'],
    ['feed', 'b'],
  ])
})

const others = (written: readonly string[]): string[] => written.filter((name) => !BINARY.includes(name))

it('one changed value, one row more or fewer, another order or another line is written, in every table', async () => {
  const rows = everyTable('feed.csv')
  const issues = [issue('feed.csv', 1), issue('feed.csv', 2)]
  await replace(rows, issues)
  // A column of each type.
  const columns = TABLES.map(
    (table) => new Map(Object.entries(CORE_COLUMNS[table]).map(([name, type]) => [type, name])),
  )
  const types = [...new Set(columns.flatMap((of) => [...of.keys()]))]
  let changed: readonly SourceRow[] = rows
  for (const type of types) {
    const of = new Map(TABLES.map((table, nth) => [table, columns[nth]?.get(type)]))
    changed = changed.map((row) => {
      const column = of.get(row.table)
      return column && row.line === 2 ? ({ ...row, row: { ...row.row, [column]: null } } as SourceRow) : row
    })
    const having = TABLES.filter((table) => of.get(table) !== undefined && !BINARY.includes(table))
    expect([type, others(await replace(changed, issues))]).toEqual([type, having])
    const counts = having.map(
      (table) =>
        `SELECT count(*) AS n FROM core.${table} WHERE source_id = 'feed' AND "${of.get(table)}" IS NULL AND line = 2`,
    )
    const found = await warehouse.all<{ n: number }>(counts.join(' UNION ALL '))
    expect(found.every(({ n }) => n === 1)).toBe(true)
  }
  await replace(rows, issues)
  const turns: [readonly SourceRow[], Issue[]][] = [
    [rows.filter(({ line }) => line !== 3), issues.slice(0, 1)],
    [rows, issues],
    [
      rows.map((row) => (row.line === 3 ? { ...row, line: 4 } : row)),
      issues.map((one) => ({ ...one, severity: 'ignored' })),
    ],
    [rows.toReversed(), issues.toReversed()],
    [rows.filter(({ table }) => BINARY.includes(table)), []],
  ]
  for (const [some, said] of turns) expect(others(await replace(some, said))).toEqual(COMPARED)
})

it('a change of one table writes only that table', async () => {
  let rows = everyTable('feed.csv')
  await replace(rows)
  for (const table of COMPARED) {
    rows = rows.map((row) => (row.table === table && row.line === 3 ? { ...row, line: 4 } : row))
    // The last of them.
    const issues = [issue('feed.csv', table === 'issue' ? 2 : 1)]
    expect([table, others(await replace(rows, issues))]).toEqual([table, [table]])
  }
})

it('rows of kept files stay unchanged, and only those of the others are compared', async () => {
  const [one, two] = [everyTable('feed.csv'), everyTable('more.csv')]
  await replace([...one, ...two], [issue('feed.csv', 1), issue('more.csv', 1)])
  const all = await placesOf('feed')
  expect(others(await replace(two, [issue('more.csv', 1)], ['feed.csv']))).toEqual([])
  const changed = two.map((row) =>
    row.table === 'endorsement' && row.line === 2 ? rowOf('endorsement', 'more.csv', 1) : row,
  )
  expect(others(await replace(changed, [issue('more.csv', 1)], ['feed.csv']))).toEqual(['endorsement'])
  const now = await placesOf('feed')
  expect(now.endorsement?.split(' ').slice(0, 3)).toEqual(all.endorsement?.split(' ').slice(0, 3))
  // Without the file, its rows are deleted.
  expect(others(await replace(changed, [issue('more.csv', 1)]))).toEqual(COMPARED)
  const [left] = await warehouse.all("SELECT count(*) AS n FROM core.endorsement WHERE file = 'feed.csv'")
  expect(left).toEqual({ n: 0 })
})

it('an error changes nothing', async () => {
  const rows = everyTable('feed.csv').map((row) => (row.table === 'endorser' ? { ...row, line: 9 } : row))
  const wrong = { ...rowOf('officeholder', 'feed.csv', 1), line: 'no number' } as unknown as SourceRow
  expect(
    await writtenBy(async () => {
      await expect(warehouse.replaceSource(readOf('b'), [...rows, wrong], [])).rejects.toThrow()
    }),
  ).toEqual([])
  expect((await warehouse.sourceReads()).map(({ signature }) => signature)).toEqual(['a', 'a', 'a'])
})
