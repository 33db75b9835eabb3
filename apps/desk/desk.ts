// The app at /desk: editors record what their endorser says.

import type { ApiError } from '../../data/schema/api-error.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { html } from '../web/html.ts'
import {
  createMemberPages,
  type MemberRoute,
  type MemberSession,
  type PageSession,
  type Refused,
} from '../web/members.ts'
import { renderPage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import { answerContests, searchContests, showSearchAgain } from './contests.ts'
import { answerHistory, answerPositionHistory, answerRestore, restore } from './history.ts'
import { answerImport, confirmImport, reportImport, showImportAgain } from './import.ts'
import { answerFile, answerFront, answerOverview, downloadFile } from './overview.ts'
import {
  answerEditor,
  answerPreview,
  answerWithdraw,
  discardDraft,
  publish,
  saveDraft,
  showPreviewAgain,
  showTypedAgain,
  unschedule,
  withdraw,
} from './position.ts'
import { type DeskAssets, DeskRefusal, type DeskSession, openSession, refuseClosed, viewOf } from './session.ts'
import type { Words } from './words/words.ts'

/** @setting The largest form of an import, in bytes: a form's encoding may triple a text. */
export const DESK_IMPORT_FORM_BYTES_MAX = 4_194_304
/** @setting The largest form of the publishing desk, in bytes: the statements of a long list of choices, in two languages. */
const DESK_FORM_BYTES_MAX = 524_288

export function createDesk(host: Host, { assets, shell }: Frame): App {
  const own = { ...shell, deskStyle: assets.load('desk/desk.css'), deskScript: assets.load('desk/desk.js') }
  const answer = createMemberPages(host, deskRoutes(own), (refusal, session) => showRefusal(own, refusal, session))
  const name = { en: 'Publishing desk', es: 'Mesa editorial' }
  return { path: '/desk', app: createGuestApp(host, answer), link: { name, forMembers: true } }
}

// Every page and form. To add one, add a file here and a line below.

export function deskRoutes(assets: DeskAssets): readonly MemberRoute[] {
  const of =
    (answer: (session: DeskSession) => Promise<Reply>) =>
    async (session: MemberSession): Promise<Reply> =>
      answer(await openSession(assets, session))
  const again =
    (show: (session: DeskSession, fault: ApiError) => Promise<Reply>) =>
    async (session: MemberSession, fault: ApiError) =>
      show(await openSession(assets, session), fault)
  /** Pages with forms: a closed desk has none. */
  const open = (answer: (session: DeskSession) => Promise<Reply>) =>
    of(async (session) => {
      refuseClosed(session)
      return answer(session)
    })
  const contest = '/desk/{slug}/contests/{contest}'
  return [
    { method: 'GET', path: '/desk', who: 'approved', answer: (session) => answerFront(assets, session) },
    { method: 'GET', path: '/desk/{slug}', who: 'approved', answer: of((session) => answerOverview(session)) },
    { method: 'GET', path: '/desk/{slug}/history', who: 'approved', answer: of(answerHistory) },
    { method: 'GET', path: '/desk/{slug}/file', who: 'approved', answer: of(answerFile) },
    { method: 'GET', path: '/desk/{slug}/file/endorsements.json', who: 'approved', answer: of(downloadFile) },
    { method: 'GET', path: '/desk/{slug}/import', who: 'approved', answer: open(answerImport) },
    {
      method: 'POST',
      path: '/desk/{slug}/import',
      who: 'approved',
      uploadBytes: DESK_IMPORT_FORM_BYTES_MAX,
      answer: of(reportImport),
      again: again(showImportAgain),
    },
    {
      method: 'POST',
      path: '/desk/{slug}/import/confirm',
      who: 'approved',
      uploadBytes: DESK_IMPORT_FORM_BYTES_MAX,
      answer: of(confirmImport),
      again: again(showImportAgain),
    },
    { method: 'GET', path: '/desk/{slug}/contests', who: 'approved', answer: open(answerContests) },
    {
      method: 'POST',
      path: '/desk/{slug}/contests',
      who: 'approved',
      answer: open(searchContests),
      again: again(showSearchAgain),
    },
    { method: 'GET', path: contest, who: 'approved', answer: open(answerEditor) },
    {
      method: 'POST',
      path: contest,
      who: 'approved',
      answer: of(saveDraft),
      again: again(showTypedAgain),
      bodyBytes: DESK_FORM_BYTES_MAX,
    },
    { method: 'POST', path: `${contest}/discard`, who: 'approved', answer: of(discardDraft) },
    { method: 'GET', path: `${contest}/preview`, who: 'approved', answer: open(answerPreview) },
    {
      method: 'POST',
      path: `${contest}/publish`,
      who: 'approved',
      answer: of(publish),
      again: again(showPreviewAgain),
    },
    { method: 'GET', path: `${contest}/withdraw`, who: 'approved', answer: open((session) => answerWithdraw(session)) },
    { method: 'POST', path: `${contest}/withdraw`, who: 'approved', answer: open(withdraw) },
    { method: 'GET', path: `${contest}/restore`, who: 'approved', answer: open(answerRestore) },
    { method: 'POST', path: `${contest}/restore`, who: 'approved', answer: open(restore) },
    { method: 'POST', path: `${contest}/unschedule`, who: 'approved', answer: open(unschedule) },
    {
      method: 'GET',
      path: `${contest}/history`,
      who: 'approved',
      answer: of((session) => answerPositionHistory(session)),
    },
  ]
}

// The page of an error, in the language of the visitor.

function showRefusal(
  assets: DeskAssets,
  { fault, id }: Refused,
  { query, visitor: { cookie } }: Pick<PageSession, 'query' | 'visitor'>,
): Reply {
  const { lang, words, href } = viewOf(query)
  // Errors of the common request path have an English sentence. That of a large body does not name the limit of a file, and that of a limit
  // speaks of requests, which an editor does not count.
  const isSaid = fault instanceof DeskRefusal || (lang === 'en' && fault.status !== 413 && fault.status !== 429)
  const sentence = isSaid ? fault.message : sentenceOf(words, fault)
  const page = renderPage(assets, {
    title: words.refused,
    lang,
    app: '/desk',
    styles: [assets.deskStyle],
    main: html`<div class="narrow">
<p>${sentence}</p>
<p><a class="button" href="${href('/desk')}">${words.back}</a></p>
<p class="soft small">${fill(words.reference, { id })}</p>
</div>`,
  })
  const headers = [...fault.headers, ...(cookie === null ? [] : ['Set-Cookie', cookie])]
  return toPageReply(page, { status: fault.status, headers })
}

function sentenceOf(words: Words, { status, headers }: ApiError): string {
  switch (status) {
    case 429: {
      const at = headers.indexOf('Retry-After')
      return fill(words.refused429, { seconds: (at < 0 ? undefined : headers[at + 1]) ?? '60' })
    }
    case 400:
    case 403:
    case 404:
    case 405:
    case 408:
    case 413:
    case 503:
      return words[`refused${status}`]
    default:
      return words.refusedOther
  }
}
