// How far positions agree: of pairs of endorsers in an election, and of the endorsers of a contest (docs/rules.md#agreement). The build counts.

import { z } from 'zod'
import type { EndorserAgreement } from '../../data/schema/agreement.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { EndorserSummary } from '../../data/schema/endorser.ts'
import { byFoldedName } from '../../data/schema/folded-name.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { loadTables } from './bundle-cache.ts'
import { findElections } from './elections.ts'
import { loadEndorserSummaries } from './endorsers.ts'
import { type ChosenEndorsers, findChosenEndorsers } from './positions.ts'
import { type Clause, isIn, joinClauses, LIMIT_ROWS, presentPage, readCursor } from './record.ts'

interface Paging {
  lang: Language
  limit: number
  cursor?: string | undefined
}

export interface EndorserAgreementFilters extends ChosenEndorsers, Paging {
  /** Both endorsers of the pair match, not only one. */
  both: boolean
  min_shared: number
}

interface PairRow {
  endorser_id: number
  other_id: number
  shared_contests: number
  agreed_contests: number
  agreement: number
  interval_low: number
  interval_high: number
}

const pairPosition = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** A page by lower end of the interval, shared contests and ids, all descending. @throws ApiError 404 for an unknown election */
export function presentEndorserAgreement(
  bundle: Bundle,
  slug: string,
  filters: EndorserAgreementFilters,
  hash: string,
): string {
  const { limit, lang, min_shared } = filters
  const election = findElection(bundle, slug)
  const chosen = findChosenEndorsers(bundle, filters)
  const ids = chosen === 'nobody' ? [] : chosen === 'everyone' ? undefined : [...chosen]
  const where = joinClauses([
    { sql: 'election_id = $election', params: { election } },
    { sql: 'shared_contests >= $min_shared', params: { min_shared } },
    areChosen(ids, filters.both),
    filters.cursor === undefined
      ? undefined
      : isBefore(
          ['interval_low', 'shared_contests', 'endorser_id', 'other_id'],
          readCursor(filters.cursor, hash, pairPosition),
        ),
  ])
  const rows = bundle.endorsements
    .statement<PairRow>(
      `SELECT endorser_id, other_id, shared_contests, agreed_contests, agreement, interval_low, interval_high
FROM endorser_agreement
WHERE ${where.sql}
ORDER BY interval_low DESC, shared_contests DESC, endorser_id DESC, other_id DESC
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, rows: limit + 1 })
  const summaries = loadEndorserSummaries(
    bundle,
    [...new Set(rows.flatMap((row) => [row.endorser_id, row.other_id]))],
    lang,
  )
  const summaryOf = (id: number): EndorserSummary => {
    const summary = summaries.get(id)
    if (!summary) throw new Error(`the bundle has no endorser ${id}`)
    return summary
  }
  const matches = new Set(ids)
  return presentPage({
    rows,
    limit,
    filters: hash,
    present({ endorser_id, other_id, ...counts }) {
      const [endorser, other] = [summaryOf(endorser_id), summaryOf(other_id)].sort(
        (a, b) => Number(matches.has(b.id)) - Number(matches.has(a.id)) || byFoldedName(a, b),
      )
      return JSON.stringify({ endorser, other, ...counts })
    },
    position: (row) => [row.interval_low, row.shared_contests, row.endorser_id, row.other_id],
  })
}

/** @param ids of the endorsers that the filters choose; undefined for all */
function areChosen(ids: readonly number[] | undefined, both: boolean): Clause | undefined {
  const [one, other] = [isIn('endorser_id', 'chosen', ids), isIn('other_id', 'chosen', ids)]
  return one && other && { sql: `(${one.sql} ${both ? 'AND' : 'OR'} ${other.sql})`, params: one.params }
}

/** Rows after a cursor in a descending order. @param columns names from the code */
function isBefore(columns: readonly string[], position: readonly number[]): Clause {
  const names = columns.map((column) => `before_${column}`)
  return {
    sql: `(${columns.join(', ')}) < (${names.map((name) => `$${name}`).join(', ')})`,
    params: Object.fromEntries(names.map((name, at) => [name, position[at] ?? null])),
  }
}

export interface ContestAgreementFilters extends Paging {
  min_positions: number
}

const contestPosition = z.tuple([z.number(), z.number(), z.number()])

/** A page by agreement, positions (most first) and id. @throws ApiError 404 for an unknown election */
export function presentContestAgreement(
  bundle: Bundle,
  slug: string,
  { lang, limit, cursor, min_positions }: ContestAgreementFilters,
  hash: string,
): string {
  const election = findElection(bundle, slug)
  const where = joinClauses([
    { sql: 'election_id = $election', params: { election } },
    { sql: 'position_count >= $min_positions', params: { min_positions } },
    cursor === undefined ? undefined : isMoreAgreed(readCursor(cursor, hash, contestPosition)),
  ])
  const rows = bundle.endorsements
    .statement<{ contest_id: number; agreement: number; position_count: number; body: string }>(
      `SELECT contest_id, agreement, position_count, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM contest_agreement
WHERE ${where.sql}
ORDER BY agreement, position_count DESC, contest_id
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, lang, rows: limit + 1 })
  return presentPage({
    rows,
    limit,
    filters: hash,
    present: ({ body }) => body,
    position: (row) => [row.agreement, row.position_count, row.contest_id],
  })
}

