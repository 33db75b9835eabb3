// A contest as its card gets it, and what a page chooses about the card.

import type { BallotContest } from '../../../data/schema/contest.ts'
import type { Evidence } from '../../../data/schema/evidence.ts'
import type { Publishers } from './source-names.ts'

export type CardContest = Omit<BallotContest, 'match' | 'share' | 'stances'> & {
  match: BallotContest['match'] | null
  share?: BallotContest['share']
  /** Absent: not known here. */
  stances?: BallotContest['stances']
}

export interface CardOptions {
  /** Slugs of the ticked endorsers. */
  ticked: ReadonlySet<string>
  /** Offices of candidates, by folded name and OCD id of the district. */
  offices?: ReadonlyMap<string, HeldOffice>
  /** Publishers by the address of a source's file. Absent: not known here. */
  publishers?: Publishers
  /** Whether the place is a single point. */
  exact?: boolean
  /** Whether the details are shown at once, and the endorsers below each choice. */
  opened?: boolean
  /** Captured evidence by endorsement id. */
  evidence?: ReadonlyMap<number, Evidence>
  /** Whether the page recommends; default true. */
  advises?: boolean
  /** Whether the page names the sources of its contests together, after them. */
  grouped?: boolean
  /** Whether the page has said that nobody endorses in the election. */
  isSilent?: boolean
  /** Level of the heading. */
  heading?: 'h1' | 'h4'
}

export interface HeldOffice {
  title: string
  /** The source's day, YYYY-MM-DD: who holds the office later is not known. */
  on: string
}

export function officeKey(name: string, ocdId: string): string {
  return `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()} ${ocdId}`
}
