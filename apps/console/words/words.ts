// The dictionaries by language.

import type { Language } from '../../../data/schema/vocabulary.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export type Words = Readonly<Record<keyof typeof en, string>>

export const WORDS: Readonly<Record<Language, Words>> = { en, es }
