// Endorsers, their stances, and how far they have spoken.

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { type Contest, contest } from '../../data/schema/contest.ts'
import { type ElectionSummary, electionSummary } from '../../data/schema/election.ts'
import { type EndorserCoverage, type EndorserSummary, endorserSummary } from '../../data/schema/endorser.ts'
import { folded } from '../../data/schema/folded-name.ts'
import { type EndorserStance, endorserStance } from '../../data/schema/position.ts'
import type { EndorserState, Language, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { loadTables } from './bundle-cache.ts'
import { type Day, findElections, findUpcoming } from './elections.ts'
import type { ChosenEndorsers } from './positions.ts'
import {
  type Clause,
  isAfter,
  isIn,
  joinClauses,
  LIMIT_ROWS,
  presentPage,
  readCursor,
  reportUrlMember,
  withMembers,
  withReportUrl,
} from './record.ts'

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

// The contests in which one endorser has a stance: it looked, and has no position there.

export interface ContestStance extends Omit<EndorserStance, 'endorser'> {
  contest: Pick<Contest, 'id' | 'title'>
  election: Pick<Contest['election'], 'slug' | 'name' | 'date'>
}

const namedContest = contest.pick({ id: true, title: true, election: true })

/** By election, newest first, then in ballot order. A bundle of an earlier version has none. @param limit the most that are listed */
export function listEndorserStances(
  { endorsements, ballots }: Pick<Bundle, 'endorsements' | 'ballots'>,
  slug: string,
  lang: Language,
  limit: number,
): ContestStance[] {
  if (!loadTables(endorsements).has('stance')) return []
  const stances = new Map(
    endorsements
      .statement<{ contest_id: number; body: string }>(
        `SELECT contest_id, ordinal, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM stance
WHERE endorser_slug = $slug
ORDER BY contest_id, ordinal`,
      )
      .all({ slug, lang })
      .map(({ contest_id, body }) => [contest_id, endorserStance.parse(JSON.parse(body))]),
  )
  if (stances.size === 0) return []
  return ballots
    .statement<{ id: number; body: string }>(
      `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM contest
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY election_date DESC, election_slug, level_rank, ballot_order, id
LIMIT $limit`,
    )
    .all({ ids: JSON.stringify([...stances.keys()]), lang, limit })
    .flatMap(({ id, body }) => {
      const told = stances.get(id)
      if (!told) return []
      const { election, ...named } = namedContest.parse(JSON.parse(body))
      const { stance, source_url, published_on } = told
      return [{ contest: named, election, stance, source_url, published_on }]
    })
}

// How far endorsers have spoken on the contests that they usually cover (docs/rules.md#usual-contests). The build counts.

interface EndorserCoverageFilters extends ChosenEndorsers {
  /** Of the elections. */
  states?: StateCode[] | undefined
  elections?: string[] | undefined
  upcoming: boolean
  lang: Language
  limit: number
  cursor?: string | undefined
}

type Counts = Omit<EndorserCoverage, 'endorser' | 'election'>

interface CoverageRow extends Counts {
  name_folded: string
  endorser_id: number
  election_date: string
  election_id: number
}

const coveragePosition = z.tuple([z.string(), z.number(), z.string(), z.number()])

/** A page by endorser (folded name, id), then by the election's day and id. @throws ApiError 404 for a bundle of an earlier version */
export function presentEndorserCoverage(
  filters: EndorserCoverageFilters,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  if (!holdsEndorserCoverage(bundle))
    throw new ApiError(
      'not_found',
      'This bundle was built by an earlier version, which did not compute the coverage of endorsers. The next nightly computes it.',
    )
  const { lang, limit, cursor } = filters
  const where = joinClauses([
    isIn('endorser.slug', 'endorsers', filters.endorsers),
    isIn('endorser.category', 'categories', filters.categories),
    isIn('endorser.state', 'endorser_states', filters.endorser_states),
    isIn('spoken.state', 'states', filters.states),
    isIn('election_id', 'elections', filters.elections && findElections(bundle, filters.elections)),
    isIn('election_id', 'upcoming', filters.upcoming ? findUpcoming(bundle, day) : undefined),
    cursor === undefined
      ? undefined
      : isAfter(
          ['name_folded', 'endorser_id', 'election_date', 'election_id'],
          readCursor(cursor, hash, coveragePosition),
        ),
  ])
  const rows = bundle.endorsements
    .statement<CoverageRow>(
      `SELECT name_folded, endorser_id, election_date, election_id, position_count, stance_count, usual_contest_count,
  covered_contest_count, share
FROM endorser
CROSS JOIN endorser_coverage AS spoken ON endorser_id = endorser.id
WHERE ${where.sql}
ORDER BY name_folded, endorser_id, election_date, election_id
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, rows: limit + 1 })
  const endorsers = loadEndorserSummaries(bundle, [...new Set(rows.map((row) => row.endorser_id))], lang)
  const elections = loadSummaries(bundle, [...new Set(rows.map((row) => row.election_id))], lang)
  return presentPage({
    rows,
    limit,
    filters: hash,
    present({ name_folded: _, endorser_id, election_date: __, election_id, ...counts }) {
      const [endorser, election] = [endorsers.get(endorser_id), elections.get(election_id)]
      if (!endorser || !election) throw new Error(`the bundle lacks endorser ${endorser_id} or election ${election_id}`)
      return JSON.stringify({ endorser, election, ...counts } satisfies EndorserCoverage)
    },
    position: (row) => [row.name_folded, row.endorser_id, row.election_date, row.election_id],
  })
}

/** False for a bundle of an earlier version. */
export function holdsEndorserCoverage({ endorsements }: Pick<Bundle, 'endorsements'>): boolean {
  return loadTables(endorsements).has('endorser_coverage')
}

function loadSummaries(
  { ballots }: Bundle,
  ids: readonly number[],
  lang: Language,
): ReadonlyMap<number, ElectionSummary> {
  return new Map(
    ballots
      .statement<{ id: number; body: string }>(
        `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM election
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY id`,
      )
      .all({ ids: JSON.stringify(ids), lang })
      // The schema leaves out what a summary does not have.
      .map(({ id, body }) => [id, electionSummary.parse(JSON.parse(body))]),
  )
}
