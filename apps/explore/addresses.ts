// Whether a street address has an answer here: from the bundle, or from the operator's geocoder.

import { holdsAddresses } from '../../server/place/unknown-address.ts'
import type { Look } from './look.ts'

/** @param state postal code; without one, whether an address of any state has an answer */
export function answersAddresses({ geocodes, inBundle }: Look, state?: string): boolean {
  if (geocodes) return true
  return (
    inBundle((bundle) => (state === undefined ? bundle.addresses !== undefined : holdsAddresses(bundle, state))) ===
    true
  )
}
