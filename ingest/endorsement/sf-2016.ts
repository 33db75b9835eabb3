// San Francisco's elections of 2016 as a full grid: every endorser's Yes, No, Abstain or NA for every candidate and measure.

import type { EndorserRow } from '../../data/core/endorsement.ts'
import { SF_2016_ENDORSERS, SF_2016_NATIONAL } from '../../data/reference/sf-2016.ts'
import { identityOf } from '../ballot/listed-keys.ts'
import { repeatElection, writeBallot } from '../ballot/write.ts'
import { contestKey, electionKey, slug } from '../read/identity.ts'
import { type Ballots, type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { openMatcher } from './match.ts'
import { type MatchedPick, placePositions } from './position.ts'
import {
  attachContest,
  createContest,
  groupCells,
  type SfElection,
  type SfGroup,
  type Stand,
  toContest,
} from './sf-ballot.ts'
import { type GridCell, readGrid, readPages } from './sf-grid.ts'

// San Francisco's endorsers of 2016, from the reference table.

const BY_NAME: ReadonlyMap<string, EndorserRow> = new Map(
  Object.entries(SF_2016_ENDORSERS).flatMap(([category, names]) =>
    names.map((name) => [name, endorserRow(name, category)] as const),
  ),
)

/** Throws SourceError for a name that is not in the table. */
function loadSfEndorser(name: string, at: { file: string; line: number }): EndorserRow {
  const row = BY_NAME.get(name)
  if (!row) throw new SourceError(`got the endorser "${name.slice(0, 80)}", which data/reference/sf-2016.ts lacks`, at)
  return row
}

function endorserRow(name: string, category: string): EndorserRow {
  const state = SF_2016_NATIONAL.includes(name) ? 'national' : 'CA'
  return { endorser_slug: slug(name), name, category, state, description: null, website_url: null }
}

const JUNE: SfElection = {
  state: 'CA',
  date: '2016-06-07',
  type: 'primary',
  words: 'Primary Election',
  primary_system: 'top_two',
}
const NOVEMBER: SfElection = { state: 'CA', date: '2016-11-08', type: 'general', words: 'General Election' }

/**
 * Files: June's grid, November's grid, and the pages of June's endorsers. For a candidate, only Yes is an endorsement; for a
 * measure, Yes and No endorse that answer.
 */
export const readSf2016: SourceReader<'ballots'> = ([june, november, pages], { states, ballots }, sink) => {
  if (!june || !november || !pages || !states.has('CA')) return
  const cells = {
    june: readGrid(june, readPages(pages, sink), sink),
    november: readGrid(november, new Map(), sink),
  }
  const picks = [
    ...readElection(june, cells.june, JUNE, ballots, sink),
    ...readElection(november, cells.november, NOVEMBER, ballots, sink),
  ]
  // The grids also name endorsers without a position.
  const named = new Set<string>()
  for (const { endorser, at } of [...cells.june, ...cells.november]) {
    if (!named.has(endorser)) sink.row('endorser', loadSfEndorser(endorser, at), at)
    named.add(endorser)
  }
  const { endorsements, issues } = placePositions(picks)
  for (const { row, at } of endorsements) sink.row('endorsement', row, at)
  for (const issue of issues) sink.issue(issue)
}

function readElection(
  file: FetchedFile,
  cells: readonly GridCell[],
  election: SfElection,
  ballots: Ballots,
  sink: Sink,
): MatchedPick[] {
  const key = electionKey(election)
  const [first] = cells
  const heldElection = ballots.elections().find(({ election_key }) => election_key === key)
  if (first && heldElection) repeatElection(heldElection, first.at, sink)
  else if (first) writeBallot(election, first.at, [], sink)
  const matcher = openMatcher(ballots)
  const picks: MatchedPick[] = []
  for (const [order, group] of groupCells(cells).entries()) {
    const contest = toContest(group, { url: file.url, order: order + 1 })
    const ownKey = contestKey(identityOf(contest, key))
    const held = ballots
      .contests(key)
      .find(
        ({ contest_key, measure_code, ocd_id }) =>
          contest_key === ownKey ||
          (group.contest.measure_code !== null &&
            measure_code === group.contest.measure_code &&
            ocd_id === group.contest.ocd_id),
      )
    const stand = held ? attachContest(group, held, matcher, sink) : createContest(group, contest, election, sink)
    picks.push(...toPicks(group, stand))
  }
  return picks
}

function toPicks({ contest, cells }: SfGroup, { contest: voted, choices }: Stand): MatchedPick[] {
  return cells.flatMap((cell): MatchedPick[] => {
    const { endorser_slug } = loadSfEndorser(cell.endorser, cell.at)
    const named = contest.measure_code === null ? (cell.answer === 'yes' ? cell.candidate : 'none') : cell.answer
    const choice = choices.get(named)
    if (!choice) return []
    const said = { rank: null, statement: null, statement_es: null, source_url: cell.source_url, published_on: null }
    return [{ at: cell.at, endorser_slug, contest: voted, choice, ...said }]
  })
}
