// FiveThirtyEight's endorsements in the primaries of 2018 and 2022. Both parties' files of a year form one source.

import { FIVETHIRTYEIGHT_ENDORSERS } from '../../data/reference/fivethirtyeight-endorsers.ts'
import { electionKey } from '../read/identity.ts'
import type { Ballots, FetchedFile, Sink, SourceReader } from '../read/source.ts'
import { createContests, findUnopposed, type Type } from './fivethirtyeight-ballot.ts'
import { type EndorsedCandidacy, type Pick, readCandidacies } from './fivethirtyeight-file.ts'
import {
  findNominated,
  findPrimary,
  findRunoff,
  findStanding,
  type ListedCandidate,
} from './fivethirtyeight-listing.ts'
import { type Matcher, openMatcher } from './match.ts'
import { type MatchedPick, placePositions, toIssue } from './position.ts'
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
  if (found.mended) sink.issue(toIssue(candidacy, found.mended, 'mended'))
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
function runoffNotHeld(candidacy: EndorsedCandidacy, { column }: Pick) {
  const message = `endorses ${candidacy.name} only for the runoff, which no source has; left out`
  return toIssue(candidacy, { field: column, value: candidacy.name, code: 'runoff-not-held', message }, 'ignored')
}
