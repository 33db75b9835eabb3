import { z } from 'zod'
import type { ElectionType, Language, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from './calendar.ts'
import { countByElection } from './endorsement-counts.ts'
import { findElections } from './held-elections.ts'
import { isIn, joinClauses, LIMIT_ROWS, presentPage, readCursor } from './list.ts'
import { reportUrlMember, withMembers } from './record.ts'
import { findUpcoming } from './upcoming.ts'

export interface ElectionFilters {
  states?: StateCode[] | undefined
  types?: ElectionType[] | undefined
  upcoming: boolean
  from?: string | undefined
  to?: string | undefined
  lang: Language
  limit: number
  cursor?: string | undefined
}

interface ElectionRow {
  id: number
  date: string
  state: string
  slug: string
  body: string
}

const position = z.tuple([z.string(), z.string(), z.string()])

/** A page by date, state, slug. @throws ApiError 400 for a cursor of another list. */
export function presentElections(
  filters: ElectionFilters,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
) {
  const { limit, lang } = filters
  const [date, state, slug] = filters.cursor === undefined ? ['', '', ''] : readCursor(filters.cursor, hash, position)
  const where = joinClauses([
    isIn('state', 'states', filters.states),
    isIn('type', 'types', filters.types),
    isIn('id', 'upcoming', filters.upcoming ? findUpcoming(bundle, day) : undefined),
    filters.from === undefined ? undefined : { sql: 'date >= $from', params: { from: filters.from } },
    filters.to === undefined ? undefined : { sql: 'date <= $to', params: { to: filters.to } },
    filters.cursor === undefined
      ? undefined
      : { sql: '(date, state, slug) > ($date, $state, $slug)', params: { date, state, slug } },
  ])
  const rows = bundle.ballots
    .statement<ElectionRow>(
      `SELECT id, date, state, slug, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM election
WHERE ${where.sql}
ORDER BY date, state, slug
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, lang, rows: limit + 1 })
  const counts = countByElection(
    bundle,
    rows.map((row) => row.id),
  )
  return presentPage({
    rows,
    limit,
    filters: hash,
    present: (row) =>
      withMembers(row.body, `"endorsement_count":${counts.get(row.id) ?? 0},${reportUrlMember('election', row.id)}`),
    position: (row) => [row.date, row.state, row.slug],
  })
}

/** Ids of the elections with these slugs, or of all upcoming elections if no slug is given. */
export function findNamedOrUpcoming(
  slugs: readonly string[] | undefined,
  { bundle, day }: { bundle: Bundle; day: Day },
): readonly number[] {
  return slugs ? findElections(bundle, slugs) : findUpcoming(bundle, day)
}

/** JSON summaries of those of the given elections that have contests in a district, ordered by date, state, slug. */
export function presentElectionsOfDistrict(
  bundle: Bundle,
  { id, ocd_id }: { id: number; ocd_id: string },
  elections: readonly number[],
): string {
  const rows = bundle.ballots
    .statement<{ summary: string }>(
      `SELECT json_object('id', id, 'slug', slug, 'name', body_en ->> '$.name', 'date', date, 'state', state, 'type', type) AS summary
FROM election
WHERE id IN (SELECT election_id FROM contest WHERE district_ocd_id = $ocd_id AND district_id = $district)
  AND id IN (SELECT value FROM json_each($elections))
ORDER BY date, state, slug`,
    )
    .all({ ocd_id, district: id, elections: JSON.stringify(elections) })
  return `[${rows.map((row) => row.summary).join(',')}]`
}

export interface ElectionName {
  id: number
  slug: string
  name: string
  date: string
}

/** The given elections by date, state, slug. */
export function nameElections(bundle: Bundle, ids: readonly number[], lang: Language): ElectionName[] {
  return bundle.ballots
    .statement<ElectionName>(
      `SELECT id, slug, CASE $lang WHEN 'es' THEN body_es ELSE body_en END ->> '$.name' AS name, date
FROM election
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY date, state, slug`,
    )
    .all({ ids: JSON.stringify(ids), lang })
}

/** A state's elections by date, slug. */
export function listElectionsOf({ ballots }: Bundle, state: string): { id: number; slug: string }[] {
  return ballots
    .statement<{ id: number; slug: string }>('SELECT id, slug FROM election WHERE state = $state ORDER BY date, slug')
    .all({ state })
}

/** JSON of every election without its endorsement count, in English, by date, state, slug. */
export function loadElectionBodies(bundle: Bundle): string[] {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT body_en AS body
FROM election
ORDER BY date, state, slug`,
    )
    .all({})
    .map(({ body }) => body)
}
