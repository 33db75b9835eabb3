// Several candidates for one address: one place, or a tie, which is never guessed.

import { MICRODEGREES } from '../../../data/schema/multipolygon.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import { areasAt } from '../point.ts'
import type { Candidate, StreetRow } from './candidates.ts'

/** Metres, in which several streets' points are one place. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

/** What the text must also say, in words; null where no words would tell them apart. */
export type Tie = { adds: string | null }

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
export function findTie(bundle: Pick<Bundle, 'places'>, candidates: readonly Candidate[]): Tie | undefined {
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
function spread(candidates: readonly Candidate[]): number {
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
