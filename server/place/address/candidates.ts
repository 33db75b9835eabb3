// Looks up the points and ranges of one house number on the streets of one name.

import type { OpenPart } from '../../../data/store/bundle.ts'
import type { AddressReading } from '../../../data/street/address-text.ts'
import { splitHouseNumber } from '../../../data/street/house-number.ts'
import { decodeRange, holdsNumber, pointInRange } from '../../../data/street/number-range.ts'
import type { Street } from '../../../data/street/street.ts'

/** Columns as in the addresses part; '' means unknown. */
export interface StreetRow {
  street_id: number
  state: string
  zip: string
  city: string
  prefix: string
  suffix: string
  postfix: string
}

/** Microdegrees. */
export interface AddressCandidate {
  street: StreetRow
  lng: number
  lat: number
  /** True for a point of the address's own; false for one interpolated along a range. */
  measured: boolean
  fit: 'exact' | 'loose'
}

/** Streets of one name to search if the request gives neither state nor ZIP code. */
const STREETS_MAX = 5000

/** Thrown when too many streets share the name: the search would be slow, and its result ambiguous. */
export class TooMany extends Error {}

const OF_STREETS = `FROM street_name
JOIN street ON street.name_id = street_name.name_id`
const THERE = `street_name.name = $name
  AND ($zip IS NULL OR street.zip IN ($zip, ''))
  AND ($state IS NULL OR street.state = $state)`
const COLUMNS = 'street.street_id, street.state, street.zip, street.city, street.prefix, street.suffix, street.postfix'

export function loadPoints(addresses: OpenPart, reading: AddressReading): AddressCandidate[] {
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
  const number = splitHouseNumber(reading.number)
  return namesOf(reading).flatMap((name) => {
    const rows = points.all({ ...number, ...whereOf(reading), name, limit: STREETS_MAX + 1 })
    if (rows.length > STREETS_MAX) throw new TooMany()
    return rows.flatMap(({ lng, lat, ...street }) => fitted(reading, name, street, { lng, lat, measured: true }))
  })
}

export function loadRangePoints(addresses: OpenPart, reading: AddressReading): AddressCandidate[] {
  const ranges = addresses.statement<StreetRow & { range: Uint8Array }>(
    `SELECT ${COLUMNS}, address_range.range
${OF_STREETS}
JOIN address_range ON address_range.street_id = street.street_id
WHERE ${THERE}
  AND address_range.lead = $lead AND address_range.low <= $value AND address_range.high >= $value
ORDER BY street.street_id, address_range.low, address_range.high, address_range.range`,
  )
  const { lead, value } = splitHouseNumber(reading.number)
  return namesOf(reading).flatMap((name) => {
    const where = { ...whereOf(reading), name }
    if (where.zip === null && countStreets(addresses, where) > STREETS_MAX) throw new TooMany()
    return ranges.all({ lead, value, ...where }).flatMap(({ range, ...street }) => {
      const decoded = decodeRange(range)
      if (!holdsNumber(decoded, value)) return []
      return fitted(reading, name, street, { ...pointInRange(decoded, value), measured: false })
    })
  })
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

function namesOf({ street, others }: AddressReading): string[] {
  return [...new Set([street, ...others].map(({ name }) => name))]
}

function fitted(
  { street: asked, others }: AddressReading,
  name: string,
  street: StreetRow,
  point: Pick<AddressCandidate, 'lng' | 'lat' | 'measured'>,
): AddressCandidate[] {
  if (asked.name === name && isSame(asked, street)) return [{ street, ...point, fit: 'exact' }]
  const loosely = [asked, ...others].some((other) => other.name === name && lacksOnly(other, street))
  return loosely ? [{ street, ...point, fit: 'loose' }] : []
}

type Parts = Pick<Street, 'prefix' | 'suffix' | 'postfix'>

function isSame(asked: Parts, kept: Parts): boolean {
  return asked.prefix === kept.prefix && asked.suffix === kept.suffix && asked.postfix === kept.postfix
}

/** The request says less than the stored street, adds only a street type, or has the direction on the other side. */
function lacksOnly(asked: Parts, kept: Parts): boolean {
  const kinds = asked.suffix === kept.suffix || asked.suffix === '' || kept.suffix === ''
  const lacks = (own: string, other: string): boolean => own === other || own === ''
  const turned = asked.prefix === kept.postfix && asked.postfix === kept.prefix
  return kinds && (turned || (lacks(asked.prefix, kept.prefix) && lacks(asked.postfix, kept.postfix)))
}
