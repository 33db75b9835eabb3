// Where a candidacy of FiveThirtyEight's files stands in a listing that another source holds.

import { slug } from '../identity.ts'
import { isListed } from '../listing.ts'
import type { Ballots, KnownChoice, KnownContest, KnownElection } from '../source.ts'
import { levelOf, ocdIdOf, type Type } from './fivethirtyeight-ballot.ts'
import type { Candidacy, PrimaryOffice } from './fivethirtyeight-file.ts'
import type { Matcher } from './match.ts'
import type { Found } from './reference.ts'

export interface Standing {
  contest: KnownContest
  choice: KnownChoice
}

/** Of the files' offices only these are voted in the whole state, where the division does not tell them apart. */
const STATEWIDE: Readonly<Record<Exclude<PrimaryOffice, 'us-house'>, RegExp>> = {
  'us-senate': /^(?:u\.?s\.?|united states) senat/i,
  governor: /^(?:[a-z]{2} )?governor\b/i,
}

/** The primary of this day, whatever its sources list of it; one of the other type where none of this type is held. */
export function findPrimary(ballots: Ballots, type: Type, { state, date }: Candidacy): KnownElection | undefined {
  const sameDay = ballots.elections().filter((one) => one.state === state.code && one.date === date)
  const ofType = (type: Type): KnownElection | undefined => sameDay.find((one) => one.type === type)
  return ofType(type) ?? ofType('primary') ?? ofType('special_primary')
}

/**
 * In the party's primary, or, unopposed there and so not on its ballot, in the year's general election. Undefined where no source holds
 * the contest, and none lists the ballots that would name it: the feed then creates the contest.
 */
export function findStanding(
  candidacy: Candidacy,
  primary: KnownElection,
  ballots: Ballots,
  matcher: Matcher,
): Found<Standing> | undefined {
  const held = findContest(ballots, primary, candidacy)
  if (held) return findChoice(held, candidacy, matcher)
  const listed = { kind: 'candidate', level: levelOf(candidacy.office), ocd_id: ocdIdOf(candidacy) } as const
  if (!ballots.listings(primary.election_key).some((listing) => isListed(listing, listed))) return undefined
  const general = findLater(ballots, candidacy, 'general')
  const unopposed = general && findContest(ballots, general, candidacy)
  if (unopposed) return findChoice(unopposed, candidacy, matcher)
  const elections = [primary, ...(general ? [general] : [])].map(({ election_key }) => election_key).join(' nor ')
  const message = `${elections} has no contest for ${candidacy.office} in ${ocdIdOf(candidacy)}; left out`
  return { problem: { field: 'Office', value: candidacy.name, code: 'unmatched-contest', message } }
}

/** Undefined where no source holds the runoff, or the candidate does not stand in it. */
export function findRunoff(candidacy: Candidacy, ballots: Ballots, matcher: Matcher): Standing | undefined {
  const runoff = findLater(ballots, candidacy, 'runoff')
  const contest = runoff && findContest(ballots, runoff, candidacy)
  const found = contest && findChoice(contest, candidacy, matcher)
  return found && 'found' in found ? found.found : undefined
}

function findChoice(contest: KnownContest, { name, party }: Candidacy, matcher: Matcher): Found<Standing> {
  // Punctuation and blanks between initials differ between the files: `B.K.`, `B. K.`.
  const [same, ...others] = contest.choices.filter(({ label }) => slug(label) === slug(name))
  const found = same && others.length === 0 ? { found: same } : matcher.choice(contest, name, party)
  if ('problem' in found) return { problem: { ...found.problem, field: 'Candidate' } }
  const standing = { contest, choice: found.found }
  return found.mended ? { found: standing, mended: { ...found.mended, field: 'Candidate' } } : { found: standing }
}

/** The first after the primary, in its year, that has the contest. */
function findLater(ballots: Ballots, candidacy: Candidacy, type: 'general' | 'runoff'): KnownElection | undefined {
  const { state, date } = candidacy
  return ballots
    .elections()
    .filter((one) => one.state === state.code && one.type === type)
    .filter((one) => one.date > date && one.date.slice(0, 4) === date.slice(0, 4))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .find((one) => findContest(ballots, one, candidacy) !== undefined)
}

function findContest(
  ballots: Ballots,
  { election_key }: KnownElection,
  candidacy: Candidacy,
): KnownContest | undefined {
  const { office, party, special } = candidacy
  const ocd_id = ocdIdOf(candidacy)
  return ballots
    .contests(election_key)
    .find(
      (contest) =>
        contest.ocd_id === ocd_id &&
        contest.kind === 'candidate' &&
        (contest.party === null || contest.party === party) &&
        contest.contest_key.endsWith('/unexpired') === special &&
        (office === 'us-house' || STATEWIDE[office].test(contest.title)),
    )
}
