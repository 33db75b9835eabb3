import type { Location } from '../../data/schema/location.ts'
import type { Place } from './place.ts'

/** JSON. @param complete false where the lines of something that is answered are not held */
export function presentLocation(place: Place, complete: boolean): string {
  const location: Omit<Location, 'state'> & { state: string } = {
    exact: place.exact,
    complete,
    basis: place.basis,
    kind: place.kind,
    label: place.label,
    state: place.state,
    resolver: place.resolver,
  }
  return JSON.stringify(location)
}
