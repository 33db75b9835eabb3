// Positions and stances in contests, of all endorsers or of those that a filter chooses, and how many endorsements there are.

import { groupBy } from '../../data/core/group-by.ts'
import type { EndorserState, Language } from '../../data/schema/vocabulary.ts'
import { BODY, type Bundle, hasTable, type OpenPart } from '../../data/store/bundle.ts'
import { defineKept, defineTable } from './bundle-cache.ts'
import { type Clause, isIn, joinClauses } from './filters.ts'

/** Endorsers whose positions are requested; everyone if all are absent. */
export interface ChosenEndorsers {
  categories?: string[] | undefined
  endorsers?: string[] | undefined
  endorser_states?: EndorserState[] | undefined
}

/** The number of endorsers that a filter chooses. */
export function countChosen(bundle: Bundle, chosen: ChosenEndorsers): number {
  const choice = findChosenEndorsers(bundle, chosen)
  if (choice === 'nobody') return 0
  return choice === 'everyone' ? countEndorsers(bundle.endorsements) : choice.size
}

const endorserCounts = defineTable<OpenPart, number>('endorsers', () => 0)

/** Counted in JavaScript: over base + changes, SQLite would copy the rows to count them. */
function countEndorsers(endorsements: OpenPart): number {
  const known = endorserCounts.find(endorsements)
  if (known !== undefined) return known
  return endorserCounts.keep(endorsements, endorsements.statement('SELECT id FROM endorser').all().length)
}

/** The endorsers that a filter chooses; their ids unless it chooses all or none. */
export type EndorserChoice = 'everyone' | 'nobody' | ReadonlySet<number>

export function findChosenEndorsers({ endorsements }: Bundle, chosen: ChosenEndorsers): EndorserChoice {
  const { categories, endorsers, endorser_states } = chosen
  if (!categories && !endorsers && !endorser_states) return 'everyone'
  const key = JSON.stringify([categories ?? null, endorsers ?? null, endorser_states ?? null])
  return choices.find(endorsements, key) ?? readChosen(endorsements, key, chosen)
}

const ID_BYTES = 40

/** By JSON of the filter's three lists. */
const choices = defineKept<OpenPart, string, EndorserChoice>('chosen_endorsers')

function readChosen(
  endorsements: OpenPart,
  key: string,
  { categories, endorsers, endorser_states }: ChosenEndorsers,
): EndorserChoice {
  const where = joinClauses([
    isIn('slug', 'endorsers', endorsers),
    isIn('category', 'categories', categories),
    isIn('state', 'endorser_states', endorser_states),
  ])
  const ids = endorsements
    .statement<{ id: number }>(`SELECT id FROM endorser WHERE ${where.sql} ORDER BY id`)
    .all(where.params)
    .map(({ id }) => id)
  if (ids.length === 0) return choices.keep(endorsements, key, 'nobody', 0)
  if (ids.length === countEndorsers(endorsements)) return choices.keep(endorsements, key, 'everyone', 0)
  return choices.keep(endorsements, key, new Set(ids), ids.length * ID_BYTES)
}

/** Ids of the endorsers that a contest names. */
interface NamedEndorsers {
  /** Those with a position in it. */
  positions: readonly number[]
  /** Those with a position or a stance: its fragment names them. */
  all: readonly number[]
}

const namedEndorsers = defineKept<OpenPart, number, NamedEndorsers>('named_endorsers')

export function loadNamedEndorsers(endorsements: OpenPart, contest: number): NamedEndorsers {
  const known = namedEndorsers.find(endorsements, contest)
  if (known) return known
  const positions = readIds(endorsements, 'position', contest)
  const stances = hasTable(endorsements, 'stance') ? readIds(endorsements, 'stance', contest) : []
  const all = stances.length > 0 ? [...positions, ...stances] : positions
  return namedEndorsers.keep(endorsements, contest, { positions, all }, (positions.length + all.length) * ID_BYTES)
}

