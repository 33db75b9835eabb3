// Finds an address in local data: address → resolved location.

import { MICRODEGREES } from '../../../data/geometry/multipolygon.ts'
import type { Bundle, OpenPart } from '../../../data/store/bundle.ts'
import { type AddressReading, type AddressText, parseAddress } from '../../../data/street/address-text.ts'
import { nameOf, toWords } from '../../../data/street/street.ts'
import { ApiError } from '../../http/errors.ts'
import { memoizePerPart } from '../../read/per-part-cache.ts'
import { findPoint, type ResolvedLocation } from '../place.ts'
import { areasAt } from '../point.ts'
import { type AddressCandidate, loadPoints, loadRangePoints, type StreetRow, TooMany } from './candidates.ts'

// Check that a candidate lies in the city and ZIP code of the request.

/**
 * The candidate's state and ZIP code already match, or its source gives no ZIP code. A city matches if the source names it,
 * if the Postal Service uses it for the ZIP code, or if the point lies in the place of that name. With a matching ZIP code
 * the city need not match, unless the ZIP code was guessed.
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

/** For a source without ZIP codes: the point's county must be one of the ZIP code's counties. */
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

/** Names of places by area ordinal, folded like street names. */
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

// Several candidates for one address are either one place or a tie. A tie is an error.

/** Metres. Points of several streets within this distance count as one place. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

/** Words that the caller must add; null if no words would separate the candidates. */
type Tie = { adds: string | null }

/** Ordered by how likely a caller is to know the value. */
const TELLING: readonly (readonly [words: string, names: readonly (keyof StreetRow)[]])[] = [
  ['the state', ['state']],
  ['the direction of the street (such as N or SW)', ['prefix', 'postfix']],
  ['the kind of street (such as Ave or St)', ['suffix']],
  ['the city', ['city']],
  ['the ZIP code', ['zip']],
]

/**
 * Returns undefined if all candidates are one place: they lie in the same districts, and either within 100 m of each other
 * or on one street under one number.
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

/** Diagonal of the box around all points, in metres. Computed as on a plane: accurate to a thousandth at such distances. */
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

// Address → point, from the bundle's points and ranges. An ambiguous address is never guessed.

type ParsedAddress = Extract<AddressText, { kind: 'address' }>

/** A point in degrees, or a tie; undefined if local data does not hold the address. */
type LocalAddress = { lng: number; lat: number } | { ambiguous: Tie } | undefined

/** The parts that hold addresses. */
type Places = Pick<Bundle, 'places' | 'addresses'>

type Load = (addresses: OpenPart, reading: AddressReading) => AddressCandidate[]
/** `exact`: as the street is stored; `loose`: the text omits part of the street's name. */
type Fit = AddressCandidate['fit']

/**
 * Searches points for the exact street, then ranges, then both for a loose fit. A missing `N` or `Ave` is accepted only if
 * one street fits. A range gives an estimated point: house numbers are spaced evenly along it.
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
    if (error instanceof TooMany) return { ambiguous: { adds: 'the city and state, or the ZIP code' } }
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
 * Returns undefined if local data does not hold the address, or if the text is not an address.
 * @throws ApiError 404 for an address without a point, 400 for a tie. No message contains the text.
 */
export function findAddress(bundle: Bundle, text: string): ResolvedLocation | undefined {
  const parsed: AddressText = parseAddress(text)
  if (parsed.kind === 'other') return undefined
  if (parsed.kind === 'no_point')
    throw new ApiError(
      'not_found',
      `This kind of address (${parsed.what}) has no point on a map. Use a street address, lat and lng, a ZIP code, a city, a county or a state.`,
    )
  const found = findLocalAddress(bundle, parsed)
  if (!found) return undefined
  if ('ambiguous' in found) throw refuseTie(found.ambiguous.adds)
  const place = findPoint(bundle, found.lat, found.lng)
  // The key differs from the point's own key, because the answer states how the location was resolved.
  return { ...place, kind: 'address', resolver: 'local', key: `local ${place.key}` }
}

function refuseTie(adds: string | null): ApiError {
  const expected = adds === null ? 'use lat and lng instead' : `add ${adds}`
  return new ApiError('invalid_parameter', `Parameter \`location\`: this address matches several places: ${expected}.`)
}
