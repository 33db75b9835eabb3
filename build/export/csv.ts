// Writes a table as CSV (RFC 4180, UTF-8, with a header).

import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import type { ExportTable } from './tables.ts'

/** A spreadsheet runs a text that begins with one of these characters (OWASP, CSV injection). */
const FORMULA = '^[=+@\\t\\r-]'

/**
 * Null is an empty field, an empty text is "". Lists are JSON; times are ISO 8601 in UTC.
 * @param options.formulaSafe a text that a spreadsheet would run as a formula begins with an apostrophe
 */
export async function writeCsv(
  warehouse: Warehouse,
  { columns, select }: ExportTable,
  { file, formulaSafe }: { file: string; formulaSafe: boolean },
): Promise<void> {
  const expressions = columns.map(({ name, type }) => {
    if (type === 'VARCHAR[]') return `CAST(to_json("${name}") AS VARCHAR) AS "${name}"`
    if (type === 'VARCHAR' && formulaSafe)
      return `CASE WHEN regexp_matches("${name}", '${FORMULA}') THEN '''' || "${name}" ELSE "${name}" END AS "${name}"`
    return `"${name}"`
  })
  await warehouse.run(
    `COPY (SELECT ${expressions.join(', ')} FROM (${select})) TO ${quoteText(file)}
     (FORMAT csv, HEADER, DATEFORMAT '%Y-%m-%d', TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%SZ')`,
  )
}
