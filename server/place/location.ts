import { sortMissing } from '../../data/place/missing.ts'
import type { Missing } from '../../data/schema/location.ts'
import type { ResolvedLocation } from './place.ts'

interface Known {
  /** What the answer lacks, or may lack, in any order. */
  missing: readonly Missing[]
  lines_differ: boolean
}

const NO_CITY_LINES: Missing = { kind: 'city', reason: 'no_boundary' }

export function presentLocation(place: ResolvedLocation, { missing, lines_differ }: Known): string {
  const { exact, basis, kind, label, state, resolver } = place
  // A city may lie in more counties than are known.
  const all = sortMissing(kind === 'city' && basis === 'county' ? [...missing, NO_CITY_LINES] : missing)
  const known = `"exact":${exact},"complete":${all.length === 0},"lines_differ":${lines_differ}`
  return `{${known},"basis":"${basis}","kind":"${kind}","label":${JSON.stringify(label)},"state":"${state}","resolver":"${resolver}","missing":${JSON.stringify(all)}}`
}
