// The console's replies: pages, and redirects to pages.

import type { Reply } from '../http/exchange.ts'
import { html } from '../web/html.ts'
import { toPageReply } from '../web/reply.ts'
import { type ConsolePage, type Frame, layout } from './pages/layout.ts'
import type { Visit } from './visit.ts'

/** Messages about a finished action, shown on the page to which its form redirects. */
const NOTICES = {
  'signed-out': 'You are signed out.',
  ended: 'Your session has ended, and nothing was changed. Sign in again.',
  password: 'Your password is changed, and all your other sessions have ended.',
  'second-factor-required': 'This service requires a second factor for operators: set one up to continue.',
  'second-factor-removed': 'The second factor is off.',
  'account-rejected': 'The sign-up is rejected and deleted.',
  'accounts-rejected': 'All pending sign-ups are rejected and deleted.',
  'account-erased': 'The account is erased.',
  'key-changed': 'The key is changed. The change is already in effect.',
  'key-revoked': 'The key is revoked. Requests with it are refused.',
  'account-changed': 'The account is changed.',
  'desk-closed': 'The desk is closed. Feeds decide again with the next publication; everything at the desk is kept.',
  'invitation-used': 'Your password is set. Sign in with it.',
  'plan-changed': 'The plan is set. It is already in effect.',
} as const
export type Notice = keyof typeof NOTICES

export function showPage(
  { desk, visitor, query }: Pick<Visit, 'desk' | 'visitor' | 'query'>,
  page: ConsolePage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const done = query.get('done') ?? ''
  const frame: Frame = {
    account: visitor.session?.account ?? null,
    token: visitor.token,
    assets: desk.assets,
    notice: isNotice(done) ? NOTICES[done] : null,
  }
  const cookie = visitor.cookie === null ? [] : ['Set-Cookie', visitor.cookie]
  return toPageReply(layout(frame, page), { status, headers: [...headers, ...cookie] })
}

/** The browser follows it with GET, so that reloading the page does not send the form again. */
export function redirect(path: string, { done, cookie }: { done?: Notice; cookie?: string } = {}): Reply {
  const location = done === undefined ? path : `${path}?done=${done}`
  return toPageReply(html``, {
    status: 303,
    headers: ['Location', location, ...(cookie === undefined ? [] : ['Set-Cookie', cookie])],
  })
}

function isNotice(text: string): text is Notice {
  return Object.hasOwn(NOTICES, text)
}