function readIds(endorsements: OpenPart, table: 'position' | 'stance', contest: number): number[] {
  return endorsements
    .statement<{ endorser_id: number }>(
      `SELECT contest_id, ordinal, endorser_id FROM ${table} WHERE contest_id = $contest ORDER BY contest_id, ordinal`,
    )
    .all({ contest })
    .map(({ endorser_id }) => endorser_id)
}

/** Clauses for a table that holds each row's endorser slug, category and home state. */
export function isChosen(chosen: ChosenEndorsers): readonly (Clause | undefined)[] {
  return [
    isIn('endorser_slug', 'endorsers', chosen.endorsers),
    isIn('category', 'categories', chosen.categories),
    isIn('endorser_state', 'endorser_states', chosen.endorser_states),
  ]
}

/** JSON lists of positions or stances, by contest; contests without any are absent. A bundle of an earlier version has no stances. */
export function loadPositions(
  { endorsements }: Bundle,
  table: 'position' | 'stance',
  { contests, chosen, lang }: { contests: readonly number[]; chosen: ChosenEndorsers; lang: Language },
): ReadonlyMap<number, string> {
  if (!hasTable(endorsements, table)) return new Map()
  const where = joinClauses([isIn('contest_id', 'contests', contests), ...isChosen(chosen)])
  const rows = endorsements
    .statement<{ contest_id: number; body: string }>(
      `SELECT contest_id, ordinal, ${BODY} AS body
FROM ${table}
WHERE ${where.sql}
ORDER BY contest_id, ordinal`,
    )
    .all({ ...where.params, lang })
  const lists = groupBy(rows, ({ contest_id }) => contest_id)
  return new Map(Array.from(lists, ([contest, own]) => [contest, `[${own.map(({ body }) => body).join(',')}]`]))
}

// Counts endorsements. The counts live in the endorsements part, so that a new endorsement changes no other part.

/** Endorsement counts by election; elections without endorsements are absent. */
export function countByElection(bundle: Bundle, elections: readonly number[]): ReadonlyMap<number, number> {
  const rows = bundle.endorsements
    .statement<{ election_id: number; endorsement_count: number }>(
      `SELECT election_id, endorsement_count
FROM election_count
WHERE election_id IN (SELECT value FROM json_each($elections))
ORDER BY election_id`,
    )
    .all({ elections: JSON.stringify(elections) })
  return new Map(rows.map((row) => [row.election_id, row.endorsement_count]))
}

export interface StateCounts {
  /** Distinct endorsers over all counted elections. */
  endorser_count: number
  endorsement_count: number
  endorsed_contest_count: number
}

/** Counts by state over these elections; states without endorsements are absent. */
export function countByState(
  { endorsements }: Bundle,
  elections: readonly { id: number; state: string }[],
): ReadonlyMap<string, StateCounts> {
  const key = JSON.stringify(elections.map(({ id, state }) => [id, state]))
  const known = stateCounts.find(endorsements, key)
  return known ?? stateCounts.keep(endorsements, key, readCounts(endorsements, key), COUNTS_BYTES)
}

/** The key and the counts of a nation. */
const COUNTS_BYTES = 40_000

/** Cached, because it scans every endorser. By JSON of the elections' ids and states. */
const stateCounts = defineKept<OpenPart, string, ReadonlyMap<string, StateCounts>>('state_counts')

function readCounts(endorsements: OpenPart, elections: string): ReadonlyMap<string, StateCounts> {
  const rows = endorsements
    .statement<StateCounts & { state: string }>(
      `WITH election AS (SELECT value ->> 0 AS id, value ->> 1 AS state FROM json_each($elections)),
endorser AS (
  SELECT state, count(DISTINCT endorser_id) AS endorser_count
  FROM election
  CROSS JOIN election_endorser ON election_id = id
  GROUP BY state
),
counted AS (
  SELECT state, sum(endorsement_count) AS endorsement_count, sum(endorsed_contest_count) AS endorsed_contest_count
  FROM election
  CROSS JOIN election_count ON election_id = id
  GROUP BY state
)
SELECT state, endorser_count, endorsement_count, endorsed_contest_count
FROM counted
JOIN endorser USING (state)
ORDER BY state`,
    )
    .all({ elections })
  return new Map(rows.map(({ state, ...counts }) => [state, counts]))
}
