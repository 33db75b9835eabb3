// Splits an address line into its comma-separated segments, from the street on, or names a kind of address that has no point.

import { folded } from '../schema/folded-name.ts'
import { readHouseNumber } from './house-number.ts'
import { DIRECTIONS, PLAIN_SUFFIXES, SUFFIXES } from './street-words.ts'

/** Kinds of addresses without a point on the map, worded for a sentence. */
export type NoPoint =
  | 'a post office box'
  | 'an intersection'
  | 'a rural route'
  | 'a military address'
  | 'general delivery'

/** Tokens are folded words, `#`, `&`, `@`, and numbers with their hyphens, slashes and points. */
export type Segment = readonly string[]

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['¼', ' 1/4'],
  ['½', ' 1/2'],
  ['¾', ' 3/4'],
  ['⁄', '/'],
])

/** Patterns of a segment's beginning. They run in linear time: anchored, without nested repetition. */
const NO_POINTS: readonly (readonly [what: NoPoint, begins: RegExp])[] = [
  ['a post office box', /^(p ?o ?box|p ?o ?b|post office box|po drawer|box) ?#? ?[a-z]?\d/],
  [
    'a rural route',
    /^(rr|r r|rural (route|rte|rt|delivery)|r ?f ?d|hcr?|highway contract( route)?|star (route|rte|rt)) ?#? ?\d/,
  ],
  ['a rural route', /^(rd|route|rte|rt) ?#? ?\d+ box\b/],
  ['a military address', /^(psc|cmr|unit) ?#? ?\d+ box\b/],
  ['a military address', /^[a-z0-9 ]* (apo|fpo|dpo) (aa|ae|ap)\b/],
  ['general delivery', /^general delivery\b/],
]
const CROSSING = new Set(['&', '@', 'and', 'at', '/'])

/** Starts at the segment that begins with a house number. Empty if there is none and nothing else is recognised. */
export function splitAddress(text: string): { segments: readonly Segment[] } | { what: NoPoint } {
  const segments = text
    .replace(/[¼½¾⁄]/g, (sign) => FRACTIONS.get(sign) ?? '')
    .split(/[,;|\r\n]/)
    .map(toTokens)
    .filter((tokens) => tokens.length > 0)
  const start = segments.findIndex((tokens) => (readHouseNumber(tokens)?.taken ?? tokens.length) < tokens.length)
  const before = start < 0 ? segments : segments.slice(0, start)
  const what = before.map(findNoPoint).find((found) => found !== undefined)
  const street = segments[start]
  if (what && (start < 0 || what !== 'a post office box')) return { what }
  if (street && isCrossing(street.slice(readHouseNumber(street)?.taken))) return { what: 'an intersection' }
  return { segments: start < 0 ? [] : segments.slice(start) }
}

function toTokens(segment: string): Segment {
  return folded(segment)
    .replace(/[‐-―−]/g, '-')
    .replace(/['’`]/g, '')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '')
    .replace(/[#&@]/g, ' $& ')
    .split(/[^a-z0-9#&@./-]+/)
    .filter((token) => token !== '')
}

function findNoPoint(tokens: Segment): NoPoint | undefined {
  const segment = tokens.join(' ')
  const found = NO_POINTS.find(([, begins]) => begins.test(segment))
  if (found) return found[0]
  return isCrossing(tokens) || /^corner of\b/.test(segment) ? 'an intersection' : undefined
}

/** Whether there are streets on both sides, at least one with a word such as `st`. @param words without a house number */
function isCrossing(words: Segment): boolean {
  const at = words.findIndex((word) => CROSSING.has(word))
  if (at < 1 || at === words.length - 1) return false
  return [words.slice(0, at), words.slice(at + 1)].some(endsAsStreet)
}

function endsAsStreet(words: Segment): boolean {
  const named = DIRECTIONS.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return PLAIN_SUFFIXES.has(SUFFIXES.get(named.at(-1) ?? '') ?? '') && named.length > 0
}
