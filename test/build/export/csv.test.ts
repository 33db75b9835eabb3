// The text of exported CSV, value by value.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ColumnType, type ExportTable, writeCsv } from '../../../build/export/tables.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { shareFolder } from '../../temporary.ts'

const folder = shareFolder()

const TYPES: readonly [string, ColumnType, string][] = [
  ['n', 'BIGINT', '-5'],
  ['text', 'VARCHAR', "'=1+1'"],
  ['minus', 'VARCHAR', "'-1+1'"],
  ['quoted', 'VARCHAR', `'a "b",' || chr(10) || 'c'`],
  ['empty', 'VARCHAR', "''"],
  ['nothing', 'VARCHAR', 'NULL'],
  ['yes', 'BOOLEAN', 'true'],
  ['day', 'DATE', "DATE '2028-11-07'"],
  ['at', 'TIMESTAMP', "TIMESTAMP '2028-11-07 01:02:03'"],
  ['list', 'VARCHAR[]', "['-x', 'y']"],
  ['json', 'JSON', `'{"a": 1}'`],
]

async function written(formulaSafe: boolean): Promise<string> {
  const warehouse = await openWarehouse(':memory:')
  const columns = TYPES.map(([name, type]) => ({ name, type, comment: '' }))
  const select = `SELECT ${TYPES.map(([name, type, sql]) => `CAST(${sql} AS ${type}) AS "${name}"`).join(', ')}`
  const table: ExportTable = { name: 'one', comment: '', key: ['n'], columns, rows: 1, select }
  const file = join(folder, `${formulaSafe}.csv`)
  await writeCsv(warehouse, table, { file, formulaSafe })
  await warehouse.close()
  return readFileSync(file, 'utf8')
}

const HEADER = 'n,text,minus,quoted,empty,nothing,yes,day,at,list,json\n'
const rest = '"a ""b"",\nc","",,true,2028-11-07,2028-11-07T01:02:03Z,"[""-x"",""y""]","{""a"": 1}"\n'

test('null differs from an empty text; times are in UTC; lists are JSON', async () => {
  expect(await written(false)).toBe(`${HEADER}-5,=1+1,-1+1,${rest}`)
})

test('formula-safe: a text that a spreadsheet would run begins with an apostrophe, and numbers stay', async () => {
  expect(await written(true)).toBe(`${HEADER}-5,'=1+1,'-1+1,${rest}`)
})
