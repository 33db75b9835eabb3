// Several matches for one address: one place, or a tie, which is never guessed.

import type { CensusMatch } from './match.ts'

/** Metres. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

type Parts = CensusMatch['addressComponents']

/** By what a caller knows first. */
const TELLING: readonly (readonly [words: string, names: readonly (keyof Parts)[]])[] = [
  ['the state', ['state']],
  ['the city', ['city']],
  ['the ZIP code', ['zip']],
  ['the direction of the street, such as N or SW,', ['preDirection', 'suffixDirection']],
  ['the kind of street, such as Ave or St,', ['preType', 'suffixType']],
]

/** What an address must also say; undefined where all matches are in one state and within 100 m of each other. */
export function findTie(matches: readonly CensusMatch[]): string | undefined {
  const tied = matches.some((one, at) => matches.slice(at + 1).some((other) => isElsewhere(one, other)))
  if (!tied) return undefined
  const told = TELLING.find(([, names]) => names.some((name) => differ(matches, name)))
  return told?.[0] ?? 'the city and the ZIP code'
}

function isElsewhere(one: CensusMatch, other: CensusMatch): boolean {
  return (
    one.addressComponents.state !== other.addressComponents.state ||
    metresBetween(one.coordinates, other.coordinates) > TIE_DISTANCE
  )
}

/** As on a plane: right to a thousandth at such distances. */
function metresBetween(a: CensusMatch['coordinates'], b: CensusMatch['coordinates']): number {
  const east = (a.x - b.x) * Math.cos((((a.y + b.y) / 2) * Math.PI) / 180)
  return Math.hypot(east, a.y - b.y) * METRES_A_DEGREE
}

function differ(matches: readonly CensusMatch[], name: keyof Parts): boolean {
  return new Set(matches.map(({ addressComponents }) => addressComponents[name] ?? '')).size > 1
}
