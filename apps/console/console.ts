// The app at /console: sign-up, sign-in, keys, usage, and the operator's pages.

import type { ApiError } from '../../data/schema/api-error.ts'
import type { Host } from '../../server/host.ts'
import { toPattern } from '../../server/http/server.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { createMemberPages, type Member, type MemberRoute, type Visit } from '../web/members.ts'
import { refusalPage } from '../web/refusal.ts'
import { fill } from '../web/sentence.ts'
import { showPage } from './reply.ts'
import { consoleRoutes } from './routes.ts'
import { createTurns } from './turns.ts'
import { type ConsoleView, viewOf } from './view.ts'
import type { ConsoleRoute, ConsoleVisit } from './visit.ts'

const PATH = '/console'

export function createConsole(host: Host, frame: Frame): App {
  const assets = { ...frame.shell, script: frame.assets.load('console/comfort.js') }
  const takeTurn = createTurns()
  const pages = consoleRoutes.filter(({ method }) => method === 'GET').map(({ path }) => toPattern(path))
  /** A page that answers a form may have no address of its own. */
  const pageAt = (path: string): string => (pages.some((page) => page.test(path)) ? path : PATH)
  const open = (visit: Visit, { who }: ConsoleRoute): ConsoleVisit => ({
    ...visit,
    view: viewOf(visit.query, { path: pageAt(visit.path), isEnglish: who === 'operator' }),
    assets,
    takeTurn,
  })
  const toRoute = (route: ConsoleRoute): MemberRoute =>
    route.who === 'anybody'
      ? { ...route, answer: (visit: Visit) => route.answer(open(visit, route)) }
      : { ...route, answer: (visit: Visit & Member) => route.answer({ ...visit, ...open(visit, route) }) }
  const answer = createMemberPages(host, consoleRoutes.map(toRoute), ({ fault, id }, { query, visitor }) => {
    const view = viewOf(query, { path: PATH })
    const { status, headers } = fault
    const shown = { visitor, view, assets, query: new URLSearchParams() }
    return showPage(shown, toRefusal(view, fault, id), { status, headers })
  })
  return { path: PATH, app: createGuestApp(host, answer), link: { name: { en: 'Console', es: 'Consola' } } }
}

/** The sentences of errors are in English; another language has one for each kind. */
function toRefusal({ lang, words, href }: ConsoleView, { status, message }: ApiError, id: string) {
  const back = { path: href(PATH), name: words.back }
  if (lang === 'en') return refusalPage({ status, sentence: message, id }, back)
  const sentence = status === 403 || status === 404 || status === 429 ? words[`refused${status}`] : words.refusedOther
  return refusalPage({ sentence, title: words.refused, reference: fill(words.reference, { id }) }, back)
}
