// The desk's replies: pages in the language of the visitor, and redirects to pages.

import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { renderPage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import type { DeskVisit } from './context.ts'
import { createView, type DeskView } from './view.ts'

export interface DeskPage {
  title: string
  main: Html
}

/** Where a page stands. */
export interface PagePlace {
  /** The path that shows it, also in the other language. */
  path: string
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
type ShownVisit = Pick<DeskVisit, 'account' | 'visitor' | 'query' | 'view' | 'assets'> &
  Partial<Pick<DeskVisit, 'endorsement'>>

export function showDesk(
  { assets, account, visitor, query, view, endorsement }: ShownVisit,
  { title, main }: DeskPage,
  place: PagePlace & { status?: number; headers?: readonly string[] },
): Reply {
  const { path, slug, status = 200, headers = [] } = place
  const { words, lang, href } = view
  const done = NOTICES.find((name) => name === query.get('done'))
  const isOpen = endorsement?.closed_at === null
  const page = renderPage(assets, {
    main: html`${main}<p class="problems" role="alert" data-lost="${words.scriptUnsent}" hidden></p>`,
    ...{ title, lang, app: '/desk', styles: [assets.deskStyle], scripts: [assets.deskScript] },
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
    aside: html`<div class="who">${place.otherLanguage ?? languageLink(view, path)}
<form class="who" method="post" action="/console/sign-out">
${hiddenToken(visitor.token)}
<span class="name">${account.name}</span>
<button class="quiet">${words.signOut}</button>
</form></div>`,
  })
  return toPageReply(page, { status, headers })
}

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

function languageLink({ lang }: DeskView, path: string): Html {
  const [other, name] = OTHER[lang]
  return html`<a class="language" href="${createView(other).href(path)}" lang="${other}" hreflang="${other}">${name}</a>`
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
export function redirectTo({ view }: Pick<DeskVisit, 'view'>, path: string, done?: DeskNotice): Reply {
  const location = view.href(path, done === undefined ? {} : { done })
  return toPageReply(html``, { status: 303, headers: ['Location', location] })
}
