import { z } from 'zod'
import { type EndorserSummary, endorserSummary } from '../../data/schema/endorser.ts'
import { folded } from '../../data/schema/folded-name.ts'
import type { EndorserState, Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { findElections } from './held-elections.ts'
import { type Clause, isAfter, isIn, joinClauses, LIMIT_ROWS, presentPage, readCursor } from './list.ts'
import { reportUrlMember, withMembers, withReportUrl } from './record.ts'

/** All categories, ordered by slug. */
export function presentEndorserCategories(bundle: Bundle, lang: Language): string {
  const rows = bundle.endorsements
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM endorser_category
ORDER BY slug`,
    )
    .all({ lang })
  return `{"data":[${rows.map((row) => row.body).join(',')}]}`
}

export interface EndorserFilters {
  categories?: string[] | undefined
  /** Home states. */
  states?: EndorserState[] | undefined
  /** Only endorsers with endorsements in one of these elections. */
  elections?: string[] | undefined
  q?: string | undefined
  lang: Language
  limit: number
  cursor?: string | undefined
}

interface EndorserRow {
  id: number
  name_folded: string
  body: string
}

const position = z.tuple([z.string(), z.number()])

/** A page by folded name, id. @throws ApiError 400 for a cursor of another list. */
export function presentEndorsers(filters: EndorserFilters, hash: string, bundle: Bundle): string {
  const { limit, lang } = filters
  const where = joinClauses([
    isIn('category', 'categories', filters.categories),
    isIn('state', 'states', filters.states),
    filters.elections && endorsedIn(findElections(bundle, filters.elections)),
    filters.q === undefined ? undefined : { sql: 'instr(name_folded, $q) > 0', params: { q: folded(filters.q) } },
    filters.cursor === undefined
      ? undefined
      : isAfter(['name_folded', 'id'], readCursor(filters.cursor, hash, position)),
  ])
  const rows = bundle.endorsements
    .statement<EndorserRow>(
      `SELECT id, name_folded, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM endorser
WHERE ${where.sql}
ORDER BY name_folded, id
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, lang, rows: limit + 1 })
  return presentPage({
    rows,
    limit,
    filters: hash,
    present: (row) => withReportUrl(row.body, 'endorser', row.id),
    position: (row) => [row.name_folded, row.id],
  })
}

function endorsedIn(elections: readonly number[]): Clause {
  const { sql, params } = joinClauses([isIn('election_id', 'elections', elections)])
  return { sql: `id IN (SELECT endorser_id FROM election_endorser WHERE ${sql})`, params }
}

/** Every slug that a filter may name. */
export function listEndorserSlugs(bundle: Bundle): { categories: string[]; endorsers: string[] } {
  const all = (sql: string) =>
    bundle.endorsements
      .statement<{ slug: string }>(sql)
      .all({})
      .map(({ slug }) => slug)
  return {
    categories: all('SELECT slug FROM endorser_category ORDER BY slug'),
    endorsers: all('SELECT slug FROM endorser ORDER BY slug'),
  }
}

/** JSON of one endorser with the elections of its endorsements; undefined if none has this slug. */
export function findEndorser(bundle: Bundle, slug: string, lang: Language): string | undefined {
  const row = bundle.endorsements
    .statement<{ id: number; body: string; elections: string }>(
      `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body,
  CASE $lang WHEN 'es' THEN elections_es ELSE elections_en END AS elections
FROM endorser
WHERE slug = $slug`,
    )
    .get({ slug, lang })
  return row && withMembers(row.body, `"elections":${row.elections},${reportUrlMember('endorser', row.id)}`)
}

/** Endorsers as they appear in other records, by id. */
export function loadEndorserSummaries(
  { endorsements }: Bundle,
  ids: readonly number[],
  lang: Language,
): ReadonlyMap<number, EndorserSummary> {
  const where = joinClauses([isIn('id', 'ids', ids)])
  return new Map(
    endorsements
      .statement<{ id: number; body: string }>(
        `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body FROM endorser WHERE ${where.sql} ORDER BY id`,
      )
      .all({ ...where.params, lang })
      // The schema leaves out what a summary does not have.
      .map(({ id, body }) => [id, endorserSummary.parse(JSON.parse(body))]),
  )
}
