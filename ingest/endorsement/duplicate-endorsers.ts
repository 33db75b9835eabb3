// Pairs of endorsers that may be one, for a person to decide: the same words in another form, or nearly the same letters.

import { placeFolded } from '../../data/schema/folded-name.ts'

export interface NamedEndorser {
  endorser_slug: string
  name: string
  category: string
  state: string
}

export interface ProbableDuplicate {
  one: NamedEndorser
  other: NamedEndorser
  why: 'same words' | 'initials or suffix' | 'one or two letters'
}

/** Words that organizations add to a name or leave out. */
const ADDED =
  /\b(?:action|fund|pac|political|victory|committee|legislative|campaign|inc|of america|usa|us|united states|national|the|and|for)\b/g
/** Shorter names differ by a letter without being one. */
const LETTERS_MIN = 10

/** Ordered by slug. A pair of people must have the same home, or one of them none, because names recur. */
export function findDuplicates(endorsers: readonly NamedEndorser[]): ProbableDuplicate[] {
  const keyed = endorsers.map((one) => ({ one, words: placeFolded(one.name), core: coreOf(one) }))
  const buckets = new Map<string, typeof keyed>()
  for (const item of keyed)
    for (const key of new Set([item.core, item.words.slice(0, 4), item.words.slice(-6)])) {
      const bucket = buckets.get(key) ?? []
      buckets.set(key, bucket)
      bucket.push(item)
    }
  const found = new Map<string, ProbableDuplicate>()
  for (const bucket of buckets.values())
    for (const [at, a] of bucket.entries())
      for (const b of bucket.slice(at + 1)) {
        const why = a.one.endorser_slug === b.one.endorser_slug ? undefined : compare(a, b)
        const [one, other] = a.one.endorser_slug < b.one.endorser_slug ? [a.one, b.one] : [b.one, a.one]
        if (why && mayBeOne(one, other)) found.set(`${one.endorser_slug}\n${other.endorser_slug}`, { one, other, why })
      }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)
}

interface Keyed {
  one: NamedEndorser
  words: string
  core: string
}

function compare(a: Keyed, b: Keyed): ProbableDuplicate['why'] | undefined {
  if (a.words === b.words) return 'same words'
  if (a.core === b.core && a.core !== '') return 'initials or suffix'
  // `Local 12` and `Local 13` are two.
  if (a.words.replace(/\D/g, '') !== b.words.replace(/\D/g, '')) return undefined
  if (isPerson(a.one.category)) return undefined
  const isLong = Math.min(a.words.length, b.words.length) >= LETTERS_MIN
  return isLong && isNear(a.words, b.words) ? 'one or two letters' : undefined
}

function coreOf({ name, category }: NamedEndorser): string {
  const words = placeFolded(name)
  const short = isPerson(category)
    ? words.replace(/(?<=\S )\S (?=\S)| (?:jr|sr|ii|iii|iv)$/g, '')
    : words.replace(ADDED, ' ')
  return short.replace(/\s+/g, ' ').trim()
}

function isPerson(category: string): boolean {
  return category === 'official' || category === 'person'
}

function mayBeOne(one: NamedEndorser, other: NamedEndorser): boolean {
  if (isPerson(one.category) !== isPerson(other.category)) return false
  return !isPerson(one.category) || one.state === other.state || [one.state, other.state].includes('national')
}

/** At most two letters differ, counted along both names at once. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return Math.max(a.length, b.length) - start - end <= 2
}
