// The area of a contest, as its title names it. division.ts finds the division.

import type { ContestDivision } from './contest-division.ts'

export type ContestArea =
  | { kind: 'state' }
  /** An area whose division is already found, by office-rules/. */
  | { kind: 'found'; division: ContestDivision }
  /** A congressional, legislative or court district with its code, e.g. `2`, `10a`; `name` if it has one: `Addison-1`. */
  | { kind: 'numbered'; word: NumberedWord; code: string; name?: string }
  /** `county`, `place` and `school` are names in any letter case. */
  | { kind: 'county'; county: string; part: AreaPart | null }
  | { kind: 'place'; place: string; part: AreaPart | null }
  | { kind: 'school'; school: string; part: AreaPart | null }
  /** A special district, e.g. for water, sanitation or a hospital; `word` is the type in its division id. */
  | { kind: 'special'; county: string | null; name: string; word: string }

/** The type in a division id, before the number. */
export type NumberedWord =
  | 'cd'
  | 'sldu'
  | 'sldl'
  | 'superior_court'
  | 'circuit_court'
  | 'district_court'
  | 'court_of_appeals'
  | 'prosecutorial_district'
  | 'board_of_equalization'
  | 'public_service_commission'

/** A ward of a place, or a district of a board. */
export interface AreaPart {
  word:
    | 'district'
    | 'ward'
    | 'township'
    | 'seat'
    | 'commissioner_district'
    | 'magisterial_district'
    | 'park_district'
    | 'constable_district'
    | 'registry_district'
    | 'executive_district'
  /** As in a division id: `4`, `b`, `crowders_mountain`. */
  code: string
  /** `District 4`, `East Ward`, `Crowders Mountain Township`. */
  name: string
  /** The division's name, if it is not the area's name followed by this one, e.g. `Louisville Metro Council District 5`. */
  district_name?: string
}
