// Finds the counties that a source names, in any spelling, and the name of the line's own county in a text.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { slug } from '../../read/identity.ts'
import { countyId, type DivisionIndex, memoize } from '../division.ts'
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

/** The published counties of a state. */
export const countiesOf = memoize(({ state, divisions }: DivisionIndex): readonly County[] =>
  TYPES.flatMap((type) =>
    divisions
      .under(state.ocd_id, type)
      .map(({ ocd_id, name }) => ({ ocd_id, name: name.replace(TYPE_WORDS, ''), full_name: name })),
  ),
)

const byKey = memoize(
  (index: DivisionIndex) => new Map(countiesOf(index).map((county) => [keyOf(county.name), county])),
)

/** The published county of this name, in any spelling. */
export function countyNamed(name: string, index: DivisionIndex): County | undefined {
  return byKey(index).get(keyOf(name))
}

/** Matches names in capitals without dots and apostrophes. An unknown one gets a minted id. */
export function indexCounties(index: DivisionIndex): FindCounty {
  const known = new Map<string, County>()
  return (name) => {
    const found = known.get(name) ?? countyNamed(name, index) ?? findCity(name, index) ?? mint(name, index)
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

/** `NEWCASTLE COUNTY COUNCIL` → `NEW CASTLE COUNTY COUNCIL` */
export function withCountyName(text: string, county: County): string {
  const written = /^([A-Z. ]{3,30}?) COUNTY\b/.exec(text)?.[1]
  if (written === undefined || slug(written) === slug(county.name)) return text
  return placeKey(written) === placeKey(county.name) ? county.name.toUpperCase() + text.slice(written.length) : text
}

/** `JEFF DAVIS` of Jefferson Davis: as many words, each whole or cut to four letters or more. */
export function areCut(words: readonly string[], full: readonly string[]): boolean {
  return (
    words.length === full.length &&
    words.every((word, at) => word === full[at] || (word.length > 3 && full[at]?.startsWith(word) === true))
  )
}

/** `ST CLAIR COUNTY SHERIFF` without the words of st-clair-county, or with others in their place. */
export function cutSlug(text: string, cut: string, ...written: string[]): string {
  const tokens = text.split(' ')
  const length = cut.split('-').length
  for (const at of tokens.keys())
    for (let size = 1; size <= length; size++)
      if (slug(tokens.slice(at, at + size).join(' ')) === cut)
        return [...tokens.slice(0, at), ...written, ...tokens.slice(at + size)].join(' ')
  return text
}
