// The app at /corrections: the form that reports an error, and the public log.

import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { createMemberPages, type MemberRoute, type Refused, type Visit } from '../web/members.ts'
import type { Shell } from '../web/page.ts'
import { fill } from '../web/sentence.ts'
import { answerLog } from './log.ts'
import { answerForm, CorrectionRefusal, sendReport } from './report.ts'
import { type CorrectionVisit, openVisit, showCorrections } from './visit.ts'
import { WORDS, type Words } from './words/words.ts'

export function createCorrections(host: Host, { shell }: Frame): App {
  const of = (answer: (visit: CorrectionVisit) => Promise<Reply>) => (visit: Visit) => answer(openVisit(shell, visit))
  const routes: readonly MemberRoute[] = [
    { method: 'GET', path: '/corrections', who: 'anybody', answer: of(answerLog) },
    { method: 'GET', path: '/corrections/new', who: 'anybody', answer: of(answerForm) },
    { method: 'POST', path: '/corrections/new', who: 'anybody', answer: of(sendReport) },
  ]
  const answer = createMemberPages(host, routes, (refusal, visit) => showRefusal(shell, refusal, visit))
  const name = { en: 'Corrections', es: 'Correcciones' }
  return { path: '/corrections', app: createGuestApp(host, answer), link: { name } }
}

function showRefusal(
  shell: Shell,
  { fault, id }: Refused,
  { query, visitor }: Pick<Visit, 'query' | 'visitor'>,
): Reply {
  const lang = query.get('lang') === 'es' ? 'es' : 'en'
  const words = WORDS[lang]
  const sentence = fault instanceof CorrectionRefusal ? fault.message : sentenceOf(words, fault.status)
  const main = html`<div class="narrow">
<p>${sentence}</p>
<p><a class="button" href="${withLanguage('/corrections', lang)}">${words.back}</a></p>
<p class="soft small">${fill(words.reference, { id })}</p>
</div>`
  const { status, headers } = fault
  return showCorrections(
    { lang, shell, visitor },
    { title: words.refused, main, path: '/corrections' },
    { status, headers },
  )
}

function sentenceOf(words: Words, status: number): string {
  switch (status) {
    case 403:
    case 404:
    case 413:
    case 429:
    case 503:
      return words[`refused${status}`]
    default:
      return words.refusedOther
  }
}
