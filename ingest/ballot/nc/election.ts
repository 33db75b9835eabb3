// Assigns a listed contest to one of the elections on its day.

import { NC_ELECTION_DAYS, type NcElection } from '../../../data/reference/nc-elections.ts'
import type { NcContest } from './listing.ts'

/** True if the file lists this contest, without a primary, on an earlier day; the contest is then a runoff. */
type Earlier = (contest: NcContest) => boolean

export interface NcElectionOf {
  election: NcElection
  /** True if the reference table has the day. */
  isListed: boolean
}

/** @param all every contest of the file */
export function electionOf(contest: NcContest, all: readonly NcContest[], earlier: Earlier): NcElectionOf {
  const day = NC_ELECTION_DAYS.find(({ date }) => date === contest.date)
  const [first, second] = day?.elections ?? []
  if (!first) return { election: guess(contest, all), isListed: false }
  if (!second) return { election: first, isListed: true }
  return { election: takesFirst(first, contest, earlier) ? first : second, isListed: true }
}

/**
 * A municipal primary takes contests that have a primary. A second primary takes a party's contests, and runoffs of contests that
 * had no earlier primary. The remaining contests belong to the general election of the same day.
 */
function takesFirst(first: NcElection, contest: NcContest, earlier: Earlier): boolean {
  return first.type === 'primary' ? contest.primary : contest.party !== '' || earlier(contest)
}

export function earlierWithoutPrimary(all: readonly NcContest[]): Earlier {
  const dates = new Map<string, string[]>()
  for (const { contest_name, date, primary, party } of all)
    if (!primary && party === '') dates.set(contest_name, [...(dates.get(contest_name) ?? []), date])
  return ({ contest_name, date }) => (dates.get(contest_name) ?? []).some((other) => other < date)
}

function guess(contest: NcContest, all: readonly NcContest[]): NcElection {
  const parties = all.some(({ date, party }) => date === contest.date && party !== '')
  return parties
    ? { type: 'primary', words: 'Primary Election', primary_system: 'semi_closed' }
    : { type: 'general', words: 'Election', primary_system: null }
}
