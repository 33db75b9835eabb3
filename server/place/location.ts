import type { Location } from '../../data/schema/location.ts'
import type { ResolvedLocation } from './place.ts'

interface Known {
  /** False if the lines needed for part of the answer are missing. */
  complete: boolean
  lines_differ: boolean
}

export function presentLocation(place: ResolvedLocation, { complete, lines_differ }: Known): string {
  const location: Omit<Location, 'state'> & { state: string } = {
    exact: place.exact,
    // A city may lie in more counties than are known.
    complete: complete && !(place.kind === 'city' && place.basis === 'county'),
    lines_differ,
    basis: place.basis,
    kind: place.kind,
    label: place.label,
    state: place.state,
    resolver: place.resolver,
  }
  return JSON.stringify(location)
}
