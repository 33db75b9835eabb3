import { z } from 'zod'
import type { EndorserState, Language } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { type Clause, isIn, joinClauses } from './clause.ts'
import { loadTables } from './part-tables.ts'
import { cachePerPart, memoizePerPart } from './per-part-cache.ts'

/** Endorsers whose positions are requested; everyone if all are absent. */
export interface ChosenEndorsers {
  categories?: string[] | undefined
  endorsers?: string[] | undefined
  endorser_states?: EndorserState[] | undefined
}

/** No filter on endorsers is set. */
export function isEveryone({ categories, endorsers, endorser_states }: ChosenEndorsers): boolean {
  return categories === undefined && endorsers === undefined && endorser_states === undefined
}

/** The number of endorsers that a filter chooses. */
export function countChosen(bundle: Bundle, chosen: ChosenEndorsers): number {
  const choice = findChosenEndorsers(bundle, chosen)
  if (choice === 'nobody') return 0
  return choice === 'everyone' ? countEndorsers(bundle.endorsements) : choice.size
}

const countEndorsers = memoizePerPart(
  (endorsements: OpenPart) => endorsements.statement<{ id: number }>('SELECT id FROM endorser').all().length,
)

/** The endorsers that a filter chooses; their ids unless it chooses all or none. */
export type EndorserChoice = 'everyone' | 'nobody' | ReadonlySet<number>

export function findChosenEndorsers({ endorsements }: Bundle, chosen: ChosenEndorsers): EndorserChoice {
  if (isEveryone(chosen)) return 'everyone'
  const { categories, endorsers, endorser_states } = chosen
  return loadChosen(endorsements, JSON.stringify([categories ?? null, endorsers ?? null, endorser_states ?? null]))
    .choice
}

/** @param key JSON of the filter's three lists; null for a list that is absent */
const loadChosen = cachePerPart((endorsements, key: string): { choice: EndorserChoice } => {
  const [categories, endorsers, endorser_states] = filterLists.parse(JSON.parse(key))
  const where = joinClauses([
    isIn('slug', 'endorsers', endorsers ?? undefined),
    isIn('category', 'categories', categories ?? undefined),
    isIn('state', 'endorser_states', endorser_states ?? undefined),
  ])
  const ids = endorsements
    .statement<{ id: number }>(`SELECT id FROM endorser WHERE ${where.sql} ORDER BY id`)
    .all(where.params)
    .map(({ id }) => id)
  if (ids.length === 0) return { choice: 'nobody' }
  // Counted in JavaScript: over base + changes, SQLite would copy the rows to count them.
  const all = endorsements.statement<{ id: number }>('SELECT id FROM endorser').all()
  return { choice: ids.length === all.length ? 'everyone' : new Set(ids) }
})

const filterList = z.array(z.string()).nullable()
const filterLists = z.tuple([filterList, filterList, filterList])

/** Ids of the endorsers with a position in a contest. */
export function loadEndorserIds({ endorsements }: Bundle, contest: number): readonly number[] {
  return loadIds(endorsements, contest)
}

const loadIds = cachePerPart((endorsements, contest: number): readonly number[] =>
  endorsements
    .statement<{ endorser_id: number }>(
      'SELECT contest_id, ordinal, endorser_id FROM position WHERE contest_id = $contest ORDER BY contest_id, ordinal',
    )
    .all({ contest })
    .map(({ endorser_id }) => endorser_id),
)

/** Ids of the endorsers with a position or a stance in a contest: those that its fragment names. */
export function loadNamedIds({ endorsements }: Bundle, contest: number): readonly number[] {
  return loadTables(endorsements).has('stance') ? loadNamed(endorsements, contest) : loadIds(endorsements, contest)
}

const loadNamed = cachePerPart((endorsements, contest: number): readonly number[] => [
  ...loadIds(endorsements, contest),
  ...endorsements
    .statement<{ endorser_id: number }>(
      'SELECT contest_id, ordinal, endorser_id FROM stance WHERE contest_id = $contest ORDER BY contest_id, ordinal',
    )
    .all({ contest })
    .map(({ endorser_id }) => endorser_id),
])

/** Clauses for a table that holds each row's endorser slug, category and home state. */
export function isChosen(chosen: ChosenEndorsers): readonly (Clause | undefined)[] {
  return [
    isIn('endorser_slug', 'endorsers', chosen.endorsers),
    isIn('category', 'categories', chosen.categories),
    isIn('endorser_state', 'endorser_states', chosen.endorser_states),
  ]
}

/** JSON lists of positions, by contest; contests without positions are absent. */
export function loadPositions(
  bundle: Bundle,
  contests: readonly number[],
  chosen: ChosenEndorsers,
  lang: Language,
): ReadonlyMap<number, string> {
  return loadBodies(bundle, 'position', { contests, chosen, lang })
}

/** JSON lists of stances, by contest; contests without stances are absent. A bundle of an earlier version has none. */
export function loadStances(
  bundle: Bundle,
  contests: readonly number[],
  chosen: ChosenEndorsers,
  lang: Language,
): ReadonlyMap<number, string> {
  if (!loadTables(bundle.endorsements).has('stance')) return new Map()
  return loadBodies(bundle, 'stance', { contests, chosen, lang })
}

function loadBodies(
  { endorsements }: Bundle,
  table: 'position' | 'stance',
  { contests, chosen, lang }: { contests: readonly number[]; chosen: ChosenEndorsers; lang: Language },
): ReadonlyMap<number, string> {
  const where = joinClauses([isIn('contest_id', 'contests', contests), ...isChosen(chosen)])
  const rows = endorsements
    .statement<{ contest_id: number; body: string }>(
      `SELECT contest_id, ordinal, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM ${table}
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
