// Detects damage of the working database, and sets a damaged file aside until it is rebuilt (ingest/engine/rebuild.ts).

import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Paths } from './paths.ts'
import type { Warehouse } from './warehouse.ts'

type WorkPaths = Pick<Paths, 'work'>

export class WorkDamaged extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'WorkDamaged'
  }
}

/** DuckDB's messages for a file with damaged bytes: each block has a checksum. */
const SAID_OF_DAMAGE =
  /Corrupt (database|WAL) file|appears to be corrupted|not a valid DuckDB database file|Could not read enough bytes|Failure while replaying WAL|Failed to deserialize/
/** A file is not damaged because the disk is full. */
const SAID_OF_SPACE = /No space left/

export function isDamage(fault: unknown): boolean {
  if (fault instanceof WorkDamaged) return true
  return fault instanceof Error && SAID_OF_DAMAGE.test(fault.message) && !SAID_OF_SPACE.test(fault.message)
}

/** Reads every block of every table. Throws what isDamage recognizes: a wrong checksum, or rows of a source without a read record. */
export async function checkWork(warehouse: Warehouse): Promise<void> {
  const tables = await warehouse.all<{ schema: string; name: string; core: boolean }>(`
    SELECT schema_name AS schema, table_name AS name, schema_name = 'core' AND table_name <> 'source_read' AS core
    FROM duckdb_tables()
    WHERE database_name = current_database() AND NOT internal
    ORDER BY ALL`)
  for (const { schema, name } of tables)
    await warehouse.all(`SELECT bit_xor(hash(t)) = 0 FROM ${schema}."${name}" AS t`)
  const selects = tables.filter(({ core }) => core).map(({ name }) => `SELECT source_id FROM core."${name}"`)
  const unread = await warehouse.all<{ source_id: string }>(
    `FROM (${selects.join(' UNION ')}) ANTI JOIN core.source_read USING (source_id) ORDER BY source_id`,
  )
  const [first] = unread
  if (first)
    throw new WorkDamaged(
      `it contains rows of ${first.source_id}${unread.length > 1 ? ` and ${unread.length - 1} more` : ''} without a read record, as after an upgrade`,
    )
}

/** While this file exists, a rebuild is due or was interrupted. */
export function findDamaged({ work }: WorkPaths): string | undefined {
  const file = `${work}.damaged`
  return existsSync(file) ? file : undefined
}

/** @returns its new path. Its write-ahead log gets a name that DuckDB ignores, so that DuckDB reads the file as last written */
export function setAside({ work }: WorkPaths): string {
  const file = `${work}.damaged`
  if (existsSync(`${work}.wal`)) renameSync(`${work}.wal`, `${file}-wal`)
  renameSync(work, file)
  return file
}

/** Call it after the rebuild. */
export function dropDamaged({ work }: WorkPaths): void {
  for (const file of [`${work}.damaged-wal`, `${work}.damaged`]) rmSync(file, { force: true })
}
