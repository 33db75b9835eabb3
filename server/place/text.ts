// What a location string is: a ZIP code, a name, or a street address. It says nothing of whether such a place exists.

import { placeFolded } from '../../data/schema/fold.ts'

export type LocationText =
  | { kind: 'zip'; zip: string }
  /** Folded as place names are; `state` is a code or name; `county` where the text says that it means one; `within` a county. */
  | { kind: 'name'; name: string; state: string | undefined; county: boolean; within?: string }
  | { kind: 'address'; state: string | undefined }

const ZIP = /^\s*(\d{5})(-\d{4})?\s*$/
/** `Raleigh, NC 27601` */
const NAME_WITH_ZIP = /^\D+\s(\d{5})(-\d{4})?\s*$/
const COUNTY = /^(.+) (county|parish|borough|census area|municipality|planning region)$/
const COUNTRY = /^(usa|us|united states)$/

export function parseLocationText(text: string): LocationText {
  const [, zip] = ZIP.exec(text) ?? NAME_WITH_ZIP.exec(text) ?? []
  if (zip !== undefined) return { kind: 'zip', zip }
  const [first = '', second, third, ...rest] = text
    .split(',')
    .map(placeFolded)
    .filter((part) => part !== '' && !COUNTRY.test(part))
  const middle = splitCounty(second ?? '')
  if (!/\d/.test(text) && third !== undefined && rest.length === 0 && middle.county)
    return { kind: 'name', name: first, county: false, within: middle.name, state: third }
  if (/\d/.test(text) || third !== undefined) return { kind: 'address', state: stateIn(third ?? second ?? first) }
  return { kind: 'name', ...splitCounty(first), state: second }
}

/** `wake county` → wake, which is a county's name. */
export function splitCounty(name: string): { name: string; county: boolean } {
  const [, county] = COUNTY.exec(name) ?? []
  return { name: county ?? name, county: county !== undefined }
}

/** What an address ends with, before its ZIP code: a state's name or code, or nothing of the kind. */
function stateIn(part: string): string | undefined {
  const words = part.replace(/(\s*\d{5}(\s?\d{4})?)$/, '').trim()
  if (words === '') return undefined
  return /\d/.test(words) ? words.split(' ').at(-1) : words
}
