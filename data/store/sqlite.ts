// Chooses better-sqlite3, once: 13 where it runs, else 12. 13 crashes where Node-API has no version 10: on Node.js 20, and 22 before 22.14.
// On Node.js 24.19 and later, 12 aborts the process.

import { createRequire } from 'node:module'
import type BetterSqlite from 'better-sqlite3'

export const SQLITE_PACKAGE = Number(process.versions.napi) >= 10 ? 'better-sqlite3' : 'better-sqlite3-12'

/** Opens a database. */
export const Database: typeof BetterSqlite = load()
export type Database = BetterSqlite.Database
export type Prepared = BetterSqlite.Statement

/** npm leaves out an optional package that it cannot install, and says nothing. */
function load(): typeof BetterSqlite {
  const require = createRequire(import.meta.url)
  try {
    return require(SQLITE_PACKAGE)
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'MODULE_NOT_FOUND') throw cause
    throw new Error(
      `node_modules has no ${SQLITE_PACKAGE}, which Node.js ${process.versions.node} uses: run \`npm ci\` with this Node.js${SQLITE_PACKAGE === 'better-sqlite3' ? '' : ' and a C++ compiler'}`,
      { cause },
    )
  }
}
