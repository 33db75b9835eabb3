// The language in the address of a page.

import type { Language } from '../../data/schema/vocabulary.ts'

/** English is the default, and stands in no address. A path that names a language keeps it. */
export function withLanguage(path: string, lang: Language): string {
  if (lang === 'en' || /[?&]lang=/.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
}
