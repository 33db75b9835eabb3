// An address → its point, from the bundle's own points and ranges. What fits several places is not guessed.

import type { AddressReading, AddressText } from '../../../data/schema/address-text.ts'
import { MICRODEGREES } from '../../../data/schema/multipolygon.ts'
import type { Bundle, Part } from '../../../data/store/bundle.ts'
import { type Candidate, loadPoints, loadRangePoints, TooMany } from './candidates.ts'
import { isThere } from './locality.ts'
import { findTie, type Tie } from './tie.ts'

export type ParsedAddress = Extract<AddressText, { kind: 'address' }>

/** A point in degrees; or a tie; undefined where no data here knows the address. */
export type LocalAddress = { lng: number; lat: number } | { ambiguous: Tie } | undefined

/** The parts that addresses are found in. */
export type Places = Pick<Bundle, 'places' | 'addresses'>

type Load = (addresses: Part, reading: AddressReading) => Candidate[]
/** `exact`: as the street is kept; `loose`: the text leaves a part of its name out. */
type Fit = Candidate['fit']

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

function decide(bundle: Places, found: readonly { candidate: Candidate; reading: AddressReading }[]): LocalAddress {
  const [first] = found
  if (!first) return undefined
  const candidates = found.map(({ candidate }) => candidate)
  const tie = findTie(bundle, candidates)
  if (tie !== undefined) return { ambiguous: tie }
  const { lng, lat } = candidates.find(({ measured }) => measured) ?? first.candidate
  return { lng: lng / MICRODEGREES, lat: lat / MICRODEGREES }
}
