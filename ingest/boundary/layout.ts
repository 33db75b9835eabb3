// The layers with Census layouts, as data: property names, features that are not districts, and the rule for the OCD id.

import { findZipState } from '../../data/reference/zip-states.ts'
import { folded } from '../../data/schema/folded-name.ts'
import { stateOf, type UsState } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { ocdSlug } from '../read/identity.ts'
import type { Divisions } from '../read/source.ts'
import { TERRITORIES } from './publisher.ts'
import type { DivisionCandidate, Layout } from './tiger.ts'

const BASE: Layout = {
  geoid: ['GEOID', 'geoid'],
  name: ['NAME', 'name'],
  object: null,
  class: null,
  toClass: (text) => text || null,
  findReasonToLeaveOut: () => null,
  toCensusGeoid: (geoid) => geoid,
  toName: ({ name }) => name,
  matchDivisions: () => () => null,
  expectsDivision: () => true,
}

export const STATE: Layout = {
  ...BASE,
  // The file's own ids call the district and the territories states, and Saipan's a commonwealth.
  toName: ({ state }) => state.name,
  matchDivisions:
    () =>
    ({ state }) =>
      state.ocd_id,
}

export const COUNTY: Layout = { ...BASE, matchDivisions: matchCounty }

/** us-atlas: one topology of nation, states and counties. The ids tell the features apart. */
export const COUNTY_ATLAS: Layout = { ...COUNTY, geoid: ['id'], object: 'counties' }

/** For Connecticut. The OCD project has no ids for them yet, so ids are minted in its style, as for parishes and census areas. */
export const PLANNING_REGION_ATLAS: Layout = {
  ...COUNTY_ATLAS,
  toName: ({ name }) => `${name} Planning Region`,
  matchDivisions:
    () =>
    ({ state, name }) =>
      `${state.ocd_id}/planning_region:${toSlug(name)}`,
}

/** All counties since 2022, with Connecticut's planning regions, whose codes begin at 110. */
export const COUNTY_OF_TODAY: Layout = {
  ...COUNTY,
  toName: (candidate) => (isRegion(candidate) ? PLANNING_REGION_ATLAS : COUNTY).toName(candidate),
  matchDivisions(divisions) {
    const [findRegion, findCounty] = [PLANNING_REGION_ATLAS, COUNTY].map((layout) => layout.matchDivisions(divisions))
    return (candidate) => (isRegion(candidate) ? findRegion : findCounty)?.(candidate) ?? null
  },
}

function isRegion({ state, geoid }: DivisionCandidate): boolean {
  return state.code === 'CT' && Number(geoid.slice(2)) >= 110
}

export const PLACE: Layout = {
  ...BASE,
  class: 'CLASSFP',
  matchDivisions: (divisions) => matchGeoid(divisions, ['place']),
  // Census designated places have no divisions: OCD has only incorporated places.
  expectsDivision: ({ class: classfp }) => classfp?.startsWith('C') ?? false,
}

/** LSAD codes of census designated places: Puerto Rico calls them comunidades. */
const DESIGNATED = ['55', '57']
/** The center of a municipio, which is the municipality. */
const ZONA_URBANA = '62'

/** Cartographic files say what a place is by its LSAD, not by a CLASSFP. The villages and towns of the territories govern nothing. */
export const CARTOGRAPHIC_PLACE: Layout = {
  ...PLACE,
  class: 'LSAD',
  toClass(lsad, { code }) {
    if (lsad === ZONA_URBANA) return ZONA_URBANA
    return DESIGNATED.includes(lsad) || TERRITORIES.includes(code) ? 'U' : 'C'
  },
  findReasonToLeaveOut: (candidate) => (candidate.class === ZONA_URBANA ? 'the center of its municipio' : null),
}

/** CLASSFP of a county subdivision that governs itself and is no incorporated place. */
const TOWN_CLASS = 'T1'

/** States whose townships elect trustees, though the Census Bureau counts them as no governments and OCD has no ids for them. */
const TOWNSHIPS_WITHOUT_IDS: readonly StateCode[] = ['IA']

/**
 * County subdivisions: towns, townships and plantations that govern themselves. Those that are cities, boroughs or villages are places; the
 * rest, such as unorganized territory, governs nothing.
 */
