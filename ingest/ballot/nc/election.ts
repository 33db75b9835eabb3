// Which of a day's elections a listed contest belongs to.

import { NC_ELECTION_DAYS, type NcElection } from '../../../data/reference/nc-elections.ts'
import type { NcContest } from './listing.ts'

/** Whether the file lists a contest of this name, without a primary, on an earlier day: it is then decided in a runoff. */
type Earlier = (contest: NcContest) => boolean

export interface NcElectionOf {
  election: NcElection
  /** Whether the reference table has the day. */
  isListed: boolean
}

/** @param all every contest of the file. */
export function electionOf(contest: NcContest, all: readonly NcContest[], earlier: Earlier): NcElectionOf {
  const day = NC_ELECTION_DAYS.find(({ date }) => date === contest.date)
  const [first, second] = day?.elections ?? []
  if (!first) return { election: guess(contest, all), isListed: false }
  if (!second) return { election: first, isListed: true }
  return { election: takesFirst(first, contest, earlier) ? first : second, isListed: true }
}

/**
 * A municipal primary takes the contests for which a primary is held; a second primary those of a party, and runoffs of
 * contests that no primary narrowed before. What is left is the general election of the same day.
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
