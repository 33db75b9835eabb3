// Finds English texts on a page in Spanish.

import { expect } from 'vitest'

/** Words that occur in most English sentences and in no Spanish one. */
const ENGLISH = /\b(the|and|is|are|was|were|you|your|this|that|with|for|not|it|of|to|has|have|be|by|an|or|at)\b/i

/** What people read or hear, without code and without what is marked as English. */
function readable(page: string): string[] {
  const shown = page
    .replace(/<(script|style|pre|code)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, ' ')
  const told = [
    ...shown.matchAll(/ (?:aria-label|placeholder|alt|title|data-column|data-words|data-states)="([^"]*)"/g),
  ]
  return [...shown.replace(/<[^>]+>/g, '\n').split('\n'), ...told.map(([, text = '']) => text)]
    .map((text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").trim())
    .filter((text) => text !== '')
}

type Dictionary = Readonly<Record<string, string>>

/** @returns a check that a page is in Spanish, and has no text of the English dictionary */
export function createSpanishCheck(en: Dictionary, es: Dictionary): (page: string, where: string) => void {
  /** Texts of the English dictionary that differ in Spanish. */
  const fragments = Object.entries(en).flatMap(([key, text]) => {
    const other = es[key] ?? ''
    const parts = text.split(/\{\w+\}/).map((part) => part.trim())
    return parts.filter((part) => /[a-z]{3}/i.test(part) && !other.includes(part))
  })
  const sentences = fragments.filter((one) => one.includes(' '))
  const singleWords = fragments.filter((one) => !one.includes(' '))
  return (page, where) => {
    expect(page, where).toContain('<html lang="es">')
    for (const text of readable(page)) {
      expect(ENGLISH.exec(text)?.[0], `${where}: ${text}`).toBeUndefined()
      expect(
        sentences.filter((one) => text.includes(one)),
        `${where}: ${text}`,
      ).toEqual([])
      expect(
        singleWords.filter((one) => text === one),
        where,
      ).toEqual([])
    }
  }
}
