// What a location string is: a ZIP code, a name, or a street address. It says nothing of whether such a place exists.

import { placeWords } from '../../data/schema/fold.ts'
import { findStateByWords, STATE_WORDS_MAX } from '../../data/schema/state-words.ts'
import type { State } from '../../data/schema/states.ts'

export interface NameText {
  kind: 'name'
  /** Folded words, with those of its class: `wake county`, `city of raleigh`. */
  name: string
  state: State | undefined
  /** The county in which it is said to lie, without its class. */
  within: string | undefined
}

export type LocationText =
  | { kind: 'zip'; zip: string }
  | NameText
  /** Or the name of a place with a number in it, as `29 Palms, CA` may be. */
  | { kind: 'address'; name: NameText | undefined }
  /** A name in no state that there is. */
  | { kind: 'unknown' }

/** What a name says of its class. */
export interface Classed {
  base: string
  word: string
  /** Either: boroughs are counties in Alaska and cities in Pennsylvania. */
  says: 'county' | 'city' | 'either' | 'township'
}

const ZIP = /^(?:(\D+) )?(\d{5})(?: ?\d{4})?$/
const ZIP_FIRST = /^(\d{5})(?: \d{4})? (\D+)$/
/** A number behind these is no ZIP code. */
const NUMBERED = /(^| )(box|apt|apartment|suite|ste|unit|lot|room|route|rte|rt|highway|hwy|road|rd|no)$/
const COUNTRY = /(^| )(u ?s( ?a)?|united states( of america)?)$/
const BEFORE =
  /^(city and county|city and borough|county|parish|city|town|village|township|borough|municipality|municipio) (?:of|de) (.+)$/
const BEHIND =
  /^(.+?) (county|cnty|parish|census area|planning region|city and borough|city|town|village|township|twp|borough|municipality|municipio)$/
/** Without a state behind it, `co` is Colorado. */
const BEHIND_SHORT = /^(.+) (co)$/

export function parseLocationText(text: string): LocationText {
  const parts = text
    .split(',')
    .map(placeWords)
    .map((part, at, all) => (at === all.length - 1 ? part.replace(COUNTRY, '') : part))
    .filter((part) => part !== '')
  const zip = findZip(parts.join(' '))
  if (zip !== undefined) return { kind: 'zip', zip }
  const named = readName(parts)
  return /\d/.test(text) ? { kind: 'address', name: named.kind === 'name' ? named : undefined } : named
}

function readName([name, second, third, ...rest]: readonly string[]): Exclude<LocationText, { kind: 'zip' }> {
  if (name === undefined) return { kind: 'unknown' }
  if (second === undefined) return { kind: 'name', name, state: undefined, within: undefined }
  if (third === undefined) return readBehind(name, second) ?? { kind: 'unknown' }
  const within = rest.length === 0 ? findCounty(second, true) : undefined
  if (within === undefined) return { kind: 'address', name: undefined }
  const state = findState(third)
  return state ? { kind: 'name', name, state, within } : { kind: 'unknown' }
}

/** @param behind `nc`, `wake county`, `wake county nc` */
function readBehind(name: string, behind: string): NameText | undefined {
  const state = findState(behind)
  if (state) return { kind: 'name', name, state, within: undefined }
  const split = splitState(behind)
  const within = findCounty(split?.name ?? behind, split !== undefined)
  return within === undefined ? undefined : { kind: 'name', name, state: split?.state, within }
}

/** `raleigh nc`, `wake county north carolina`: the last words are a state's. */
export function splitState(name: string): { name: string; state: State } | undefined {
  const words = name.split(' ')
  for (let count = Math.min(STATE_WORDS_MAX, words.length - 1); count > 0; count--) {
    const state = findState(words.slice(-count).join(' '))
    if (state) return { name: words.slice(0, -count).join(' '), state }
  }
  return undefined
}

/** @param words `nc`, `n c`, `n carolina`, `state of north carolina`, `washington state` */
export function findState(words: string): State | undefined {
  const plain = words
    .replace(/^u s /, 'us ')
    .replace(/^(state|commonwealth|territory) of (the )?/, '')
    .replace(/^(.+) state$/, '$1')
  const written = plain.replace(/^n (?=[a-z]{2})/, 'north ').replace(/^s (?=[a-z]{2})/, 'south ')
  return findStateByWords(plain) ?? findStateByWords(plain.replaceAll(' ', '')) ?? findStateByWords(written)
}

/** @param inState a state is said beside it */
export function readClass(name: string, inState: boolean): Classed | undefined {
  const [, before, of] = BEFORE.exec(name) ?? []
  if (before !== undefined && of !== undefined) return { base: of, word: before, says: classOf(before) }
  const [, base, word] = BEHIND.exec(name) ?? (inState ? BEHIND_SHORT.exec(name) : null) ?? []
  return base === undefined || word === undefined ? undefined : { base, word, says: classOf(word) }
}

function classOf(word: string): Classed['says'] {
  if (/^(city|town|village)$/.test(word)) return 'city'
  if (/^(township|twp)$/.test(word)) return 'township'
  return /^(borough|municipality|municipio)$/.test(word) ? 'either' : 'county'
}

function findCounty(words: string, inState: boolean): string | undefined {
  const classed = readClass(words, inState)
  return classed?.says === 'county' || classed?.says === 'either' ? classed.base : undefined
}

function findZip(words: string): string | undefined {
  const [, before, behind] = ZIP.exec(words) ?? []
  if (behind !== undefined) return before !== undefined && NUMBERED.test(before) ? undefined : behind
  const [, first, state] = ZIP_FIRST.exec(words) ?? []
  return state !== undefined && findState(state) ? first : undefined
}