function isMoreAgreed([agreement, positions, contest]: z.infer<typeof contestPosition>): Clause {
  return {
    sql: '(agreement, -position_count, contest_id) > ($after_agreement, -$after_positions, $after_contest)',
    params: { after_agreement: agreement, after_positions: positions, after_contest: contest },
  }
}

function findElection(bundle: Bundle, slug: string): number {
  const [election] = findElections(bundle, [slug])
  if (election === undefined) throw new ApiError('not_found', 'There is no election with this slug.')
  if (!holdsAgreement(bundle))
    throw new ApiError(
      'not_found',
      'This bundle was built by an earlier version, which did not compute agreement. The next nightly computes it.',
    )
  return election
}

/** False for a bundle of an earlier version. */
export function holdsAgreement({ endorsements }: Pick<Bundle, 'endorsements'>): boolean {
  return loadTables(endorsements).has('endorser_agreement')
}

/** Slugs of the endorsers with positions in most contests of an election, most first. */
export function findMostActive(bundle: Bundle, slug: string, shown: number): readonly string[] {
  const [election] = findElections(bundle, [slug])
  if (election === undefined) return []
  return bundle.endorsements
    .statement<{ slug: string }>(
      `SELECT endorser.slug
FROM election_endorser
JOIN endorser ON endorser.id = endorser_id
WHERE election_id = $election
ORDER BY contest_count DESC, endorser.name_folded, endorser_id
LIMIT $shown`,
    )
    .all({ election, shown })
    .map(({ slug }) => slug)
}

export interface AgreementMatrix {
  /** The endorser first, then those with most contests in common. */
  endorsers: readonly { slug: string; name: string }[]
  /** By row and column, over all elections; null beside itself, and for a pair that is not held. */
  cells: readonly (readonly (Pick<EndorserAgreement, 'shared_contests' | 'agreed_contests'> | null)[])[]
}

/** @param shown most endorsers beside this one. @returns undefined for a bundle that does not hold agreement */
export function loadAgreementMatrix(bundle: Bundle, slug: string, shown: number): AgreementMatrix | undefined {
  if (!holdsAgreement(bundle)) return undefined
  const { endorsements } = bundle
  const others = endorsements
    .statement<{ id: number; slug: string; name: string }>(
      `WITH own AS (SELECT id FROM endorser WHERE slug = $slug),
pair AS (
  SELECT other_id AS id, shared_contests FROM endorser_agreement WHERE endorser_id = (SELECT id FROM own)
  UNION ALL
  SELECT endorser_id AS id, shared_contests FROM endorser_agreement WHERE other_id = (SELECT id FROM own)
)
SELECT id, slug, name
FROM (SELECT id, sum(shared_contests) AS shared FROM pair GROUP BY id UNION ALL SELECT id, NULL FROM own) AS counted
JOIN endorser USING (id)
ORDER BY counted.shared DESC NULLS FIRST, name_folded, id
LIMIT $shown`,
    )
    .all({ slug, shown: shown + 1 })
  const pairs = endorsements
    .statement<{ endorser_id: number; other_id: number; shared_contests: number; agreed_contests: number }>(
      `SELECT endorser_id, other_id, sum(shared_contests) AS shared_contests, sum(agreed_contests) AS agreed_contests
FROM endorser_agreement
WHERE endorser_id IN (SELECT value FROM json_each($ids)) AND other_id IN (SELECT value FROM json_each($ids))
GROUP BY endorser_id, other_id
ORDER BY endorser_id, other_id`,
    )
    .all({ ids: JSON.stringify(others.map(({ id }) => id)) })
  const counts = new Map(pairs.map(({ endorser_id, other_id, ...counted }) => [`${endorser_id} ${other_id}`, counted]))
  return {
    endorsers: others.map(({ slug, name }) => ({ slug, name })),
    cells: others.map((row) =>
      others.map((column) => counts.get(`${Math.min(row.id, column.id)} ${Math.max(row.id, column.id)}`) ?? null),
    ),
  }
}
