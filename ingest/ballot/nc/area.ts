// The parts of a contest title in North Carolina's listings.

import type { Level } from '../../../data/schema/vocabulary.ts'
import type { ContestArea } from '../area.ts'
import type { NcFamily } from './family.ts'

export interface NcTitle {
  family: NcFamily
  level: Level
  /** A segment of the contest's key, as is `seat`. */
  office: string
  seat: string | null
  unexpired: boolean
  area: ContestArea
  title: string
  short_title: string
}

export interface NcTitleContext {
  /** The counties that list the contest, in capitals. */
  counties: readonly string[]
  /** True if a municipality has this name, given in capitals. */
  isPlace(name: string): boolean
}

/** The parts of a title before case conversion. `short` is the title without its jurisdiction. */
export type ListedTitle = Pick<NcTitle, 'office' | 'seat' | 'area'> & { family: NcFamily; level?: Level; short: string }
