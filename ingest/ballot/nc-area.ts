// What a title of North Carolina's listings names.

import type { Level } from '../../data/schema/vocabulary.ts'
import type { NcFamily } from './nc-family.ts'
import type { NcPart } from './nc-part.ts'

export type NcArea =
  | { kind: 'state' }
  | { kind: 'numbered'; word: NumberedWord; code: string }
  /** `county` and `place` as the title writes them. */
  | { kind: 'county'; county: string; part: NcPart | null }
  | { kind: 'place'; place: string; part: NcPart | null }
  | { kind: 'school'; school: string; part: NcPart | null }
  /** A sanitary, water or hospital district; `word` is that of its division id. */
  | { kind: 'special'; county: string | null; name: string; word: string }
export type NumberedWord = 'cd' | 'sldu' | 'sldl' | 'superior_court' | 'district_court' | 'prosecutorial_district'

export interface NcTitle {
  family: NcFamily
  level: Level
  /** A segment of the contest's key, as is `seat`. */
  office: string
  seat: string | null
  unexpired: boolean
  area: NcArea
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
export type Found = Pick<NcTitle, 'office' | 'seat' | 'area'> & { family: NcFamily; level?: Level; short: string }
