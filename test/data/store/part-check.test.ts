// A part of unknown origin: one of an earlier version lacks later tables and is taken, one with another table is not.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPart, writePart } from '../../../data/store/part.ts'
import { fillEndorsements } from '../../server/endorsements.ts'
import { withoutTables } from '../../server/without-tables.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-part-'))
  const { sha256 } = writePart(folder, 'endorsements', (writer) => fillEndorsements(writer, {}))
  file = join(folder, `${sha256}.sqlite`)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['evidence', 'stance', 'endorser_coverage', 'endorser_agreement', 'contest_agreement'])(
  'a part without %s is of an earlier version',
  (table) => {
    checkPart(file, 'endorsements', 'the part')
    checkPart(withoutTables(file, [table]), 'endorsements', 'the part')
  },
)

test('a part without positions, or with a table of its own, is refused by name', () => {
  expect(() => checkPart(withoutTables(file, ['position']), 'endorsements', 'the part')).toThrow(/the part: .*position/)
  const own = withoutTables(file, [])
  chmodSync(own, 0o600)
  const database = new Database(own)
  database.exec('CREATE TABLE other (id INTEGER)')
  database.close()
  expect(() => checkPart(own, 'endorsements', 'the part')).toThrow(/the part: .*other/)
})
