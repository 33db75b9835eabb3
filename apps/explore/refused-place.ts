// Answers a place that is unknown or ambiguous: the form again, with the reason in the words of a page, and what may be meant.

import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import { placeKey } from '../../data/schema/folded-name.ts'
import { STATES } from '../../data/schema/states.ts'
import { parseAddress } from '../../data/street/address-text.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { placeIn, type Words } from '../web/ballot/words/words.ts'
import { fill } from '../web/sentence.ts'
import { isSnapshotGone, type Look } from './look.ts'
import { typedPlace } from './place.ts'
import { showStart } from './start.ts'

/**
 * A place that is unknown or ambiguous: the form again with what was typed, the reason, and the names that may be meant.
 * @param action the path of the page that was wanted
 */
export function refusePlace(look: Look, fault: unknown, action: string): Promise<Reply> {
  if (!(fault instanceof ApiError) || (fault.status !== 400 && fault.status !== 404) || isSnapshotGone(fault))
    throw fault
  const typed = look.query.get('place') ?? typedPlace(look)
  const { host, words } = look
  const abroad = placeAbroad(typed, fault.status)
  const ofName = abroad === undefined ? [] : citiesNamed(host, abroad)
  const named = ofName.length > 0 ? ofName : fault instanceof PlaceRefusal ? fault.choices : []
  const cities = named.length > 0 ? [] : citiesOf(host, typed)
  const told = typed.trim() === '' ? words.placeEmpty : abroad === undefined ? null : words.placeAbroad
  const problem = {
    sentence: told ?? sayRefusal(look, fault, named),
    status: fault.status,
    choices: named.length > 0 ? named : cities,
    choicesTitle: cities.length > 0 ? look.words.cityOfAddress : look.words.didYouMean,
    action,
  }
  return showStart(look, { problem })
}

/** Names of other countries, in the languages of the pages, in small letters. */
const COUNTRIES = new Set(countryNames())

function countryNames(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const own = new Set(['United States', 'Estados Unidos', ...STATES.map(({ name }) => name)].map(placeKey))
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  return ['en', 'es'].flatMap((lang) => {
    const names = new Intl.DisplayNames([lang], { type: 'region', fallback: 'none' })
    return codes.map((code) => placeKey(names.of(code) ?? '')).filter((name) => name !== '' && !own.has(name))
  })
}

/** What stands before the name of another country: `Paris` of `Paris, France`; undefined for any other text. */
function placeAbroad(text: string, status: number): string | undefined {
  const parts = text.split(',')
  // A name alone may be that of a city, too.
  if (parts.length === 1 && status !== 404) return undefined
  // Lebanon, Jamaica and Peru are also cities of the United States.
  if (parseAddress(text).kind === 'address') return undefined
  return COUNTRIES.has(placeKey(parts.at(-1)?.trim() ?? '')) ? parts.slice(0, -1).join(',').trim() : undefined
}

/** Cities of the name in any state, the most populous first. */
function citiesNamed({ data }: Pick<Host, 'data'>, name: string): string[] {
  if (name === '') return []
  return data.placeNames(name).filter((label) => keyOf(label.replace(/, [A-Z]{2}$/, '')) === keyOf(name))
}

/** The cities that an address may name, as the bundle calls them; none for a text that is no address. */
function citiesOf({ data }: Pick<Host, 'data'>, text: string): string[] {
  const parsed = parseAddress(text)
  if (parsed.kind !== 'address') return []
  const behindStreet = text.split(',').slice(1)
  const found = parsed.readings.flatMap(({ city = '', state }) =>
    [city, ...behindStreet].flatMap((name) =>
      data
        .placeNames(state === undefined ? name : `${name}, ${state}`)
        .filter(
          (label) =>
            keyOf(label.replace(/, [A-Z]{2}$/, '')) === keyOf(name) &&
            (state === undefined || label.endsWith(`, ${state}`)),
        ),
    ),
  )
  return [...new Set(found)]
}

/** Of a city's name: spaces and accents do not count. */
function keyOf(name: string): string {
  return placeKey(name).replaceAll(' ', '')
}

/** Sentences of /v1 about a place, which are in English, and the words of a page for them. A group is the name of a state. */
const REFUSALS: readonly (readonly [RegExp, keyof Words])[] = [
  [/^Parameter `(?:lat|lng)`/, 'placeOffEarth'],
  [/^The point is outside every state/, 'placeOutside'],
  [/^This server has no address data for (?!that state)([^.]+)\./, 'placeNoAddressesIn'],
  [/^This server has no address data for that state/, 'placeNoAddress'],
  [/^This server's address data/, 'placeNoAddress'],
  [/^Neither this server's own data nor the Census geocoder/, 'placeNoAddress'],
  [/^This kind of address/, 'placeNoPoint'],
  [/^This server has no district lines for ([^.]+)\./, 'placeNoBoundaries'],
  [/^This server does not know that ZIP code/, 'placeNoZip'],
  [/^This server knows neither the lines nor the county/, 'placeNoCounty'],
  [/^This server knows no /, 'placeUnknown'],
]

/** Those with choices list them. A text that has no words here is told in English as /v1 says it. */
export function sayRefusal(
  { words, lang }: Pick<Look, 'words' | 'lang'>,
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  choices: readonly string[],
): string {
  for (const [pattern, name] of REFUSALS) {
    const found = pattern.exec(message)
    if (found) return fill(words[name], { state: placeIn(found[1] ?? '', lang) })
  }
  if (status === 404) return words.placeUnknown
  if (choices.length > 0) return words.placeSeveral
  if (lang === 'en') return toPageSentence(message)
  return /this address matches several places/.test(message) ? words.placeAddressSeveral : words.placeAmbiguous
}

/** A sentence of /v1 about a place, in the words of a page: its field has no name of a parameter, and a point is typed into it. */
function toPageSentence(message: string): string {
  const sentence = message
    .replace(/^Parameter `location`: /, '')
    .replace(/\blines\b/g, 'boundaries')
    .replace('lat and lng', 'a point (latitude,longitude)')
    .replace(/\b([Tt])his server\b/g, '$1his service')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
