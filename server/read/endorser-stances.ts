// The contests in which one endorser has a stance: it looked, and has no position there.

import { type Contest, contest } from '../../data/schema/contest.ts'
import { type EndorserStance, endorserStance } from '../../data/schema/stance.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { loadTables } from './part-tables.ts'

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
