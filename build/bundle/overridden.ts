// Reports the endorsements that another source also has or that a publishing desk overrides, and that are therefore not served (build/sql/61_endorsement.sql decides).

import type { Warehouse } from '../../data/store/warehouse.ts'
import type { BuildIssue } from './name-case.ts'

interface Overridden {
  source_id: string
  file: string
  line: number | null
  endorser_slug: string
  choice_key: string
  by_source: string
  by_file: string
  by_line: number | null
}

interface Silenced extends Pick<Overridden, 'source_id' | 'file' | 'line' | 'endorser_slug' | 'choice_key'> {
  /** Whether the desk has the endorsement too. */
  has_it: boolean
}

/** The code of a feed's endorsement that a publishing desk overrides. Its value begins with the endorser's slug. */
export const OVERRIDDEN_BY_DESK = 'overridden-by-desk'

/**
 * Needs out.told_endorsement and out.no_such_district.
 * @returns an issue for each row of core.endorsement that is not served for another; none of a contest that is left out
 */
export async function findOverridden(warehouse: Warehouse): Promise<BuildIssue[]> {
  const rows = await warehouse.all<Overridden>(`
    SELECT
      other.source_id, other.file, other.line, endorser_slug, choice_key,
      served.source_id AS by_source, served.file AS by_file, served.line AS by_line
    FROM core.endorsement AS other
    JOIN out.told_endorsement AS served USING (endorser_slug, choice_key)
    WHERE other.source_id <> served.source_id
      AND served.source_id <> 'desk'
      AND other.contest_key NOT IN (SELECT contest_key FROM out.no_such_district)
    ORDER BY other.source_id, other.file, other.line, endorser_slug, choice_key`)
  const desks = await warehouse.all<Silenced>(`
    SELECT
      other.source_id, other.file, other.line, endorser_slug, choice_key,
      (endorser_slug, choice_key) IN (SELECT endorser_slug, choice_key FROM out.told_endorsement) AS has_it
    FROM core.endorsement AS other
    WHERE source_id <> 'desk'
      AND endorser_slug IN (SELECT endorser_slug FROM out.desk_endorser)
      AND contest_key NOT IN (SELECT contest_key FROM out.no_such_district)
    ORDER BY source_id, file, line, endorser_slug, choice_key`)
  const silenced = desks.map(
    ({ source_id, file, line, endorser_slug, choice_key, has_it }): BuildIssue => ({
      source_id,
      file,
      line,
      field: null,
      code: OVERRIDDEN_BY_DESK,
      value: `${endorser_slug} ${choice_key}`,
      message: `${endorser_slug} has a publishing desk, which decides what is served; it ${has_it ? 'has this endorsement itself' : 'does not have this endorsement'}`,
      severity: 'ignored',
    }),
  )
  const both = rows.map(({ source_id, file, line, endorser_slug, choice_key, by_source, by_file, by_line }) => ({
    source_id,
    file,
    line,
    field: null,
    code: 'overridden-endorsement',
    value: `${endorser_slug} ${choice_key}`,
    message: `is also in ${by_source} (${by_file}${by_line === null ? '' : `:${by_line}`}), which is served`,
    severity: 'ignored' as const,
  }))
  return [...both, ...silenced]
}