export const TOWN: Layout = {
  ...BASE,
  name: ['NAMELSAD', 'NAME'],
  toClass: () => TOWN_CLASS,
  toName: ({ name }) => name.replace(/ (town|plantation)$/, '').replace(/ township$/, ' Township'),
  districts:
    'towns and townships with a division of their own: cities are places, and unorganized land governs nothing',
  matchDivisions: matchTown,
}

/** @param suffix the decade that TIGER appends to property names, `20` or none */
export function congressional(suffix: '' | '20'): Layout {
  return {
    ...BASE,
    geoid: [`GEOID${suffix}`],
    name: [`NAMELSAD${suffix}`],
    findReasonToLeaveOut: ({ geoid }) => (geoid.endsWith('ZZ') ? 'water' : null),
    matchDivisions: (divisions) => (candidate) => known(divisions, congressionalOcdId(candidate)),
  }
}

/** A delegate's district is the whole district or territory, so its boundaries are the outline. */
export const DELEGATE: Layout = {
  ...BASE,
  toCensusGeoid: (geoid) => `${geoid}98`,
  toName: ({ state }) => `${state.code === 'PR' ? 'Resident Commissioner' : 'Delegate'} District (at Large)`,
  matchDivisions:
    (divisions) =>
    ({ state }) =>
      known(divisions, `${state.ocd_id}/cd:at-large`),
}

export function legislative(chamber: 'sldu' | 'sldl'): Layout {
  return {
    ...BASE,
    name: ['NAMELSAD'],
    findReasonToLeaveOut: ({ geoid }) => (geoid.endsWith('ZZZ') ? 'water' : null),
    matchDivisions: (divisions) => matchLegislative(divisions, chamber),
  }
}

export const SCHOOL: Layout = {
  ...BASE,
  findReasonToLeaveOut: ({ geoid, name }) =>
    /(ZZZZZ|9999[789])$/.test(geoid) || name === 'School District Not Defined' ? 'land or water of no district' : null,
  matchDivisions: (divisions) => matchGeoid(divisions, ['school_district'], 'school'),
}

/** School districts of 2012 with the GEOIDs that their names prove; the others match no district of today. */
export const SCHOOL_OF_2012: Layout = {
  ...SCHOOL,
  object: 'school',
  districts: 'school districts whose name in 2012 proves a GEOID',
}

/** ZIP areas of 2010: GEOID10 is the state's FIPS code and the ZIP. They have no divisions. */
export const ZCTA: Layout = {
  ...BASE,
  geoid: ['GEOID10'],
  name: ['ZCTA5CE10'],
  toCensusGeoid: (geoid) => geoid.slice(2),
  expectsDivision: () => false,
}

/** ZIP areas of 2020: GEOID20 is the ZIP code alone. An area of several states is listed with its post office's. */
export const ZCTA_OF_2020: Layout = {
  ...BASE,
  geoid: ['GEOID20'],
  name: ['ZCTA5CE20'],
  findState(zip) {
    const code = findZipState(zip)
    return code && stateOf(code)
  },
  expectsDivision: () => false,
}

/** ZIP areas of one state's file, with nothing but the ZIP code. */
export function zipOnly(code: StateCode): Layout {
  return { ...ZCTA_OF_2020, geoid: ['zip'], name: ['zip'], findState: () => stateOf(code) }
}

/** At-large seats have code 00, delegates' 98. */
function congressionalOcdId({ state, geoid }: DivisionCandidate): string {
  const number = Number(geoid.slice(2))
  return `${state.ocd_id}/cd:${number === 0 || number === 98 ? 'at-large' : number}`
}

const COUNTY_TYPES = ['county', 'parish', 'borough', 'census_area', 'municipio', 'place']

/** Matches by GEOID. An independent city (county code 510 or more) is published as a county, which is an alias of its place. */
function matchCounty(divisions: Divisions): (candidate: DivisionCandidate) => string | null {
  const byGeoid = matchGeoid(divisions, COUNTY_TYPES)
  return (candidate) => {
    const type = Number(candidate.geoid.slice(2)) >= 510 ? 'place' : 'county'
    return byGeoid(candidate) ?? known(divisions, `${candidate.state.ocd_id}/${type}:${toSlug(candidate.name)}`)
  }
}

function toSlug(name: string): string {
  return name.toLowerCase().replaceAll('.', '').replace(/ /g, '_')
}

