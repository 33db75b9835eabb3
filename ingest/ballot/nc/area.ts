// What a title of North Carolina's listings names.

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
  /** Whether a name, in capitals, is a municipality's. */
  isPlace(name: string): boolean
}

/** What a title names, before its words are cased; `short` is the title without its jurisdiction. */
export type ListedTitle = Pick<NcTitle, 'office' | 'seat' | 'area'> & { family: NcFamily; level?: Level; short: string }
