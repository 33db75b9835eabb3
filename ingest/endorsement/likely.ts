// Suggests likely names for a reference that matches nothing. Used only in issue messages, never to match.

import { placeFolded } from '../../data/schema/folded-name.ts'

const LIKELY_MAX = 3
/** Names with a smaller share of common letter pairs count as unrelated. */
const LIKENESS_MIN = 0.35
/** Limits the comparisons in a file with only wrong names. */
const COMPARED_MAX = 1000

export type FindLikely = <Item>(
  text: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
) => readonly Item[]

/**
 * At most three names, most similar first, by Dice's coefficient of letter pairs. Always empty after 1,000 calls, and after `items_max`
 * compared items: for a caller who cannot wait.
 */
export function openLikely(items_max = Number.POSITIVE_INFINITY): FindLikely {
  const known = new Map<string, ReadonlySet<string>>()
  const pairsOf = (text: string): ReadonlySet<string> => {
    const pairs = known.get(text) ?? letterPairs(text)
    known.set(text, pairs)
    return pairs
  }
  let [asked, compared] = [0, 0]
  return (text, items, textsOf) => {
    asked++
    compared += items.length
    if (asked > COMPARED_MAX || compared > items_max) return []
    const pairs = letterPairs(text.slice(0, 300))
    return items
      .map((item) => ({ item, likeness: Math.max(...textsOf(item).map((known) => likeness(pairs, pairsOf(known)))) }))
      .filter((scored) => scored.likeness >= LIKENESS_MIN)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, LIKELY_MAX)
      .map(({ item }) => item)
  }
}

function letterPairs(text: string): ReadonlySet<string> {
  const letters = ` ${placeFolded(text)} `
  const pairs = new Set<string>()
  for (let i = 0; i + 1 < letters.length; i++) pairs.add(letters.slice(i, i + 2))
  return pairs
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return (2 * common) / (one.size + other.size)
}
