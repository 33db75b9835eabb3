// Finds the next election of each state, and the coverage of its ballots.

import { novemberElection } from '../../data/reference/election-day.ts'
import type { BallotCoverage } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from './calendar.ts'
import { electionsOfState, type HeldElection } from './held-elections.ts'
import { findToday } from './states.ts'

export interface NextElection {
  date: string
  /** Elections on that day that the bundle holds; empty if only the law sets the day. */
  elections: readonly HeldElection[]
}

/** The earliest election in the bundle whose day has not ended, or the next federal election day if that is earlier. */
export function findNextElection(reading: { bundle: Bundle; day: Day }, state: string): NextElection {
  const today = findToday(reading, state)
  const federal = nextFederalElection(today)
  // They are ordered by date.
  const held = electionsOfState(reading.bundle, state)
  const next = held.find(({ date }) => date >= today)
  const date = next && next.date < federal ? next.date : federal
  return { date, elections: held.filter((election) => election.date === date) }
}

/** `full`: ballots of the whole state are listed; `partial`: only some areas or contests; `none`: no ballots. */
export function coverageOf({ elections }: NextElection, stateOcdId: string): BallotCoverage {
  if (elections.length === 0) return 'none'
  return elections.some(({ listed_in }) => listed_in.has(stateOcdId)) ? 'full' : 'partial'
}

/** All states elect Representatives on this day of each even year. @param today YYYY-MM-DD */
function nextFederalElection(today: string): string {
  const year = Number(today.slice(0, 4))
  const even = year + (year % 2)
  const date = novemberElection(even)
  return date >= today ? date : novemberElection(even + 2)
}
