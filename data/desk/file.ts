// Writes an endorser's document as its file in the interchange format, which `watch` publishes and the organisation may host itself.

import type { z } from 'zod'
import { type endorsementFeed, FEED_VERSION, type feedEndorsement } from '../interchange/format.ts'
import type { DeskEndorser, DeskPick, DeskPosition } from './position.ts'

type Item = z.input<typeof feedEndorsement>

/** The same bytes for the same document. Positions by election and contest, picks by rank and choice. */
export function toEndorsementFile(endorser: DeskEndorser, positions: readonly DeskPosition[]): string {
  const feed: z.input<typeof endorsementFeed> = {
    version: FEED_VERSION,
    endorser,
    endorsements: positions.toSorted(byContest).flatMap(toItems),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}

/** Ids, because titles and labels are corrected from time to time. They are the same on every server. */
function toItems({ election, contest_id, picks, stance, text }: DeskPosition): Item[] {
  if (stance !== undefined) {
    const { source_url, published_on } = text
    return [
      {
        ...{ election, contest: contest_id, stance },
        ...(source_url !== null && { source_url }),
        ...(published_on !== null && { published_on }),
      },
    ]
  }
  return picks.toSorted(byRank).map(({ choice_id, rank, text: own }) => {
    const { statement, statement_es, source_url, published_on } = own ?? text
    return {
      ...{ election, contest: contest_id, choice: choice_id },
      ...(rank !== null && { rank }),
      ...(statement !== null && { statement }),
      ...(statement_es !== null && { statement_es }),
      ...(source_url !== null && { source_url }),
      ...(published_on !== null && { published_on }),
    }
  })
}

function byContest(a: DeskPosition, b: DeskPosition): number {
  if (a.election !== b.election) return a.election < b.election ? -1 : 1
  return a.contest_id - b.contest_id
}

/** After every rank. */
const UNRANKED = 1000

export function byRank(a: DeskPick, b: DeskPick): number {
  return (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || a.choice_id - b.choice_id
}
