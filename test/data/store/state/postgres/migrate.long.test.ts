// The state moves between SQLite and PostgreSQL, in both directions.

import { describe, expect, it } from 'vitest'
import { listTables } from '../../../../../data/store/state/tables.ts'
import { PROOF_ONLY } from '../../../../proof/only.ts'
import { POSTGRES, SQLITE, whyWithoutPostgres } from '../engines.ts'
import { migrateSuite } from '../suites/migrate.ts'

const why = await whyWithoutPostgres()

describe.skipIf(why !== undefined)(why ?? 'between SQLite and PostgreSQL', () => {
  describe('from SQLite to PostgreSQL', () => migrateSuite(SQLITE, POSTGRES))
  describe.skipIf(PROOF_ONLY !== null)('from PostgreSQL to SQLite', () => migrateSuite(POSTGRES, SQLITE))

  it('has the same columns of each table in both engines', async () => {
    const place = await POSTGRES.create()
    await (await place.open()).close()
    for (const { name, columns } of listTables()) {
      const found = await place.rows<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = '${name}'
        ORDER BY ordinal_position`,
      )
      const own = name === 'head' ? ['change_count'] : []
      expect(
        found.map((column) => column.name),
        name,
      ).toEqual([...columns, ...own])
    }
    await place.remove()
  })
})
