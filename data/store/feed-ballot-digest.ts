// Hashes the ballots that feeds of endorsements create, to tell an edit of endorsements from an edit of ballots.

import type { CoreTable } from '../core/rows.ts'
import type { Warehouse } from './warehouse.ts'

/** The tables in a feed's digest. */
export const BALLOT_TABLES = ['election', 'contest', 'contest_county', 'choice'] as const satisfies readonly CoreTable[]

/**
 * For each source with endorsements, by id: a hash of its elections, contests and choices. Files and lines do not count: a row that
 * moves within its file stays the same.
 * @param sourceId only this source
 */
export async function digestFeedBallots(
  warehouse: Pick<Warehouse, 'all'>,
  sourceId: string | null = null,
): Promise<Map<string, string>> {
  const tables = BALLOT_TABLES.map(
    (table) => `
      SELECT source_id, hash('${table}', said) AS said
      FROM (SELECT * EXCLUDE (file, line) FROM core.${table} SEMI JOIN feed USING (source_id)) AS said`,
  )
  const rows = await warehouse.all<{ source_id: string; digest: string }>(
    `WITH feed AS (
       SELECT DISTINCT source_id FROM core.endorsement WHERE $source_id IS NULL OR source_id = $source_id
     )
     SELECT source_id, sha256(coalesce(string_agg(CAST(said AS VARCHAR), ' ' ORDER BY said), '')) AS digest
     FROM feed LEFT JOIN (${tables.join(' UNION ALL ')}) USING (source_id)
     GROUP BY source_id
     ORDER BY source_id`,
    { source_id: sourceId },
  )
  return new Map(rows.map(({ source_id, digest }) => [source_id, digest]))
}
