// How far positions agree: of pairs of endorsers in an election, and of the endorsers of a contest (docs/rules.md#agreement). The build counts.

import type { z } from 'zod'
import type { EndorserAgreement } from '../../data/schema/agreement.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { byFoldedName } from '../../data/schema/folded-name.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import { BODY, type Bundle, hasTable } from '../../data/store/bundle.ts'
import { findElections } from './elections.ts'
import { loadEndorserSummaries } from './endorsers.ts'
import { type Clause, isIn } from './filters.ts'
import { findChosenEndorsers } from './positions.ts'
import { presentList } from './record.ts'

interface PairRow extends Omit<EndorserAgreement, 'endorser' | 'other'> {
  endorser_id: number
  other_id: number
}

/** @throws ApiError 404 for an unknown election */
export function presentEndorserAgreement(
  bundle: Bundle,
  slug: string,
  query: z.output<typeof dataOperations.listEndorserAgreement.query>,
  hash: string,
): string {
  const { lang, min_shared, both } = query
  const election = findElection(bundle, slug)
  const chosen = findChosenEndorsers(bundle, query)
  const ids = chosen === 'nobody' ? [] : chosen === 'everyone' ? undefined : [...chosen]
  const matches = new Set(ids)
  const order = {
    interval_low: 'number',
    shared_contests: 'number',
    endorser_id: 'number',
    other_id: 'number',
  } as const
  return presentList(
    { part: bundle.endorsements, query, hash },
    {
      order,
      falling: Object.keys(order),
      sql: (page) =>
        `SELECT endorser_id, other_id, shared_contests, agreed_contests, agreement, interval_low, interval_high
FROM endorser_agreement\n${page}`,
      where: [
        { sql: 'election_id = $election', params: { election } },
        { sql: 'shared_contests >= $min_shared', params: { min_shared } },
        areChosen(ids, both),
      ],
      present(rows: readonly PairRow[]) {
        const named = [...new Set(rows.flatMap(({ endorser_id, other_id }) => [endorser_id, other_id]))]
        const summaries = loadEndorserSummaries(bundle, named, lang)
        return rows.map(({ endorser_id, other_id, ...counts }) => {
          const [endorser, other] = [endorser_id, other_id]
            .flatMap((id) => summaries.get(id) ?? [])
            .sort((a, b) => Number(matches.has(b.id)) - Number(matches.has(a.id)) || byFoldedName(a, b))
          if (!endorser || !other) throw new Error(`the bundle lacks endorser ${endorser_id} or ${other_id}`)
          return JSON.stringify({ endorser, other, ...counts })
        })
      },
    },
  )
}

/** @param ids of the endorsers that the filters choose; undefined for all */
function areChosen(ids: readonly number[] | undefined, both: boolean): Clause | undefined {
  const [one, other] = [isIn('endorser_id', 'chosen', ids), isIn('other_id', 'chosen', ids)]
  return one && other && { sql: `(${one.sql} ${both ? 'AND' : 'OR'} ${other.sql})`, params: one.params }
}

/** By agreement, positions (most first) and id. @throws ApiError 404 for an unknown election */
export function presentContestAgreement(
  bundle: Bundle,
  slug: string,
  query: z.output<typeof dataOperations.listContestAgreement.query>,
  hash: string,
): string {
  const election = findElection(bundle, slug)
  return presentList(
    { part: bundle.endorsements, query, hash },
    {
      sql: (page) => `SELECT contest_id, agreement, position_count, ${BODY} AS body FROM contest_agreement\n${page}`,
      order: { agreement: 'number', position_count: 'number', contest_id: 'number' },
      falling: ['position_count'],
      where: [
        { sql: 'election_id = $election', params: { election } },
        { sql: 'position_count >= $min_positions', params: { min_positions: query.min_positions } },
      ],
      present: (rows: readonly { body: string }[]) => rows.map(({ body }) => body),
    },
  )
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
  return hasTable(endorsements, 'endorser_agreement')
}
