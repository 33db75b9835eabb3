// A part as an earlier version wrote it: without the tables that came later.

import { chmodSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, openBundle, openPart } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { Database } from '../../data/store/sqlite.ts'
import type { Fixture } from './fixture.ts'

/** @returns the file of a copy, beside the part */
export function withoutTables(file: string, tables: readonly string[]): string {
  const copy = file.replace(/\.sqlite$/, '-older.sqlite')
  copyFileSync(file, copy)
  chmodSync(copy, 0o600)
  const database = new Database(copy)
  for (const table of tables) database.exec(`DROP TABLE ${table}`)
  database.close()
  return copy
}

/** The bundle, and the same whose endorsements part lacks the tables. */
export function openBoth({ paths }: Fixture, id: string, tables: readonly string[]): { whole: Bundle; older: Bundle } {
  const whole = openBundle(paths, loadManifest(paths, id))
  const { sha256 } = whole.manifest.parts.endorsements
  const file = withoutTables(join(paths.parts, `${sha256}.sqlite`), tables)
  return { whole, older: { ...whole, endorsements: openPart(file, sha256) } }
}
