// Answers every request under /console with a page: identifies the visitor, checks access to the page, and checks the form.

import type { IncomingHttpHeaders } from 'node:http'
import { StateUnwritable } from '../../data/store/state/state.ts'
import type { Door } from '../../server/http/admit.ts'
import { countMember, countRequest } from '../../server/http/admit.ts'
import { readForm, readUpload } from '../../server/http/body.ts'
import { ApiError, toApiError } from '../../server/http/errors.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import type { Log } from '../../server/http/log.ts'
import { toPattern } from '../../server/http/server.ts'
import type { Assets } from '../web/assets.ts'
import { isFromElsewhere, refuseForged, refuseOtherSite } from '../web/csrf.ts'
import { toForm } from '../web/form.ts'
import { originOf } from '../web/origin.ts'
import { loadShell } from '../web/page.ts'
import { refusalPage } from '../web/refusal.ts'
import type { AnswerRoom } from '../web/rooms.ts'
import { fill } from '../web/sentence.ts'
import { findVisitor, type OpenSession, type Visitor } from '../web/session.ts'
import { keepLanguage, redirect, showPage } from './reply.ts'
import { consoleRoutes } from './routes.ts'
import { mustSetSecondFactor } from './second-factor.ts'
import { createTurns } from './turns.ts'
import { type ConsoleView, viewOf } from './view.ts'
import type { ConsoleContext, ConsoleRoute, ConsoleServer, Visit } from './visit.ts'

/** What a room for signed-in visitors needs of the running server. */
export type MemberServer = ConsoleServer & Door & { log: Log }

export function createConsole(service: MemberServer, assets: Pick<Assets, 'load'>): AnswerRoom {
  return createMemberRoom(service, assets, consoleRoutes)
}

/** An error that becomes a page. */
export interface Refused {
  fault: ApiError
  /** Of the request. */
  id: string
}

/** Makes the page of an error. `cookie`: Set-Cookie for a visitor without a cookie. */
type ShowRefusal = (refused: Refused, visit: { query: URLSearchParams; cookie: string | null }) => Reply

/** Errors become pages too: the returned promise does not reject. @param routes of one room @param showRefusal default: the console's page */
export function createMemberRoom(
  service: MemberServer,
  assets: Pick<Assets, 'load'>,
  routes: readonly ConsoleRoute[],
  showRefusal?: ShowRefusal,
): AnswerRoom {
  const { state, usage, meter, hmac, bundles } = service
  const { secondFactor } = service
  const desk: ConsoleContext = {
    state,
    usage,
    meter,
    hmac,
    bundles,
    secondFactor,
    assets: { ...loadShell(assets), script: assets.load('console/comfort.js') },
    takeTurn: createTurns(),
  }
  const entries = routes.map((route) => ({ route, pattern: toPattern(route.path) }))
  /** A page that answers a form may have no address of its own. */
  const pageAt = (path: string): string =>
    entries.some(({ route, pattern }) => route.method === 'GET' && pattern.test(path)) ? path : '/console'

  return async (exchange, { path, search }) => {
    const { request } = exchange
    const query = new URLSearchParams(search)
    const { lang } = viewOf(query)
    let visitor: Visitor = { session: null, awaiting: null, token: '', cookie: null }
    try {
      const fitting = entries.filter(({ pattern }) => pattern.test(path))
      exchange.route = fitting[0]?.route.path ?? null
      const meet = async (now: number): Promise<Visitor> => {
        visitor = await findVisitor(desk, request.headers.cookie, now)
        return visitor
      }
      const first = await meet(exchange.time)
      // Count a signed-in visitor by account, so that others in the same network cannot lock the visitor out.
      const known = first.session ?? first.awaiting
      const refusal = known
        ? await countMember(service, exchange, known.account.id)
        : await countRequest(service, exchange)
      if (refusal) throw refusal
      if (first.session && isOpenedPage(request.headers)) await noteSeen(state, first.session, exchange.time)
      const { route, pattern } = choose(fitting, request.method ?? '')
      const visit: Visit = {
        desk,
        view: viewOf(query, { path: pageAt(path), isEnglish: route.who === 'operator' }),
        visitor: first,
        peer: service.readPeer(request),
        origin: originOf(request.headers.host),
        fromElsewhere: isFromElsewhere(request.headers),
        params: pattern.exec(path)?.groups ?? {},
        query,
        form: toForm(new URLSearchParams()),
        now: exchange.time,
      }
      if (route.method === 'GET') return keepLanguage(await enter(route, visit).answer(), lang)
      return keepLanguage(await take(route, visit, { request, now: service.now, meet }), lang)
    } catch (fault) {
      if (!(fault instanceof ApiError)) service.log.fault(exchange.id, fault)
      const refused = toApiError(fault)
      if (showRefusal) return showRefusal({ fault: refused, id: exchange.id }, { query, cookie: visitor.cookie })
      const { status, headers } = refused
      const view = viewOf(query, { path: '/console' })
      return showPage({ desk, visitor, view, query: new URLSearchParams() }, toRefusal(view, refused, exchange.id), {
        status,
        headers,
      })
    }
  }
}

