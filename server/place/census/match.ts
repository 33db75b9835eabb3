// Parses the geocoder's response: coordinates and address parts of each match.

import { z } from 'zod'

// Several matches for one address are either one place or a tie. A tie is an error.

/** Metres. Matches within this distance count as one place. */
const TIE_DISTANCE = 100
const METRES_A_DEGREE = 111_320

type Parts = CensusMatch['addressComponents']

/** Ordered by how likely a caller is to know the value. */
const TELLING: readonly (readonly [words: string, names: readonly (keyof Parts)[]])[] = [
  ['the state', ['state']],
  ['the city', ['city']],
  ['the ZIP code', ['zip']],
  ['the direction of the street (such as N or SW)', ['preDirection', 'suffixDirection']],
  ['the kind of street (such as Ave or St)', ['preType', 'suffixType']],
]

/** Words that the caller must add; undefined if all matches are in one state and within 100 m of each other. */
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

/** Computed as on a plane: accurate to a thousandth at such distances. */
function metresBetween(a: CensusMatch['coordinates'], b: CensusMatch['coordinates']): number {
  const east = (a.x - b.x) * Math.cos((((a.y + b.y) / 2) * Math.PI) / 180)
  return Math.hypot(east, a.y - b.y) * METRES_A_DEGREE
}

function differ(matches: readonly CensusMatch[], name: keyof Parts): boolean {
  return new Set(matches.map(({ addressComponents }) => addressComponents[name] ?? '')).size > 1
}

const part = z.string().nullish()
const match = z.object({
  /** Degrees, NAD 83. */
  coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
  addressComponents: z.object({
    state: z.string(),
    city: part,
    zip: part,
    preDirection: part,
    suffixDirection: part,
    preType: part,
    suffixType: part,
  }),
})
export type CensusMatch = z.infer<typeof match>

const found = z.object({ result: z.object({ addressMatches: z.array(match) }) })
const refused = z.object({ errors: z.array(z.unknown()).min(1) })

/** Returns undefined if the text is not a response of the geocoder. */
export function parseMatches(text: string): readonly CensusMatch[] | undefined {
  return found.safeParse(parseJson(text)).data?.result.addressMatches
}

/** The geocoder says that the text is not an address. */
export function isRefusal(text: string): boolean {
  return refused.safeParse(parseJson(text)).success
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
