import type { EndorserState, Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type Clause, isIn, join } from './clause.ts'

/** Whose positions are asked for; without any, everyone's. */
export interface ChosenEndorsers {
  categories?: string[] | undefined
  endorsers?: string[] | undefined
  endorser_states?: EndorserState[] | undefined
}

/** Nobody in particular was chosen. */
export function isEveryone({ categories, endorsers, endorser_states }: ChosenEndorsers): boolean {
  return categories === undefined && endorsers === undefined && endorser_states === undefined
}

/** Over a table that names each row's endorser: its slug, category and home. */
export function isChosen(chosen: ChosenEndorsers): readonly (Clause | undefined)[] {
  return [
    isIn('endorser_slug', 'endorsers', chosen.endorsers),
    isIn('category', 'categories', chosen.categories),
    isIn('endorser_state', 'endorser_states', chosen.endorser_states),
  ]
}

/** JSON lists of the positions in contests, by contest; a contest without any is not among them. */
export function loadPositions(
  bundle: Bundle,
  contests: readonly number[],
  chosen: ChosenEndorsers,
  lang: Language,
): ReadonlyMap<number, string> {
  const where = join([isIn('contest_id', 'contests', contests), ...isChosen(chosen)])
  const rows = bundle.endorsements
    .statement<{ contest_id: number; body: string }>(
      `SELECT contest_id, ordinal, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM position
WHERE ${where.sql}
ORDER BY contest_id, ordinal`,
    )
    .all({ ...where.params, lang })
  const bodies = new Map<number, string[]>()
  for (const { contest_id, body } of rows) {
    const known = bodies.get(contest_id)
    if (known) known.push(body)
    else bodies.set(contest_id, [body])
  }
  return new Map([...bodies].map(([contest, some]) => [contest, `[${some.join(',')}]`]))
}
