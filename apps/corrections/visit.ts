// A visit of the pages about corrections, and the frame of each page.

import type { Language } from '../../data/schema/vocabulary.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import type { Visit } from '../web/members.ts'
import { renderPage, type Shell } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { WORDS, type Words } from './words/words.ts'

export interface CorrectionVisit extends Visit {
  lang: Language
  words: Words
  shell: Shell
  /** Name of a record; null if the bundle does not hold it; undefined for a visitor who may not see records. */
  nameOf(record: string): string | null | undefined
}

export function openVisit(shell: Shell, visit: Visit): CorrectionVisit {
  const { host } = visit
  const lang = visit.query.get('lang') === 'es' ? 'es' : 'en'
  const sees = host.settings.publicExplorer || visit.visitor.session?.account.status === 'approved'
  return {
    ...visit,
    lang,
    words: WORDS[lang],
    shell,
    nameOf: (record) => (sees ? (host.data.recordName(record, lang) ?? null) : undefined),
  }
}

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

export interface CorrectionPage {
  title: string
  main: Html
  /** Path and query of the page. */
  path: string
  notice?: string | null
}

export function showCorrections(
  { lang, shell, visitor }: Pick<CorrectionVisit, 'lang' | 'shell' | 'visitor'>,
  { title, main, path, notice = null }: CorrectionPage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const [other, name] = OTHER[lang]
  const page = renderPage(shell, {
    title,
    main,
    notice,
    lang,
    app: '/corrections',
    aside: html`<div class="who"><a class="language" href="${withLanguage(path, other)}" lang="${other}" hreflang="${other}">${name}</a></div>`,
  })
  const cookie = visitor.cookie === null ? [] : ['Set-Cookie', visitor.cookie]
  return toPageReply(page, { status, headers: [...headers, ...cookie] })
}
