// Creates the tables of the state and migrates an earlier format.

import { readDdl } from '../../ddl.ts'
import { anotherFormat } from '../../format.ts'
import { makeName } from '../name.ts'
import type { Location } from './location.ts'

export type Query = (
  text: string,
  values?: readonly unknown[],
  name?: string,
) => Promise<{ rows: Record<string, unknown>[]; changes: number }>

/** The file at index N of ddl/ makes format N + 1 of format N. A file that was released never changes. */
const MIGRATIONS = ['state-postgres.sql', 'state-postgres-2.sql', 'state-postgres-3.sql']
export const POSTGRES_FORMAT = MIGRATIONS.length

/** 0 if there are no tables. */
export async function readFormat(query: Query): Promise<number> {
  const { rows } = await query("SELECT to_regclass('format') IS NOT NULL AS exists")
  return rows[0]?.exists ? Number((await query('SELECT format FROM format')).rows[0]?.format ?? 0) : 0
}

/** Throws for a later format. Processes that start together migrate one after another; the later ones find nothing to do. */
export async function migrate(query: Query, { schema, name }: Pick<Location, 'schema' | 'name'>): Promise<void> {
  if ((await readFormat(query)) < POSTGRES_FORMAT) {
    // The lock ends with the transaction, also if this process is killed. A migration may take longer than an operation.
    await query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hustings ${schema}`])
    const { rows } = await query('SELECT to_regnamespace($1) IS NOT NULL AS exists', [schema])
    if (!rows[0]?.exists) await query(`CREATE SCHEMA ${schema}`)
    const from = await readFormat(query)
    for (const file of MIGRATIONS.slice(from)) await query(readDdl(file))
    if (from === 0) {
      await query('INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, $1, 0)', [makeName()])
      await query('INSERT INTO format (only_row, format) VALUES (1, 0)')
    }
    if (from < POSTGRES_FORMAT) await query('UPDATE format SET format = $1', [POSTGRES_FORMAT])
    await query('COMMIT')
  }
  const format = await readFormat(query)
  if (format !== POSTGRES_FORMAT) throw anotherFormat(name, format, POSTGRES_FORMAT)
}
