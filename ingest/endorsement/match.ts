// Converts a feed's endorsements to rows. Every feed of endorsements uses this file.
//
//   matchEndorsements(stated, ballots, states?) → { endorsements: [{row, at}], stances, issues }     all of a feed: match, then hold to the contest
//   openMatcher(ballots)               → { election, contest, choice }             one reference at a time
//   placePositions(picks)              → { endorsements: [{row, at}], issues }     position.ts: for picks matched by the feed itself
//
// Finds elections by id, slug or name; contests by id, key, title, measure code or short title; choices by id, key, label,
// candidate's name, Yes or No. It does not guess: a reference that matches nothing or several things gives an issue with the likely
// ones.

import type { StanceRow } from '../../data/core/rows.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Issue } from '../../data/store/source-read.ts'
import type { Ballots, KnownChoice, KnownContest, KnownElection } from '../read/source.ts'
import {
  type MatchedPick,
  type PickDetails,
  type PlacedEndorsement,
  type PlacedStance,
  placePositions,
  placeStances,
  type SourceLocation,
  toIssue,
} from './position.ts'
import {
  addTo,
  type ContestReference,
  type FindChoice,
  type FindContest,
  type FindLikely,
  isId,
  listLikely,
  openChoices,
  openContests,
  openLikely,
  plain,
  type ResolvedReference,
  truncate,
} from './reference.ts'

// Finds an election by id, slug or name.

/** Finds elections by id, by slug (its parts may be separate and in any case: `NC 2024-11-05 general`), or by name. */
function openElections(
  ballots: Ballots,
  findLikely: FindLikely,
): (reference: string) => ResolvedReference<KnownElection> {
  const elections = ballots.elections()
  const byText = new Map<string, KnownElection[]>()
  for (const election of elections) {
    addTo(byText, String(election.id), election)
    addTo(byText, plain(election.election_key), election)
  }
  const byName = new Map<string, KnownElection[]>()
  for (const election of elections) addTo(byName, plain(election.name), election)
  return (reference) => {
    const text = plain(reference)
    const found = byText.get(text) ?? byName.get(text) ?? []
    const [election] = found
    if (election && found.length === 1) return { found: election }
    const shown = found.length > 0 ? found : findLikely(reference, elections, (one) => [one.election_key, one.name])
    const likely = listLikely(shown.map((one) => `${one.election_key} "${truncate(one.name, 60)}"`))
    const sentence =
      found.length > 0
        ? 'several elections have this name'
        : `no known election has this ${isId(text) ? 'id' : 'slug or name'}`
    return {
      problem: {
        code: found.length > 0 ? 'ambiguous-election' : 'unmatched-election',
        field: 'election',
        value: reference,
        message: `${sentence}; use its slug, such as nc-2024-11-05-general, or its id${likely}`,
      },
    }
  }
}

/**
 * One endorser's pick of one choice, as in the feed. `party` distinguishes contests with the same title and choices with the same
 * name.
 */
export interface StatedPick extends PickDetails {
  at: SourceLocation
  endorser_slug: string
  election: string
  contest: string
  party: string | null
  district: string | null
  choice: string
  /** The day on which the file was retrieved, YYYY-MM-DD; undefined if that says nothing of its dates. */
  known_on?: string
}

/** An endorser without a position in a contest, and why, as in the feed. */
export interface StatedStance
  extends Pick<StatedPick, 'at' | 'endorser_slug' | 'election' | 'contest' | 'party' | 'district' | 'known_on'>,
    Pick<StanceRow, 'stance' | 'source_url' | 'published_on'> {}

export interface Matcher {
  election(reference: string): ResolvedReference<KnownElection>
  /** @param electionKey of a known election */
  contest(electionKey: string, reference: ContestReference): ResolvedReference<KnownContest>
  choice(contest: KnownContest, reference: string, party?: string | null): ResolvedReference<KnownChoice>
}

/** Caches results, because a feed names the same contests repeatedly. */
export function openMatcher(ballots: Ballots, findLikely: FindLikely = openLikely()): Matcher {
  const findElection = remembering(openElections(ballots, findLikely))
  const contests = new Map<string, FindContest>()
  const choices = new Map<string, FindChoice>()
  return {
    election: (reference) => findElection(reference),
    contest(electionKey, { contest, party, district }) {
      const find =
        contests.get(electionKey) ?? remembering(openContests(electionKey, ballots.contests(electionKey), findLikely))
      contests.set(electionKey, find)
      return find({ contest, party, district })
    },
    choice(contest, reference, party = null) {
      const find = choices.get(contest.contest_key) ?? remembering(openChoices(contest, findLikely))
      choices.set(contest.contest_key, find)
      return find(reference, party)
    },
  }
}

