// Reports the contests of districts that the plan of their election does not have, and what needs them (build/sql/25_no_such_district.sql decides).

import type { Warehouse } from '../../data/store/warehouse.ts'
import type { BuildIssue } from './name-case.ts'

/** Needs out.no_such_district. @returns an issue for each row of a contest, an endorsement or a stance that is not served */
export async function findMissingDistricts(warehouse: Warehouse): Promise<BuildIssue[]> {
  const rows = await warehouse.all<{
    source_id: string
    file: string
    line: number | null
    value: string
    ocd_id: string
    date: string
    districts: number
  }>(`
    SELECT source_id, file, line, value, ocd_id, CAST(date AS VARCHAR) AS date, CAST(districts AS INTEGER) AS districts
    FROM (
      SELECT source_id, file, line, contest_key, title AS value FROM core.contest
      UNION ALL
      SELECT source_id, file, line, contest_key, endorsement_key FROM core.endorsement
      UNION ALL
      SELECT source_id, file, line, contest_key, stance_key FROM core.stance
    )
    JOIN out.no_such_district USING (contest_key)
    ORDER BY source_id, file, line, value`)
  return rows.map(
    ({ source_id, file, line, value, ocd_id, date, districts }): BuildIssue => ({
      ...{ source_id, file, line, field: null, code: 'no-such-district', value },
      message: `got the district ${ocd_id}, expected one of the ${districts} of the plan of ${date}; the contest is left out`,
      severity: 'refused',
    }),
  )
}
