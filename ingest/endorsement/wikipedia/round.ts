// The round and the district of a box, from the headings above it.

import type { Race } from '../race.ts'
import { isAtLarge, type RacePage } from './titles.ts'

const PARTIES: readonly [RegExp, string][] = [
  [/\b(?:democratic|dfl)\b/i, 'Democratic'],
  [/\brepublican\b/i, 'Republican'],
  [/\blibertarian\b/i, 'Libertarian'],
  [/\bgreen\b/i, 'Green'],
]

/** Undefined for a round without a ballot that voters get: a convention or a caucus. @param headings as JSON, outer ones first */
export function parseRound(
  headings: string,
  { office, state, year }: Pick<RacePage, 'office' | 'state' | 'year'>,
): Pick<Race, 'round' | 'party' | 'district' | 'special'> | undefined {
  const path: readonly string[] = toTexts(headings)
  const special = path.some((heading) => /\bspecial\b/i.test(heading))
  const district = office === 'us-house' ? findDistrict(path, isAtLarge(state, year)) : null
  const inner = path.toReversed()
  const named = inner.find((heading) => ROUNDS.test(heading)) ?? ''
  if (/\b(?:convention|caucus(?:es)?)\b/i.test(named)) return undefined
  const of = { district, special }
  if (/\bpost-primary\b|\bgeneral\b/i.test(named)) return { round: 'general', party: null, ...of }
  if (/\brunoff\b/i.test(named)) return { round: 'runoff', party: partyOf(inner), ...of }
  if (/\bprimar(?:y|ies)\b/i.test(named)) return { round: 'primary', party: partyOf(inner), ...of }
  return { round: 'general', party: null, ...of }
}

const ROUNDS = /\b(?:primar(?:y|ies)|post-primary|runoff|general|convention|caucus(?:es)?)\b/i

function partyOf(inner: readonly string[]): string | null {
  for (const heading of inner) {
    const found = PARTIES.find(([pattern]) => pattern.test(heading))
    if (found) return found[1]
  }
  return null
}

function findDistrict(path: readonly string[], atLarge: boolean): string | null {
  for (const heading of path) {
    const [, after, before] =
      /^district (\d{1,2})\b|^(\d{1,2})(?:st|nd|rd|th) (?:congressional )?district\b/i.exec(heading) ?? []
    const number = after ?? before
    if (number !== undefined) return String(Number(number))
  }
  return atLarge ? 'at-large' : null
}

function toTexts(json: string): string[] {
  const path: unknown = JSON.parse(json)
  return Array.isArray(path) ? path.filter((heading) => typeof heading === 'string') : []
}
