// Collects the streets of a county with their house numbers.

import { packPoints, packRanges } from '../../../data/core/address.ts'
import type { CountyAddresses, CountyStreet } from '../../../data/place/county-file.ts'
import type { Area } from '../../../data/place/point.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import type { StreetRow } from '../../../data/street/address-match.ts'
import { decodeRange } from '../../../data/street/number-range.ts'
import { openBook } from '../../../server/place/address/book.ts'

/** A state has a million streets, and their points would fill memory. */
const STREETS_A_STEP = 5000

const STREET = 'street_id, name, state, zip, city, prefix, suffix, postfix'

type NamedStreet = StreetRow & { name: string }

/** Null if no address of the county is held. @param areas those of the county file */
export function collectAddresses(
  bundle: Pick<Bundle, 'places' | 'addresses'>,
  county: { district_id: number; state: string },
  areas: readonly (Area & { ordinal: number })[],
): CountyAddresses | null {
  const book = openBook(bundle)
  const own = areas.find(({ district_id, role }) => district_id === county.district_id && role === 'lines')?.ordinal
  if (!book || own === undefined) return null
  const isHere = (lng: number, lat: number): boolean => book.areasAt(lng, lat).includes(own)
  const streets = collectStreets(bundle, county.state, isHere)
  if (streets.length === 0) return null
  return {
    streets,
    zip_cities: listZipCities(bundle, [...new Set(streets.map(({ zip }) => zip))]),
    zips: listZips(bundle, county.district_id),
    places: Object.fromEntries(
      areas.flatMap(({ ordinal, type }) => (type === 'place' ? [[ordinal, book.placeNamed(ordinal) ?? '']] : [])),
    ),
  }
}

/** By street_id. @param isHere whether a point in microdegrees lies in the county */
function collectStreets(
  { addresses }: Pick<Bundle, 'addresses'>,
  state: string,
  isHere: (lng: number, lat: number) => boolean,
): CountyStreet[] {
  const found = new Map<
    number,
    { street: NamedStreet; points: ReturnType<typeof packPoints>; ranges: ReturnType<typeof packRanges> }
  >()
  const open = (street: NamedStreet) => {
    const known = found.get(street.street_id) ?? { street, points: packPoints(), ranges: packRanges() }
    found.set(street.street_id, known)
    return known
  }
  const points = addresses?.statement<
    NamedStreet & { lead: string; value: number; tail: string; lng: number; lat: number }
  >(
    `SELECT ${STREET}, lead, value, tail, lng, lat
FROM street
JOIN street_name USING (name_id)
JOIN address_point USING (name_id, street_id)
WHERE street_id > $after AND street_id <= $to AND state = $state
ORDER BY street_id, value, lead, tail, lng, lat`,
  )
  const ranges = addresses?.statement<NamedStreet & { lead: string; range: Uint8Array }>(
    `SELECT ${STREET}, lead, range
FROM street
JOIN street_name USING (name_id)
JOIN address_range USING (street_id)
WHERE street_id > $after AND street_id <= $to AND state = $state
ORDER BY street_id, lead, low, high, range`,
  )
  const last = addresses?.statement<{ id: number }>('SELECT max(street_id) AS id FROM street').get()?.id ?? 0
  for (let after = 0; after < last; after += STREETS_A_STEP) {
    const step = { state, after, to: after + STREETS_A_STEP }
    // A number with points on both sides of the county's border keeps all of them: it is ambiguous here, too.
    for (const house of groupHouses(points?.all(step) ?? []))
      if (house.some(({ lng, lat }) => isHere(lng, lat)))
        for (const { lead, value, tail, lng, lat, ...street } of house)
          open(street).points.add(`${lead}${value}${tail}`, { lng, lat })
    for (const { lead, range, ...street } of ranges?.all(step) ?? []) {
      const decoded = decodeRange(range)
      const { line } = decoded
      const ends = [line.slice(0, 2), line.slice(-2)]
      if (ends.some(([lng = 0, lat = 0]) => isHere(lng, lat))) open(street).ranges.add({ lead, ...decoded })
    }
  }
  return [...found.values()].map(({ street: { name, prefix, suffix, postfix, zip, city }, points, ranges }) => ({
    ...{ name, prefix, suffix, postfix, zip, city },
    ...{ points: points.bytes(), ranges: ranges.bytes() },
  }))
}

/** @param points in the order of their houses */
function groupHouses<Point extends { street_id: number; lead: string; value: number; tail: string }>(
  points: readonly Point[],
): Point[][] {
  const houses = new Map<string, Point[]>()
  for (const point of points) {
    const { street_id, lead, value, tail } = point
    const key = `${street_id} ${lead} ${value} ${tail}`
    const known = houses.get(key)
    if (known) known.push(point)
    else houses.set(key, [point])
  }
  return [...houses.values()]
}

function listZipCities(
  { addresses }: Pick<Bundle, 'addresses'>,
  zips: readonly string[],
): [zip: string, city: string][] {
  const rows = addresses
    ?.statement<{ zip: string; city: string }>(
      'SELECT zip, city FROM zip_city WHERE zip IN (SELECT value FROM json_each($zips)) ORDER BY zip, city',
    )
    .all({ zips: JSON.stringify(zips) })
  return (rows ?? []).map(({ zip, city }) => [zip, city])
}

/** ZIP codes that meet a county. */
function listZips({ places }: Pick<Bundle, 'places'>, county: number): string[] {
  return places
    .statement<{ area_key: string }>(
      `SELECT area_key FROM overlap WHERE district_id = $county AND role = 'lines' AND area_key LIKE 'zip:%' ORDER BY area_key`,
    )
    .all({ county })
    .map(({ area_key }) => area_key.slice('zip:'.length))
}
