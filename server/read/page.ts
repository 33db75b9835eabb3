import { type ReportableKind, toReportUrl } from '../../data/schema/correction.ts'
import { writeCursor } from '../http/cursor.ts'

/** `LIMIT $rows` alone would make SQLite recompile the statement for each value of the parameter. */
export const LIMIT_ROWS = 'LIMIT 0 + $rows'

/**
 * Joins prebuilt JSON rows into one page.
 * @param rows one more than the limit if there is a next page
 */
export function presentPage<Row>(page: {
  rows: readonly Row[]
  limit: number
  filters: string
  present(row: Row): string
  position(row: Row): readonly (string | number)[]
}): string {
  const { rows, limit } = page
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  const last = shown.at(-1)
  const next =
    rows.length > limit && last !== undefined ? `"${writeCursor(page.filters, page.position(last))}"` : 'null'
  return `{"data":[${shown.map(page.present).join(',')}],"next_cursor":${next}}`
}

/** Adds `report_url`, where an error in this record is reported. */
export function withReportUrl(json: string, kind: ReportableKind, id: number | string): string {
  return withMembers(json, reportUrlMember(kind, id))
}

export function reportUrlMember(kind: ReportableKind, id: number | string): string {
  return `"report_url":"${toReportUrl(kind, id)}"`
}

/** Adds members to a JSON object. @param members `"key":value` pairs, joined by commas */
export function withMembers(json: string, members: string): string {
  return `${json.slice(0, -1)},${members}}`
}
