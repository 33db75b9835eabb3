// The language of a page of the desk, and links that keep it.

import type { DeskContest } from '../../data/desk/check.ts'
import type { DeskPosition } from '../../data/desk/position.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { WORDS, type Words } from './words/words.ts'

export interface DeskView {
  lang: Language
  words: Words
  /** A path of the desk, also of a form, in the same language. */
  href(path: string, query?: Readonly<Record<string, string>>): string
}

export function viewOf(query: URLSearchParams): DeskView {
  return createView(query.get('lang') === 'es' ? 'es' : 'en')
}

export function createView(lang: Language): DeskView {
  return {
    lang,
    words: WORDS[lang],
    href(path, query = {}) {
      const search = new URLSearchParams({ ...query, ...(lang !== 'en' && { lang }) })
      return search.size === 0 ? path : `${path}?${search}`
    },
  }
}

/** A position stores the English title and labels. @param contest in the page's language; undefined: the data no longer has it */
export function inLanguage(position: DeskPosition, contest: DeskContest | undefined, { lang }: DeskView): DeskPosition {
  if (!contest || lang === 'en') return position
  const labels = new Map(contest.choices.map(({ id, label }) => [id, label]))
  const picks = position.picks.map((pick) => ({ ...pick, label: labels.get(pick.choice_id) ?? pick.label }))
  return { ...position, title: contest.title, picks }
}
