// Searches the sections of all guides and the endpoints. Pure: the pages work without scripts, so the server searches.

import { findSimilar } from '../../data/schema/edit-distance.ts'

export interface SearchEntry {
  url: string
  /** The document. */
  page: string
  heading: string
  text: string
}

export interface SearchHit extends SearchEntry {
  /** Words around the first match. */
  excerpt: string
}

export interface Found {
  hits: readonly SearchHit[]
  /** How many words of the query each hit has; no section has more. */
  words: number
  /** The query with a word that the docs have, in place of the first word that they do not have; null if none is similar. */
  meant: string | null
}

export type Search = (query: string) => Found

const HITS_MAX = 30
const EXCERPT_CHARACTERS = 180
/** A match in a heading or an endpoint's path says more than one in the text. */
const WEIGHTS = { heading: 8, page: 3, text: 1 } as const
const FIELDS = ['heading', 'page', 'text'] as const
const PHRASE_FACTOR = 8

/**
 * A word of the query is found where it begins a word of the entry. Only the entries with the most words of the query are hits. Best
 * entries first; of equal ones, the shorter says more about the query.
 */
export function createSearch(entries: readonly SearchEntry[]): Search {
  const folded = entries.map((entry) => ({
    entry,
    heading: toWords(entry.heading),
    page: toWords(entry.page),
    text: toWords(entry.text),
  }))
  const known = [
    ...new Set(folded.flatMap(({ heading, page, text }) => [heading, page, text].join('').match(/\S+/g) ?? [])),
  ]
  return (query) => {
    const terms = termsOf(query)
    const scored = folded.map(({ entry, ...fields }) => ({ entry, ...scoreOf(terms, fields) }))
    const words = Math.max(0, ...scored.map((one) => one.words))
    const hits = scored
      .filter((one) => one.score > 0 && one.words === words)
      .sort((a, b) => b.score - a.score || a.entry.text.length - b.entry.text.length)
      .slice(0, HITS_MAX)
      .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, terms) }))
    return { hits, words, meant: words === terms.length ? null : findMeant(terms, known) }
  }
}

/** Compares one word alone, with words of about its length: the time stays short for any query. */
function findMeant(terms: readonly string[], known: readonly string[]): string | null {
  const unknown = terms.find((term) => !known.some((word) => word.startsWith(term)))
  if (unknown === undefined) return null
  const near = known.filter(({ length }) => Math.abs(length - unknown.length) <= unknown.length / 3)
  const meant = findSimilar(unknown, near)
  return meant === undefined ? null : terms.map((term) => (term === unknown ? meant : term)).join(' ')
}

/** The words of a query, as they are matched. */
export function termsOf(query: string): string[] {
  return [...new Set(toWords(query).split(' ').filter(Boolean))]
}

/** Lower case, without accents and punctuation, each word after a space. */
function toWords(text: string): string {
  return ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function scoreOf(
  terms: readonly string[],
  fields: Readonly<Record<keyof typeof WEIGHTS, string>>,
): { words: number; score: number } {
  let [words, score] = [0, 0]
  for (const term of terms) {
    let found = 0
    for (const name of FIELDS) {
      const begins = fields[name].includes(` ${term}`)
      const whole = begins && fields[name].includes(` ${term} `)
      if (begins) found += WEIGHTS[name] * (whole ? 2 : 1)
    }
    if (found > 0) words += 1
    score += found
  }
  return { words, score: score + phraseScoreOf(terms, fields) }
}

/** The words of a term such as "ranked choice" mean it only one after another. */
function phraseScoreOf(terms: readonly string[], fields: Readonly<Record<keyof typeof WEIGHTS, string>>): number {
  if (terms.length === 1) return 0
  const phrase = ` ${terms.join(' ')}`
  const found = FIELDS.filter((name) => fields[name].includes(phrase))
  return found.reduce((sum, name) => sum + WEIGHTS[name] * PHRASE_FACTOR * terms.length, 0)
}

function excerptOf(text: string, terms: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const low = ` ${fold(flat).replace(/[^\p{L}\p{N}]/gu, ' ')}`
  const places = terms.map((term) => low.indexOf(` ${term}`)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...places, low.length) - EXCERPT_CHARACTERS / 3)
  if (places.length === 0 || flat.length <= EXCERPT_CHARACTERS) return cut(flat, 0)
  return cut(flat, from === 0 ? 0 : flat.indexOf(' ', from) + 1)
}

function cut(text: string, from: number): string {
  const end = from + EXCERPT_CHARACTERS
  const last = end >= text.length ? text.length : text.lastIndexOf(' ', end)
  return `${from > 0 ? '… ' : ''}${text.slice(from, last)}${last < text.length ? ' …' : ''}`
}
