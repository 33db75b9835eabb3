// Endorsers, and how far they have spoken.

import type { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { electionSummary } from '../../data/schema/election.ts'
import { type EndorserCoverage, type EndorserSummary, endorserSummary } from '../../data/schema/endorser.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { BODY, type Bundle, hasTable } from '../../data/store/bundle.ts'
import { type Day, findElections, findUpcoming } from './elections.ts'
import { type Clause, isIn, joinClauses, nameContains } from './filters.ts'
import { loadBodies, presentList, reportUrlMember, withMembers, withReportUrl } from './record.ts'

/** All categories, ordered by slug. */
export function presentEndorserCategories(bundle: Bundle, lang: Language): string {
  const rows = bundle.endorsements
    .statement<{ body: string }>(
      `SELECT ${BODY} AS body
FROM endorser_category
ORDER BY slug`,
    )
    .all({ lang })
  return `{"data":[${rows.map((row) => row.body).join(',')}]}`
}

/** @throws ApiError 400 for a cursor of another list. */
export function presentEndorsers(
  query: z.output<typeof dataOperations.listEndorsers.query>,
  hash: string,
  bundle: Bundle,
): string {
  return presentList(
    { part: bundle.endorsements, query, hash },
    {
      sql: (page) => `SELECT id, name_folded, ${BODY} AS body FROM endorser\n${page}`,
      order: { name_folded: 'string', id: 'number' },
      where: [
        isIn('category', 'categories', query.categories),
        isIn('state', 'states', query.states),
        query.elections && endorsedIn(findElections(bundle, query.elections)),
        nameContains(query.q),
      ],
      present: (rows: readonly { id: number; body: string }[]) =>
        rows.map(({ id, body }) => withReportUrl(body, 'endorser', id)),
    },
  )
}

function endorsedIn(elections: readonly number[]): Clause {
  const { sql, params } = joinClauses([isIn('election_id', 'elections', elections)])
  return { sql: `id IN (SELECT endorser_id FROM election_endorser WHERE ${sql})`, params }
}

/** JSON of one endorser with the elections of its endorsements; undefined if none has this slug. */
export function findEndorser(bundle: Bundle, slug: string, lang: Language): string | undefined {
  const row = bundle.endorsements
    .statement<{ id: number; body: string; elections: string }>(
      `SELECT id, ${BODY} AS body,
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
  const bodies = loadBodies(endorsements, 'endorser', ids, lang)
  // The schema leaves out what a summary does not have.
  return new Map(Array.from(bodies, ([id, body]) => [id, endorserSummary.parse(JSON.parse(body))]))
}

// How far endorsers have spoken on the contests that they usually cover (docs/rules.md#usual-contests). The build counts.

interface CoverageRow extends Omit<EndorserCoverage, 'endorser' | 'election'> {
  name_folded: string
  endorser_id: number
  election_date: string
  election_id: number
}

/** @throws ApiError 404 for a bundle of an earlier version */
export function presentEndorserCoverage(
  query: z.output<typeof dataOperations.listEndorserCoverage.query>,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  if (!holdsEndorserCoverage(bundle))
    throw new ApiError(
      'not_found',
      'This bundle was built by an earlier version, which did not compute the coverage of endorsers. The next nightly computes it.',
    )
  return presentList(
    { part: bundle.endorsements, query, hash },
    {
      sql: (
        page,
      ) => `SELECT name_folded, endorser_id, election_date, election_id, position_count, stance_count, usual_contest_count,
  covered_contest_count, share
FROM endorser
CROSS JOIN endorser_coverage AS spoken ON endorser_id = endorser.id
${page}`,
      order: { name_folded: 'string', endorser_id: 'number', election_date: 'string', election_id: 'number' },
      where: [
        isIn('endorser.slug', 'endorsers', query.endorsers),
        isIn('endorser.category', 'categories', query.categories),
        isIn('endorser.state', 'endorser_states', query.endorser_states),
        isIn('spoken.state', 'states', query.states),
        isIn('election_id', 'elections', query.elections && findElections(bundle, query.elections)),
        isIn('election_id', 'upcoming', query.upcoming ? findUpcoming(bundle, day) : undefined),
      ],
      present(rows: readonly CoverageRow[]) {
        const idsOf = (key: 'endorser_id' | 'election_id') => [...new Set(rows.map((row) => row[key]))]
        const endorsers = loadEndorserSummaries(bundle, idsOf('endorser_id'), query.lang)
        const elections = loadBodies(bundle.ballots, 'election', idsOf('election_id'), query.lang)
        return rows.map(({ name_folded: _, endorser_id, election_date: __, election_id, ...counts }) => {
          const [endorser, body] = [endorsers.get(endorser_id), elections.get(election_id)]
          if (!endorser || body === undefined)
            throw new Error(`the bundle lacks endorser ${endorser_id} or election ${election_id}`)
          const election = electionSummary.parse(JSON.parse(body))
          return JSON.stringify({ endorser, election, ...counts } satisfies EndorserCoverage)
        })
      },
    },
  )
}

/** False for a bundle of an earlier version. */
export function holdsEndorserCoverage({ endorsements }: Pick<Bundle, 'endorsements'>): boolean {
  return hasTable(endorsements, 'endorser_coverage')
}
