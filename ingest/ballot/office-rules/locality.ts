// Finds the city, town or township that an office names, within its county where several have the same name.

import { groupBy } from '../../../data/core/group-by.ts'
import { placeKey, placeWords } from '../../../data/schema/folded-name.ts'
import { ocdSlug } from '../../read/identity.ts'
import {
  type AreaPart,
  type BaseDivision,
  type ContestDivision,
  type DivisionIndex,
  partDivision,
  unpublished,
} from '../division.ts'
import type { County } from './county.ts'
import { officeTitle } from './office-text.ts'

interface LocalityName {
  /** Capitals, without type words. */
  name: string
  /** `city`, `town`, `village`, `borough` or `township`, if the text says so. */
  type: string | null
}

interface LocalityPlace {
  county: County | null
  part: AreaPart | null
  index: DivisionIndex
  /** The kind of place that the office implies: a mayor's or a town council's is no township. */
  kind?: 'municipality' | null
}

const TYPE = /^(?:THE )?(CITY|TOWN|VILLAGE|BOROUGH|BORO|TOWNSHIP|TWP) OF (?:THE )?(.+)$/
const TYPE_AFTER = /^(.+?) (CITY|CTY|TOWN|VILLAGE|BOROUGH|BORO|TOWNSHIP|TWSP|TWP)$/
const PLAIN_TYPES: Readonly<Record<string, string>> = {
  BORO: 'borough',
  CTY: 'city',
  TWP: 'township',
  TWSP: 'township',
}

/** `CITY OF TULSA` → TULSA, city; `FREEHOLD BORO` → FREEHOLD, borough. */
export function splitLocality(text: string): LocalityName {
  const [, before, of] = TYPE.exec(text) ?? []
  if (before !== undefined && of !== undefined) return { name: of, type: typeOf(before) }
  const [, name, after] = TYPE_AFTER.exec(text) ?? []
  if (name !== undefined && after !== undefined) return { name, type: typeOf(after) }
  return { name: text, type: null }
}

function typeOf(word: string): string {
  return PLAIN_TYPES[word] ?? word.toLowerCase()
}

/**
 * A published place if its name is certain: in the county, else the only one of the state. Any other gets an id under its county, so that
 * equal names in two counties are two places.
 */
export function findLocality(text: string, { county, part, index, kind = null }: LocalityPlace): ContestDivision {
  const base = findBase(text, { county, index, kind })
  if (part) return partDivision(part, base, 'council', index.divisions)
  const { alternatives: _, ...division } = base
  return division
}

function findBase(text: string, { county, index, kind }: Required<Omit<LocalityPlace, 'part'>>): BaseDivision {
  const { name, type } = splitLocality(text)
  const within = county ? index.divisions.under(county.ocd_id, 'place') : []
  const local = choose(within, text, name, type)
  if (local && !(kind === 'municipality' && isTownship(local))) return published(local)
  // A township is one of its county's: the only one of the state that is published may be another county's.
  const state = type === 'township' ? undefined : findInState(text, { name, type }, { county, index })
  if (state) return published(state)
  const under = county?.ocd_id ?? index.state.ocd_id
  const word = type === 'township' ? 'township' : 'place'
  return {
    ocd_id: unpublished(`${under}/${word}:${ocdSlug(name)}`, index, type ?? 'municipality'),
    district_type: 'place',
    district_level: 'city',
    district_name: type === 'township' ? `${officeTitle(name)} Township` : officeTitle(text),
    within_ocd_id: null,
    unmatched: 'unmatched-place',
    alternatives: [],
  }
}

interface NamedDivision {
  ocd_id: string
  name: string
}

function choose(
  places: readonly NamedDivision[],
  text: string,
  name: string,
  type: string | null,
): NamedDivision | undefined {
  const keys = [placeKey(name), placeKey(text)]
  const named = [...new Set(keys)].flatMap((key) => byName(places).get(key) ?? [])
  const typed = type === null ? named : named.filter((place) => place.name.toLowerCase().endsWith(` ${type}`))
  return typed.length === 1 ? typed[0] : named.length === 1 && type === null ? named[0] : undefined
}

const countyIndexes = new WeakMap<readonly NamedDivision[], ReadonlyMap<string, readonly NamedDivision[]>>()

/** @param places one list for each county, which `Divisions` keeps */
function byName(places: readonly NamedDivision[]): ReadonlyMap<string, readonly NamedDivision[]> {
  const held = countyIndexes.get(places)
  if (held) return held
  const made = groupBy(places, ({ name }) => placeKey(plainName(name)))
  countyIndexes.set(places, made)
  return made
}

