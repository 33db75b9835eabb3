// Finds street addresses of a county file, by the rules of the server. It is a module of its own: a page without addresses needs none of it.

import { unpackPoints, unpackRanges } from '../../data/core/address.ts'
import type { CountyAddresses, CountyStreet } from '../../data/place/county-file.ts'
import { type AddressBook, type FoundAddress, findInBook, type StreetPoint } from '../../data/street/address-match.ts'
import { type AddressReading, parseAddress } from '../../data/street/address-text.ts'
import { decodeRange, holdsNumber, pointInRange, splitHouseNumber } from '../../data/street/house-number.ts'
import type { County } from './reader.ts'

export type { FoundAddress }

/** An opened county file. */
type CountyWithAddresses = Pick<County, 'held'> & { county: Pick<County['county'], 'state'> }

/**
 * A finder of the county's addresses; undefined if none is held.
 * @returns for a text, its point in degrees; what must be added if it matches several places; undefined if it is not held
 */
export function openAddresses({ county, held }: CountyWithAddresses): ((text: string) => FoundAddress) | undefined {
  const { addresses } = held
  if (!addresses) return undefined
  const book = toBook(addresses, county.state, held)
  return (text) => {
    const parsed = parseAddress(text)
    return parsed.kind === 'address' ? findInBook(book, parsed) : undefined
  }
}

function toBook(
  { streets, zip_cities, zips, places }: CountyAddresses,
  state: string,
  { own, areasAt }: Pick<County['held'], 'own' | 'areasAt'>,
): AddressBook {
  const named = new Map<string, { street_id: number; street: CountyStreet }[]>()
  for (const [street_id, street] of streets.entries())
    named.set(street.name, [...(named.get(street.name) ?? []), { street_id, street }])
  const postal = new Set(zip_cities.map((pair) => pair.join(' ')))
  const met = new Set(zips)
  /** @param pointsOf points of a house number on a street */
  const find = (
    name: string,
    reading: AddressReading,
    pointsOf: (street: CountyStreet) => Iterable<{ lng: number; lat: number }>,
  ): StreetPoint[] => {
    if (reading.state !== undefined && reading.state !== state) return []
    return (named.get(name) ?? [])
      .filter(({ street: { zip } }) => reading.zip === undefined || zip === '' || zip === reading.zip)
      .flatMap(({ street_id, street }) => {
        const { zip, city, prefix, suffix, postfix } = street
        const row = { street_id, state, zip, city, prefix, suffix, postfix }
        return [...pointsOf(street)].map(({ lng, lat }) => ({ street: row, lng, lat }))
      })
  }
  return {
    points(name, reading) {
      const { lead, value, tail } = splitHouseNumber(reading.number)
      return find(name, reading, ({ points }) =>
        [...unpackPoints(points)].filter((one) => one.value === value && one.lead === lead && one.tail === tail),
      )
    },
    rangePoints(name, reading) {
      const { lead, value } = splitHouseNumber(reading.number)
      return find(name, reading, ({ ranges }) =>
        [...unpackRanges(ranges)]
          .filter((one) => one.lead === lead && one.low <= value && value <= one.high)
          .map(({ range }) => decodeRange(range))
          .filter((range) => holdsNumber(range, value))
          .map((range) => pointInRange(range, value)),
      )
    },
    isPostal: (zip, city) => postal.has(`${zip} ${city}`),
    countiesOf: (zip) => (met.has(zip) ? [own] : []),
    placeNamed: (ordinal) => places[ordinal],
    areasAt,
  }
}
