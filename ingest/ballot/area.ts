// The area that a contest is voted in, as its title names it; division.ts finds its division.

export type ContestArea =
  | { kind: 'state' }
  /** A congressional, legislative or court district by its code, e.g. `2`, `10a`. */
  | { kind: 'numbered'; word: NumberedWord; code: string }
  /** `county`, `place` and `school` by their names, in any case. */
  | { kind: 'county'; county: string; part: AreaPart | null }
  | { kind: 'place'; place: string; part: AreaPart | null }
  | { kind: 'school'; school: string; part: AreaPart | null }
  /** A district of its own, e.g. for water, sanitation or a hospital; `word` is that of its division id. */
  | { kind: 'special'; county: string | null; name: string; word: string }

/** The word of a division id before its number. */
export type NumberedWord = 'cd' | 'sldu' | 'sldl' | 'superior_court' | 'district_court' | 'prosecutorial_district'

/** A ward of a place, or a district of a board. */
export interface AreaPart {
  word: 'district' | 'ward' | 'township' | 'seat' | 'commissioner_district' | 'magisterial_district'
  /** As in a division id: `4`, `b`, `crowders_mountain`. */
  code: string
  /** `District 4`, `East Ward`, `Crowders Mountain Township`. */
  name: string
  /** Of the division, where its whole and this name do not make it, e.g. `Louisville Metro Council District 5`. */
  district_name?: string
}
