// Searches the sections of all guides and the endpoints. Pure: the pages work without scripts, so the server searches.

import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import { findSimilar } from '../../data/schema/edit-distance.ts'

export interface SearchEntry {
  url: string
  /** The document. */
  page: string
  heading: string
  text: string
  /** The headings above this one, and sentences about the document. */
  above?: string
  /** The texts of the links that lead here from other sections: what other pages call it. */
  called?: string
  /** How likely the document answers a task; 1 unless stated. */
  weight?: number
}

export interface SearchHit extends SearchEntry {
  /** Words around the first match. */
  excerpt: string
}

export interface Found {
  hits: readonly SearchHit[]
  /** True if no section has every word of the query: the hits have some of them. */
  partial: boolean
  /** The query with a word that the docs have, in place of the first word that they do not have; null if none is similar. */
  meant: string | null
}

export type Search = (query: string) => Found

const HITS_MAX = 30
const EXCERPT_CHARACTERS = 180
/** A match in a heading or an endpoint's path says more than one in the text. */
const WEIGHTS = { heading: 6, called: 3, above: 2, page: 2, text: 1 }
type Field = keyof typeof WEIGHTS
const FIELDS: readonly Field[] = ['heading', 'called', 'above', 'page', 'text']
/** A long section says less of each of its words than by MiniSearch's own numbers: ours are guides, not whole books. */
const BM25 = { k: 1.2, b: 0.9, d: 0.5 }
/** Of a heading that has the words of the query one after another. */
const PHRASE_FACTORS = { heading: 2, text: 3 } as const
/** Of an endpoint whose path is the query. */
const PATH_FACTOR = 100
/** A section with words that weigh half of the query is worth an eighth. */
const COVERAGE_POWER = 3
/** A word that goes on, such as "reconnect" for "recon", says less than the whole word. */
const PREFIX_WEIGHT = 0.4
const PREFIX_CHARACTERS = 3