/** If the page is not for this visitor, `answer` redirects to another page. Throws ApiError 404. */
function enter(route: ConsoleRoute, visit: Visit): { open: boolean; answer(): Promise<Reply> } {
  const elsewhere = (reply: Reply) => ({ open: false, answer: async () => reply })
  if (route.who === 'anybody') return { open: true, answer: () => route.answer(visit) }

  const { session } = visit.visitor
  if (!session) return elsewhere(redirect('/console/sign-in', route.method === 'POST' ? { done: 'ended' } : {}))
  const { account } = session
  if (mustSetSecondFactor(visit.desk, session) && !route.beforeSecondFactor)
    return elsewhere(redirect('/console/second-factor', { done: 'second-factor-required' }))
  if (route.who === 'operator' && (account.role !== 'operator' || account.status !== 'approved')) throw notFound()
  if (route.who === 'approved' && account.status !== 'approved') return elsewhere(redirect('/console'))
  return { open: true, answer: () => route.answer({ ...visit, session, account }) }
}

/**
 * Checks the origin, then the visitor, and only then reads the body: a stranger's body is not read. Checks the visitor again after the
 * body has arrived: the session may have ended meanwhile.
 */
async function take(
  route: ConsoleRoute,
  visit: Visit,
  { request, now, meet }: Pick<Exchange, 'request'> & { now(): number; meet(now: number): Promise<Visitor> },
): Promise<Reply> {
  refuseOtherSite(request.headers)
  const before = enter(route, visit)
  if (!before.open) return await before.answer()
  const { fields, files } =
    route.uploadBytes === undefined
      ? { fields: await readForm(request, route.bodyBytes), files: undefined }
      : await readUpload(request, route.uploadBytes)
  const form = toForm(fields, files)
  const arrived = now()
  const visitor = await meet(arrived)
  const after = enter(route, { ...visit, visitor, form, now: arrived })
  if (after.open) refuseForged(form.secret('token'), visitor.token)
  return await after.answer()
}

/** If the disk accepts no writes, pages still work, and the session expires as if it were not used. */
async function noteSeen(state: ConsoleContext['state'], { hash }: OpenSession, now: number): Promise<void> {
  try {
    await state.seeSession(hash, new Date(now).toISOString())
  } catch (fault) {
    if (!(fault instanceof StateUnwritable)) throw fault
  }
}

/** Requests that a page's script or style sends by itself do not keep a session open. */
function isOpenedPage(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-fetch-dest']
  return purpose === undefined || purpose === 'document'
}

/** HEAD works wherever GET does. Throws ApiError 404 or 405. */
function choose<Entry extends { route: ConsoleRoute }>(fitting: readonly Entry[], method: string): Entry {
  if (fitting.length === 0) throw notFound()
  const found = fitting.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  const allowed = fitting.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  throw new ApiError('invalid_parameter', `This page accepts only ${allowed.join(', ')}.`, {
    status: 405,
    headers: ['Allow', allowed.join(', ')],
  })
}

/** The sentences of errors are in English; another language has one for each kind. */
function toRefusal({ lang, words, href }: ConsoleView, { status, message }: ApiError, id: string) {
  const back = { path: href('/console'), name: words.back }
  if (lang === 'en') return refusalPage({ status, sentence: message, id }, back)
  const sentence = status === 403 || status === 404 || status === 429 ? words[`refused${status}`] : words.refusedOther
  return refusalPage({ sentence, title: words.refused, reference: fill(words.reference, { id }) }, back)
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such page.')
}
