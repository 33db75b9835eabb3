// How many voted in each county, as far as the contest tells in which all may vote.

import { type Block, linesOf, votesOf } from './block.ts'

export interface Turnout {
  /** Precincts with votes, one for each way of voting. */
  lines: number
  votes: number
}

/** Of the contest for President or United States Senator, by county. */
export function countTurnout(blocks: readonly Block[]): Map<string, Turnout> {
  const turnout = new Map<string, Turnout>()
  for (const block of blocks) {
    if (!/^US (?:PRESIDENT|SENATE)$/.test(block.office)) continue
    const { lines, votes } = turnout.get(block.county) ?? { lines: 0, votes: 0 }
    turnout.set(block.county, {
      lines: Math.max(lines, linesOf(block)),
      votes: Math.max(votes, votesOf(block)),
    })
  }
  return turnout
}
