// Two parts are compared by their rows, whatever their bytes.

import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { hashFile } from '../../../data/store/files.ts'
import { compareRows, writePart } from '../../../data/store/part.ts'

const folder = mkdtempSync(join(tmpdir(), 'hustings-part-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

const zips = ['27601', '27602', '27603']
const { sha256 } = writePart(folder, 'addresses', ({ insert }) =>
  insert(
    'zip_city',
    ['zip', 'state', 'city'],
    zips.map((zip) => [zip, 'NC', 'raleigh']),
  ),
)
const first = { file: join(folder, `${sha256}.sqlite`), sha256 }

function changed(name: string, ...statements: string[]): { file: string } {
  const file = join(folder, name)
  copyFileSync(first.file, file)
  chmodSync(file, 0o600)
  const database = new Database(file)
  for (const statement of statements) database.exec(statement)
  database.close()
  return { file }
}

it('are equal in another page size and order', () => {
  const other = changed('order', 'DELETE FROM zip_city', 'PRAGMA page_size = 8192', 'VACUUM')
  const database = new Database(other.file)
  for (const zip of zips.toReversed())
    database.prepare('INSERT INTO zip_city VALUES (?, ?, ?)').run(zip, 'NC', 'raleigh')
  database.close()
  expect(hashFile(other.file)).not.toBe(sha256)
  expect(compareRows(first, other)).toEqual([])
})

it('differ in a changed row, one more and one fewer, by table', () => {
  const other = changed(
    'rows',
    "UPDATE zip_city SET city = 'cary' WHERE zip = '27601'",
    "INSERT INTO zip_city VALUES ('27604', 'NC', 'raleigh')",
    "DELETE FROM zip_city WHERE zip = '27603'",
  )
  expect(compareRows(first, other)).toEqual([{ table: 'zip_city', only_first: 2, only_second: 2 }])
})
