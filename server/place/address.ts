// Finds an address in local data: address → point.

import { ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import { type Bundle, IS_COUNTY, type OpenPart } from '../../data/store/bundle.ts'
import {
  type AddressBook,
  type FoundAddress,
  findInBook,
  type StreetRow,
  TooMany,
} from '../../data/street/address-match.ts'
import { type AddressReading, type AddressText, parseAddress } from '../../data/street/address-text.ts'
import { decodeRange, holdsNumber, pointInRange, splitHouseNumber } from '../../data/street/house-number.ts'
import { nameOf, toWords } from '../../data/street/street.ts'
import { areasAt } from './point.ts'

export function findLocalAddress(
  bundle: Pick<Bundle, 'places' | 'addresses'>,
  parsed: Extract<AddressText, { kind: 'address' }>,
): FoundAddress {
  const book = openBook(bundle)
  return book && findInBook(book, parsed)
}

/**
 * Returns undefined if local data does not hold the address, or if the text is not an address.
 * @throws ApiError 404 for an address without a point, 400 for a tie. No message contains the text.
 */
export function findAddress(
  bundle: Pick<Bundle, 'places' | 'addresses'>,
  text: string,
): { lat: number; lng: number } | undefined {
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
  return found
}

function refuseTie(adds: string | null): ApiError {
  const expected = adds === null ? 'use lat and lng instead' : `add ${adds}`
  return invalidParameter(`Parameter \`location\`: this address matches several places: ${expected}.`)
}

/** Streets of one name to search if the request gives neither state nor ZIP code. */
const STREETS_MAX = 5000

const OF_STREETS = `FROM street_name
JOIN street ON street.name_id = street_name.name_id`
const THERE = `street_name.name = $name
  AND ($zip IS NULL OR street.zip IN ($zip, ''))
  AND ($state IS NULL OR street.state = $state)`
const COLUMNS = 'street.street_id, street.state, street.zip, street.city, street.prefix, street.suffix, street.postfix'

/** Undefined if the bundle has no addresses. */
export function openBook({ places, addresses }: Pick<Bundle, 'places' | 'addresses'>): AddressBook | undefined {
  if (!addresses) return undefined
  const points = addresses.statement<StreetRow & { lng: number; lat: number }>(
    `SELECT ${COLUMNS}, point.lng, point.lat
FROM street_name
JOIN address_point AS point ON point.name_id = street_name.name_id
JOIN street ON street.street_id = point.street_id
WHERE ${THERE}
  AND point.value = $value AND point.lead = $lead AND point.tail = $tail
ORDER BY point.street_id, point.lng, point.lat
LIMIT $limit`,
  )
  const ranges = addresses.statement<StreetRow & { range: Uint8Array }>(
    `SELECT ${COLUMNS}, address_range.range
${OF_STREETS}
JOIN address_range ON address_range.street_id = street.street_id
WHERE ${THERE}
  AND address_range.lead = $lead AND address_range.low <= $value AND address_range.high >= $value
ORDER BY street.street_id, address_range.low, address_range.high, address_range.range`,
  )
  return {
    points(name, reading) {
      const rows = points.all({
        ...splitHouseNumber(reading.number),
        ...whereOf(reading),
        name,
        limit: STREETS_MAX + 1,
      })
      if (rows.length > STREETS_MAX) throw new TooMany()
      return rows.map(({ lng, lat, ...street }) => ({ street, lng, lat }))
    },
    rangePoints(name, reading) {
      const { lead, value } = splitHouseNumber(reading.number)
      const where = { ...whereOf(reading), name }
      if (where.zip === null && countStreets(addresses, where) > STREETS_MAX) throw new TooMany()
      return ranges.all({ lead, value, ...where }).flatMap(({ range, ...street }) => {
        const decoded = decodeRange(range)
        return holdsNumber(decoded, value) ? [{ street, ...pointInRange(decoded, value) }] : []
      })
    },
    isPostal: (zip, city) =>
      addresses.statement('SELECT 1 FROM zip_city WHERE zip = $zip AND city = $city LIMIT 1').get({ zip, city }) !==
      undefined,
    countiesOf: (zip) =>
      places
        .statement<{ ordinal: number }>(
          `SELECT area.ordinal
FROM overlap
JOIN area ON area.district_id = overlap.district_id AND area.role = overlap.role
JOIN district ON district.id = area.district_id
WHERE overlap.area_key = $area_key AND overlap.role = 'lines' AND ${IS_COUNTY}
ORDER BY area.ordinal`,
        )
        .all({ area_key: `zip:${zip}` })
        .map(({ ordinal }) => ordinal),
    placeNamed: (ordinal) => findPlaceName(places, ordinal),
    areasAt: (lngMicro, latMicro) => areasAt({ places }, lngMicro, latMicro),
  }
}

function countStreets(addresses: OpenPart, where: { name: string; zip: string | null; state: string | null }): number {
  const [row] = addresses
    .statement<{ streets: number }>(
      `SELECT count(*) AS streets FROM (SELECT 1 ${OF_STREETS} WHERE ${THERE} LIMIT ${STREETS_MAX + 1})`,
    )
    .all(where)
  return row?.streets ?? 0
}

function whereOf({ zip, state }: AddressReading): { zip: string | null; state: string | null } {
  return { zip: zip ?? null, state: state ?? null }
}

/** Folded like the names of streets. */
function findPlaceName(places: OpenPart, ordinal: number): string | undefined {
  const row = places
    .statement<{ name_folded: string }>(
      `SELECT district.name_folded
FROM area
JOIN district ON district.id = area.district_id
WHERE area.ordinal = $ordinal AND district.type = 'place' AND area.role = 'lines'`,
    )
    .get({ ordinal })
  return row && nameOf(toWords(row.name_folded))
}
