// The area that a title names to a division: Open Civic Data's id where it has one, else one minted in its words.

import { NC_PLACE_NAMES, NC_SCHOOL_NAMES } from '../../data/reference/nc-divisions.ts'
import { placeFolded } from '../../data/schema/fold.ts'
import { ocdSlug } from '../identity.ts'
import type { Divisions } from '../source.ts'
import type { NcArea, NumberedWord } from './nc-area.ts'
import { NC, type NcBase, type NcDivision, partDivision } from './nc-part-division.ts'
import { titleCase } from './title-case.ts'

export interface NcDivisionIndex {
  divisions: Divisions
  /** Municipalities and school districts by the words of their names. */
  places: ReadonlyMap<string, { ocd_id: string; name: string }>
  schools: ReadonlyMap<string, { ocd_id: string; name: string }>
}

export function indexDivisions(divisions: Divisions): NcDivisionIndex {
  const places = new Map<string, { ocd_id: string; name: string }>()
  for (const { ocd_id, name } of divisions.under(NC, 'place')) {
    // A few places stand a second time under a county.
    if (ocd_id.includes('/county:')) continue
    const plain = name.replace(/ (city|town|village)$/, '')
    places.set(placeFolded(plain), { ocd_id, name: plain })
  }
  const schools = new Map<string, { ocd_id: string; name: string }>()
  for (const { ocd_id, name } of divisions.under(NC, 'school_district')) {
    const key = schoolKey(name)
    // Where a charter school shares the words, the district is the one that calls itself schools.
    if (!schools.has(key) || / schools$/.test(name)) schools.set(key, { ocd_id, name: titleCase(name.toUpperCase()) })
  }
  return { divisions, places, schools }
}

/** `Wake County Schools` and `WAKE COUNTY` alike: `wake`. */
function schoolKey(name: string): string {
  const key = placeFolded(name)
    .split(' ')
    .filter((word) => !/^(county|co|public|city|graded|schools?)$/.test(word))
    .join(' ')
  return NC_SCHOOL_NAMES[key] ?? key
}

function placeKey(name: string): string {
  const key = placeFolded(name)
  return NC_PLACE_NAMES[key] ?? key
}

/** A county's id from its name in any case, e.g. `NEW HANOVER`. */
export function countyId(county: string): string {
  return `${NC}/county:${ocdSlug(county)}`
}

export function isPlace(index: NcDivisionIndex, name: string): boolean {
  return index.places.has(placeKey(name))
}

/** @param counties those that list the contest, in capitals, sorted; at least one. */
export function findDivision(area: NcArea, counties: readonly string[], index: NcDivisionIndex): NcDivision {
  switch (area.kind) {
    case 'state':
      return whole(NC, 'state', 'state', 'North Carolina')
    case 'numbered':
      return numbered(area.word, area.code)
    case 'county': {
      const base = whole(countyId(area.county), 'county', 'county', `${titleCase(area.county)} County`)
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
      const ids = listed.map((county) => `${countyId(county)}/${area.word}:${specialSlug(area.name)}`)
      const id = ids.find((candidate) => index.divisions.has(candidate)) ?? ids[0] ?? NC
      return whole(id, 'special', 'special', titleCase(area.name.replace(/ SANITARY$/, '$& DISTRICT')))
    }
    default:
      return area satisfies never
  }
}

function whole(
  ocd_id: string,
  district_type: NcDivision['district_type'],
  district_level: NcDivision['district_level'],
  district_name: string,
): NcDivision {
  return { ocd_id, district_type, district_level, district_name, within_ocd_id: null, unmatched: null }
}

function wholeOf({ alternatives: _, ...division }: NcBase): NcDivision {
  return division
}

function numbered(word: NumberedWord, code: string): NcDivision {
  const id = `${NC}/${word}:${code}`
  const number = code.toUpperCase()
  switch (word) {
    case 'cd':
      return whole(id, 'congressional', 'federal', `North Carolina Congressional District ${number}`)
    case 'sldu':
      return whole(id, 'state_upper', 'state', `North Carolina Senate District ${number}`)
    case 'sldl':
      return whole(id, 'state_lower', 'state', `North Carolina House District ${number}`)
    case 'superior_court':
      return whole(id, 'court', 'state', `North Carolina Superior Court District ${number}`)
    case 'district_court':
      return whole(id, 'court', 'state', `North Carolina District Court District ${number}`)
    case 'prosecutorial_district':
      return whole(id, 'court', 'state', `North Carolina Prosecutorial District ${number}`)
    default:
      return word satisfies never
  }
}

function findPlace(name: string, counties: readonly string[], { places }: NcDivisionIndex): NcBase {
  const found = places.get(placeKey(name))
  const ocd_id = found?.ocd_id ?? `${NC}/place:${ocdSlug(name)}`
  const last = ocd_id.slice(ocd_id.lastIndexOf('/'))
  return {
    ...whole(ocd_id, 'place', 'city', found?.name ?? titleCase(name)),
    unmatched: found ? null : 'unmatched-place',
    alternatives: counties.map((county) => countyId(county) + last),
  }
}

/** A board whose name holds a listed county's is that county's, and its parts stand under the county. */
function findSchool(name: string, counties: readonly string[], { schools }: NcDivisionIndex): NcBase {
  const key = schoolKey(name)
  const found = schools.get(key)
  const words = key.split(' ')
  const county = counties.find((listed) =>
    placeFolded(listed)
      .split(' ')
      .every((word) => words.includes(word)),
  )
  const title = titleCase(/ SCHOOLS?$/.test(name) ? name : `${name} SCHOOLS`)
  const under = countyId(county ?? counties[0] ?? '')
  const place = words.join('_')
  return {
    ...whole(found?.ocd_id ?? `${under}/school_district:${ocdSlug(title)}`, 'school', 'school', found?.name ?? title),
    unmatched: found ? null : 'unmatched-school-district',
    alternatives: county ? [under] : [`${NC}/place:${place}`, `${under}/place:${place}`],
  }
}

/** `HARKERS ISLAND SANITARY` → `harkers_island`. */
function specialSlug(name: string): string {
  return ocdSlug(name.replace(/ (SANITARY|HOSPITAL)\b.*$/, ''))
}
