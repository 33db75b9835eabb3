// San Francisco's elections of 2016 as a full grid: every endorser's Yes, No, Abstain or NA to every candidate and measure.

import type { Ballots, FetchedFile, Reader, Sink } from '../source.ts'
import { openMatcher } from './match.ts'
import { type MatchedPick, placePositions } from './position.ts'
import {
  attachContest,
  contestRow,
  createContest,
  electionRow,
  groupCells,
  type SfElection,
  type SfGroup,
  type Stand,
} from './sf-ballot.ts'
import { loadSfEndorser } from './sf-endorser.ts'
import { type Cell, readGrid, readPages } from './sf-grid.ts'

const JUNE: SfElection = { type: 'primary', date: '2016-06-07', primary_system: 'top_two' }
const NOVEMBER: SfElection = { type: 'general', date: '2016-11-08', primary_system: null }

/**
 * The files are June's grid, November's, and the pages of June's endorsers. To a candidate Yes is an endorsement and
 * nothing else; to a measure Yes and No endorse that answer.
 */
export const readSf2016: Reader = ([june, november, pages], { states, ballots }, sink) => {
  if (!june || !november || !pages || !states.has('CA')) return
  const cells = {
    june: readGrid(june, readPages(pages, sink), sink),
    november: readGrid(november, new Map(), sink),
  }
  const picks = [
    ...readElection(june, cells.june, JUNE, ballots, sink),
    ...readElection(november, cells.november, NOVEMBER, ballots, sink),
  ]
  // The grids name those too who took no position that is kept.
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
  cells: readonly Cell[],
  election: SfElection,
  ballots: Ballots,
  sink: Sink,
): MatchedPick[] {
  const row = electionRow(election)
  const [first] = cells
  const known = ballots.elections().some(({ election_key }) => election_key === row.election_key)
  if (first && !known) sink.row('election', row, first.at)
  const matcher = openMatcher(ballots)
  const picks: MatchedPick[] = []
  for (const [order, group] of groupCells(cells).entries()) {
    const contest = contestRow(group, { election_key: row.election_key, url: file.url, order: order + 1 })
    const held = ballots
      .contests(row.election_key)
      .find(
        ({ contest_key, measure_code, ocd_id }) =>
          contest_key === contest.contest_key ||
          (contest.measure_code !== null && measure_code === contest.measure_code && ocd_id === contest.ocd_id),
      )
    const stand = held ? attachContest(group, held, matcher, sink) : createContest(group, contest, sink)
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
