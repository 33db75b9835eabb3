// A visit of the pages about corrections, and the frame of each page.

import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { findRecordName } from '../../server/read/record-name.ts'
import type { Bundles } from '../../server/serving/bundles.ts'
import type { Visit } from '../console/visit.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { renderPage, type ShellAssets } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { WORDS, type Words } from './words/words.ts'

export interface CorrectionServer {
  bundles: Pick<Bundles, 'lease'>
  /** Whether people without an account may see records. */
  publicExplorer: boolean
}

export interface CorrectionVisit extends Omit<Visit, 'view'> {
  lang: Language
  words: Words
  assets: ShellAssets
  /** Name of a record; null if the bundle does not hold it; undefined for a visitor who may not see records. */
  nameOf(record: string): string | null | undefined
}

export function openVisit(server: CorrectionServer, assets: ShellAssets, visit: Visit): CorrectionVisit {
  const lang = visit.query.get('lang') === 'es' ? 'es' : 'en'
  const sees = server.publicExplorer || visit.visitor.session?.account.status === 'approved'
  return {
    ...{ ...visit, lang, words: WORDS[lang], assets },
    nameOf: (record) =>
      sees ? (inBundle(server, (bundle) => findRecordName(bundle, record, lang)) ?? null) : undefined,
  }
}

function inBundle<Result>({ bundles }: CorrectionServer, use: (bundle: Bundle) => Result): Result | undefined {
  const lease = bundles.lease()
  try {
    return lease && use(lease.bundle)
  } finally {
    lease?.release()
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
  { lang, assets, visitor }: Pick<CorrectionVisit, 'lang' | 'assets'> & { visitor: { cookie: string | null } },
  { title, main, path, notice = null }: CorrectionPage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const [other, name] = OTHER[lang]
  const page = renderPage(assets, {
    ...{ title, main, notice, lang, room: 'corrections' },
    aside: html`<div class="who"><a class="language" href="${withLanguage(path, other)}" lang="${other}" hreflang="${other}">${name}</a></div>`,
  })
  const cookie = visitor.cookie === null ? [] : ['Set-Cookie', visitor.cookie]
  return toPageReply(page, { status, headers: [...headers, ...cookie] })
}