/** Words of a question that say nothing of its topic. */
const EMPTY_WORDS = new Set(
  'a an and are as at be by can do does for from get had has have how i in into is it its many me much my of on or our per that the their there this to use via was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Words that stand for each other in any text on services and data. */
const SYNONYMS = [
  ['https', 'tls', 'ssl', 'certificate'],
  ['rss', 'atom', 'feed'],
  ['undo', 'revert', 'rollback'],
  ['mistake', 'error', 'correction'],
  ['past', 'earlier', 'older', 'old'],
  ['live', 'realtime'],
  ['withdrawn', 'dropped'],
  ['user', 'account'],
  ['docker', 'container', 'podman'],
  ['alarm', 'alert'],
  ['quota', 'limit'],
  ['delete', 'remove', 'erase'],
  ['login', 'session'],
  ['widget', 'embed', 'iframe'],
  ['company', 'organization'],
] as const
const SYNONYM_WEIGHT = 0.6

/**
 * Every word of the query is looked for as it is, in its other forms ("backups", "backing") and at the beginning of a word. Best first:
 * sections with more of the words, with the words in a heading or in the name that other pages give it, and one after another.
 */
export function createSearch(entries: readonly SearchEntry[]): Search {
  const index = new MiniSearch<Record<Field, string> & { id: number }>({
    fields: [...FIELDS],
    tokenize: toWords,
    processTerm: stemOf,
  })
  index.addAll(
    entries.map(({ heading, called = '', above = '', page, text }, id) => ({ id, heading, called, above, page, text })),
  )
  const phrases = entries.map(({ heading, text }) => ({ heading: toPhrase(heading), text: toPhrase(text) }))
  const wordSets = entries.map(({ heading, page, text }) => new Set(toWords(`${heading} ${page} ${text}`)))
  const known = [...new Set(wordSets.flatMap((words) => [...words]))]
  const counts = countStems(wordSets)
  /** A rare word says more of the topic. */
  const weightOf = (stem: string): number => Math.log(1 + entries.length / (1 + (counts.get(stem) ?? 0)))

  return (query) => {
    const terms = termsOf(query)
    const wanted = withSynonyms(terms)
    const phrase = toPhrase(terms.join(' '))
    const stems = new Set(terms.map(stemOf))
    const whole = [...stems].reduce((sum, stem) => sum + weightOf(stem), 0)
    const found = index.search([...wanted.keys()].join(' '), {
      boost: WEIGHTS,
      boostTerm: (term) => (stems.has(term) ? 1 : SYNONYM_WEIGHT),
      prefix: (term) => stems.has(term) && term.length >= PREFIX_CHARACTERS,
      weights: { prefix: PREFIX_WEIGHT, fuzzy: 0 },
      bm25: BM25,
      boostDocument: (id) => entries[id]?.weight ?? 1,
    })
    const scored = found.flatMap(({ id, score, queryTerms }) => {
      const [entry, own] = [entries[id], phrases[id]]
      if (!entry || !own) return []
      const words = new Set(queryTerms.map((term) => wanted.get(term) ?? term))
      const share = [...words].reduce((sum, stem) => sum + weightOf(stem), 0) / whole
      const isPhrase = stems.size > 1
      const factor =
        (isPhrase && own.heading.includes(phrase) ? PHRASE_FACTORS.heading : 1) *
        (isPhrase && own.text.includes(phrase) ? PHRASE_FACTORS.text : 1) *
        (isPathOf(query, entry) ? PATH_FACTOR : 1)
      return [{ entry, words: words.size, score: score * factor * share ** COVERAGE_POWER }]
    })
    const best = new Map<string, SearchEntry>()
    for (const { entry } of scored.sort((a, b) => b.score - a.score || a.entry.text.length - b.entry.text.length))
      if (!best.has(entry.url)) best.set(entry.url, entry)
    const hits = [...best.values()]
      .slice(0, HITS_MAX)
      .map((entry) => ({ ...entry, excerpt: excerptOf(entry.text, terms) }))
    const partial = scored.every(({ words }) => words < stems.size)
    return { hits, partial, meant: partial ? findMeant(terms, known, counts) : null }
  }
}

/** With or without the method and the first slash. */
function isPathOf(query: string, { heading }: SearchEntry): boolean {
  const path = query.trim().toLowerCase()
  if (!path.includes('/')) return false
  const [method = '', own = ''] = heading.toLowerCase().split(' ')
  return [own, own.slice(1), `${method} ${own}`].includes(path)
}

/** In how many entries each stem is. */
function countStems(wordSets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of wordSets)
    for (const stem of new Set([...words].map(stemOf))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** The stems of the words and of their synonyms, each with that of the word of the query. */
function withSynonyms(terms: readonly string[]): Map<string, string> {
  const wanted = new Map(terms.map((term) => [stemOf(term), stemOf(term)]))
  for (const term of terms)
    for (const same of SYNONYMS.filter((words) => words.some((word) => stemOf(word) === stemOf(term))).flat())
      if (!wanted.has(stemOf(same))) wanted.set(stemOf(same), stemOf(term))
  return wanted
}

/** Compares one word alone, with words of about its length: the time stays short for any query. */
function findMeant(
  terms: readonly string[],
  known: readonly string[],
  stems: ReadonlyMap<string, number>,
): string | null {
  const unknown = terms.find((term) => !stems.has(stemOf(term)) && !known.some((word) => word.startsWith(term)))
  if (unknown === undefined) return null
  const near = known.filter(({ length }) => Math.abs(length - unknown.length) <= unknown.length / 3)
  const meant = findSimilar(unknown, near)
  return meant === undefined ? null : terms.map((term) => (term === unknown ? meant : term)).join(' ')
}

/** The words of a query that are looked for: those that name a topic, or all if none does. */
export function termsOf(query: string): string[] {
  const words = [...new Set(toWords(query))]
  const telling = words.filter((word) => !EMPTY_WORDS.has(word))
  return telling.length > 0 ? telling : words
}

/** True if a word of the text is one of the query, in any form. Both as `termsOf` gives them. */
export function isForm(word: string, term: string): boolean {
  return word.startsWith(term) || stemOf(word) === stemOf(term)
}

/** Lower case, without accents and punctuation. */
function toWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const stemsKnown = new Map<string, string>()
/** Above the number of words in the documents, below what strange queries could fill. */
const STEMS_KNOWN_MAX = 100_000

function stemOf(word: string): string {
  const known = stemsKnown.get(word)
  if (known !== undefined) return known
  const stem = stemmer(word)
  if (stemsKnown.size < STEMS_KNOWN_MAX) stemsKnown.set(word, stem)
  return stem
}

function toPhrase(text: string): string {
  const words = toWords(text).filter((word) => !EMPTY_WORDS.has(word))
  return ` ${words.map(stemOf).join(' ')} `
}

function excerptOf(text: string, terms: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const low = ` ${fold(flat).replace(/[^\p{L}\p{N}]/gu, ' ')}`
  const places = [...low.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(([word]) => terms.some((term) => isForm(word, term)))
    .map(({ index }) => index - 1)
  const from = Math.max(0, Math.min(...places, low.length) - EXCERPT_CHARACTERS / 3)
  if (places.length === 0 || flat.length <= EXCERPT_CHARACTERS) return cut(flat, 0)
  return cut(flat, from === 0 ? 0 : flat.indexOf(' ', from) + 1)
}

function cut(text: string, from: number): string {
  const end = from + EXCERPT_CHARACTERS
  const last = end >= text.length ? text.length : text.lastIndexOf(' ', end)
  return `${from > 0 ? '… ' : ''}${text.slice(from, last)}${last < text.length ? ' …' : ''}`
}
