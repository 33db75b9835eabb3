// The app at /console: sign-up, sign-in, keys, usage, and the operator's pages.

import type { ApiError } from '../../data/schema/api-error.ts'
import type { Host } from '../../server/host.ts'
import { toPattern } from '../../server/http/server.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { createMemberPages, type Member, type MemberRoute, type PageSession } from '../web/members.ts'
import { refusalPage } from '../web/refusal.ts'
import { fill } from '../web/sentence.ts'
import { findWantedPage } from '../web/wanted-page.ts'
import {
  answerAccounts,
  answerErase,
  answerReject,
  eraseAccount,
  rejectAccounts,
  setAccountPlan,
  setStatus,
} from './accounts.ts'
import { answerAudit } from './audit.ts'
import { answerCorrections, decideCorrection } from './corrections.ts'
import { answerEditor, closeDesk, grantEndorser, inviteEditor, revokeEndorser } from './editors.ts'
import { answerHome } from './home.ts'
import { acceptInvitation, answerInvitation } from './invitation.ts'
import { answerKey, changeKey, createKey, revokeKey } from './key.ts'
import { type ConsoleRoute, type ConsoleSession, type ConsoleView, showPage, viewOf } from './page.ts'
import { answerPassword, changePassword } from './password.ts'
import { createTurns } from './password-attempts.ts'
import { answerPlans, setPlan } from './plans.ts'
import {
  answerSecondFactor,
  beginSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setSecondFactor,
} from './second-factor.ts'
import { answerSignIn, answerSignInCode, cancelSignIn, signIn, signInWithCode, signOut } from './sign-in.ts'
import { answerSignUp, signUp } from './sign-up.ts'

const PATH = '/console'

export function createConsole(host: Host, frame: Frame): App {
  const assets = { ...frame.shell, script: frame.assets.load('console/comfort.js') }
  const takeTurn = createTurns()
  const pages = consoleRoutes.filter(({ method }) => method === 'GET').map(({ path }) => toPattern(path))
  /** A page that answers a form may have no address of its own. */
  const pageAt = (path: string): string => (pages.some((page) => page.test(path)) ? path : PATH)
  /** The sign-in keeps the page that it leads to. */
  const pathInOther = ({ path, query }: PageSession): string => {
    const wanted = findWantedPage(query.get('to'))
    return wanted === undefined ? pageAt(path) : `${pageAt(path)}?${new URLSearchParams({ to: wanted })}`
  }
  const open = (session: PageSession, { who }: ConsoleRoute): ConsoleSession => ({
    ...session,
    view: viewOf(session.query, { path: pathInOther(session), isEnglish: who === 'operator' }),
    assets,
    takeTurn,
  })
  const toRoute = (route: ConsoleRoute): MemberRoute =>
    route.who === 'anybody'
      ? { ...route, answer: (session: PageSession) => route.answer(open(session, route)) }
      : { ...route, answer: (session: PageSession & Member) => route.answer({ ...session, ...open(session, route) }) }
  const answer = createMemberPages(host, consoleRoutes.map(toRoute), ({ fault, id }, { query, visitor }) => {
    const view = viewOf(query, { path: PATH })
    const { status, headers } = fault
    const shown = { visitor, view, assets, query: new URLSearchParams() }
    return showPage(shown, toRefusal(view, fault, id), { status, headers })
  })
  return {
    path: PATH,
    app: createGuestApp(host, answer),
    link: { name: { en: 'Console', es: 'Consola' }, forMembers: true },
  }
}

/** The sentences of errors are in English; another language has one for each kind. */
function toRefusal({ lang, words, href }: ConsoleView, { status, message }: ApiError, id: string) {
  const back = { path: href(PATH), name: words.back }
  if (lang === 'en') return refusalPage({ status, sentence: message, id }, back)
  const sentence = status === 403 || status === 404 || status === 429 ? words[`refused${status}`] : words.refusedOther
  return refusalPage({ sentence, title: words.refused, reference: fill(words.reference, { id }) }, back)
}

// Every page and form. To add one, add a file here and a line below.

/** Also open to an operator who must still set a second factor. */
const SECOND_FACTOR = { who: 'account', beforeSecondFactor: true } as const

