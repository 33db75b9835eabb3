// Finds the division of an area: an Open Civic Data id if there is one, else a minted id.

import { PLACE_NAMES, SCHOOL_NAMES } from '../../data/reference/division-names.ts'
import { districtWords } from '../../data/reference/legislatures.ts'
import { placeFolded } from '../../data/schema/folded-name.ts'
import { stateOf, type UsState } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { ocdSlug } from '../read/identity.ts'
import type { Divisions } from '../read/source.ts'
import type { ContestArea } from './area.ts'
import type { ContestDivision } from './contest-division.ts'
import { type BaseDivision, partDivision } from './part-division.ts'
import { titleCase } from './title-case.ts'

export interface DivisionIndex {
  state: UsState
  divisions: Divisions
  /** Municipalities and school districts by the words of their names; null if two municipalities have the same words. */
  places: ReadonlyMap<string, { ocd_id: string; name: string } | null>
  /** School districts by their words; several counties may have districts with the same words. */
  schools: ReadonlyMap<string, readonly { ocd_id: string; name: string }[]>
}

export function indexDivisions(code: StateCode, divisions: Divisions): DivisionIndex {
  const state = stateOf(code)
  const places = new Map<string, { ocd_id: string; name: string } | null>()
  const boroughs = new Set<string>()
  for (const { ocd_id, name } of divisions.under(state.ocd_id, 'place')) {
    // A few places are also listed under a county.
    if (ocd_id.includes('/county:')) continue
    const plain = withoutType(name)
    const key = placeFolded(plain)
    const held = places.get(key)
    const place = { ocd_id, name: plain }
    // Connecticut's boroughs lie in towns of their name: the words alone name the town.
    if (held === undefined || boroughs.has(held?.ocd_id ?? '')) places.set(key, place)
    else if (!/ borough$/.test(name)) places.set(key, null)
    if (/ borough$/.test(name)) boroughs.add(ocd_id)
  }
  const schools = new Map<string, { ocd_id: string; name: string }[]>()
  for (const { ocd_id, name } of divisions.under(state.ocd_id, 'school_district')) {
    const key = schoolKey(name, code)
    schools.set(key, [...(schools.get(key) ?? []), { ocd_id, name: titleCase(name.toUpperCase()) }])
  }
  return { state, divisions, places, schools }
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

export function isPlace(index: DivisionIndex, name: string): boolean {
  return index.places.has(placeKey(name, index.state.code))
}

/** @param counties the counties that list the contest, in capitals, sorted; at least one */
export function findDivision(area: ContestArea, counties: readonly string[], index: DivisionIndex): ContestDivision {
  const { state } = index
  switch (area.kind) {
    case 'state':
      return whole(state.ocd_id, 'state', 'state', state.name)
    case 'found':
      return area.division
    case 'numbered':
      return numbered(area, state)
    case 'county': {
      const base = whole(countyId(index, area.county), 'county', 'county', `${titleCase(area.county)} County`)
      return area.part
        ? partDivision(area.part, { ...base, alternatives: [] }, 'county_council', index.divisions)
        : base
    }
    case 'place': {
      const place = findPlace(area.place, counties, index)
      return area.part ? partDivision(area.part, place, 'council', index.divisions) : wholeOf(place)
    }
    case 'school': {
      const school = findSchool(area.school, counties, index)
      return area.part ? partDivision(area.part, school, 'school_board', index.divisions) : wholeOf(school)
    }
    case 'special': {
      const listed = area.county ? [area.county] : counties
      const unders = listed.length > 0 ? listed.map((county) => countyId(index, county)) : [state.ocd_id]
      const ids = unders.map((under) => `${under}/${area.word}:${specialSlug(area.name)}`)
      const id = ids.find((candidate) => index.divisions.has(candidate)) ?? ids[0] ?? state.ocd_id
      return whole(id, 'special', 'special', titleCase(area.name.replace(/ SANITARY$/, '$& DISTRICT')))
    }
    default:
      return area satisfies never
  }
}

function whole(
  ocd_id: string,
  district_type: ContestDivision['district_type'],
  district_level: ContestDivision['district_level'],
  district_name: string,
): ContestDivision {
  return { ocd_id, district_type, district_level, district_name, within_ocd_id: null, unmatched: null }
}

function wholeOf({ alternatives: _, ...division }: BaseDivision): ContestDivision {
  return division
}

function numbered(
  { word, code, name: number = code.toUpperCase() }: ContestArea & { kind: 'numbered' },
  state: UsState,
): ContestDivision {
  const id = `${state.ocd_id}/${word}:${code}`
  switch (word) {
    case 'cd': {
      const title = code === 'at-large' ? 'At-Large Congressional District' : `Congressional District ${number}`
      return whole(id, 'congressional', 'federal', `${state.name} ${title}`)
    }
    case 'sldu':
      return whole(id, 'state_upper', 'state', `${state.name} ${districtWords(state.code).upper} District ${number}`)
    case 'sldl':
      return whole(id, 'state_lower', 'state', `${state.name} ${districtWords(state.code).lower} District ${number}`)
    case 'superior_court':
      return whole(id, 'court', 'state', `${state.name} Superior Court District ${number}`)
    case 'circuit_court':
      return whole(id, 'court', 'state', `${state.name} Circuit Court Circuit ${number}`)
    case 'court_of_appeals':
      return whole(id, 'court', 'state', `${state.name} Court of Appeals District ${number}`)
    case 'district_court':
      return whole(id, 'court', 'state', `${state.name} District Court District ${number}`)
    case 'prosecutorial_district':
      return whole(id, 'court', 'state', `${state.name} Prosecutorial District ${number}`)
    case 'board_of_equalization':
      return whole(id, 'special', 'state', `${state.name} Board of Equalization District ${number}`)
    case 'public_service_commission':
      return whole(id, 'special', 'state', `${state.name} Public Service Commission District ${number}`)
    default:
      return word satisfies never
  }
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
    ...whole(ocd_id, 'place', 'city', found?.name ?? titleCase(name)),
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
    ...whole(found?.ocd_id ?? `${under}/school_district:${ocdSlug(title)}`, 'school', 'school', found?.name ?? title),
    unmatched: found ? null : 'unmatched-school-district',
    alternatives: county ? [under] : [`${state.ocd_id}/place:${place}`, `${under}/place:${place}`],
  }
}

/**
 * Chooses between districts with the same words: the one called schools (not a charter school), else the one in a listed county.
 */
function chooseSchool<School extends { ocd_id: string; name: string }>(
  named: readonly School[],
  counties: readonly string[],
): School | undefined {
  const districts = named.filter(({ name }) => / Schools$/.test(name))
  const likely = districts.length > 0 ? districts : named
  const inCounty = likely.find(({ ocd_id }) => counties.some((county) => ocd_id.startsWith(`${county}/`)))
  return inCounty ?? (likely.length === 1 ? likely[0] : undefined)
}

/** `HARKERS ISLAND SANITARY` → `harkers_island`, `EAST POLK SOIL AND WATER CONSERVATION DISTRICT` → `east_polk`. */
function specialSlug(name: string): string {
  return ocdSlug(name.replace(/ (SANITARY|HOSPITAL|SOIL AND WATER)\b.*/s, ''))
}
