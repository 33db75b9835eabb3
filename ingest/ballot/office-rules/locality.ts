// Finds the city, town or township that an office names, within its county where several have the same name.

import { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
import { placeKey } from '../../../data/schema/folded-name.ts'
import { STATE_CODES } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'
import { ocdSlug } from '../../read/identity.ts'
import {
  type AreaPart,
  type ContestDivision,
  type DivisionIndex,
  memoize,
  partDivision,
  toDivision,
  unpublished,
} from '../division.ts'
import type { County } from './county.ts'
import { officeTitle } from './office-text.ts'
import { wordsOf } from './tables.ts'

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
const SHORT_TYPES = wordsOf('type of place in short')

/** `CITY OF TULSA` → TULSA, city; `FREEHOLD BORO` → FREEHOLD, borough. */
export function splitLocality(text: string): LocalityName {
  const [, before, of] = TYPE.exec(text) ?? []
  if (before !== undefined && of !== undefined) return { name: of, type: typeOf(before) }
  const [, name, after] = TYPE_AFTER.exec(text) ?? []
  if (name !== undefined && after !== undefined) return { name, type: typeOf(after) }
  return { name: text, type: null }
}

function typeOf(word: string): string {
  return SHORT_TYPES.get(word) ?? word.toLowerCase()
}

/**
 * A published place if its name is certain: in the county, else the only one of the state. Any other gets an id under its county, so that
 * equal names in two counties are two places.
 */
export function findLocality(text: string, { part, ...where }: LocalityPlace): ContestDivision {
  const base = findPublished(text, where) ?? unpublishedPlace(text, where)
  return part ? partDivision(part, { ...base, alternatives: [] }, 'council', where.index.divisions) : base
}

function unpublishedPlace(text: string, { county, index }: Omit<LocalityPlace, 'part'>): ContestDivision {
  const { name, type } = splitLocality(text)
  const isTownship = type === 'township'
  const minted = `${county?.ocd_id ?? index.state.ocd_id}/${isTownship ? 'township' : 'place'}:${ocdSlug(name)}`
  const title = isTownship ? `${officeTitle(name)} Township` : officeTitle(text)
  const ocd_id = unpublished(minted, index, type ?? 'municipality')
  return toDivision('place', ocd_id, title, { unmatched: 'unmatched-place' })
}

/** Only a published place. */
export function findPublished(
  text: string,
  { county, index, kind = null }: Omit<LocalityPlace, 'part'>,
): ContestDivision | undefined {
  const { name, type } = splitLocality(text)
  const local = choose(county ? index.divisions.under(county.ocd_id, 'place') : [], text, { name, type })
  const isOther = kind === 'municipality' && local?.name.endsWith(' township')
  // A township is one of its county's: the only one of the state that is published may be another county's.
  const state = (): NamedDivision | undefined =>
    type === 'township' ? undefined : findInState(text, { name, type }, { county, index })
  const place = local && !isOther ? local : state()
  return place && toDivision('place', place.ocd_id, plainName(place.name))
}

/** True if a place of the county, or the only one of the state, has this name. */
export function isPlace(name: string, county: County | null, { divisions, places }: DivisionIndex): boolean {
  const key = placeKey(name)
  return byKey(places).has(key) || (county !== null && byName(divisions.under(county.ocd_id, 'place')).has(key))
}

/** The first words of a name, the most first: `SUN CITY WEST`, `SUN CITY`, `SUN`. */
export function firstWords(words: readonly string[], most = words.length): string[] {
  const size = Math.min(most, words.length)
  return Array.from({ length: size }, (_, at) => words.slice(0, size - at).join(' '))
}

interface NamedDivision {
  ocd_id: string
  name: string
}

function choose(
  places: readonly NamedDivision[],
  text: string,
  { name, type }: LocalityName,
): NamedDivision | undefined {
  const keys = [placeKey(name), placeKey(text)]
  const named = [...new Set(keys)].flatMap((key) => byName(places).get(key) ?? [])
  const typed = type === null ? named : named.filter((place) => place.name.toLowerCase().endsWith(` ${type}`))
  return typed.length === 1 ? typed[0] : undefined
}

/** Of the list of one county, which `Divisions` keeps. */
const byName = memoize((places: readonly NamedDivision[]) => groupBy(places, ({ name }) => placeKey(plainName(name))))

function findInState(
  text: string,
  { name, type }: LocalityName,
  { county, index }: Pick<LocalityPlace, 'county' | 'index'>,
): NamedDivision | undefined {
  // The keys of the index are folded words; `MT VERNON` and `Mount Vernon` have one place key.
  const known = byKey(index.places)
  const full = known.get(placeKey(text))
  if (full) return full
  const typed = type === null ? [] : (byType(index).get(placeKey(`${name} ${type}`)) ?? [])
  if (typed.length > 0) return typed.length === 1 ? typed[0] : typed.find(({ ocd_id }) => namesCounty(ocd_id, county))
  const key = placeKey(name)
  return known.get(known.has(key) ? key : (SPELLINGS.get(`${index.state.code} ${key}`) ?? '')) ?? undefined
}

const spellingRow = z.strictObject({ state: z.enum(STATE_CODES), written: z.string().min(1), place: z.string().min(1) })
/** The keys of places by state and by the key of a name that a file cuts or misspells: `HILTON HEAD` is Hilton Head Island. */
const SPELLINGS = new Map(
  readOwnTable(spellingRow, 'data', 'reference', 'place-spellings.csv').map(({ state, written, place }) => [
    `${state} ${placeKey(written)}`,
    placeKey(place),
  ]),
)

/** The ids of two boroughs of one name end in their counties: `newburg_borough_~clearfield_county~`. */
function namesCounty(ocd_id: string, county: County | null): boolean {
  const [, ...listed] = ocd_id.replace(/_count(?:y|ies)~$/, '').split('~')
  return county !== null && listed.includes(ocdSlug(county.name))
}

/** By name and type, which tell the city from the town of Groton. */
const byType = memoize(({ divisions, state }: DivisionIndex) => {
  const places = divisions.under(state.ocd_id, 'place').filter(({ ocd_id }) => !ocd_id.includes('/county:'))
  return groupBy(places, ({ name }) => placeKey(name))
})

/** By place key; null for a key of several places. */
const byKey = memoize((places: DivisionIndex['places']): ReadonlyMap<string, NamedDivision | null> => {
  const groups = groupBy(places, ([words]) => placeKey(words))
  return new Map([...groups].map(([key, [one, ...more]]) => [key, (more.length === 0 && one?.[1]) || null]))
})

/** `Hamilton charter township` → `Hamilton` */
function plainName(name: string): string {
  return name.replace(/ (?:city|town|village|borough|(?:charter )?township)$/, '')
}
