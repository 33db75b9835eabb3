// The area of a contest, as its title names it, and the division of that area: an Open Civic Data id if there is one, else a minted id.

import { groupBy } from '../../data/core/group-by.ts'
import type { ContestRow } from '../../data/core/rows.ts'
import { DIVISION_SPELLINGS, PLACE_NAMES, SCHOOL_NAMES } from '../../data/reference/division-names.ts'
import { districtWords } from '../../data/reference/legislatures.ts'
import { placeFolded } from '../../data/schema/folded-name.ts'
import { stateOf, type UsState } from '../../data/schema/states.ts'
import { DISTRICT_LEVELS, type DistrictType, type StateCode } from '../../data/schema/vocabulary.ts'
import { ocdSlug } from '../read/identity.ts'
import type { Divisions } from '../read/source.ts'
import { titleCase } from './printed-name.ts'

interface NumberedArea {
  kind: 'numbered'
  word: NumberedWord
  code: string
  name?: string
}

export type ContestArea =
  | { kind: 'state' }
  /** An area whose division is already found, by office-rules/. */
  | { kind: 'found'; division: ContestDivision }
  /** A congressional, legislative or court district with its code, e.g. `2`, `10a`; `name` if it has one: `Addison-1`. */
  | NumberedArea
  /** `county`, `place` and `school` are names in any letter case. */
  | { kind: 'county'; county: string; part: AreaPart | null }
  | { kind: 'place'; place: string; part: AreaPart | null }
  | { kind: 'school'; school: string; part: AreaPart | null }
  /** A special district, e.g. for water, sanitation or a hospital; `word` is the type in its division id. */
  | { kind: 'special'; county: string | null; name: string; word: string }

/** Districts by the type in a division id, before the number: their type, their level, and the words before the number in their names. */
const NUMBERED = {
  cd: ['congressional', 'federal', 'Congressional District'],
  sldu: ['state_upper', 'state', ''],
  sldl: ['state_lower', 'state', ''],
  superior_court: ['court', 'state', 'Superior Court District'],
  circuit_court: ['court', 'state', 'Circuit Court Circuit'],
  court_of_appeals: ['court', 'state', 'Court of Appeals District'],
  district_court: ['court', 'state', 'District Court District'],
  prosecutorial_district: ['court', 'state', 'Prosecutorial District'],
  board_of_equalization: ['special', 'state', 'Board of Equalization District'],
  board_of_education: ['special', 'state', 'State Board of Education District'],
  public_service_commission: ['special', 'state', 'Public Service Commission District'],
} as const
export type NumberedWord = keyof typeof NUMBERED

export function isNumberedWord(word: string): word is NumberedWord {
  return Object.hasOwn(NUMBERED, word)
}

const PART_WORDS = [
  ...(['district', 'ward', 'township', 'seat', 'commissioner_district', 'magisterial_district'] as const),
  ...(['park_district', 'constable_district', 'registry_district', 'executive_district'] as const),
] as const

/** True for a word that names a part in an office table, where a township is an area of its own. */
export function isPartWord(word: string): word is AreaPart['word'] {
  return word !== 'township' && word !== 'seat' && PART_WORDS.some((one) => one === word)
}

/** A ward of a place, or a district of a board. */
export interface AreaPart {
  word: (typeof PART_WORDS)[number]
  /** As in a division id: `4`, `b`, `crowders_mountain`. */
  code: string
  /** `District 4`, `East Ward`, `Crowders Mountain Township`. */
  name: string
  /** The division's name, if it is not the area's name followed by this one, e.g. `Louisville Metro Council District 5`. */
  district_name?: string
  /** What follows the area's name in the division's name, if it is not the board's word and `name`: `Park Commission District 3`. */
  follows?: string
}

// The division of a contest, as its rows name it.

export type ContestDivision = Pick<
  ContestRow,
  'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'
> & {
  /** Why no published division was found; the id is then minted. */
  unmatched: 'unmatched-place' | 'unmatched-school-district' | 'unmatched-division' | null
}

export interface DivisionIndex {
  state: UsState
  divisions: Divisions
  /** Municipalities and school districts by the words of their names; null if two municipalities have the same words. */
  places: ReadonlyMap<string, NamedDivision | null>
  /** School districts by their words; several counties may have districts with the same words. */
  schools: ReadonlyMap<string, readonly NamedDivision[]>
}

interface NamedDivision {
  ocd_id: string
  name: string
}

