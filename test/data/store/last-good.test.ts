import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyLastGood, restoreLastGood } from '../../../data/store/last-good.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { freshFolder } from '../../temporary.ts'
import { readOf, rowsOf } from './feed-rows.ts'

const folder = freshFolder()
let warehouse: Warehouse

beforeEach(async () => {
  warehouse = await openWarehouse(join(folder, 'work.duckdb'))
})
afterEach(() => warehouse.close())

/** Every build accepts all rows. */
async function edit(signature: string, statements: readonly string[], last?: string): Promise<void> {
  if (last !== undefined) await copyLastGood(warehouse, readOf(last), new Map([['feed', last]]))
  await warehouse.replaceSource(readOf(signature), rowsOf(statements), [])
}

const placesOf = (table: string) => warehouse.all(`SELECT rowid FROM last_good.${table} ORDER BY rowid`)
const statementsIn = async (schema: string): Promise<string[]> => {
  const rows = await warehouse.all<{ statement: string }>(`SELECT statement FROM ${schema}.endorsement ORDER BY rowid`)
  return rows.map(({ statement }) => statement)
}

it('copies only the tables that differ', async () => {
  await edit('1', ['one', 'two'])
  await edit('2', ['one', 'other'], '1')
  const [endorser, endorsement] = [await placesOf('endorser'), await placesOf('endorsement')]
  expect(await statementsIn('last_good')).toEqual(['one', 'two'])

  await edit('3', ['one', 'third'], '2')
  expect(await statementsIn('last_good')).toEqual(['one', 'other'])
  expect(await placesOf('endorser')).toEqual(endorser)
  expect(await placesOf('endorsement')).not.toEqual(endorsement)
  expect(await warehouse.all('SELECT signature FROM last_good.source_read')).toEqual([{ signature: '2' }])

  await edit('4', ['third', 'one'], '3')
  expect(await statementsIn('last_good')).toEqual(['one', 'third'])
  // The same rows in another order, then none.
  await edit('5', [], '4')
  expect(await statementsIn('last_good')).toEqual(['third', 'one'])
  await edit('6', ['again'], '5')
  expect(await statementsIn('last_good')).toEqual([])

  await restoreLastGood(warehouse, 'feed')
  expect(await statementsIn('core')).toEqual([])
  expect((await warehouse.sourceReads()).map(({ signature }) => signature)).toEqual(['5'])
  expect(await warehouse.all('SELECT name FROM core.endorser')).toEqual([{ name: 'Club' }])
})

it('rows that no build has accepted never replace a copy', async () => {
  await edit('1', ['one'])
  await edit('2', ['two'], '1')
  for (const accepted of [new Map([['feed', '1']]), undefined]) {
    await copyLastGood(warehouse, readOf('2'), accepted)
    expect(await statementsIn('last_good')).toEqual(['one'])
  }
})

it('starts over if the copies are of another version', async () => {
  await edit('1', ['one'])
  await edit('2', ['two'], '1')
  await warehouse.run(
    "ALTER TABLE last_good.endorsement DROP COLUMN statement_es; UPDATE last_good.layout SET layout = 'older'",
  )
  await edit('3', ['three'], '2')
  expect(await statementsIn('last_good')).toEqual(['two'])
  // Copies of a version that recorded no layout.
  await warehouse.run('DROP TABLE last_good.layout; ALTER TABLE last_good.endorser DROP COLUMN name')
  await edit('4', ['four'], '3')
  expect(await statementsIn('last_good')).toEqual(['three'])
  expect(await warehouse.all('SELECT name FROM last_good.endorser')).toEqual([{ name: 'Club' }])
})
