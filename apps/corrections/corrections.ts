// The app at /corrections: the form that reports an error, and the public log.

import { ApiError } from '../../data/schema/api-error.ts'
import {
  CORRECTION_LENGTH_MAX,
  CORRECTIONS_SHOWN,
  type Correction,
  correctionText,
  type FixTimes,
  recordReference,
  toFixTimes,
  toPublicCorrection,
} from '../../data/schema/correction.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken, summary, textArea } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { type Html, html } from '../web/html.ts'
import { createMemberPages, type MemberRoute, type PageSession, type Refused } from '../web/members.ts'
import { renderPage, type Shell, withLanguage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill, formatDuration, sayFixTimes } from '../web/sentence.ts'
import { instant, lines, soft, table } from '../web/table.ts'
import { WORDS, type Words } from './words.ts'

export function createCorrections(host: Host, { shell }: Frame): App {
  const of = (answer: (session: CorrectionSession) => Promise<Reply>) => (session: PageSession) =>
    answer(openSession(shell, session))
  const routes: readonly MemberRoute[] = [
    { method: 'GET', path: '/corrections', who: 'anybody', answer: of(answerLog) },
    { method: 'GET', path: '/corrections/new', who: 'anybody', answer: of(answerForm) },
    { method: 'POST', path: '/corrections/new', who: 'anybody', answer: of(sendReport) },
  ]
  const answer = createMemberPages(host, routes, (refusal, session) => showRefusal(shell, refusal, session))
  const name = { en: 'Corrections', es: 'Correcciones' }
  return { path: '/corrections', app: createGuestApp(host, answer), link: { name } }
}

function showRefusal(
  shell: Shell,
  { fault, id }: Refused,
  { query, visitor }: Pick<PageSession, 'query' | 'visitor'>,
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

// The view that each page receives, and its frame.

interface CorrectionSession extends PageSession {
  lang: Language
  words: Words
  shell: Shell
  /** Name of a record; null if the bundle does not hold it; undefined for a visitor who may not see records. */
  nameOf(record: string): string | null | undefined
}

function openSession(shell: Shell, session: PageSession): CorrectionSession {
  const { host } = session
  const lang = session.query.get('lang') === 'es' ? 'es' : 'en'
  const sees = host.settings.publicExplorer || session.visitor.login?.account.status === 'approved'
  return {
    ...session,
    lang,
    words: WORDS[lang],
    shell,
    nameOf: (record) => (sees ? (host.data.recordName(record, lang) ?? null) : undefined),
  }
}

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

interface CorrectionPage {
  title: string
  main: Html
  /** Path and query of the page. */
  path: string
  notice?: string | null
}

function showCorrections(
  { lang, shell, visitor }: Pick<CorrectionSession, 'lang' | 'shell' | 'visitor'>,
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
    isSignedIn: visitor.login !== null,
    aside: html`<div class="who"><a class="language" href="${withLanguage(path, other)}" lang="${other}" hreflang="${other}">${name}</a></div>`,
  })
  const cookie = visitor.cookie === null ? [] : ['Set-Cookie', visitor.cookie]
  return toPageReply(page, { status, headers: [...headers, ...cookie] })
}

// The public log: the reports that an operator released, newest first.

async function answerLog(session: CorrectionSession): Promise<Reply> {
  const { host, query, words, nameOf } = session
  const before = readId(session, 'before')
  const sent = readId(session, 'sent')
  const rows = await host.state.corrections(['released', 'fixed'], CORRECTIONS_SHOWN + 1, { before })
  const corrections = rows.slice(0, CORRECTIONS_SHOWN).flatMap((row) => toPublicCorrection(row) ?? [])
  const main = logPage(session, {
    corrections,
    nameOf,
    times: toFixTimes(await host.state.fixTimes()),
    before: rows.length > CORRECTIONS_SHOWN ? (corrections.at(-1)?.id ?? null) : null,
  })
  const notice = sent === undefined ? null : fill(words.sent, { id: sent })
  const path = query.has('before') ? `/corrections?before=${before}` : '/corrections'
  return showCorrections(session, { title: words.log, main, path, notice })
}

/** Throws ApiError 404. */
function readId({ query, words }: CorrectionSession, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CorrectionRefusal('not_found', words.refused404)
  return Number(text)
}

// The form that reports an error: no account, and nothing of the person or the address is kept.

/** A refusal in the language of the visitor; other errors have an English sentence. */
class CorrectionRefusal extends ApiError {}

