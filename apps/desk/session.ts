// The common parts of the desk's pages: language and links, the endorser and the contest of the session, and the replies.

import { type DeskContest, deskContest } from '../../data/desk/check.ts'
import type { DeskPosition } from '../../data/desk/position.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { contestElection } from '../../data/schema/election.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Desk, HeldPosition, PositionConflict } from '../../data/store/state/desk.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Asset } from '../web/assets.ts'
import { hiddenToken } from '../web/field.ts'
import type { Form } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import type { MemberSession } from '../web/members.ts'
import { renderPage, type Shell } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
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

function createView(lang: Language): DeskView {
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

// The endorser and the contest of the session.

export type DeskAssets = Shell & Readonly<Record<'deskStyle' | 'deskScript', Asset>>

/** A refusal in the language of the visitor; other errors have an English sentence. */
export class DeskRefusal extends ApiError {}

/** A session of an editor to the desk of one endorser. */
export interface DeskSession extends MemberSession {
  assets: DeskAssets
  endorsement: Desk
  /** The endorser's slug. */
  slug: string
  view: DeskView
}

/** Throws ApiError 404 for an endorser for whom the account may not speak: it learns no more than that. */
export async function openSession(assets: DeskAssets, session: MemberSession): Promise<DeskSession> {
  const { state } = session.host
  const view = viewOf(session.query)
  const slug = session.params.slug ?? ''
  const own = await state.endorsersOf(session.account.id)
  const endorsement = own.includes(slug) ? await state.findDesk(slug) : undefined
  if (!endorsement) throw new DeskRefusal('not_found', view.words.noDesk)
  return { ...session, assets, endorsement, slug, view }
}

/** Why nothing can be changed at a closed desk; undefined at an open one. */
export function closedProblem({
  endorsement: { closed_at },
  view,
}: Pick<DeskSession, 'endorsement' | 'view'>): string | undefined {
  return closed_at === null ? undefined : fill(view.words.deskClosed, { date: closed_at.slice(0, 10) })
}

/** Throws ApiError 409 for a closed desk. */
export function refuseClosed(session: Pick<DeskSession, 'endorsement' | 'view'>): void {
  const sentence = closedProblem(session)
  if (sentence !== undefined) throw new DeskRefusal('invalid_parameter', sentence, { status: 409 })
}

/** Those of the given contests that the data has. */
export function findDeskContests(
  { data }: Pick<Host, 'data'>,
  ids: readonly number[],
  lang: Language,
): ReadonlyMap<number, DeskContest> {
  return new Map([...data.contests(ids, lang)].map(([id, body]) => [id, deskContest.parse(JSON.parse(body))]))
}

/** `Sample 2026 Maine General Election (2026-11-03)` */
export function nameElection({ name, date }: { name: string; date: string }): string {
  return `${name} (${date})`
}

/** By contest. An election whose contest is gone has its English name, and its slug if it is gone too. */
export function nameElections(
  { data }: Pick<Host, 'data'>,
  contests: ReadonlyMap<number, DeskContest>,
  positions: readonly { contest_id: number; election?: string | undefined }[],
): ReadonlyMap<number, string> {
  const isKnown = positions.every(({ contest_id }) => contests.has(contest_id))
  const bodies = isKnown ? [] : data.elections().map((body) => contestElection.parse(JSON.parse(body)))
  const bySlug = new Map(bodies.map((one) => [one.slug, nameElection(one)]))
  return new Map(
    positions.map(({ contest_id, election = '' }) => {
      const contest = contests.get(contest_id)
      return [contest_id, contest ? nameElection(contest.election) : (bySlug.get(election) ?? election)]
    }),
  )
}

/** The contest of the path; undefined if the data no longer has it. @param lang English for what is stored. Throws ApiError 404. */
export function findContest({ host, params, view }: DeskSession, lang: Language = 'en'): DeskContest | undefined {
  const id = contestIdOf({ params, view })
  return findDeskContests(host, [id], lang).get(id)
}

/** Throws ApiError 404. */
export function loadContest(session: DeskSession, lang: Language = 'en'): DeskContest {
  const contest = findContest(session, lang)
  if (!contest) throw new DeskRefusal('not_found', session.view.words.contestGone)
  return contest
}

/** Throws ApiError 404. */
export function contestIdOf({ params, view }: Pick<DeskSession, 'params' | 'view'>): number {
  const { contest = '' } = params
  const id = Number(contest)
  if (String(id) !== contest || !Number.isSafeInteger(id) || id <= 0)
    throw new DeskRefusal('not_found', view.words.noContest)
  return id
}

/** Why the state refused a change of this editor. @param otherwise if the editor may change the desk */
export async function refusalOf({ host, account, slug, view }: DeskSession, otherwise?: string): Promise<string> {
  const { state } = host
  const { words } = view
  const closed_at = (await state.findDesk(slug))?.closed_at ?? null
  if (closed_at !== null) return fill(words.deskClosed, { date: closed_at.slice(0, 10) })
  const isEditor = (await state.endorsersOf(account.id)).includes(slug)
  return isEditor && otherwise !== undefined ? otherwise : words.mayNotSpeak
}

/** Why the state changed nothing: somebody else was first, or there is nothing to change. Undefined if it did. */
export async function problemOf(
  session: DeskSession,
  answer: HeldPosition | PositionConflict | Refusal,
): Promise<string | undefined> {
  const { words } = session.view
  if ('refused' in answer) return refusalOf(session, words.goneMeanwhile)
  return 'conflict' in answer ? fill(words.changedMeanwhile, { name: answer.conflict.changed_by }) : undefined
}

/** Why a form is shown again that was not read as this page sends it. */
export function sayUnread({ lang, words }: DeskView, { status, message }: ApiError): string {
  if (status === 403) return words.formAgain
  if (status === 413) return words.refused413
  return lang === 'en' ? message : words.refused400
}

/** A number that a page put into its own form; undefined if it is not there as the page wrote it. */
export function findNumber(form: Form, name: string): number | undefined {
  const text = form.text(name)
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function pathOf({ slug }: Pick<DeskSession, 'slug'>, contest_id: number): string {
  return `/desk/${slug}/contests/${contest_id}`
}

export function todayOf({ now }: Pick<MemberSession, 'now'>): string {
  return new Date(now).toISOString().slice(0, 10)
}

// The replies: pages in the language of the visitor, and redirects to pages.

export interface DeskPage {
  title: string
  main: Html
}

/** Where a page stands. */
interface PagePlace {
  /** The path and query that show it, also in the other language. */
  path: string
  query?: Readonly<Record<string, string>>
  /** The slug of the desk whose menu it has; undefined: no menu. */
  slug?: string
  /** A form that shows it in the other language, for a page that has no path. */
  otherLanguage?: Html
}

/** Messages about a finished action, shown on the page to which its form redirects. The dictionaries have their sentences. */
const NOTICES = [
  'draft-saved',
  'draft-discarded',
  'published',
  'scheduled',
  'unscheduled',
  'withdrawn',
  'restored',
  'other-window',
  'imported',
  'drafts-made',
] as const
export type DeskNotice = (typeof NOTICES)[number]

const MENU = [
  { below: '', name: 'menuPositions', isForm: false },
  { below: '/contests', name: 'menuContests', isForm: true },
  { below: '/import', name: 'menuImport', isForm: true },
  { below: '/history', name: 'menuHistory', isForm: false },
  { below: '/file', name: 'menuFile', isForm: false },
] as const

/** The first page is of no endorser. */
type ShownSession = Pick<DeskSession, 'account' | 'visitor' | 'query' | 'view' | 'assets'> &
  Partial<Pick<DeskSession, 'endorsement'>>

export function showDesk(
  { assets, account, visitor, query, view, endorsement }: ShownSession,
  { title, main }: DeskPage,
  place: PagePlace & { status?: number; headers?: readonly string[] },
): Reply {
  const { path, query: shownQuery = {}, slug, status = 200, headers = [] } = place
  const { words, lang, href } = view
  const done = NOTICES.find((name) => name === query.get('done'))
  const isOpen = endorsement?.closed_at === null
  const page = renderPage(assets, {
    main,
    title,
    lang,
    app: '/desk',
    styles: [assets.deskStyle],
    scripts: [assets.deskScript],
    notice: done === undefined ? null : words[done],
    menu:
      slug === undefined
        ? null
        : html`<nav aria-label="${words.menu}"><ul>
${MENU.filter(({ isForm }) => !isForm || isOpen).map(({ below, name }) => {
  const link = `/desk/${slug}${below}`
  return html`<li><a href="${href(link)}"${link === path && html` aria-current="page"`}>${words[name]}</a></li>`
})}
</ul></nav>`,
    aside: html`<div class="who">${place.otherLanguage ?? languageLink(view, path, shownQuery)}
<form class="who" method="post" action="/console/sign-out">
${hiddenToken(visitor.token)}
<span class="name">${account.name}</span>
<button class="quiet">${words.signOut}</button>
</form></div>`,
  })
  return toPageReply(page, { status, headers })
}

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

function languageLink({ lang }: DeskView, path: string, query: Readonly<Record<string, string>>): Html {
  const [other, name] = OTHER[lang]
  return html`<a class="language" href="${createView(other).href(path, query)}" lang="${other}" hreflang="${other}">${name}</a>`
}

/** A button that sends the same fields in the other language. */
export function languageButton(
  { lang }: DeskView,
  path: string,
  token: string,
  fields: Readonly<Record<string, string>>,
): Html {
  const [other, name] = OTHER[lang]
  return html`<form class="language" method="post" action="${createView(other).href(path)}">${hiddenToken(token)}${Object.entries(
    fields,
  ).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  )}<button class="quiet" lang="${other}">${name}</button></form>`
}

/** The browser follows it with GET, so that reloading the page does not send the form again. */
export function redirectTo({ view }: Pick<DeskSession, 'view'>, path: string, done?: DeskNotice): Reply {
  const location = view.href(path, done === undefined ? {} : { done })
  return toPageReply(html``, { status: 303, headers: ['Location', location] })
}
