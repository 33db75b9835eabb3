// A record as every reply has it: members that are joined as text, the page where an error in it is reported, its name there.

import { type ReportableKind, toReportUrl } from '../../data/schema/correction.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'

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

const BODY = "CASE $lang WHEN 'es' THEN body_es ELSE body_en END"

const CONTEST = `SELECT ${BODY} ->> '$.title' AS first, ${BODY} ->> '$.election.name' AS second, NULL AS third
FROM contest
WHERE id = CAST($id AS INTEGER)`

const NAMES: Readonly<Record<ReportableKind, { part(bundle: Bundle): OpenPart; sql: string }>> = {
  election: {
    part: ({ ballots }) => ballots,
    sql: `SELECT ${BODY} ->> '$.name' AS first, date AS second, NULL AS third FROM election WHERE id = CAST($id AS INTEGER)`,
  },
  contest: { part: ({ ballots }) => ballots, sql: CONTEST },
  endorser: {
    part: ({ endorsements }) => endorsements,
    sql: `SELECT ${BODY} ->> '$.name' AS first, NULL AS second, NULL AS third FROM endorser WHERE id = CAST($id AS INTEGER)`,
  },
  endorsement: {
    part: ({ endorsements }) => endorsements,
    sql: `SELECT ${BODY} ->> '$.endorser.name' AS first, ${BODY} ->> '$.choice.label' AS second, ${BODY} ->> '$.contest.title' AS third
FROM endorsement_body
WHERE id = CAST($id AS INTEGER)`,
  },
  district: {
    part: ({ places }) => places,
    sql: `SELECT body ->> '$.name' AS first, state AS second, NULL AS third FROM district WHERE id = CAST($id AS INTEGER) AND $lang IS NOT NULL`,
  },
  officeholder: {
    part: ({ officeholders }) => officeholders,
    sql: `SELECT body ->> '$.name' AS first, body ->> '$.office_title' AS second, NULL AS third
FROM officeholder
WHERE person_id = $id AND $lang IS NOT NULL
ORDER BY level_rank, id
LIMIT 1`,
  },
}

/** `County Commissioner, General Election`; undefined if the bundle does not hold the record. @param record such as `contest/123` */
export function findRecordName(bundle: Bundle, record: string, lang: Language): string | undefined {
  const [kind = '', id = ''] = record.split('/')
  if (!isKind(kind)) return undefined
  const { part, sql } = NAMES[kind]
  const row = part(bundle)
    .statement<{ first: string | null; second: string | null; third: string | null }>(sql)
    .get({ id, lang })
  return row && [row.first, row.second, row.third].filter((text) => text !== null).join(', ')
}

function isKind(text: string): text is ReportableKind {
  return Object.hasOwn(NAMES, text)
}
