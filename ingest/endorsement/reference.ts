// References to elections, contests, choices and endorsers in a feed: results, problems and their messages.

import { placeFolded } from '../../data/schema/folded-name.ts'

/** The match of a reference, or the problem with it. */
export type ResolvedReference<Known> = { found: Known; mended?: Problem } | { problem: Problem }

export interface Problem {
  /** The code: `unmatched-contest`, `ambiguous-choice`, … */
  code: string
  /** The field of the record with the problem. */
  field: string
  value: string | null
  message: string
}

/** Folded for comparison. Text without a Latin letter or digit stays unchanged. */
export function plain(text: string): string {
  return placeFolded(text) || text.normalize('NFC').trim()
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && String(Number(text)) === text
}

const LIKELY = '; likely: '

/** Joins the names after `; likely: `, as `a; b`. Empty for an empty list. */
export function listLikely(likely: readonly string[]): string {
  return likely.length === 0 ? '' : `${LIKELY}${likely.join('; ')}`
}

/** The likely names of a message, as listLikely joined them; null if it has none. */
export function findLikelyNames(message: string): string | null {
  const at = message.indexOf(LIKELY)
  return at < 0 ? null : message.slice(at + LIKELY.length)
}

/** Shortens text for a message. */
export function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/** Adds to a map with several values per key. */
export function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (!values) map.set(key, [value])
  else if (!values.includes(value)) values.push(value)
}
