// The one municipality of a state whose name a text cuts or misspells.

import { placeKey, placeWords } from '../../../data/schema/folded-name.ts'
import type { DivisionIndex } from '../division.ts'

interface NamedDivision {
  ocd_id: string
  name: string
}

/** Words that a name of a place ends in, and that a file leaves out. */
const ENDINGS = new Set(['bay', 'bluff', 'city', 'hills', 'island', 'town', 'village'])
const MIN_LETTERS = 8

/** `HILTON HEAD` → Hilton Head Island; `PRESTONBURG` → Prestonsburg. Only one that no other place is as near to. */
export function nearestPlace(text: string, { places }: DivisionIndex): NamedDivision | undefined {
  const words = placeWords(text)
  const key = placeKey(text)
  const known = [...places].flatMap(([name, place]) => (place ? [{ name, place }] : []))
  const longer = known.filter(({ name }) => isLonger(name, words))
  const [first, second] = longer
  if (first && !second && [...places.keys()].filter((name) => name.startsWith(`${words} `)).length === 1)
    return first.place
  if (key.length < MIN_LETTERS) return undefined
  const [one, other] = known.filter(({ name }) => isOneApart(placeKey(name), key))
  return other ? undefined : one?.place
}

function isLonger(name: string, words: string): boolean {
  return name.startsWith(`${words} `) && ENDINGS.has(name.slice(words.length + 1))
}

/** One letter more, less or other, or two letters that have changed places. */
function isOneApart(name: string, other: string): boolean {
  const [long, short] = name.length >= other.length ? [name, other] : [other, name]
  if (long.length - short.length > 1 || long[0] !== short[0]) return false
  let at = 0
  while (at < short.length && long[at] === short[at]) at++
  const rest = long.slice(at + 1)
  if (long.length > short.length) return rest === short.slice(at)
  const swapped = long[at] === short[at + 1] && long[at + 1] === short[at]
  return rest === short.slice(at + 1) || (swapped && long.slice(at + 2) === short.slice(at + 2))
}
