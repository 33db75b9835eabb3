// The table api.endorsement_history: each version of each endorsement. A publication fills it from the event log.

import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'

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
