// Sealed parts on the disk: their names, damaged files, tables of other versions, and the comparison of two by their rows.

import { chmodSync, copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashFile } from '../../../data/store/files.ts'
import { checkPart, compareRows, writePart } from '../../../data/store/part.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { fillEndorsements } from '../../server/endorsements.ts'
import { withoutTables } from '../../server/without-tables.ts'
import { freshFolder } from '../../temporary.ts'

const folder = freshFolder()

const fileOf = (sha256: string) => join(folder, `${sha256}.sqlite`)
function edit(file: string, ...statements: string[]): void {
  chmodSync(file, 0o600)
  const database = new Database(file)
  for (const statement of statements) database.exec(statement)
  database.close()
}

const write = () => writePart(folder, 'officeholders', () => {})

test('writing the same rows keep the existing file', () => {
  const { sha256, bytes } = write()
  const { ino, size } = statSync(fileOf(sha256))
  expect(size).toBe(bytes)
  expect(write()).toEqual({ sha256, bytes })
  expect(statSync(fileOf(sha256)).ino).toBe(ino)
})

test('writing a damaged file of that name is replaced', () => {
  const { sha256, bytes } = write()
  const whole = readFileSync(fileOf(sha256))
  chmodSync(fileOf(sha256), 0o644)
  truncateSync(fileOf(sha256), bytes - 4096)
  expect(hashFile(fileOf(sha256))).not.toBe(sha256)
  expect(write()).toEqual({ sha256, bytes })
  expect(readFileSync(fileOf(sha256)).equals(whole)).toBe(true)
  expect(statSync(fileOf(sha256)).mode & 0o222).toBe(0)
})

describe('a part of unknown origin', () => {
  const check = (file: string) => checkPart(file, 'endorsements', 'the part')
  let file: string
  beforeEach(() => {
    file = fileOf(writePart(folder, 'endorsements', (writer) => fillEndorsements(writer, {})).sha256)
  })

  test('without later tables is of an earlier version', () => {
    check(file)
    for (const table of ['evidence', 'stance', 'endorser_coverage', 'endorser_agreement', 'contest_agreement'])
      check(withoutTables(file, [table]))
  })

  test('without positions, or with a table of its own, is refused by name', () => {
    expect(() => check(withoutTables(file, ['position']))).toThrow(/the part: .*position/)
    const own = withoutTables(file, [])
    edit(own, 'CREATE TABLE other (id INTEGER)')
    expect(() => check(own)).toThrow(/the part: .*other/)
  })
})

describe('the rows of two parts', () => {
  const row = (zip: string): [string, string, string] => [zip, 'NC', 'raleigh']
  const zips = ['27601', '27602', '27603']
  let first: { file: string; sha256: string }
  let other: { file: string }
  beforeEach(() => {
    const { sha256 } = writePart(folder, 'addresses', ({ insert }) =>
      insert('zip_city', ['zip', 'state', 'city'], zips.map(row)),
    )
    first = { file: fileOf(sha256), sha256 }
    other = { file: join(folder, 'other') }
    copyFileSync(first.file, other.file)
  })

  test('are equal in another page size and order', () => {
    edit(
      other.file,
      ...['DELETE FROM zip_city', 'PRAGMA page_size = 8192', 'VACUUM'],
      ...zips.toReversed().map((zip) => `INSERT INTO zip_city VALUES ('${row(zip).join("', '")}')`),
    )
    expect(hashFile(other.file)).not.toBe(first.sha256)
    expect(compareRows(first, other)).toEqual([])
  })

  test('differ in a changed row, one more and one fewer, by table', () => {
    edit(
      other.file,
      "UPDATE zip_city SET city = 'cary' WHERE zip = '27601'",
      "INSERT INTO zip_city VALUES ('27604', 'NC', 'raleigh')",
      "DELETE FROM zip_city WHERE zip = '27603'",
    )
    expect(compareRows(first, other)).toEqual([{ table: 'zip_city', only_first: 2, only_second: 2 }])
  })
})
