// The desk's replies: pages, and redirects to pages.

import type { MemberVisit } from '../console/visit.ts'
import type { Reply } from '../http/exchange.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { renderPage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import type { DeskContext } from './context.ts'

export interface DeskPage {
  title: string
  main: Html
  /** Links of the endorser's desk; the first is the overview. */
  menu?: readonly (readonly [path: string, name: string])[]
  here?: string
}

/** Messages about a finished action, shown on the page to which its form redirects. */
const NOTICES = {
  'draft-saved': 'Your draft is saved on the server. Nobody else sees it before you publish it.',
  'draft-discarded': 'Your draft is deleted. What is published stays.',
  published: 'Published. The service shows it within seconds; this page says when.',
  scheduled: 'Scheduled. The service publishes it at the time you chose; until then you can cancel.',
  unscheduled: 'The schedule is cancelled. What is published stays.',
  withdrawn: 'Withdrawn. The service stops showing it within seconds.',
  'other-window': 'Another window has saved this draft since. Nothing was published: check it and publish again.',
} as const
export type DeskNotice = keyof typeof NOTICES

export function showDesk(
  { context, account, visitor, query }: Pick<MemberVisit, 'account' | 'visitor' | 'query'> & { context: DeskContext },
  { title, main, menu, here }: DeskPage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const done = query.get('done') ?? ''
  const { assets } = context
  const page = renderPage(assets, {
    ...{ title, main, room: 'desk', styles: [assets.deskStyle], scripts: [assets.deskScript] },
    notice: isNotice(done) ? NOTICES[done] : null,
    menu: menu
      ? html`<nav aria-label="Desk"><ul>
${menu.map(([path, name]) => html`<li><a href="${path}"${path === here && html` aria-current="page"`}>${name}</a></li>`)}
</ul></nav>`
      : null,
    aside: html`<form class="who" method="post" action="/console/sign-out">
${hiddenToken(visitor.token)}
<span class="name">${account.name}</span>
<button class="quiet">Sign out</button>
</form>`,
  })
  return toPageReply(page, { status, headers })
}

/** The browser follows it with GET, so that reloading the page does not send the form again. */
export function redirectTo(path: string, done?: DeskNotice): Reply {
  const location = done === undefined ? path : `${path}?done=${done}`
  return toPageReply(html``, { status: 303, headers: ['Location', location] })
}

function isNotice(text: string): text is DeskNotice {
  return Object.hasOwn(NOTICES, text)
}

export function menuOf(slug: string): NonNullable<DeskPage['menu']> {
  const base = `/desk/${slug}`
  return [
    [base, 'Positions'],
    [`${base}/contests`, 'Find a contest'],
    [`${base}/history`, 'History'],
    [`${base}/file`, 'Your file'],
  ]
}
