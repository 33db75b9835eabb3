// Finds a candidacy of FiveThirtyEight's files in the listing of another source.

import type { ContestKind, Level } from '../../data/schema/vocabulary.ts'
import type { Listing } from '../../data/store/source-read.ts'
import { slug } from '../read/identity.ts'
import type { Ballots, KnownChoice, KnownContest, KnownElection } from '../read/source.ts'
import { levelOf, ocdIdOf, type Type } from './fivethirtyeight-ballot.ts'
import type { EndorsedCandidacy, PrimaryOffice } from './fivethirtyeight-file.ts'
import type { Matcher } from './match.ts'
import type { ResolvedReference } from './reference.ts'

// The `lists` entries of the sources of an election.

/**
 * True if a listing would have this contest if it were on a ballot. A complete listing of an area covers divisions inside it and
 * around it. For a division that crosses the area's border, the OCD id cannot tell. A source without a `lists` entry is assumed to
 * list everything.
 */
function isListed(
  listing: Listing | undefined,
  { kind, level, ocd_id }: { kind: ContestKind; level: Level; ocd_id: string },
): boolean {
  if (!listing) return true
  const { kinds, levels, whole_in } = listing
  return (
    kinds.includes(kind) &&
    (levels?.includes(level) ?? true) &&
    whole_in.some((area) => isWithin(ocd_id, area) || isWithin(area, ocd_id))
  )
}

function isWithin(ocd_id: string, area: string): boolean {
  return ocd_id === area || ocd_id.startsWith(`${area}/`)
}

export interface ListedCandidate {
  contest: KnownContest
  choice: KnownChoice
}

/** The files' offices that the whole state elects. For these the division does not tell contests apart. */
const STATEWIDE: Readonly<Record<Exclude<PrimaryOffice, 'us-house'>, RegExp>> = {
  'us-senate': /^(?:u\.?s\.?|united states) senat/i,
  governor: /^(?:[a-z]{2} )?governor\b/i,
}

/** The primary of this day, even if its sources list only part of it. If none of this type is held, one of the other type. */
export function findPrimary(
  ballots: Ballots,
  type: Type,
  { state, date }: EndorsedCandidacy,
): KnownElection | undefined {
  const sameDay = ballots.elections().filter((one) => one.state === state.code && one.date === date)
  const ofType = (type: Type): KnownElection | undefined => sameDay.find((one) => one.type === type)
  return ofType(type) ?? ofType('primary') ?? ofType('special_primary')
}

/**
 * Finds the candidate in the party's primary or, if unopposed there and so not on its ballot, in the year's general election.
 * Undefined if no source has the contest and none lists its ballots; the feed then creates the contest.
 */
export function findStanding(
  candidacy: EndorsedCandidacy,
  primary: KnownElection,
  ballots: Ballots,
  matcher: Matcher,
): ResolvedReference<ListedCandidate> | undefined {
  const held = findContest(ballots, primary, candidacy)
  if (held) return findChoice(held, candidacy, matcher)
  const listed = { kind: 'candidate', level: levelOf(candidacy.office), ocd_id: ocdIdOf(candidacy) } as const
  if (!ballots.listings(primary.election_key).some((listing) => isListed(listing, listed))) return undefined
  const nominated = findNominated(candidacy, ballots, matcher)
  if (nominated) return nominated
  const message = `${primary.election_key} has no contest for ${candidacy.office} in ${ocdIdOf(candidacy)}; left out`
  return { problem: { field: 'Office', value: candidacy.name, code: 'unmatched-contest', message } }
}

/** Finds an unopposed candidate in the year's general election. Undefined if no source has that contest. */
export function findNominated(
  candidacy: EndorsedCandidacy,
  ballots: Ballots,
  matcher: Matcher,
): ResolvedReference<ListedCandidate> | undefined {
  const general = findLater(ballots, candidacy, 'general')
  const contest = general && findContest(ballots, general, candidacy)
  return contest && findChoice(contest, candidacy, matcher)
}

/** Undefined if no source has the runoff, or if the candidate is not in it. */
export function findRunoff(
  candidacy: EndorsedCandidacy,
  ballots: Ballots,
  matcher: Matcher,
): ListedCandidate | undefined {
  const runoff = findLater(ballots, candidacy, 'runoff')
  const contest = runoff && findContest(ballots, runoff, candidacy)
  const found = contest && findChoice(contest, candidacy, matcher)
  return found && 'found' in found ? found.found : undefined
}

function findChoice(
  contest: KnownContest,
  { name, party }: EndorsedCandidacy,
  matcher: Matcher,
): ResolvedReference<ListedCandidate> {
  // Punctuation and spaces between initials differ between the files: `B.K.`, `B. K.`.
  const [same, ...others] = contest.choices.filter(({ label }) => slug(label) === slug(name))
  const found = same && others.length === 0 ? { found: same } : matcher.choice(contest, name, party)
  if ('problem' in found) return { problem: { ...found.problem, field: 'Candidate' } }
  const standing = { contest, choice: found.found }
  return found.mended ? { found: standing, mended: { ...found.mended, field: 'Candidate' } } : { found: standing }
}

/** The first election after the primary, in its year, that has the contest. */
function findLater(
  ballots: Ballots,
  candidacy: EndorsedCandidacy,
  type: 'general' | 'runoff',
): KnownElection | undefined {
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
  candidacy: EndorsedCandidacy,
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
