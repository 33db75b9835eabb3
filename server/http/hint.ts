// The hint in an error about an unknown parameter or field.

import { findSimilar } from '../../data/schema/edit-distance.ts'

/** Names that other services use, and our names for them. The hint is the first one that the endpoint accepts. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['as_of', ['snapshot']],
  ['bundle', ['snapshot']],
  ['city', ['location']],
  ['count', ['limit']],
  ['county', ['location']],
  ['date', ['from', 'snapshot']],
  ['endorser_category', ['categories']],
  ['end', ['to']],
  ['kind', ['contest_kinds', 'types']],
  ['kinds', ['contest_kinds', 'types']],
  ['lat_lng', ['lat']],
  ['latitude', ['lat']],
  ['lon', ['lng']],
  ['long', ['lng']],
  ['longitude', ['lng']],
  ['name', ['q']],
  ['offset', ['cursor']],
  ['page', ['cursor']],
  ['page_size', ['limit']],
  ['per_page', ['limit']],
  ['place', ['location']],
  ['postal_code', ['location']],
  ['query', ['q']],
  ['search', ['q']],
  ['size', ['limit']],
  ['start', ['from']],
  ['state', ['states', 'location']],
  ['type', ['types']],
  ['zip', ['location']],
  ['zip_code', ['location']],
  ['zipcode', ['location']],
])

/** `did you mean \`states\`?`, or the accepted names if none is similar. @param known names that the endpoint accepts */
export function hintFor(name: string, known: readonly string[]): string {
  const lower = name.toLowerCase()
  const alias = known.includes(lower) ? lower : ALIASES.get(lower)?.find((target) => known.includes(target))
  const meant = alias ?? findSimilar(lower, known)
  if (meant !== undefined) return `did you mean \`${meant}\`?`
  return known.length === 0 ? 'this endpoint accepts none.' : `expected ${known.join(', ')}.`
}
