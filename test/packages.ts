// The present packages for a checkout of an earlier commit.

import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectFile } from '../data/store/paths.ts'
import { SQLITE_PACKAGE } from '../data/store/sqlite.ts'

/**
 * Links each package into the checkout. Earlier commits import `better-sqlite3`, whatever Node.js runs them: they get the one that runs here.
 * d3-zoom and d3-selection are development packages for this alone: the pages of earlier commits serve them.
 */
export function linkPackages(checkout: string): void {
  const own = projectFile('node_modules')
  const folder = join(checkout, 'node_modules')
  mkdirSync(folder)
  for (const name of readdirSync(own))
    if (!name.startsWith('better-sqlite3')) symlinkSync(join(own, name), join(folder, name))
  symlinkSync(join(own, SQLITE_PACKAGE), join(folder, 'better-sqlite3'))
  if (SQLITE_PACKAGE !== 'better-sqlite3') symlinkSync(join(own, SQLITE_PACKAGE), join(folder, SQLITE_PACKAGE))
}
