// The working database, opened once for an ingest and the following build.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { shareWork } from '../../../data/store/scratch.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { openFolder } from '../../temporary.ts'
import { readOf, rowsOf } from './feed-rows.ts'

let folder = ''
beforeEach(() => {
  folder = join(openFolder(), "a path's quotes")
  mkdirSync(folder)
})

const file = (): string => join(folder, 'work.duckdb')
it('is one warehouse until it is closed, and the file has only the rows of the sources', async () => {
  const work = shareWork(file())
  const warehouse = await work.open()
  await warehouse.replaceSource(readOf('1'), rowsOf([]), [])
  expect(await work.open()).toBe(warehouse)
  await warehouse.run('USE memory; CREATE TABLE out.scratched AS FROM work.core.endorser')
  expect(await warehouse.all('SELECT * FROM core.endorser')).toEqual([])
  expect(await warehouse.all('SELECT name FROM out.scratched')).toEqual([{ name: 'Club' }])
  await work.close()
  await work.close()
  expect(existsSync(`${file()}.wal`)).toBe(false)

  const alone = await openWarehouse(file(), { readonly: true })
  expect(await alone.all('SELECT name FROM core.endorser')).toEqual([{ name: 'Club' }])
  expect(await alone.sourceReads()).toMatchObject([{ source_id: 'feed', signature: '1' }])
  const tables = await alone.all("SELECT table_name FROM duckdb_tables() WHERE table_name = 'scratched'")
  expect(tables).toEqual([])
  await alone.close()

  const again = await work.open()
  expect(again).not.toBe(warehouse)
  expect(await again.all('SELECT name FROM core.endorser')).toEqual([{ name: 'Club' }])
  await work.close()
})

it('replaces a table of an older release, and marks its sources as unread', async () => {
  const older = await openWarehouse(file())
  await older.replaceSource(readOf('1'), rowsOf([]), [])
  await older.run('ALTER TABLE core.endorser DROP COLUMN name')
  await older.close()
  const work = shareWork(file())
  const warehouse = await work.open()
  expect(await warehouse.all('SELECT name FROM work.core.endorser')).toEqual([])
  expect(await warehouse.sourceReads()).toEqual([])
  await work.close()
})
