// Searches the sections of all guides and the endpoints. Pure: the pages work without scripts, so the server searches.

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

export type Search = (query: string) => readonly SearchHit[]

const HITS_MAX = 30
const EXCERPT_CHARACTERS = 180
/** A match in a heading or an endpoint's path says more than one in the text. */
const WEIGHTS = { heading: 8, page: 3, text: 1 } as const

/** Every word of the query must begin a word of the entry. Best entries first, then in the order of the guides. */
export function createSearch(entries: readonly SearchEntry[]): Search {
  const folded = entries.map((entry) => ({
    entry,
    ...{ heading: toWords(entry.heading), page: toWords(entry.page), text: toWords(entry.text) },
  }))
  return (query) => {
    const terms = termsOf(query)
    if (terms.length === 0) return []
    return folded
      .map(({ entry, ...fields }) => ({ entry, score: scoreOf(terms, fields) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAX)
      .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, terms) }))
  }
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

function scoreOf(terms: readonly string[], fields: Readonly<Record<keyof typeof WEIGHTS, string>>): number {
  let score = 0
  for (const term of terms) {
    let found = 0
    for (const name of ['heading', 'page', 'text'] as const) {
      const begins = fields[name].includes(` ${term}`)
      const whole = begins && fields[name].includes(` ${term} `)
      if (begins) found += WEIGHTS[name] * (whole ? 2 : 1)
    }
    if (found === 0) return 0
    score += found
  }
  return score
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
