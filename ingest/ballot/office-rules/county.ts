// Finds the counties that a source names, in any spelling, among the Open Civic Data divisions.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { countyId, type DivisionIndex } from '../division.ts'
import { officeTitle } from './title.ts'

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
