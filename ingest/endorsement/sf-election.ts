// One election of San Francisco's grids: its contests, attached to those of other sources or created, and the picks in them.

import { identityOf } from '../ballot/listed-keys.ts'
import { repeatElection, writeBallot } from '../ballot/write.ts'
import { contestKey, electionKey } from '../read/identity.ts'
import type { Ballots, FetchedFile, Sink } from '../read/source.ts'
import { openMatcher } from './match.ts'
import type { MatchedPick } from './position.ts'
import {
  attachContest,
  createContest,
  groupCells,
  type SfElection,
  type SfGroup,
  type Stand,
  toContest,
} from './sf-ballot.ts'
import type { GridCell } from './sf-grid.ts'
import type { PlacedStance } from './stance.ts'

/** Where a grid belongs, and what it says of its endorsers and contests. */
export interface SfGrid {
  election: SfElection
  slugOf(cell: GridCell): string
  /** @returns false for a category of which the grid does not have all candidates */
  isComplete(category: string): boolean
}

/**
 * Writes the election and the contests that no other source has. For a candidate, only Yes is an endorsement. An endorser that abstains on
 * a measure, or on every candidate of a contest, takes no position.
 */
export function readSfElection(
  file: FetchedFile,
  cells: readonly GridCell[],
  grid: SfGrid,
  ballots: Ballots,
  sink: Sink,
): { picks: MatchedPick[]; stances: PlacedStance[] } {
  const { election } = grid
  const key = electionKey(election)
  const [first] = cells
  const heldElection = ballots.elections().find(({ election_key }) => election_key === key)
  if (first && heldElection) repeatElection(heldElection, first.at, sink)
  else if (first) writeBallot(election, first.at, [], sink)
  const matcher = openMatcher(ballots)
  const picks: MatchedPick[] = []
  const stances: PlacedStance[] = []
  for (const [order, group] of groupCells(cells).entries()) {
    const contest = toContest(group, { url: file.url, order: order + 1, isComplete: grid.isComplete })
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
    picks.push(...toPicks(group, stand, grid))
    stances.push(...toStances(group, stand, grid))
  }
  return { picks, stances }
}

function toPicks({ contest, cells }: SfGroup, { contest: voted, choices }: Stand, { slugOf }: SfGrid): MatchedPick[] {
  return cells.flatMap((cell): MatchedPick[] => {
    const endorser_slug = slugOf(cell)
    const named = contest.measure_code === null ? (cell.answer === 'yes' ? cell.candidate : 'none') : cell.answer
    const choice = choices.get(named)
    if (!choice) return []
    const said = { rank: null, statement: null, statement_es: null, source_url: cell.source_url, published_on: null }
    return [{ at: cell.at, endorser_slug, contest: voted, choice, ...said }]
  })
}

function toStances({ cells }: SfGroup, { contest: { contest_key } }: Stand, { slugOf }: SfGrid): PlacedStance[] {
  const byEndorser = new Map<string, GridCell[]>()
  for (const cell of cells) {
    const endorser_slug = slugOf(cell)
    byEndorser.set(endorser_slug, [...(byEndorser.get(endorser_slug) ?? []), cell])
  }
  return [...byEndorser].flatMap(([endorser_slug, own]): PlacedStance[] => {
    const [first] = own
    if (!first || own.some(({ answer }) => answer !== 'abstain')) return []
    const said = { stance: 'no_position', source_url: first.source_url, published_on: null } as const
    const stance_key = `${endorser_slug}/${contest_key}`
    return [{ at: first.at, row: { stance_key, endorser_slug, contest_key, ...said } }]
  })
}
