// Townships that have a mayor or a council, as a city has.

import type { StateCode } from '../schema/vocabulary.ts'

/** Source: N.J.S.A. 40A:63-1 ff. and 40:69A-1 ff. In other states a mayor or a council is a municipality's. */
const STATES: ReadonlySet<StateCode> = new Set<StateCode>(['NJ'])

export function hasTownshipMayors(state: StateCode): boolean {
  return STATES.has(state)
}
