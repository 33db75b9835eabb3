// FiveThirtyEight's endorsements in the primaries of 2018, 2020 and 2022. Both parties' files of 2018 and of 2022 form one source each.

import { FIVETHIRTYEIGHT_ENDORSERS } from '../../data/reference/endorsers.ts'
import { STATES } from '../../data/schema/states.ts'
import type { ContestKind, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { Listing } from '../../data/store/source-read.ts'
import { readCsv } from '../read/csv.ts'
import { isCalendarDate } from '../read/field-value.ts'
import { electionKey, slug } from '../read/identity.ts'
import type {
  Ballots,
  FetchedFile,
  KnownChoice,
  KnownContest,
  KnownElection,
  Sink,
  SourceReader,
} from '../read/source.ts'
import {
  createContests,
  type EndorsedCandidacy,
  type EndorserPick,
  findUnopposed,
  levelOf,
  ocdIdOf,
  type PrimaryOffice,
  readCandidacies,
  type Type,
} from './fivethirtyeight-file.ts'
import { type Matcher, openMatcher } from './match.ts'
import { type MatchedPick, placePositions, toIssue } from './position.ts'
import { findCandidate, findRaces } from './race.ts'
import type { ResolvedReference } from './reference.ts'

interface Stand {
  contest: MatchedPick['contest']
  choice: MatchedPick['choice']
}

/** @param year the layout of the files. The first file has the Democrats, the second the Republicans. */
export function readFiveThirtyEight(year: 2018 | 2022): SourceReader<'ballots'> {
  return ([democratic, republican], { states, ballots }, sink) => {
    const read = (file: FetchedFile | undefined, kind: 'dem' | 'rep'): EndorsedCandidacy[] =>
      file ? readCandidacies(file, `${kind}-${year}`, states, sink) : []
    const candidacies = [...read(democratic, 'dem'), ...read(republican, 'rep')]
    const matcher = openMatcher(ballots)
    const picks: MatchedPick[] = []
    for (const [type, group] of byElection(candidacies)) {
      const held = findPrimary(ballots, type, group[0])
      const unopposed = findUnopposed(group)
      const found = new Map(
        group.map((candidacy) => [
          candidacy,
          (held && findStanding(candidacy, held, ballots, matcher)) ??
            (unopposed.has(candidacy) ? nominate(candidacy, ballots, matcher) : undefined),
        ]),
      )
      const unlisted = group.filter((candidacy) => found.get(candidacy) === undefined)
      const created = createContests(unlisted, { type, held: held?.type === type ? held : undefined }, sink)
      for (const candidacy of group) {
        const standing = found.get(candidacy)
        const stand = standing ? accept(candidacy, standing, sink) : created.get(candidacy)
        if (stand) picks.push(...toPicks(candidacy, stand, ballots, matcher, sink))
      }
    }
    const { endorsements, issues } = placePositions(picks)
    const endorsers = new Map<string, MatchedPick['at']>()
    for (const { row, at } of endorsements) {
      if (!endorsers.has(row.endorser_slug)) endorsers.set(row.endorser_slug, at)
      sink.row('endorsement', row, at)
    }
    for (const endorser of FIVETHIRTYEIGHT_ENDORSERS) {
      const at = endorsers.get(endorser.endorser_slug)
      if (at) sink.row('endorser', endorser, at)
    }
    for (const issue of issues) sink.issue(issue)
  }
}

/** A special primary is a separate election only on a day without a regular primary. */
function byElection(candidacies: readonly EndorsedCandidacy[]): [Type, [EndorsedCandidacy, ...EndorsedCandidacy[]]][] {
  const regular = new Set(candidacies.filter(({ special }) => !special).map(dayOf))
  const groups = new Map<string, [Type, [EndorsedCandidacy, ...EndorsedCandidacy[]]]>()
  for (const candidacy of candidacies) {
    const type = regular.has(dayOf(candidacy)) ? 'primary' : 'special_primary'
    const key = electionKey({ state: candidacy.state.code, date: candidacy.date, type })
    const group = groups.get(key)
    if (group) group[1].push(candidacy)
    else groups.set(key, [type, [candidacy]])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

function dayOf({ state, date }: EndorsedCandidacy): string {
  return `${state.code} ${date}`
}

/** The general election stands for a primary that may not have been held. */
function nominate(
  candidacy: EndorsedCandidacy,
  ballots: Ballots,
  matcher: Matcher,
): ResolvedReference<ListedCandidate> {
  const found = findNominated(candidacy, ballots, matcher)
  if (found) return found
  const message = 'is alone in the primary, of which the file counts no votes: it may not have been held; left out'
  return { problem: { field: 'Candidate', value: candidacy.name, code: 'primary-not-counted', message } }
}

function accept(
  candidacy: EndorsedCandidacy,
  found: ResolvedReference<ListedCandidate>,
  sink: Sink,
): ListedCandidate | undefined {
  if ('problem' in found) {
    sink.issue(toIssue(candidacy, found.problem))
    return undefined
  }
  if (found.repaired) sink.issue(toIssue(candidacy, found.repaired, 'mended'))
  return found.found
}

function toPicks(
  candidacy: EndorsedCandidacy,
  stand: Stand,
  ballots: Ballots,
  matcher: Matcher,
  sink: Sink,
): MatchedPick[] {
  return candidacy.picks.flatMap((pick) => {
    const where = pick.runoff ? findRunoff(candidacy, ballots, matcher) : stand
    if (!where) {
      sink.issue(runoffNotHeld(candidacy, pick))
      return []
    }
    const { endorser_slug, published_on } = pick
    const said = { rank: null, statement: null, statement_es: null, source_url: candidacy.source_url, published_on }
    return [{ at: candidacy.at, endorser_slug, contest: where.contest, choice: where.choice, ...said }]
  })
}

/** The files do not date runoffs, so the feed cannot create one. */
function runoffNotHeld(candidacy: EndorsedCandidacy, { column }: EndorserPick) {
  const message = `endorses ${candidacy.name} only for the runoff, which no source has; left out`
  return toIssue(candidacy, { field: column, value: candidacy.name, code: 'runoff-not-held', message }, 'ignored')
}

// Finds a candidacy of FiveThirtyEight's files in the listing of another source.

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

interface ListedCandidate {
  contest: KnownContest
  choice: KnownChoice
}

/** The files' offices that the whole state elects. For these the division does not tell contests apart. */
const STATEWIDE: Readonly<Record<Exclude<PrimaryOffice, 'us-house'>, RegExp>> = {
  'us-senate': /^(?:u\.?s\.?|united states) senat/i,
  governor: /^(?:[a-z]{2} )?governor\b/i,
}

/** The primary of this day, even if its sources list only part of it. If none of this type is held, one of the other type. */
function findPrimary(ballots: Ballots, type: Type, { state, date }: EndorsedCandidacy): KnownElection | undefined {
  const sameDay = ballots.elections().filter((one) => one.state === state.code && one.date === date)
  const ofType = (type: Type): KnownElection | undefined => sameDay.find((one) => one.type === type)
  return ofType(type) ?? ofType('primary') ?? ofType('special_primary')
}

/**
 * Finds the candidate in the party's primary or, if unopposed there and so not on its ballot, in the year's general election.
 * Undefined if no source has the contest and none lists its ballots; the feed then creates the contest.
 */
function findStanding(
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
function findNominated(
  candidacy: EndorsedCandidacy,
  ballots: Ballots,
  matcher: Matcher,
): ResolvedReference<ListedCandidate> | undefined {
  const general = findLater(ballots, candidacy, 'general')
  const contest = general && findContest(ballots, general, candidacy)
  return contest && findChoice(contest, candidacy, matcher)
}

/** Undefined if no source has the runoff, or if the candidate is not in it. */
function findRunoff(candidacy: EndorsedCandidacy, ballots: Ballots, matcher: Matcher): ListedCandidate | undefined {
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
  return found.repaired ? { found: standing, repaired: { ...found.repaired, field: 'Candidate' } } : { found: standing }
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

// FiveThirtyEight's endorsements in the Democratic primary for President of 2020: a line per person who could have endorsed. Most did not.
// An endorsement is served in the primary of the endorser's own state, if it came before that primary.

const COLUMNS = ['date', 'position', 'state', 'endorser', 'endorsee', 'source'] as const

/** Positions that voters fill; others, such as `DNC member`, are a party's or have ended. */
const ELECTED = new Set([
  ...['governor', 'senator', 'representative', 'mayor', 'lieutenant governor', 'attorney general'],
  ...['secretary of state', 'state treasurer', 'state controller', 'state auditor', 'insurance commissioner'],
  ...['superintendent of public instruction', 'speaker', 'speaker pro tem', 'president', 'president pro tem'],
  'minority leader',
])
const NATIONAL = new Set(['senator', 'representative', 'governor'])

export const readFiveThirtyEight2020: SourceReader<'ballots'> = ([file], { states, ballots }, sink) => {
  if (!file) return
  const matcher = openMatcher(ballots)
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const picks: (MatchedPick & { name: string; home: StateCode; position: string })[] = []
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const [date, position, name, candidate] = [record.date, record.position, record.endorser, record.endorsee].map(
      toText,
    )
    const home = STATES.find(({ code }) => code === record.state.trim())?.code
    if (!candidate || !date || !name || !position || !isCalendarDate(date)) {
      count('without an endorsement: the person endorsed nobody')
      continue
    }
    if (!ELECTED.has(position.toLowerCase())) {
      count('of people whose position is no elected office: the privacy rule')
      continue
    }
    if (home === undefined || !states.has(home)) {
      count('of people without one of the selected states')
      continue
    }
    const race = {
      state: home,
      year: 2020,
      office: 'president',
      round: 'primary',
      party: 'Democratic',
      district: null,
      special: null,
    } as const
    const contests = findRaces(ballots, race).filter(({ election_key }) => electionDay(election_key) >= date)
    if (contests.length === 0) {
      count('for which no later primary for President of the endorser’s state is held')
      continue
    }
    const found = findCandidate(contests, { name: candidate, party: 'Democratic' }, matcher)
    if ('problem' in found) {
      sink.issue(toIssue({ at }, { ...found.problem, field: 'endorsee' }, 'ignored'))
      continue
    }
    if (found.repaired) sink.issue(toIssue({ at }, { ...found.repaired, field: 'endorsee' }, 'mended'))
    const isWide = NATIONAL.has(position.toLowerCase())
    const source_url = URL.canParse(record.source.trim()) ? record.source.trim() : file.url
    const said = { rank: null, statement: null, statement_es: null, source_url, published_on: date }
    const endorser_slug = isWide ? slug(name) : slug(`${name} ${home}`)
    picks.push({ at, endorser_slug, ...found.found, ...said, name, home, position: position.toLowerCase() })
  }
  const placed = placePositions(picks.map(({ name: _, home: __, position: ___, ...pick }) => pick))
  for (const { row, at } of placed.endorsements) {
    const pick = picks.find((one) => one.endorser_slug === row.endorser_slug)
    if (!pick) continue
    const state = NATIONAL.has(pick.position) ? 'national' : pick.home
    const rest = { category: 'official', state, description: null, website_url: null } as const
    sink.row('endorser', { endorser_slug: row.endorser_slug, name: pick.name, ...rest }, at)
    sink.row('endorsement', row, at)
  }
  for (const issue of placed.issues) sink.issue(issue)
  for (const [what, lines] of counts) {
    const message = `${lines} lines ${what}; left out`
    sink.issue({
      file: file.name,
      line: null,
      field: null,
      code: 'not-served',
      value: null,
      message,
      severity: 'ignored',
    })
  }
}

/** Undefined for an empty field. */
function toText(field: string): string | undefined {
  const text = field.trim()
  return text === '' || text === 'NA' ? undefined : text
}

/** `nc-2020-03-03-primary` → `2020-03-03`. */
function electionDay(electionKey: string): string {
  return electionKey.slice(3, 13)
}
