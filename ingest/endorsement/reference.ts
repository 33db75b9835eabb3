// How a feed may name a thing, and what is said where it names none or several.

import { placeFolded } from '../../data/schema/folded-name.ts'

/** What a reference fits, or what is wrong with it. */
export type ResolvedReference<Known> = { found: Known; mended?: Problem } | { problem: Problem }

export interface Problem {
  /** The issue's: `unmatched-contest`, `ambiguous-choice`, … */
  code: string
  /** Which field of the record is at fault. */
  field: string
  value: string | null
  message: string
}

/** Folded for comparing; text without a Latin letter or digit is compared as it stands. */
export function plain(text: string): string {
  return placeFolded(text) || text.normalize('NFC').trim()
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && String(Number(text)) === text
}

/** `a`, `a; b`, with a beginning: `; likely ` or nothing where the list is empty. */
export function listLikely(likely: readonly string[]): string {
  return likely.length === 0 ? '' : `; likely: ${likely.join('; ')}`
}

/** For a sentence. */
export function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/** Values of a map that may be several. */
export function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (!values) map.set(key, [value])
  else if (!values.includes(value)) values.push(value)
}
