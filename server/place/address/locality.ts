// Whether an address lies where the text says.

import type { AddressReading } from '../../../data/schema/address-text.ts'
import { nameOf, toWords } from '../../../data/schema/street.ts'
import type { Bundle, Part } from '../../../data/store/bundle.ts'
import { keepWhole } from '../../read/keep.ts'
import { areasAt } from '../point.ts'
import type { Candidate } from './candidates.ts'

type Places = Pick<Bundle, 'places' | 'addresses'>

/**
 * Among candidates of the asked state and ZIP code, or of no ZIP code. A city is right where the source names it, the post names the
 * ZIP code's place so, or the point lies in the place of that name; beside a ZIP code it need not be, unless it was guessed.
 */
export function isThere(bundle: Places, candidate: Candidate, { zip, city, guessed }: AddressReading): boolean {
  const { street } = candidate
  if (zip !== undefined && street.zip === zip && !guessed) return true
  if (city !== undefined)
    return (
      isCity(bundle, candidate, city) && (zip === undefined || street.zip === zip || mayHave(bundle, candidate, zip))
    )
  return zip === undefined || mayHave(bundle, candidate, zip)
}

function isCity(bundle: Places, { street, lng, lat }: Candidate, city: string): boolean {
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
function mayHave(bundle: Places, { street, lng, lat }: Candidate, zip: string): boolean {
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
const placesIn = keepWhole((places: Part) => {
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