export function indexDivisions(code: StateCode, divisions: Divisions): DivisionIndex {
  const state = stateOf(code)
  const towns = divisions
    .under(state.ocd_id, 'place')
    // A few places are also listed under a county.
    .filter(({ ocd_id }) => !ocd_id.includes('/county:'))
    .map(({ ocd_id, name }) => ({ ocd_id, name: withoutType(name), isBorough: name.endsWith(' borough') }))
  const places = new Map<string, NamedDivision | null>()
  for (const [key, named] of groupBy(towns, ({ name }) => placeFolded(name))) {
    // Connecticut's boroughs lie in towns of their name: the words alone name the town.
    const [town = named.at(-1) ?? null, other] = named.filter(({ isBorough }) => !isBorough)
    places.set(key, other ? null : town)
  }
  const listed = divisions.under(state.ocd_id, 'school_district').map(({ ocd_id, name }) => {
    return { ocd_id, name: titleCase(name.toUpperCase()), key: schoolKey(name, code) }
  })
  return { state, divisions, places, schools: groupBy(listed, ({ key }) => key) }
}

/** `Allendale borough` → `Allendale`, but not `Juneau city and borough`. */
function withoutType(name: string): string {
  return / and borough$/.test(name) ? name : name.replace(/ (?:city|town|village|borough)$/, '')
}

/** A minted id with another ending if a division of another type has it: a borough is not the township of its name. */
export function unpublished(id: string, { divisions }: Pick<DivisionIndex, 'divisions'>, type = 'place'): string {
  const other = `${id}_${ocdSlug(type)}`
  return divisions.has(id) ? unpublished(other, { divisions }, type) : id
}

/** Both `Wake County Schools` and `WAKE COUNTY` give `wake`. */
function schoolKey(name: string, state: StateCode): string {
  const key = placeFolded(name)
    .split(' ')
    .filter((word) => !/^(county|co|public|city|graded|schools?|district)$/.test(word))
    .join(' ')
  return SCHOOL_NAMES[state]?.[key] ?? key
}

function placeKey(name: string, state: StateCode): string {
  const key = placeFolded(name)
  return PLACE_NAMES[state]?.[key] ?? key
}

/**
 * Returns a county's id for its name in any letter case, e.g. `NEW HANOVER`. Uses the published type (parish, borough); for an
 * independent city, the id of the place.
 */
export function countyId({ state, divisions }: Pick<DivisionIndex, 'state' | 'divisions'>, county: string): string {
  const ids = COUNTY_WORDS.map((word) => `${state.ocd_id}/${word}:${ocdSlug(county)}`)
  return divisions.canonical(ids.find((id) => divisions.has(id)) ?? `${state.ocd_id}/county:${ocdSlug(county)}`)
}

const COUNTY_WORDS = ['county', 'parish', 'borough', 'census_area'] as const

/** Without the word for their kind: `Adams`. */
export function countyNames({ state, divisions }: Pick<DivisionIndex, 'state' | 'divisions'>): string[] {
  return COUNTY_WORDS.flatMap((word) => divisions.under(state.ocd_id, word)).map(({ name }) =>
    name.replace(/ (?:county|parish|borough|census area)$/i, ''),
  )
}

export function isPlace(index: DivisionIndex, name: string): boolean {
  return index.places.has(placeKey(name, index.state.code))
}

/** @param counties the counties that list the contest, in capitals, sorted; at least one */
export function findDivision(area: ContestArea, counties: readonly string[], index: DivisionIndex): ContestDivision {
  const { state } = index
  const partOrWhole = (part: AreaPart | null, base: BaseDivision, type: PartType): ContestDivision => {
    const { alternatives: _, ...division } = base
    return part ? partDivision(part, base, type, index.divisions) : division
  }
  switch (area.kind) {
    case 'state':
      return toDivision('state', state.ocd_id, state.name)
    case 'found':
      return area.division
    case 'numbered':
      return numbered(area, state)
    case 'county': {
      const county = toDivision('county', countyId(index, area.county), `${titleCase(area.county)} County`)
      return partOrWhole(area.part, { ...county, alternatives: [] }, 'county_council')
    }
    case 'place':
      return partOrWhole(area.part, findPlace(area.place, counties, index), 'council')
    case 'school':
      return partOrWhole(area.part, findSchool(area.school, counties, index), 'school_board')
    case 'special': {
      const listed = area.county ? [area.county] : counties
      const unders = listed.length > 0 ? listed.map((county) => countyId(index, county)) : [state.ocd_id]
      const ids = unders.map((under) => `${under}/${area.word}:${specialSlug(area.name)}`)
      const id = ids.find((candidate) => index.divisions.has(candidate)) ?? ids[0] ?? state.ocd_id
      return toDivision('special', id, titleCase(area.name.replace(/ SANITARY$/, '$& DISTRICT')))
    }
    default:
      return area satisfies never
  }
}

/** A published division of the usual level, unless `more` says otherwise. */
export function toDivision(
  district_type: DistrictType,
  ocd_id: string,
  district_name: string,
  more: Partial<ContestDivision> = {},
): ContestDivision {
  const district_level = DISTRICT_LEVELS[district_type]
  return { ocd_id, district_type, district_level, district_name, within_ocd_id: null, unmatched: null, ...more }
}

