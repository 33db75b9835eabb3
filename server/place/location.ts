import type { Location } from '../../data/schema/location.ts'
import type { LocationResolver } from '../../data/schema/vocabulary.ts'
import type { Place } from './place.ts'

/** JSON. @param complete false where the lines of something that is answered are not held */
export function presentLocation(place: Place, complete: boolean): string {
  const resolver: LocationResolver = place.kind === 'coordinates' ? 'coordinates' : 'area'
  const location: Omit<Location, 'state'> & { state: string } = {
    exact: place.exact,
    complete,
    basis: place.basis,
    kind: place.kind,
    label: place.label,
    state: place.state,
    resolver,
  }
  return JSON.stringify(location)
}
