// An address → its place, as far as local data goes.

import { MICRODEGREES } from '../../../data/geometry/multipolygon.ts'
import type { Bundle, OpenPart } from '../../../data/store/bundle.ts'
import { type AddressReading, type AddressText, parseAddress } from '../../../data/street/address-text.ts'
import { nameOf, toWords } from '../../../data/street/street.ts'
import { ApiError } from '../../http/errors.ts'
import { memoizePerPart } from '../../read/per-part-cache.ts'
import { findPoint, type ResolvedLocation } from '../place.ts'
import { areasAt } from '../point.ts'
import { type AddressCandidate, loadPoints, loadRangePoints, type StreetRow, TooMany } from './candidates.ts'

// Whether an address lies where the text says.

/**
 * Among candidates of the asked state and ZIP code, or of no ZIP code. A city is right where the source names it, the post names the
 * ZIP code's place so, or the point lies in the place of that name; beside a ZIP code it need not be, unless it was guessed.
 */
function isThere(bundle: Places, candidate: AddressCandidate, { zip, city, guessed }: AddressReading): boolean {
  const { street } = candidate
  if (zip !== undefined && street.zip === zip && !guessed) return true
  if (city !== undefined)
    return (
      isCity(bundle, candidate, city) && (zip === undefined || street.zip === zip || mayHave(bundle, candidate, zip))
    )
  return zip === undefined || mayHave(bundle, candidate, zip)
}

function isCity(bundle: Places, { street, lng, lat }: AddressCandidate, city: string): boolean {
  if (street.city === city) return true
  if (street.zip !== '' && isPostal(bundle, street.zip, city)) return true
  return areasAt(bundle, lng, lat).some((ordinal) => placesIn(bundle.places)[ordinal] === city)
}

function isPostal({ addresses }: Places, zip: string, city: string): boolean {
  const [row] =
    addresses
      ?.statement<{ found: number }>('SELECT 1 AS found FROM zip_city WHERE zip = $zip AND city = $city LIMIT 1')
      .all({ zip, city }) ?? []
  return row !== undefined
}

/** Of a source that names no ZIP code: the point's county is one of the ZIP code's. */
function mayHave(bundle: Places, { street, lng, lat }: AddressCandidate, zip: string): boolean {
  if (street.zip !== '') return street.zip === zip
  const counties = bundle.places
    .statement<{ ordinal: number }>(
      `SELECT area.ordinal
FROM overlap
JOIN area ON area.district_id = overlap.district_id AND area.role = overlap.role
JOIN district ON district.id = area.district_id
WHERE overlap.area_key = $area_key AND overlap.role = 'lines' AND district.type = 'county'
ORDER BY area.ordinal`,
    )
    .all({ area_key: `zip:${zip}` })
  const areas = areasAt(bundle, lng, lat)
  return counties.some(({ ordinal }) => areas.includes(ordinal))
}

/** Names of places, folded as streets' are, by their areas' ordinals. */
const placesIn = memoizePerPart((places: OpenPart) => {
  const names: (string | undefined)[] = []
  for (const { ordinal, name_folded } of places
    .statement<{ ordinal: number; name_folded: string }>(
      `SELECT area.ordinal, district.name_folded
FROM area
JOIN district ON district.id = area.district_id
WHERE district.type = 'place' AND area.role = 'lines'
ORDER BY area.ordinal`,
    )
    .all())
    names[ordinal] = nameOf(toWords(name_folded))
  return names
})

// Several candidates for one address: one place, or a tie, which is never guessed.

/** Metres, in which several streets' points are one place. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

/** What the text must also say, in words; null where no words would tell them apart. */
type Tie = { adds: string | null }

/** By what a caller knows first. */
const TELLING: readonly (readonly [words: string, names: readonly (keyof StreetRow)[]])[] = [
  ['the state', ['state']],
  ['the direction of the street, such as N or SW,', ['prefix', 'postfix']],
  ['the kind of street, such as Ave or St,', ['suffix']],
  ['the city', ['city']],
  ['the ZIP code', ['zip']],
]

/**
 * Undefined where all candidates are one place: in the same districts, and within 100 m of each
 * other, or points of one street that share the number.
 */
