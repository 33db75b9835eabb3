// A database and its -wal file, read into memory: the same content that SQLite reads, without incomplete transactions.

import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../data/store/sqlite.ts'
import { loadImage } from '../../../data/store/wal-file.ts'
import { freshFolder } from '../../temporary.ts'

const folder = freshFolder()
let live: Database
beforeEach(() => {
  live = new Database(join(folder, 'live.sqlite'))
  live.pragma('journal_mode = WAL')
  live.pragma('wal_autocheckpoint = 0')
  live.exec('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
})
afterEach(() => void live.close())

const add = (count: number, length: number): void => {
  const insert = live.prepare('INSERT INTO word (text) VALUES (?)')
  live.transaction(() => {
    for (let at = 0; at < count; at++) insert.run(String(at).repeat(length))
  })()
}
/** The files after a crash, without -shm. */
function copy(): string {
  const file = join(folder, 'left.sqlite')
  copyFileSync(join(folder, 'live.sqlite'), file)
  copyFileSync(join(folder, 'live.sqlite-wal'), `${file}-wal`)
  return file
}
function rowsOf(database: Database): unknown[] {
  return database.prepare('SELECT id, text FROM word ORDER BY id').all()
}
function rowsIn(file: string): unknown[] {
  const database = new Database(loadImage(file), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  const rows = rowsOf(database)
  database.close()
  return rows
}

test('has every committed transaction: before and after a checkpoint, and after the database has shrunk', () => {
  add(10, 3)
  expect(rowsIn(copy())).toEqual(rowsOf(live))
  live.pragma('wal_checkpoint(RESTART)')
  add(500, 200)
  live.exec('UPDATE word SET text = text || id WHERE id % 3 = 0')
  expect(rowsIn(copy())).toEqual(rowsOf(live))
  live.exec('DELETE FROM word WHERE id > 20')
  live.exec('VACUUM')
  expect(rowsIn(copy())).toEqual(rowsOf(live))
  expect(rowsOf(live)).toHaveLength(20)
})

test('needs no -wal file, and ignores an empty one', () => {
  add(10, 3)
  const rows = rowsOf(live)
  live.pragma('wal_checkpoint(TRUNCATE)')
  const file = copy()
  expect(statSync(`${file}-wal`).size).toBe(0)
  expect(rowsIn(file)).toEqual(rows)
  rmSync(`${file}-wal`)
  expect(rowsIn(file)).toEqual(rows)
})

test('a -wal file that is cut or damaged anywhere gives the same result as SQLite', () => {
  for (let at = 0; at < 6; at++) add(5, 40)
  const whole = copy()
  const wal = readFileSync(`${whole}-wal`)
  for (let trial = 0; trial < 60; trial++) {
    const at = Math.floor(Math.random() * wal.length)
    if (trial % 2 === 0) truncateSync(`${whole}-wal`, at)
    else {
      const bytes = Buffer.from(wal)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (trial % 8)), at)
      writeFileSync(`${whole}-wal`, bytes)
    }
    const image = new Database(loadImage(whole), { readonly: true })
    const other = join(folder, `other-${trial}.sqlite`)
    copyFileSync(whole, other)
    copyFileSync(`${whole}-wal`, `${other}-wal`)
    const recovered = new Database(other)
    const words = (database: Database): unknown[] =>
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'word'").all().length === 0 ? [] : rowsOf(database)
    expect(words(image), `trial ${trial} at ${at}`).toEqual(words(recovered))
    image.close()
    recovered.close()
    writeFileSync(`${whole}-wal`, wal)
  }
})