function remembering<Question extends readonly unknown[], Answer>(
  ask: (...question: Question) => Answer,
): (...question: Question) => Answer {
  const answers = new Map<string, { answer: Answer }>()
  return (...question) => {
    const key = JSON.stringify(question)
    const known = answers.get(key) ?? { answer: ask(...question) }
    answers.set(key, known)
    return known.answer
  }
}

interface Matched {
  endorsements: PlacedEndorsement[]
  stances: PlacedStance[]
  issues: Issue[]
}

/** @param states the selected states; picks in elections of other states are skipped. Default: all. */
export function matchEndorsements(
  stated: Iterable<StatedPick | StatedStance>,
  ballots: Ballots,
  states: ReadonlySet<StateCode> = new Set(STATE_CODES),
  findLikely?: FindLikely,
): Matched {
  const matcher = openMatcher(ballots, findLikely)
  const issues: Issue[] = []
  const picks: MatchedPick[] = []
  const silent: PlacedStance[] = []
  for (const pick of stated) {
    if (isElsewhere(pick.election, matcher, states)) continue
    const { at, endorser_slug, source_url } = pick
    const accept = <Known>(found: ResolvedReference<Known>): Known | undefined => {
      if ('problem' in found) {
        issues.push(toIssue(pick, found.problem))
        return undefined
      }
      if (found.repaired) issues.push(toIssue(pick, found.repaired, 'mended'))
      return found.found
    }
    const election = accept(matcher.election(pick.election))
    const contest = election && accept(matcher.contest(election.election_key, pick))
    const published_on = election ? toPublished(pick, election, issues) : null
    if ('stance' in pick) {
      if (!contest) continue
      const { contest_key } = contest
      const stance_key = `${endorser_slug}/${contest_key}`
      const { stance } = pick
      silent.push({ at, row: { stance_key, endorser_slug, contest_key, stance, source_url, published_on } })
      continue
    }
    const { rank, statement, statement_es } = pick
    const choice = contest && accept(matcher.choice(contest, pick.choice, pick.party))
    if (contest && choice)
      picks.push({ at, endorser_slug, contest, choice, rank, statement, statement_es, source_url, published_on })
  }
  const placed = placePositions(picks)
  const { stances, issues: others } = placeStances(silent, placed.endorsements)
  return { endorsements: placed.endorsements, stances, issues: [...issues, ...placed.issues, ...others] }
}

/** Days by which a date may be later than the election or the retrieval: an announcement may be dated ahead. */
const AHEAD_DAYS_MAX = 31

/** The day of the endorsement; null, with an issue `date-ahead`, for a day long after the election or after the file was retrieved. */
function toPublished(
  pick: StatedPick | StatedStance,
  election: Pick<KnownElection, 'date'>,
  issues: Issue[],
): string | null {
  const { published_on, known_on } = pick
  if (published_on === null) return null
  const isAfter = (day: string): boolean =>
    Date.parse(published_on) - Date.parse(day) > AHEAD_DAYS_MAX * 24 * 60 * 60 * 1000
  const after = isAfter(election.date)
    ? `the election of ${election.date}`
    : known_on !== undefined && isAfter(known_on)
      ? `the file, which was retrieved on ${known_on}`
      : undefined
  if (after === undefined) return published_on
  const message = `is more than ${AHEAD_DAYS_MAX} days after ${after}; the date is left out`
  issues.push(toIssue(pick, { code: 'date-ahead', field: 'published_on', value: published_on, message }))
  return null
}

/** The slug gives the state even for an unknown election of an unselected state. */
function isElsewhere(reference: string, matcher: Matcher, states: ReadonlySet<StateCode>): boolean {
  const election = matcher.election(reference)
  if ('found' in election) return !states.has(election.found.state)
  const [, code] = /^([a-z]{2}) \d{4} \d{2} \d{2} /.exec(plain(reference)) ?? []
  const state = STATE_CODES.find((known) => known.toLowerCase() === code)
  return state !== undefined && !states.has(state)
}
