// The console's replies: pages, and redirects to pages.

import type { Reply } from '../../server/http/exchange.ts'
import { redirectTo } from '../web/members.ts'
import { toPageReply } from '../web/reply.ts'
import { type ConsolePage, type Frame, layout } from './pages/layout.ts'
import type { ConsoleView } from './view.ts'
import type { ConsoleVisit } from './visit.ts'
import type { Words } from './words/words.ts'

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
export type Notice = keyof typeof NOTICES | keyof typeof OPERATOR_NOTICES

export function showPage(
  { assets, visitor, query, view }: Pick<ConsoleVisit, 'assets' | 'visitor' | 'query' | 'view'>,
  page: ConsolePage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const frame: Frame = {
    view,
    account: visitor.session?.account ?? null,
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
