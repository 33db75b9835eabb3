// Answers every request under /corrections: the console's forms, with these pages.

import type { Reply } from '../../server/http/exchange.ts'
import { createMemberRoom, type MemberServer, type Refused } from '../console/console.ts'
import type { ConsoleRoute, Visit } from '../console/visit.ts'
import type { Assets } from '../web/assets.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { loadShell, type ShellAssets } from '../web/page.ts'
import type { AnswerRoom } from '../web/rooms.ts'
import { fill } from '../web/sentence.ts'
import { answerLog } from './log.ts'
import { answerForm, CorrectionRefusal, sendReport } from './report.ts'
import { type CorrectionServer, type CorrectionVisit, openVisit, showCorrections } from './visit.ts'
import { WORDS, type Words } from './words/words.ts'

export function createCorrections(service: MemberServer & CorrectionServer, assets: Pick<Assets, 'load'>): AnswerRoom {
  const shell = loadShell(assets)
  const of = (answer: (visit: CorrectionVisit) => Promise<Reply>) => (visit: Visit) =>
    answer(openVisit(service, shell, visit))
  const routes: readonly ConsoleRoute[] = [
    { method: 'GET', path: '/corrections', who: 'anybody', answer: of(answerLog) },
    { method: 'GET', path: '/corrections/new', who: 'anybody', answer: of(answerForm) },
    { method: 'POST', path: '/corrections/new', who: 'anybody', answer: of(sendReport) },
  ]
  return createMemberRoom(service, assets, routes, (refusal, visit) => showRefusal(shell, refusal, visit))
}

function showRefusal(
  assets: ShellAssets,
  { fault, id }: Refused,
  { query, cookie }: { query: URLSearchParams; cookie: string | null },
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
    { lang, assets, visitor: { cookie } },
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
