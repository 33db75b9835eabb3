// The name of the line's own county in the text of an office, however the source spells it.

import { placeKey } from '../../../data/schema/folded-name.ts'
import { slug } from '../../read/identity.ts'
import type { DivisionIndex } from '../division.ts'
import type { County } from './county.ts'

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
