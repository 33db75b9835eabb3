// The elections of a bundle, in memory: found by id, by slug and by state.

import { z } from 'zod'
import { type ElectionGap, electionGap } from '../../data/schema/election.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineTable } from './bundle-cache.ts'
import { loadTables } from './part-tables.ts'

export interface HeldElection {
  id: number
  slug: string
  date: string
  state: string
  /** OCD ids of the areas whose ballots are fully listed. */
  listed_in: ReadonlySet<string>
  /** Kinds of contests that its ballots lack, or may lack. */
  missing: readonly ElectionGap[]
}

const areas = z.array(z.string())
const gaps = z.array(electionGap)

/** Ordered by date, state, slug. */
export function allElections({ ballots }: Bundle): readonly HeldElection[] {
  return loadHeldElections(ballots).all
}

/**
 * What the ballots of a federal election day lack if no election of the state is held; undefined if that is not known.
 * @param date YYYY-MM-DD
 */
export function findRegularGeneralGaps(
  { ballots }: Bundle,
  state: string,
  date: string,
): readonly ElectionGap[] | undefined {
  // Bundles of an earlier version lack this table.
  if (!loadTables(ballots).has('regular_general')) return undefined
  const row = ballots
    .statement<{ missing: string }>('SELECT missing FROM regular_general WHERE state = $state AND date = $date')
    .get({ state, date })
  return row && gaps.parse(JSON.parse(row.missing))
}

/** Elections with these ids, ordered by date, state, slug. */
export function findHeldElections({ ballots }: Bundle, ids: readonly number[]): HeldElection[] {
  const { all, rankOfId } = loadHeldElections(ballots)
  return inOrder(ids, rankOfId).flatMap((rank) => all[rank] ?? [])
}

/** Ids of the elections with these slugs, ordered by date, state, slug; unknown slugs match nothing. */
export function findElections({ ballots }: Bundle, slugs: readonly string[]): readonly number[] {
  const { all, rankOfSlug } = loadHeldElections(ballots)
  return inOrder(slugs, rankOfSlug).flatMap((rank) => all[rank]?.id ?? [])
}

/** The state's elections, ordered by date and slug. */
export function electionsOfState({ ballots }: Bundle, state: string): readonly HeldElection[] {
  return loadHeldElections(ballots).byState.get(state) ?? []
}

/** Each once. */
function inOrder<Key>(keys: readonly Key[], ranks: ReadonlyMap<Key, number>): number[] {
  return [...new Set(keys.flatMap((key) => ranks.get(key) ?? []))].sort((a, b) => a - b)
}

const ELECTION_BYTES = 600

const loadHeldElections = defineTable('elections', {
  load: readHeldElections,
  bytesOf: ({ all }) => all.length * ELECTION_BYTES,
})

function readHeldElections(ballots: OpenPart) {
  const all = ballots
    .statement<Omit<HeldElection, 'listed_in' | 'missing'> & { listed_in: string | null; missing: string | null }>(
      `SELECT id, slug, date, state, body_en ->> '$.listed_in' AS listed_in, body_en ->> '$.missing' AS missing
FROM election
ORDER BY date, state, slug`,
    )
    .all()
    // Bundles of an earlier version lack these keys.
    .map(
      ({ listed_in, missing, ...row }): HeldElection => ({
        ...row,
        listed_in: new Set(listed_in === null ? [] : areas.parse(JSON.parse(listed_in))),
        missing: missing === null ? [] : gaps.parse(JSON.parse(missing)),
      }),
    )
  const byState = new Map<string, HeldElection[]>()
  for (const election of all) {
    const own = byState.get(election.state)
    if (own) own.push(election)
    else byState.set(election.state, [election])
  }
  return {
    /** Ordered by date, state, slug. A rank is an index of it. */
    all,
    rankOfId: new Map(all.map(({ id }, rank) => [id, rank])),
    rankOfSlug: new Map(all.map(({ slug }, rank) => [slug, rank])),
    byState,
  }
}
