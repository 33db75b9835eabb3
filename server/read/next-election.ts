// Finds the next election of each state, and the coverage of its ballots.

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { novemberElection } from '../../data/reference/election-day.ts'
import type { BallotCoverage } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import type { Day } from './calendar.ts'
import { memoizePerPart } from './per-part-cache.ts'
import { loadTimeZones } from './states.ts'

export interface HeldElection {
  id: number
  date: string
  state: string
  /** OCD ids of the areas whose ballots are fully listed. */
  listed_in: ReadonlySet<string>
}

export interface NextElection {
  date: string
  /** Elections on that day that the bundle holds; empty if only the law sets the day. */
  elections: readonly HeldElection[]
}

/** The earliest election in the bundle whose day has not ended, or the next federal election day if that is earlier. */
export function findNextElection({ bundle, day }: { bundle: Bundle; day: Day }, state: string): NextElection {
  const today = day.in(loadTimeZones(bundle).get(state) ?? 'UTC')
  const federal = nextFederalElection(today)
  // They are ordered by date.
  const held = loadHeldElections(bundle.ballots).byState.get(state) ?? []
  const next = held.find(({ date }) => date >= today)
  const date = next && next.date < federal ? next.date : federal
  return { date, elections: held.filter((election) => election.date === date) }
}

/** `full`: ballots of the whole state are listed; `partial`: only some areas or contests; `none`: no ballots. */
export function coverageOf({ elections }: NextElection, stateOcdId: string): BallotCoverage {
  if (elections.length === 0) return 'none'
  return elections.some(({ listed_in }) => listed_in.has(stateOcdId)) ? 'full' : 'partial'
}

/** Elections with these ids, ordered by date, state, slug. */
export function findHeldElections({ ballots }: Bundle, ids: readonly number[]): HeldElection[] {
  const { all, places } = loadHeldElections(ballots)
  const found = ids.flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b)
  return found.flatMap((at) => all[at] ?? [])
}

/** Days in memory: today in each time zone, and those that requests name. */
const DAYS_MAX = 32

const federalElections = new LRUCache<string, string>({ max: DAYS_MAX })

/** All states elect Representatives on this day of each even year. @param today YYYY-MM-DD */
function nextFederalElection(today: string): string {
  const known = federalElections.get(today)
  if (known !== undefined) return known
  const year = Number(today.slice(0, 4))
  const even = year + (year % 2)
  const date = novemberElection(even) >= today ? novemberElection(even) : novemberElection(even + 2)
  federalElections.set(today, date)
  return date
}

interface HeldElections {
  /** Ordered by date, state, slug. */
  all: readonly HeldElection[]
  /** Index in `all`, by id. */
  places: ReadonlyMap<number, number>
  byState: ReadonlyMap<string, readonly HeldElection[]>
}

const areas = z.array(z.string())

const loadHeldElections = memoizePerPart((ballots: OpenPart): HeldElections => {
  const all = ballots
    .statement<Omit<HeldElection, 'listed_in'> & { listed_in: string | null }>(
      "SELECT id, date, state, body_en ->> '$.listed_in' AS listed_in FROM election ORDER BY date, state, slug",
    )
    .all()
    // Bundles of an earlier version lack this column.
    .map(({ listed_in, ...row }) => ({
      ...row,
      listed_in: new Set(listed_in === null ? [] : areas.parse(JSON.parse(listed_in))),
    }))
  const byState = new Map<string, HeldElection[]>()
  for (const election of all) {
    const own = byState.get(election.state)
    if (own) own.push(election)
    else byState.set(election.state, [election])
  }
  return { all, places: new Map(all.map(({ id }, at) => [id, at])), byState }
})
