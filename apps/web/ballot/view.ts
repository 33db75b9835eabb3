// The language of a page of the explorer, and links that keep it.

import type { Language } from '../../../data/schema/vocabulary.ts'
import type { Words } from './words/words.ts'

export interface View {
  lang: Language
  words: Words
  /** The bundle of the page, if the visitor named it; links keep it. */
  named: string | undefined
  /** The language of a URL that names none. */
  preferred: Language
  /** Path and query of a page of the explorer, in the same language and version. Undefined and empty parameters are left out. */
  href(path: string, query?: Readonly<Record<string, string | undefined>>): string
}

export function createView(lang: Language, words: Words, named: string | undefined, preferred: Language = 'en'): View {
  return {
    lang,
    words,
    named,
    preferred,
    href(path, query = {}) {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries({
        ...query,
        snapshot: query.snapshot ?? named,
        lang: query.lang ?? lang,
      }))
        if (value !== undefined && value !== '' && !(name === 'lang' && value === 'en' && preferred === 'en'))
          search.set(name, value)
      return search.size === 0 ? path : `${path}?${search}`
    },
  }
}