async function answerForm(session: CorrectionSession): Promise<Reply> {
  const record = readRecord(session, session.query.get('record') ?? '')
  return showForm(session, { record, text: '' })
}

async function sendReport(session: CorrectionSession): Promise<Reply> {
  const { host, form, network, words, now } = session
  const record = readRecord(session, form.text('record'))
  const typed = form.secret('text')
  const problems: Problems = {}
  const text = parseField(correctionText, typed, {
    problems,
    field: 'text',
    otherwise: fill(words.textExpected, { count: CORRECTION_LENGTH_MAX }),
  })
  if (text === undefined) return showForm(session, { record, text: typed }, problems, { status: 400 })
  // Counted in memory, apart from passwords: ten a minute from one network.
  const seconds = await host.admission.attempt({ network: `reports of ${network}`, account: null })
  if (seconds !== undefined) {
    problems.form = fill(words.throttled, { seconds })
    const headers = ['Retry-After', String(seconds)]
    return showForm(session, { record, text: typed }, problems, { status: 429, headers })
  }
  const opened = await host.state.openCorrection({ record, text }, new Date(now).toISOString())
  if ('refused' in opened) {
    problems.form = words.full
    return showForm(session, { record, text: typed }, problems, { status: 503 })
  }
  return toPageReply(html``, { status: 303, headers: ['Location', `/corrections?sent=${opened.id}`] })
}

function showForm(
  session: CorrectionSession,
  { record, text }: { record: string; text: string },
  problems: Problems = {},
  reply: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const { words, visitor, nameOf } = session
  const main = formPage(session, { record, text, name: nameOf(record), token: visitor.token }, problems)
  return showCorrections(session, { title: words.report, main, path: `/corrections/new?record=${record}` }, reply)
}

/** Throws ApiError 400, or 404 for a record that the data lacks, to a visitor who may see records. */
function readRecord({ words, nameOf }: CorrectionSession, text: string): string {
  const { data: record } = recordReference.safeParse(text)
  if (record === undefined) throw new CorrectionRefusal('invalid_parameter', words.wrongRecord)
  if (nameOf(record) === null) throw new CorrectionRefusal('not_found', words.unknownRecord)
  return record
}

// The HTML.

interface PageView {
  lang: Language
  words: Words
}

/** A record by its name, or by its reference. @param name null or undefined: unknown, or not to be shown */
function recordLabel(record: string, name: string | null | undefined): Html {
  return name === null || name === undefined ? html`<code>${record}</code>` : html`${name} <code>${record}</code>`
}

function formPage(
  { lang, words }: PageView,
  { record, name, text, token }: { record: string; name: string | null | undefined; text: string; token: string },
  problems: Problems = {},
): Html {
  return html`<div class="narrow">
<p><b>${recordLabel(record, name)}</b></p>
<p>${words.reportLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${withLanguage('/corrections/new', lang)}">
${hiddenToken(token)}
<input type="hidden" name="record" value="${record}">
${textArea({ name: 'text', label: words.textLabel, value: text, rows: 8, hint: fill(words.textHint, { count: CORRECTION_LENGTH_MAX }) }, problems)}
<button>${words.send}</button>
</form>
</div>`
}

function logPage(
  { lang, words }: PageView,
  shown: {
    corrections: readonly Correction[]
    nameOf(record: string): string | null | undefined
    times: FixTimes
    /** The last one shown, if there are more. */
    before: number | null
  },
): Html {
  const { corrections, times, before } = shown
  return html`<p class="lead">${words.logLead}</p>
<p>${sayFixTimes(words, times)} ${words.changes}</p>
${
  corrections.length === 0
    ? html`<p>${words.logEmpty}</p>`
    : table({
        caption: words.log,
        captionUnseen: true,
        columns: [words.record, words.text, words.opened, words.released, words.fixed, words.timeToFix],
        rows: corrections.map((one) => [
          html`<a id="correction-${one.id}"></a>${recordLabel(one.record, shown.nameOf(one.record))}`,
          lines(one.text),
          instant(one.opened_at),
          instant(one.released_at),
          one.fixed_at === null ? soft(words.notFixed) : instant(one.fixed_at),
          one.seconds_to_fix === null ? soft(words.notFixed) : formatDuration(one.seconds_to_fix),
        ]),
      })
}
${before !== null && html`<p><a href="${withLanguage(`/corrections?before=${before}`, lang)}">${words.earlier}</a></p>`}`
}
