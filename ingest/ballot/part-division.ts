// Finds the division of a ward or of a district of a board: an Open Civic Data id if there is one, else a minted id.

import { DIVISION_SPELLINGS } from '../../data/reference/division-names.ts'
import type { UsState } from '../../data/schema/states.ts'
import { ocdSlug } from '../read/identity.ts'
import type { Divisions } from '../read/source.ts'
import type { AreaPart } from './area.ts'
import type { ContestDivision } from './contest-division.ts'

/** The division that a part belongs to. */
export type BaseDivision = ContestDivision & {
  /** Other divisions under which the part may be published, most likely first. */
  alternatives: readonly string[]
}

/** A district without a known parent or county counts as anywhere in its state. */
export function placeInState(
  division: ContestDivision,
  counties: readonly string[],
  { ocd_id: state }: Pick<UsState, 'ocd_id'>,
): ContestDivision {
  const known = counties.length > 0 || division.within_ocd_id !== null || division.ocd_id === state
  return known ? division : { ...division, within_ocd_id: state }
}

type PartType = 'county_council' | 'council' | 'school_board'

/** Two boards of one county must not share a part's id, so a city board's part is not searched under the county. */
export function partDivision(
  part: AreaPart,
  base: BaseDivision,
  type: PartType,
  divisions: Divisions,
): ContestDivision {
  const words = wordsOf(part, type)
  const codes = codesOf(part, base)
  const ids = [...base.alternatives, base.ocd_id].flatMap((under) =>
    words.flatMap((word) => codes.map((code) => published(`${under}/${word}:${code}`))),
  )
  const found = ids.find((id) => divisions.has(id))
  return {
    ocd_id: found ?? `${mintUnder(base, type)}/${words[0]}:${codes[0]}`,
    district_type: type,
    district_level: base.district_level,
    district_name: part.district_name ?? nameOf(part, base, type),
    within_ocd_id: base.ocd_id,
    unmatched: base.unmatched,
  }
}

/** Parts of a county's school board have ids under the county, as in Open Civic Data. */
function mintUnder(base: BaseDivision, type: PartType): string {
  const [county] = base.alternatives
  return type === 'school_board' && base.alternatives.length === 1 && county !== undefined ? county : base.ocd_id
}

function wordsOf(part: AreaPart, type: PartType): readonly [string, ...string[]] {
  switch (type) {
    case 'county_council':
      return [/_district$/.test(part.word) ? part.word : 'council_district']
    case 'council':
      return part.word === 'ward' ? ['ward', 'council_district'] : ['council_district', 'ward']
    case 'school_board':
      return ['school_board_district', 'school_district']
    default:
      return type satisfies never
  }
}

function codesOf({ word, code }: AreaPart, base: BaseDivision): readonly [string, ...string[]] {
  switch (word) {
    case 'township':
      return [`${code}_township`, code]
    case 'seat':
      return [`${ocdSlug(base.district_name.replace(/ Schools$/, ''))}_${code}`]
    case 'district':
    case 'commissioner_district':
    case 'constable_district':
    case 'registry_district':
    case 'executive_district':
    case 'magisterial_district':
    case 'park_district':
    case 'ward':
      return code.length > 2 ? [code, `${code}_district`] : [code]
    default:
      return word satisfies never
  }
}

function published(id: string): string {
  const spelling = DIVISION_SPELLINGS[id]
  return spelling === undefined ? id : id.slice(0, id.lastIndexOf('/') + 1) + spelling
}

function nameOf(part: AreaPart, base: BaseDivision, type: PartType): string {
  switch (type) {
    case 'county_council':
      return `${base.district_name} Commission ${part.name}`
    case 'council':
      return part.word === 'ward' ? `${base.district_name} ${part.name}` : `${base.district_name} Council ${part.name}`
    case 'school_board':
      return `${base.district_name} Board ${part.name}`
    default:
      return type satisfies never
  }
}
