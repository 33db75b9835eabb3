// The language of a page of the console, and links that keep it.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../data/access/constants.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { withLanguage } from '../web/language.ts'
import { fill } from '../web/sentence.ts'
import { WORDS, type Words } from './words/words.ts'

export interface ConsoleView {
  /** Of the page. */
  lang: Language
  words: Words
  /** The same page in the other language; null if it has none. */
  otherPath: string | null
  /** A path of the console, also of a form, in the visitor's language. */
  href(path: string, query?: Readonly<Record<string, string>>): string
}

interface ViewOptions {
  /** A page that links to itself in the other language. */
  path?: string
  /** True for a page that exists in English alone. Its links keep the visitor's language. */
  isEnglish?: boolean
}

export function viewOf(query: URLSearchParams, { path, isEnglish = false }: ViewOptions = {}): ConsoleView {
  const kept: Language = query.get('lang') === 'es' ? 'es' : 'en'
  const lang = isEnglish ? 'en' : kept
  const other = kept === 'es' ? 'en' : 'es'
  return {
    lang,
    words: WORDS[lang],
    otherPath: path === undefined || isEnglish ? null : withLanguage(path, other),
    href: (to, query = {}) =>
      withLanguage(Object.keys(query).length === 0 ? to : `${to}?${new URLSearchParams(query)}`, kept),
  }
}

/** An English sentence of a rule or of the state, or `other` in another language. */
export function inEnglish({ lang }: ConsoleView, sentence: string, other: string): string {
  return lang === 'en' ? sentence : other
}

/** How `parseField` names a problem: by the field's label and the English sentence of its rule, or in another language by `other`. */
export function saying({ lang }: ConsoleView, label: string, other: string): { label: string } | { otherwise: string } {
  return lang === 'en' ? { label } : { otherwise: other }
}

export function passwordExpected(words: Words): string {
  return fill(words.passwordExpected, { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX })
}