function findTie(bundle: Pick<Bundle, 'places'>, candidates: readonly AddressCandidate[]): Tie | undefined {
  const [first] = candidates
  if (!first) return undefined
  const differ = (name: keyof StreetRow): boolean =>
    candidates.some(({ street }) => street[name] !== first.street[name])
  const areas = new Set(candidates.map(({ lng, lat }) => areasAt(bundle, lng, lat).join(' ')))
  const sameStreet = !differ('prefix') && !differ('suffix') && !differ('postfix')
  const near = spread(candidates) <= TIE_DISTANCE
  if (areas.size === 1 && sameStreet && (near || !differ('street_id'))) return undefined
  return { adds: TELLING.find(([, names]) => names.some(differ))?.[0] ?? null }
}

/** Metres across the box of all points; as on a plane, which is right to a thousandth at such distances. */
function spread(candidates: readonly AddressCandidate[]): number {
  const lngs = candidates.map(({ lng }) => lng)
  const lats = candidates.map(({ lat }) => lat)
  const [south, north] = [least(lats), -least(lats.map((lat) => -lat))]
  const [west, east] = [least(lngs), -least(lngs.map((lng) => -lng))]
  const narrow = Math.cos((((south + north) / 2 / MICRODEGREES) * Math.PI) / 180)
  return (Math.hypot((east - west) * narrow, north - south) / MICRODEGREES) * METRES_A_DEGREE
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY)
}

// An address → its point, from the bundle's own points and ranges. What fits several places is not guessed.

type ParsedAddress = Extract<AddressText, { kind: 'address' }>

/** A point in degrees; or a tie; undefined where no data here knows the address. */
type LocalAddress = { lng: number; lat: number } | { ambiguous: Tie } | undefined

/** The parts that addresses are found in. */
type Places = Pick<Bundle, 'places' | 'addresses'>

type Load = (addresses: OpenPart, reading: AddressReading) => AddressCandidate[]
/** `exact`: as the street is kept; `loose`: the text leaves a part of its name out. */
type Fit = AddressCandidate['fit']

/**
 * As written, among points, then among ranges; then with something left out, among both: a missing `N` or `Ave` counts only where
 * one street fits. A range's point is as near as numbers in proportion come.
 */
export function findLocalAddress(bundle: Places, { readings }: ParsedAddress): LocalAddress {
  const { addresses } = bundle
  if (!addresses) return undefined
  const find = (loads: readonly Load[], fit: Fit): LocalAddress => {
    const found = readings.flatMap((reading) =>
      loads
        .flatMap((load) => load(addresses, reading))
        .filter((candidate) => candidate.fit === fit && isThere(bundle, candidate, reading))
        .map((candidate) => ({ candidate, reading })),
    )
    return decide(bundle, found)
  }
  try {
    return (
      find([loadPoints], 'exact') ?? find([loadRangePoints], 'exact') ?? find([loadPoints, loadRangePoints], 'loose')
    )
  } catch (error) {
    if (error instanceof TooMany) return { ambiguous: { adds: 'the city and state, or the ZIP code,' } }
    throw error
  }
}

function decide(
  bundle: Places,
  found: readonly { candidate: AddressCandidate; reading: AddressReading }[],
): LocalAddress {
  const [first] = found
  if (!first) return undefined
  const candidates = found.map(({ candidate }) => candidate)
  const tie = findTie(bundle, candidates)
  if (tie !== undefined) return { ambiguous: tie }
  const { lng, lat } = candidates.find(({ measured }) => measured) ?? first.candidate
  return { lng: lng / MICRODEGREES, lat: lat / MICRODEGREES }
}

/**
 * Undefined where no data here knows the address, or the text is none.
 * @throws ApiError 404 for what has no point by its address, 400 for a tie. The text stands in no message.
 */
export function findAddress(bundle: Bundle, text: string): ResolvedLocation | undefined {
  const parsed: AddressText = parseAddress(text)
  if (parsed.kind === 'other') return undefined
  if (parsed.kind === 'no_point')
    throw new ApiError(
      'not_found',
      `An address of that kind, ${parsed.what}, has no point on a map. Ask by a street address, by lat and lng, or by ZIP code, city, county or state.`,
    )
  const found = findLocalAddress(bundle, parsed)
  if (!found) return undefined
  if ('ambiguous' in found) throw refuseTie(found.ambiguous.adds)
  const place = findPoint(bundle, found.lat, found.lng)
  // Beside the point's own, for the answers say how each was resolved.
  return { ...place, kind: 'address', resolver: 'local', key: `local ${place.key}` }
}

function refuseTie(adds: string | null): ApiError {
  const expected = adds === null ? 'expected lat and lng instead' : `expected ${adds} too`
  return new ApiError(
    'invalid_parameter',
    `Parameter \`location\`: several addresses fit, in different places: ${expected}.`,
  )
}
