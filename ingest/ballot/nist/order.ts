// The order of contests and options: that of the ballot styles, then the numbers in the file, then file order.

import { orderByStyles } from '../feed/order.ts'
import { countOf, idsOf, listOf, type NistObject, textOf } from './object.ts'

export interface NistOrder {
  contests: readonly NistObject[]
  /** Option ids by contest id, from the first ballot style that orders them. */
  options: ReadonlyMap<string, readonly string[]>
}

export function orderElection(election: NistObject): NistOrder {
  const styles = listOf(election, 'BallotStyle').map(orderedContests)
  const options = new Map<string, readonly string[]>()
  for (const ordered of styles.flat()) {
    const given = idsOf(ordered, 'OrderedContestOptionIds')
    if (given.length > 0 && !options.has(contestId(ordered))) options.set(contestId(ordered), given)
  }
  const numbered = sortById(listOf(election, 'Contest'), [])
  const order = orderByStyles(
    numbered.map(({ id }) => id),
    styles.map((style) => style.map(contestId)),
  )
  return { contests: sortById(numbered, order), options }
}

/** Sorts by the ids in `order`; objects without an id there follow, by their numbers. */
export function sortById(objects: readonly NistObject[], order: readonly string[]): NistObject[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const ranked = objects.map((object) => ({
    object,
    place: places.get(object.id) ?? order.length,
    number: countOf(object, 'SequenceOrder') ?? Number.MAX_SAFE_INTEGER,
  }))
  return ranked.sort((a, b) => a.place - b.place || a.number - b.number).map(({ object }) => object)
}

/** A style lists contests under headers or directly. */
function orderedContests(content: NistObject): NistObject[] {
  return listOf(content, 'OrderedContent').flatMap((ordered) =>
    textOf(ordered, 'ContestId') === null ? orderedContests(ordered) : [ordered],
  )
}

function contestId(ordered: NistObject): string {
  return textOf(ordered, 'ContestId') ?? ''
}