function numbered({ word, code, name: number = code.toUpperCase() }: NumberedArea, state: UsState): ContestDivision {
  const [type, level, title] = NUMBERED[word]
  const { upper, lower } = districtWords(state.code)
  const words = word === 'sldu' ? `${upper} District` : word === 'sldl' ? `${lower} District` : title
  const name = word === 'cd' && code === 'at-large' ? `At-Large ${words}` : `${words} ${number}`
  return toDivision(type, `${state.ocd_id}/${word}:${code}`, `${state.name} ${name}`, { district_level: level })
}

function findPlace(name: string, counties: readonly string[], index: DivisionIndex): BaseDivision {
  const { state, places } = index
  const found = places.get(placeKey(name, state.code))
  const [county] = counties
  // The id under the state may belong to another place of the same name.
  const under = found === null && county !== undefined ? countyId(index, county) : state.ocd_id
  const ocd_id = found?.ocd_id ?? unpublished(`${under}/place:${ocdSlug(name)}`, index)
  const last = ocd_id.slice(ocd_id.lastIndexOf('/'))
  return {
    ...toDivision('place', ocd_id, found?.name ?? titleCase(name)),
    unmatched: found ? null : 'unmatched-place',
    alternatives: counties.map((county) => countyId(index, county) + last),
  }
}

/** A board whose name contains a listed county's name belongs to that county. Its parts then have ids under the county. */
function findSchool(name: string, counties: readonly string[], index: DivisionIndex): BaseDivision {
  const { state, schools } = index
  const key = schoolKey(name, state.code)
  const found = chooseSchool(
    schools.get(key) ?? [],
    counties.map((listed) => countyId(index, listed)),
  )
  const words = key.split(' ')
  const county = counties.find((listed) =>
    placeFolded(listed)
      .split(' ')
      .every((word) => words.includes(word)),
  )
  const title = titleCase(/ SCHOOLS?$/.test(name) ? name : `${name} SCHOOLS`)
  const [listed = county] = counties
  const under = listed === undefined ? state.ocd_id : countyId(index, county ?? listed)
  const place = words.join('_')
  return {
    ...toDivision('school', found?.ocd_id ?? `${under}/school_district:${ocdSlug(title)}`, found?.name ?? title),
    unmatched: found ? null : 'unmatched-school-district',
    alternatives: county ? [under] : [`${state.ocd_id}/place:${place}`, `${under}/place:${place}`],
  }
}

/**
 * Chooses between districts with the same words: the one called schools (not a charter school), else the one in a listed county.
 */
function chooseSchool(named: readonly NamedDivision[], counties: readonly string[]): NamedDivision | undefined {
  const districts = named.filter(({ name }) => / Schools$/.test(name))
  const likely = districts.length > 0 ? districts : named
  const inCounty = likely.find(({ ocd_id }) => counties.some((county) => ocd_id.startsWith(`${county}/`)))
  return inCounty ?? (likely.length === 1 ? likely[0] : undefined)
}

/** `HARKERS ISLAND SANITARY` → `harkers_island`, `EAST POLK SOIL AND WATER CONSERVATION DISTRICT` → `east_polk`. */
function specialSlug(name: string): string {
  return ocdSlug(name.replace(/ (SANITARY|HOSPITAL|SOIL AND WATER)\b.*/s, ''))
}

// The division of a ward or of a district of a board.

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

/** Boards: the words between the area's name and the part's, and the types of their parts' ids. */
const BOARDS = {
  county_council: { title: 'Commission', words: ['council_district'] },
  council: { title: 'Council', words: ['council_district', 'ward'] },
  school_board: { title: 'Board', words: ['school_board_district', 'school_district'] },
} as const
type PartType = keyof typeof BOARDS

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

function wordsOf({ word }: AreaPart, type: PartType): readonly [string, ...string[]] {
  if (type === 'county_council' && word.endsWith('_district')) return [word]
  return type === 'council' && word === 'ward' ? ['ward', 'council_district'] : BOARDS[type].words
}

function codesOf({ word, code }: AreaPart, base: BaseDivision): readonly [string, ...string[]] {
  if (word === 'township') return [`${code}_township`, code]
  if (word === 'seat') return [`${ocdSlug(base.district_name.replace(/ Schools$/, ''))}_${code}`]
  return code.length > 2 ? [code, `${code}_district`] : [code]
}

function published(id: string): string {
  const spelling = DIVISION_SPELLINGS[id]
  return spelling === undefined ? id : id.slice(0, id.lastIndexOf('/') + 1) + spelling
}

function nameOf({ word, name, follows }: AreaPart, { district_name }: BaseDivision, type: PartType): string {
  const isWard = type === 'council' && word === 'ward'
  return `${district_name} ${follows ?? (isWard ? name : `${BOARDS[type].title} ${name}`)}`
}

/** Computes the value of each object once: indexes of the divisions of a state or county. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const held = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = held.get(key) ?? { value: compute(key) }
    held.set(key, known)
    return known.value
  }
}
