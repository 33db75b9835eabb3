// Rules for the rows of every table of the schema `api`, in any warehouse.

import { apiViews } from '../../../build/warehouse/api-views.ts'
import type { Warehouse } from '../../../data/store/warehouse.ts'

const RULES = [
  ...apiViews.map(({ name, key }) => {
    const columns = key.map((column) => `"${column}"`).join(', ')
    return {
      rule: `api.${name}: no two rows of one ${key.join(', ')}, and none without it`,
      sql: `SELECT ${columns} FROM api.${name} GROUP BY ALL HAVING count(*) > 1
UNION ALL
SELECT ${columns} FROM api.${name} WHERE ${key.map((column) => `"${column}" IS NULL`).join(' OR ')}`,
    }
  }),
  {
    rule: 'api.district: no two drawn current records of one OCD id',
    sql: `SELECT ocd_id FROM api.district WHERE has_boundary AND NOT retired GROUP BY ALL HAVING count(*) > 1`,
  },
  {
    rule: 'api.contest and api.election: a reason where something is missing, and only there',
    sql: `SELECT id FROM api.contest WHERE listed <> (missing_reason IS NULL)
UNION ALL
SELECT id FROM api.election WHERE listed <> (missing_reason IS NULL) OR listed <> (json_array_length(missing) = 0 AND len(missing_districts) = 0)`,
  },
]

/** The first rows that break each rule; none if all hold. */
export async function findBroken(warehouse: Warehouse): Promise<{ rule: string; rows: object[] }[]> {
  const broken: { rule: string; rows: object[] }[] = []
  for (const { rule, sql } of RULES) {
    const rows = await warehouse.all<object>(`FROM (${sql}) LIMIT 5`)
    if (rows.length > 0) broken.push({ rule, rows })
  }
  return broken
}