/** The project uses the prefix `place-` for the GEOIDs of both counties and places. */
function matchGeoid(
  divisions: Divisions,
  types: readonly string[],
  prefix: 'place' | 'school' = 'place',
): (candidate: DivisionCandidate) => string | null {
  const byState = new Map<UsState, Map<string, string>>()
  const index = (state: UsState): Map<string, string> => {
    const all = types.flatMap((type) => divisions.under(state.ocd_id, type))
    return new Map(all.flatMap(({ census_geoid, ocd_id }) => (census_geoid === null ? [] : [[census_geoid, ocd_id]])))
  }
  return ({ state, geoid }) => {
    const ids = byState.get(state) ?? index(state)
    byState.set(state, ids)
    return ids.get(`${prefix}-${geoid}`) ?? null
  }
}

/**
 * Matches by GEOID, of which the last five digits are the town's own within its state. The three before them are its county's: Connecticut's
 * are those of the counties in the ids, and of the planning regions in files since 2022.
 */
function matchTown(divisions: Divisions): (candidate: DivisionCandidate) => string | null {
  const byState = new Map<UsState, Map<string, string>>()
  const index = (state: UsState): Map<string, string> =>
    new Map(
      divisions.under(state.ocd_id, 'place').flatMap(({ census_geoid, ocd_id }) => {
        const [, code] = /^place-\d{5}(\d{5})$/.exec(census_geoid ?? '') ?? []
        return code === undefined ? [] : [[code, ocd_id]]
      }),
    )
  const findCounty = matchGeoid(divisions, COUNTY_TYPES)
  return (candidate) => {
    const { state, geoid, name } = candidate
    const ids = byState.get(state) ?? index(state)
    byState.set(state, ids)
    const found = ids.get(geoid.slice(5))
    if (found !== undefined) return found
    const [, township] = /^(.+) township$/.exec(name) ?? []
    const county = findCounty({ ...candidate, geoid: geoid.slice(0, 5) })
    return township !== undefined && county !== null && TOWNSHIPS_WITHOUT_IDS.includes(state.code)
      ? `${county}/township:${ocdSlug(township)}`
      : null
  }
}

function known(divisions: Divisions, ocd_id: string): string | null {
  return divisions.has(ocd_id) ? ocd_id : null
}

// Finds the OCD division of a state legislative district by its code, or, if districts have names, by the words of the name.

/**
 * Massachusetts, Vermont and New Hampshire name districts. Each plan reassigns Census codes (a code of 2014 belongs to another
 * district in 2024), so the project's GEOIDs of 2014 are never used.
 */
export function matchLegislative(
  divisions: Divisions,
  chamber: 'sldu' | 'sldl',
): (candidate: DivisionCandidate) => string | null {
  const byState = new Map<UsState, Map<string, string | null>>()
  return ({ state, geoid, name }) => {
    const byCode = `${state.ocd_id}/${chamber}:${geoid.slice(2).replace(/^0+/, '').toLowerCase()}`
    if (divisions.has(byCode)) return byCode
    const byName = byState.get(state) ?? indexByName(divisions, state, chamber)
    byState.set(state, byName)
    return byName.get(toDistrictWords(name)) ?? null
  }
}

/** Leaves out words that two divisions share. */
function indexByName(divisions: Divisions, state: UsState, chamber: string): Map<string, string | null> {
  const index = new Map<string, string | null>()
  for (const { ocd_id } of divisions.under(state.ocd_id, chamber)) {
    const words = toDistrictWords(ocd_id.slice(ocd_id.lastIndexOf(':') + 1))
    index.set(words, index.has(words) ? null : ocd_id)
  }
  return index
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const SUFFIXES = ['st', 'nd', 'rd', 'th', 'th', 'th', 'th', 'th', 'th', 'th']
const FILLERS = new Set(['and', 'district', 'house', 'of', 'senate', 'senatorial', 'state'])

/** `First Essex and Middlesex District` and `1st_essex_and_middlesex` become `1st essex middlesex`; `Coos 01` becomes `coos 1`. */
export function toDistrictWords(text: string): string {
  const words = folded(text)
    .replace(/\b(north|south) (east|west)\b/g, '$1$2')
    .split(/[^a-z0-9]+/)
  return words
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => {
      const ordinal = ORDINALS.indexOf(word)
      if (ordinal >= 0) return `${ordinal + 1}${SUFFIXES[ordinal]}`
      return word.replace(/^0+(?=\d)/, '')
    })
    .join(' ')
}
