// Counts the contests in which two endorsers took a position, and those in which they chose the same.

import type { Bundle } from '../../data/store/bundle.ts'
import { isIn, joinClauses } from './clause.ts'

export interface AgreementMatrix {
  /** The endorser first, then those with most contests in common. */
  endorsers: readonly { slug: string; name: string }[]
  /** For each pair, by row and column: contests of both, and how many of them with exactly the same choices; null beside itself. */
  cells: readonly (readonly ({ both: number; same: number } | null)[])[]
}

/** @param shown most endorsers in the matrix */
export function loadAgreement({ endorsements }: Bundle, slug: string, shown: number): AgreementMatrix {
  const picks = endorsements
    .statement<{ contest_id: number; choice_id: number; endorser_slug: string }>(
      `SELECT contest_id, choice_id, endorser_slug
FROM endorsement
WHERE contest_id IN (SELECT contest_id FROM endorsement WHERE endorser_slug = $slug)
ORDER BY endorser_slug, contest_id, choice_id`,
    )
    .all({ slug })
  /** By endorser and contest: the choices in one text, equal for equal choices. */
  const positions = new Map<string, Map<number, string>>()
  for (const { contest_id, choice_id, endorser_slug } of picks) {
    const own = positions.get(endorser_slug) ?? new Map<number, string>()
    own.set(contest_id, `${own.get(contest_id) ?? ''} ${choice_id}`)
    positions.set(endorser_slug, own)
  }
  const others = [...positions]
    .filter(([other]) => other !== slug)
    .sort(([, a], [, b]) => b.size - a.size)
    .slice(0, shown)
    .map(([other]) => other)
  const slugs = positions.has(slug) ? [slug, ...others] : []
  const names = loadNames(endorsements, slugs)
  return {
    endorsers: slugs.map((one) => ({ slug: one, name: names.get(one) ?? one })),
    cells: slugs.map((row) =>
      slugs.map((column) => (row === column ? null : compare(positions.get(row), positions.get(column)))),
    ),
  }
}

type Positions = ReadonlyMap<number, string> | undefined

function compare(a: Positions, b: Positions): { both: number; same: number } {
  const shared = [...(a ?? [])].filter(([contest]) => b?.has(contest))
  return { both: shared.length, same: shared.filter(([contest, choices]) => b?.get(contest) === choices).length }
}

function loadNames(endorsements: Bundle['endorsements'], slugs: readonly string[]): ReadonlyMap<string, string> {
  const where = joinClauses([isIn('slug', 'slugs', slugs)])
  const rows = endorsements
    .statement<{ slug: string; name: string }>(`SELECT slug, name FROM endorser WHERE ${where.sql} ORDER BY slug`)
    .all(where.params)
  return new Map(rows.map(({ slug, name }) => [slug, name]))
}
