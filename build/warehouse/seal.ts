// Writes warehouse.duckdb: the analysts' copy of the working database, with the schema `api` and a comment on every table and column; and
// declares the one table that is filled later.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { apiViews, TABLES_VERSION } from './api-views.ts'
import type { ApiView } from './endorsement-views.ts'

/** @setting Most memory of DuckDB while the places part is made and the working database is copied: these steps set the build's peak. */
const SPARE_MEMORY = '400MB'

const INTERNAL = 'Internal: it changes with the code. Use the schema api.'

/**
 * @param bundle id of the bundle of the same build. Writes a compacted copy beside it and renames that into place, so that readers see
 * either the old or the complete new copy.
 */
export async function sealWarehouse(work: Warehouse, file: string, bundle: string): Promise<void> {
  const beside = `${file}.writing`
  if (existsSync(beside)) rmSync(beside)
  await work.run(`ATTACH ${quoteText(beside)} AS sealed`)
  try {
    const [row] = await work.all<{ name: string }>('SELECT current_database() AS name')
    const own = `"${row?.name ?? 'work'}"`
    await withSpareMemory(work, () => work.run(`COPY FROM DATABASE ${own} TO sealed`))
    await work.run('USE sealed')
    try {
      await addApi(work, bundle)
    } finally {
      await work.run(`USE ${own}`)
    }
  } finally {
    await work.run('DETACH sealed')
  }
  renameSync(beside, file)
}

/** Adds the views to the current database, and the tables of its bundle and, still empty, of the history. */
async function addApi(warehouse: Warehouse, bundle: string): Promise<void> {
  await warehouse.run(`
    CREATE SCHEMA api;
    CREATE TABLE api.bundle AS SELECT ${quoteText(bundle)} AS id, ${quoteText(TABLES_VERSION)} AS tables_version;
    COMMENT ON TABLE api.bundle IS 'One row: the bundle of this file. Name it when you publish results.';
    COMMENT ON COLUMN api.bundle.id IS 'Id of the bundle, as in X-Snapshot and /v1/snapshots.';
    COMMENT ON COLUMN api.bundle.tables_version IS 'Version of these tables: the first number changes if a column is renamed or removed.'`)
  await createHistory(warehouse)
  for (const view of apiViews) for (const statement of statementsOf(view)) await warehouse.run(statement)
  const internal = await warehouse.all<{ named: string }>(
    `SELECT format('{} "{}"."{}"', if(table_type = 'VIEW', 'VIEW', 'TABLE'), table_schema, table_name) AS named
     FROM information_schema.tables
     WHERE table_catalog = 'sealed' AND table_schema IN ('core', 'out')
     ORDER BY named`,
  )
  for (const { named } of internal) await warehouse.run(`COMMENT ON ${named} IS ${quoteText(INTERNAL)}`)
}

function statementsOf({ name, comment, columns, from }: ApiView): string[] {
  const expressions = columns.map((column) => `  ${column.sql} AS "${column.name}"`)
  return [
    `CREATE VIEW api.${name} AS SELECT\n${expressions.join(',\n')}\nFROM ${from}`,
    `COMMENT ON VIEW api.${name} IS ${quoteText(comment)}`,
    ...columns.map((column) => `COMMENT ON COLUMN api.${name}."${column.name}" IS ${quoteText(column.comment)}`),
  ]
}

// Limits the memory of DuckDB during a step of the build that needs the memory itself.

/** Runs the step with SPARE_MEMORY and one thread, as each takes memory of its own. DuckDB gives back the rest before the step. */
export async function withSpareMemory<Result>(work: Warehouse, step: () => Promise<Result>): Promise<Result> {
  const [before] = await work.all<{ threads: number; memory: string }>(
    "SELECT current_setting('threads') AS threads, current_setting('memory_limit') AS memory",
  )
  await work.run(`SET threads = 1; SET memory_limit = '${SPARE_MEMORY}'`)
  try {
    return await step()
  } finally {
    if (before) await work.run(`SET threads = ${before.threads}; SET memory_limit = ${quoteText(before.memory)}`)
  }
}

// The table api.endorsement_history: each version of each endorsement. A publication fills it from the event log.

export const HISTORY_TABLE = 'endorsement_history'

/** The columns in their order, with type and comment. */
export const HISTORY_COLUMNS = [
  ['endorsement_id', 'BIGINT', 'The endorsement: `api.endorsement.id`, if it is current.'],
  ['valid_from', 'TIMESTAMP', 'When this version was published, in UTC; null if that was before the event log begins.'],
  ['valid_to', 'TIMESTAMP', 'When it was replaced or deleted; null if the log does not say.'],
  ['current', 'BOOLEAN', 'Whether the present publication has this version.'],
  ['rank', 'INTEGER', 'Rank in a ranked-choice contest; otherwise null.'],
  ['statement', 'VARCHAR', "The endorser's own words in English."],
  ['statement_es', 'VARCHAR', 'The statement in Spanish; null if there is none, or if it equals `statement`.'],
  ['source_url', 'VARCHAR', 'Page of the endorser with this endorsement.'],
  ['published_on', 'DATE', 'Day of the endorsement; null if the source gives none.'],
  ['endorser_id', 'BIGINT', 'The endorser: `api.endorser.id`.'],
  ['endorser_slug', 'VARCHAR', 'Slug of the endorser.'],
  ['contest_id', 'BIGINT', 'The contest: `api.contest.id`.'],
  ['choice_id', 'BIGINT', 'The endorsed choice: `api.choice.id`.'],
  ['election_id', 'BIGINT', 'The election: `api.election.id`.'],
  ['election_slug', 'VARCHAR', 'Slug of the election.'],
  ['state', 'VARCHAR', 'Postal code of the state of the election.'],
] as const

/** Creates the empty table in the current database, or replaces it. */
export async function createHistory(warehouse: Warehouse): Promise<void> {
  const columns = HISTORY_COLUMNS.map(([name, type]) => `"${name}" ${type}`)
  const comments = HISTORY_COLUMNS.map(
    ([name, , comment]) => `COMMENT ON COLUMN api.${HISTORY_TABLE}."${name}" IS ${quoteText(comment)};`,
  )
  await warehouse.run(`
    CREATE OR REPLACE TABLE api.${HISTORY_TABLE} (${columns.join(', ')});
    COMMENT ON TABLE api.${HISTORY_TABLE} IS 'Each version of each endorsement, from the event log up to the last publication.';
    ${comments.join('\n')}`)
}
