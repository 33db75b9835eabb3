// The common parts of the console's pages: the session, the language and links, the frame, and the replies.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../data/access/password.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Asset } from '../web/assets.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { type Member, type MemberRoute, type PageSession, redirectTo } from '../web/members.ts'
import { renderPage, type Shell, withLanguage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import type { TakeTurn } from './password-attempts.ts'
import { WORDS, type Words } from './words/words.ts'

export interface ConsoleView {
  /** Of the page. */
  lang: Language
  words: Words
  /** The same page in the other language; null if it has none. */
  otherPath: string | null
  /** A path of the console, also of a form, in the visitor's language. */
  href(path: string, query?: Readonly<Record<string, string>>): string
}

interface ViewOptions {
  /** A page that links to itself in the other language. */
  path?: string
  /** True for a page that exists in English alone. Its links keep the visitor's language. */
  isEnglish?: boolean
}

export function viewOf(query: URLSearchParams, { path, isEnglish = false }: ViewOptions = {}): ConsoleView {
  const kept: Language = query.get('lang') === 'es' ? 'es' : 'en'
  const lang = isEnglish ? 'en' : kept
  const other = kept === 'es' ? 'en' : 'es'
  return {
    lang,
    words: WORDS[lang],
    otherPath: path === undefined || isEnglish ? null : withLanguage(path, other),
    href: (to, query = {}) =>
      withLanguage(Object.keys(query).length === 0 ? to : `${to}?${new URLSearchParams(query)}`, kept),
  }
}

/** An English sentence of a rule or of the state, or `other` in another language. */
export function inEnglish({ lang }: ConsoleView, sentence: string, other: string): string {
  return lang === 'en' ? sentence : other
}

/** How `parseField` names a problem: by the field's label and the English sentence of its rule, or in another language by `other`. */
export function saying({ lang }: ConsoleView, label: string, other: string): { label: string } | { otherwise: string } {
  return lang === 'en' ? { label } : { otherwise: other }
}

export function passwordExpected(words: Words): string {
  return fill(words.passwordExpected, { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX })
}

// The session that each page and form receives.

export interface ConsoleSession extends PageSession {
  /** The visitor's language. */
  view: ConsoleView
  assets: ConsoleAssets
  takeTurn: TakeTurn
}

export type ConsoleMemberSession = ConsoleSession & Member

export type ConsoleRoute = MemberRoute<ConsoleSession>

// The replies: pages, and redirects to pages.

/** Messages about a finished action, shown on the page to which its form redirects: the dictionary's name, or an operator's sentence. */
const NOTICES = {
  'signed-out': 'doneSignedOut',
  ended: 'doneEnded',
  password: 'donePassword',
  'second-factor-required': 'doneFactorRequired',
  'second-factor-removed': 'doneFactorRemoved',
  'key-changed': 'doneKeyChanged',
  'key-revoked': 'doneKeyRevoked',
  'invitation-used': 'doneInvitation',
} as const satisfies Record<string, keyof Words>
const OPERATOR_NOTICES = {
  'account-rejected': 'The sign-up is rejected and deleted.',
  'accounts-rejected': 'All pending sign-ups are rejected and deleted.',
  'account-erased': 'The account is erased.',
  'account-changed': 'The account is changed.',
  'desk-closed': 'The desk is closed. Feeds decide again with the next publication; everything at the desk is kept.',
  'correction-released': 'The report is public.',
  'correction-rejected': 'The report is rejected, and its text is deleted.',
  'correction-fixed': 'The report is marked as fixed.',
  'plan-changed': 'The plan is set. It is already in effect.',
} as const
type Notice = keyof typeof NOTICES | keyof typeof OPERATOR_NOTICES

export function showPage(
  { assets, visitor, query, view }: Pick<ConsoleSession, 'assets' | 'visitor' | 'query' | 'view'>,
  page: ConsolePage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const frame: Frame = {
    view,
    account: visitor.login?.account ?? null,
    token: visitor.token,
    assets,
    notice: noticeOf(view, query.get('done') ?? ''),
  }
  const cookie = visitor.cookie === null ? [] : ['Set-Cookie', visitor.cookie]
  return toPageReply(layout(frame, page), { status, headers: [...headers, ...cookie] })
}

/** The browser follows it with GET, so that reloading the page does not send the form again. */
export function redirect(path: string, { done, cookie }: { done?: Notice; cookie?: string } = {}): Reply {
  return redirectTo(done === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${done}`, cookie)
}

function noticeOf({ words }: ConsoleView, done: string): string | null {
  if (isKey(NOTICES, done)) return words[NOTICES[done]]
  return isKey(OPERATOR_NOTICES, done) ? OPERATOR_NOTICES[done] : null
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key)
}

// The frame: the common page with the console's menu, account and notice.

export interface ConsolePage {
  title: string
  main: Html
  /** Path of the menu's link to this page. */
  here?: string
}

type ConsoleAssets = Shell & Readonly<Record<'script', Asset>>

interface Frame {
  view: ConsoleView
  /** Null if the visitor is not signed in. */
  account: Account | null
  token: string
  assets: ConsoleAssets
  /** A message about the action that was just done. */
  notice: string | null
}

const MEMBER_LINKS = [['/console', 'menuHome']] as const
const OPERATOR_LINKS = [
  ['/console/accounts', 'menuAccounts'],
  ['/console/plans', 'menuPlans'],
  ['/console/corrections', 'menuCorrections'],
  ['/console/audit', 'menuAudit'],
] as const
const OWN_LINKS = [
  ['/console/password', 'menuPassword'],
  ['/console/second-factor', 'menuSecondFactor'],
] as const

export function layout({ view, account, token, assets, notice }: Frame, { title, main, here }: ConsolePage): Html {
  return renderPage(assets, {
    title,
    main,
    notice,
    lang: view.lang,
    app: '/console',
    scripts: [assets.script],
    menu: account && menu(view, account, here),
    aside: html`<div class="who">${languageLink(view)}${account && signOut(view, account, token)}</div>`,
  })
}

function menu({ words, href }: ConsoleView, account: Account, here: string | undefined): Html {
  const operator = account.role === 'operator' && account.status === 'approved'
  const links = [...MEMBER_LINKS, ...(operator ? OPERATOR_LINKS : []), ...OWN_LINKS]
  return html`<nav aria-label="${words.menu}"><ul>
${links.map(([path, name]) => html`<li><a href="${href(path)}"${path === here && html` aria-current="page"`}>${words[name]}</a></li>`)}
</ul></nav>`
}

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

function languageLink({ lang, otherPath }: ConsoleView): Html | null {
  if (otherPath === null) return null
  const [other, name] = OTHER[lang]
  return html`<a class="language" href="${otherPath}" lang="${other}" hreflang="${other}">${name}</a>`
}

function signOut({ words, href }: ConsoleView, { name }: Account, token: string): Html {
  return html`<form class="who" method="post" action="${href('/console/sign-out')}">
${hiddenToken(token)}
<span class="name">${name}</span>
<button class="quiet">${words.signOut}</button>
</form>`
}
