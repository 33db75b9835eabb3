// Finds the counties that a source names, in any spelling, and the name of the line's own county in a text.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { slug } from '../../read/identity.ts'
import { countyId, type DivisionIndex } from '../division.ts'
import { officeTitle } from './office-text.ts'

export interface County {
  ocd_id: string
  /** Without its type: `St. Clair`. */
  name: string
  /** `St. Clair County`, `East Baton Rouge Parish`, `Alexandria city` */
  full_name: string
}

export type FindCounty = (name: string) => County

const TYPES = ['county', 'parish', 'borough', 'census_area'] as const
const TYPE_WORDS = / (?:County|Parish|Borough|Census Area|Municipality|City and Borough)$/i

/** `Benton and Franklin Counties`, `City of Emporia and Greensville County` */
export function countiesTitle(counties: readonly County[]): string {
  const alike = counties.every(({ full_name }) => full_name.endsWith(' County'))
  const names = counties.map(({ name, full_name }) => (alike ? name : full_name))
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return alike ? `${list} Counties` : list
}

/** Matches names in capitals without dots and apostrophes. An unknown one gets a minted id. */
export function indexCounties(index: DivisionIndex): FindCounty {
  const { state, divisions } = index
  const byKey = new Map<string, County>()
  for (const type of TYPES)
    for (const { ocd_id, name } of divisions.under(state.ocd_id, type)) {
      const county = { ocd_id, name: name.replace(TYPE_WORDS, ''), full_name: name }
      byKey.set(keyOf(county.name), county)
    }
  const known = new Map<string, County>()
  return (name) => {
    const found = known.get(name) ?? byKey.get(keyOf(name)) ?? findCity(name, index) ?? mint(name, index)
    known.set(name, found)
    return found
  }
}

/** `PRINCE GEORGES` and `Prince George's`, `ST LUCIE` and `St. Lucie`, `LASALLE` and `LaSalle`. */
function keyOf(name: string): string {
  return placeKey(name.replace(TYPE_WORDS, ''))
}

/** An independent city: `POQUOSON CITY`, `CARSON CITY`, `ST LOUIS CITY`. */
function findCity(name: string, { places, divisions, state }: DivisionIndex): County | undefined {
  if (!/ CITY$/i.test(name)) return undefined
  const short = name.replace(/ CITY$/i, '')
  const ids = [name, short].map((words) => countyId({ state, divisions }, words))
  const ocd_id = ids.find((id) => id.includes('/place:'))
  const keys = [placeKey(name), placeKey(short)]
  const place = [...places.values()].find(
    (known) => known && (known.ocd_id === ocd_id || keys.includes(placeKey(known.name))),
  )
  if (!place) return undefined
  const full_name = / City$/.test(place.name) ? place.name : `City of ${place.name}`
  return { ocd_id: place.ocd_id, name: place.name, full_name }
}

function mint(name: string, index: DivisionIndex): County {
  const words = officeTitle(name)
  const short = words.replace(TYPE_WORDS, '')
  return { ocd_id: countyId(index, short), name: short, full_name: short === words ? `${words} County` : words }
}

// The name of the line's own county in the text of an office, however the source spells it.

/** `NEWCASTLE COUNTY COUNCIL` → `NEW CASTLE COUNTY COUNCIL`; `BVHD COUNTY …`, `JEFF DAVIS …`, `CULLMAN CO …` likewise. */
export function withCountyName(text: string, county: County, index: DivisionIndex): string {
  const name = county.name.toUpperCase()
  const full = text.replace(`${name} CO `, `${name} COUNTY `)
  const short = shortName(full, county)
  if (short !== undefined && !isCounty(short, index)) return `${name}${full.slice(short.length)}`
  const written = /^([A-Z. ]{3,30}?) COUNTY\b/.exec(full)?.[1]
  if (written === undefined || slug(written) === slug(county.name)) return full
  const same = placeKey(written) === placeKey(county.name) || (isShort(written, name) && !isCounty(written, index))
  return same ? `${name}${full.slice(written.length)}` : full
}

/** `JEFF DAVIS` of Jefferson Davis County: as many words, each cut to four letters or more. */
function shortName(text: string, county: County): string | undefined {
  const words = county.name.toUpperCase().split(' ')
  const first = text.split(' ').slice(0, words.length)
  const cut = first.every((word, at) => word.length > 3 && words[at]?.startsWith(word))
  return words.length > 1 && first.length === words.length && cut ? first.join(' ') : undefined
}

/** Letters left out after the first: BVHD, of Beaverhead. */
function isShort(written: string, name: string): boolean {
  if (written.length < 4 || written.includes(' ') || written[0] !== name[0]) return false
  let at = 0
  for (const letter of name) if (letter === written[at]) at++
  return at === written.length
}

function isCounty(name: string, index: DivisionIndex): boolean {
  return countyNamed(name, index) !== undefined
}

/** The state's county of this name. */
export function countyNamed(name: string, { state, divisions }: DivisionIndex): County | undefined {
  const key = placeKey(name)
  return divisions.under(state.ocd_id, 'county').flatMap(({ ocd_id, name: full_name }) => {
    const county = { ocd_id, name: full_name.replace(/ County$/, ''), full_name }
    return placeKey(county.name) === key ? county : []
  })[0]
}

/** Removes the words of a slug from a text: `ST CLAIR COUNTY SHERIFF` without st-clair-county. */
export function cutSlug(text: string, cut: string): string {
  const tokens = text.split(' ')
  const length = cut.split('-').length
  for (let at = 0; at + 1 <= tokens.length; at++)
    for (let size = 1; size <= length; size++)
      if (slug(tokens.slice(at, at + size).join(' ')) === cut)
        return [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' ')
  return text
}