export const consoleRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/console', who: 'account', answer: answerHome },
  { method: 'GET', path: '/console/sign-up', who: 'anybody', answer: answerSignUp },
  { method: 'POST', path: '/console/sign-up', who: 'anybody', answer: signUp },
  { method: 'GET', path: '/console/sign-in', who: 'anybody', answer: answerSignIn },
  { method: 'POST', path: '/console/sign-in', who: 'anybody', answer: signIn },
  { method: 'GET', path: '/console/sign-in/code', who: 'anybody', answer: answerSignInCode },
  { method: 'POST', path: '/console/sign-in/code', who: 'anybody', answer: signInWithCode },
  { method: 'POST', path: '/console/sign-in/cancel', who: 'anybody', answer: cancelSignIn },
  { method: 'GET', path: '/console/invitation', who: 'anybody', answer: answerInvitation },
  { method: 'POST', path: '/console/invitation', who: 'anybody', answer: acceptInvitation },
  { method: 'POST', path: '/console/sign-out', ...SECOND_FACTOR, answer: signOut },
  { method: 'GET', path: '/console/password', ...SECOND_FACTOR, answer: answerPassword },
  { method: 'POST', path: '/console/password', ...SECOND_FACTOR, answer: changePassword },
  { method: 'GET', path: '/console/second-factor', ...SECOND_FACTOR, answer: answerSecondFactor },
  { method: 'POST', path: '/console/second-factor', ...SECOND_FACTOR, answer: setSecondFactor },
  { method: 'POST', path: '/console/second-factor/begin', ...SECOND_FACTOR, answer: beginSecondFactor },
  { method: 'POST', path: '/console/second-factor/recovery-codes', ...SECOND_FACTOR, answer: renewRecoveryCodes },
  { method: 'POST', path: '/console/second-factor/remove', ...SECOND_FACTOR, answer: removeSecondFactor },
  { method: 'POST', path: '/console/keys', who: 'approved', answer: createKey },
  { method: 'GET', path: '/console/keys/{id}', who: 'approved', answer: answerKey },
  { method: 'POST', path: '/console/keys/{id}', who: 'approved', answer: changeKey },
  { method: 'POST', path: '/console/keys/{id}/revoke', who: 'approved', answer: revokeKey },
  { method: 'GET', path: '/console/accounts', who: 'operator', answer: (session) => answerAccounts(session) },
  { method: 'POST', path: '/console/accounts/status', who: 'operator', answer: setStatus },
  { method: 'GET', path: '/console/accounts/reject', who: 'operator', answer: answerReject },
  { method: 'POST', path: '/console/accounts/reject', who: 'operator', answer: rejectAccounts },
  { method: 'GET', path: '/console/accounts/{id}/erase', who: 'operator', answer: (session) => answerErase(session) },
  { method: 'POST', path: '/console/accounts/{id}/erase', who: 'operator', answer: eraseAccount },
  { method: 'GET', path: '/console/accounts/{id}/editor', who: 'operator', answer: (session) => answerEditor(session) },
  { method: 'POST', path: '/console/accounts/{id}/editor/grant', who: 'operator', answer: grantEndorser },
  { method: 'POST', path: '/console/accounts/{id}/editor/revoke', who: 'operator', answer: revokeEndorser },
  { method: 'POST', path: '/console/accounts/{id}/editor/close', who: 'operator', answer: closeDesk },
  { method: 'POST', path: '/console/accounts/{id}/editor/invite', who: 'operator', answer: inviteEditor },
  { method: 'POST', path: '/console/accounts/plan', who: 'operator', answer: setAccountPlan },
  { method: 'GET', path: '/console/plans', who: 'operator', answer: answerPlans },
  { method: 'POST', path: '/console/plans', who: 'operator', answer: setPlan },
  { method: 'GET', path: '/console/corrections', who: 'operator', answer: (session) => answerCorrections(session) },
  { method: 'POST', path: '/console/corrections', who: 'operator', answer: decideCorrection },
  { method: 'GET', path: '/console/audit', who: 'operator', answer: answerAudit },
]
