// The state moves between SQLite and PostgreSQL, in both directions.

import { describe, expect, it } from 'vitest'
import { listTables } from '../../../../../data/store/state/tables.ts'
import { POSTGRES, SQLITE, whyWithoutPostgres } from '../engines.ts'
import { migrateSuite } from '../suites/migrate.ts'

const why = await whyWithoutPostgres()

describe.skipIf(why !== undefined)(why ?? 'between SQLite and PostgreSQL', () => {
  describe('from SQLite to PostgreSQL', () => migrateSuite(SQLITE, POSTGRES))
  describe('from PostgreSQL to SQLite', () => migrateSuite(POSTGRES, SQLITE))

  it('has the same tables and columns in both engines', async () => {
    const place = await POSTGRES.create()
    await (await place.open()).close()
    const columns = await place.rows<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()`,
    )
    const own = ['format.only_row', 'format.format', 'head.change_count', 'lease.server', 'lease.publication', 'lease.expires_at']
    expect(columns.map(({ name }) => name).sort()).toEqual(
      [...listTables().flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)), ...own].sort(),
    )
    await place.remove()
  })
})