function findInState(
  text: string,
  { name, type }: LocalityName,
  { county, index }: Pick<LocalityPlace, 'county' | 'index'>,
): NamedDivision | undefined {
  // The keys of the index are folded words; `MT VERNON` and `Mount Vernon` have one place key.
  const known = stateIndex(index.places)
  const full = known.get(placeKey(text))
  if (full) return full
  const typed = type === null ? [] : (typedIndex(index).get(placeKey(`${name} ${type}`)) ?? [])
  if (typed.length > 0) return typed.length === 1 ? typed[0] : typed.find(({ ocd_id }) => namesCounty(ocd_id, county))
  const key = placeKey(name)
  return known.has(key) ? (known.get(key) ?? undefined) : nearestPlace(name, index)
}

/** The ids of two boroughs of one name end in their counties: `newburg_borough_~clearfield_county~`. */
function namesCounty(ocd_id: string, county: County | null): boolean {
  const [, ...listed] = ocd_id.replace(/_count(?:y|ies)~$/, '').split('~')
  return county !== null && listed.includes(ocdSlug(county.name))
}

const typedIndexes = new WeakMap<DivisionIndex, ReadonlyMap<string, readonly NamedDivision[]>>()

/** By name and type, which tell the city from the town of Groton. */
function typedIndex(index: DivisionIndex): ReadonlyMap<string, readonly NamedDivision[]> {
  const held = typedIndexes.get(index)
  if (held) return held
  const places = index.divisions.under(index.state.ocd_id, 'place').filter(({ ocd_id }) => !ocd_id.includes('/county:'))
  const made = groupBy(places, ({ name }) => placeKey(name))
  typedIndexes.set(index, made)
  return made
}

const indexes = new WeakMap<DivisionIndex['places'], ReadonlyMap<string, NamedDivision | null>>()

function stateIndex(places: DivisionIndex['places']): ReadonlyMap<string, NamedDivision | null> {
  const held = indexes.get(places)
  if (held) return held
  const made = new Map<string, NamedDivision | null>()
  for (const [words, place] of places) {
    const key = placeKey(words)
    made.set(key, made.has(key) ? null : place)
  }
  indexes.set(places, made)
  return made
}

function published({ ocd_id, name }: NamedDivision): BaseDivision {
  return {
    ocd_id,
    district_type: 'place',
    district_level: 'city',
    district_name: plainName(name),
    within_ocd_id: null,
    unmatched: null,
    alternatives: [],
  }
}

/** `Hamilton charter township` → `Hamilton` */
function plainName(name: string): string {
  return name.replace(/ (?:city|town|village|borough|(?:charter )?township)$/, '')
}

function isTownship({ name }: NamedDivision): boolean {
  return name.endsWith(' township')
}

// The one municipality of a state whose name a text cuts or misspells.

/** Words that a name of a place ends in, and that a file leaves out. */
const ENDINGS = new Set(['bay', 'bluff', 'city', 'hills', 'island', 'town', 'village'])
const MIN_LETTERS = 8

/** `HILTON HEAD` → Hilton Head Island; `PRESTONBURG` → Prestonsburg. Only one that no other place is as near to. */
function nearestPlace(text: string, { places }: DivisionIndex): NamedDivision | undefined {
  const words = placeWords(text)
  const key = placeKey(text)
  const known = [...places].flatMap(([name, place]) => (place ? [{ name, place }] : []))
  const longer = known.filter(({ name }) => isLonger(name, words))
  const [first, second] = longer
  if (first && !second && [...places.keys()].filter((name) => name.startsWith(`${words} `)).length === 1)
    return first.place
  if (key.length < MIN_LETTERS) return undefined
  const [one, other] = known.filter(({ name }) => isOneApart(placeKey(name), key))
  return other ? undefined : one?.place
}

function isLonger(name: string, words: string): boolean {
  return name.startsWith(`${words} `) && ENDINGS.has(name.slice(words.length + 1))
}

/** One letter more, less or other, or two letters that have changed places. */
function isOneApart(name: string, other: string): boolean {
  const [long, short] = name.length >= other.length ? [name, other] : [other, name]
  if (long.length - short.length > 1 || long[0] !== short[0]) return false
  let at = 0
  while (at < short.length && long[at] === short[at]) at++
  const rest = long.slice(at + 1)
  if (long.length > short.length) return rest === short.slice(at)
  const swapped = long[at] === short[at + 1] && long[at + 1] === short[at]
  return rest === short.slice(at + 1) || (swapped && long.slice(at + 2) === short.slice(at + 2))
}
