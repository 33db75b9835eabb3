// The dictionaries by language.

import type { Language } from '../../../data/schema/vocabulary.ts'
import { fill } from '../../web/sentence.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export type Words = Readonly<Record<keyof typeof en, string>>

export const WORDS: Readonly<Record<Language, Words>> = { en, es }

/** `Statement in English for Ada Sample`. @param label of the choice; undefined: of all */
export function fieldName(
  words: Words,
  field: 'statement' | 'statement_es' | 'source_url' | 'published_on',
  label?: string,
): string {
  return label === undefined ? words[field] : fill(words.fieldFor, { field: words[field], label })
}
