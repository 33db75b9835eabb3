// Answers everything under /console with a page: who visits, whether the page is theirs, whether the form is.

import { ApiError, toApiError } from '../errors.ts'
import { count } from '../http/admit.ts'
import { readForm } from '../http/body.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { toPattern } from '../http/pattern.ts'
import type { Service } from '../service.ts'
import { loadAssets } from './assets.ts'
import { isFromElsewhere, refuseForged, refuseOtherSite } from './csrf.ts'
import { toForm } from './form.ts'
import { refusalPage } from './pages/refusal.ts'
import { redirect, show } from './reply.ts'
import { consoleRoutes } from './routes.ts'
import { findVisitor, type Visitor } from './session.ts'
import { createTurns } from './turns.ts'
import type { ConsoleRoute, Desk, MemberVisit, Visit } from './visit.ts'

/** Where the console is: it and all below it. */
export const CONSOLE_PATHS = /^\/console(?:\/|$)/

type Asked = { pathname: string; search: string }

/** A refusal and a fault are pages too: what it returns does not reject. */
export function createConsole(service: Service): (exchange: Exchange, asked: Asked) => Promise<Reply> {
  const { state, usage, meter, hmac } = service
  const desk: Desk = { state, usage, meter, hmac, assets: loadAssets(), takeTurn: createTurns() }
  const entries = consoleRoutes.map((route) => ({ route, pattern: toPattern(route.path) }))

  return async (exchange, { pathname, search }) => {
    const { request } = exchange
    let visitor: Visitor = { session: null, token: '', cookie: null }
    try {
      const fitting = entries.filter(({ pattern }) => pattern.test(pathname))
      exchange.route = fitting[0]?.route.path ?? null
      const refusal = await count(service, exchange)
      if (refusal) throw refusal
      visitor = await findVisitor(desk, request.headers.cookie, exchange.time)
      const { route, pattern } = choose(fitting, request.method ?? '')
      return await answer(route, exchange, {
        desk,
        visitor,
        peer: service.readPeer(request),
        origin: originOf(request.headers.host),
        fromElsewhere: isFromElsewhere(request.headers),
        params: pattern.exec(pathname)?.groups ?? {},
        query: new URLSearchParams(search),
        form: toForm(new URLSearchParams()),
        now: exchange.time,
      })
    } catch (fault) {
      if (!(fault instanceof ApiError)) service.log.fault(exchange.id, fault)
      const { status, message: sentence, headers } = toApiError(fault)
      const page = refusalPage({ status, sentence, id: exchange.id })
      return show({ desk, visitor, query: new URLSearchParams() }, page, { status, headers })
    }
  }
}

/** Who is asked for before what was sent, and where from before either: a stranger's body is not read. */
async function answer(route: ConsoleRoute, exchange: Exchange, visit: Visit): Promise<Reply> {
  const { request } = exchange
  const posted = route.method === 'POST'
  if (posted) refuseOtherSite(request.headers)
  if (route.who === 'anybody') return await route.answer(posted ? await withForm(visit, exchange) : visit)

  const { session } = visit.visitor
  if (!session) return redirect('/console/sign-in', posted ? { done: 'ended' } : {})
  const { account } = session
  if (route.who === 'operator' && (account.role !== 'operator' || account.status !== 'approved')) throw notFound()
  if (route.who === 'approved' && account.status !== 'approved') return redirect('/console')
  const member: MemberVisit = { ...visit, session, account }
  return await route.answer(posted ? await withForm(member, exchange) : member)
}

async function withForm<Visiting extends Visit>(visit: Visiting, { request }: Exchange): Promise<Visiting> {
  const form = toForm(await readForm(request))
  refuseForged(form.secret('token'), visit.visitor.token)
  return { ...visit, form }
}

/** HEAD works wherever GET does. Throws ApiError 404 or 405. */
function choose<Entry extends { route: ConsoleRoute }>(fitting: readonly Entry[], method: string): Entry {
  if (fitting.length === 0) throw notFound()
  const found = fitting.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  const allowed = fitting.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  throw new ApiError('invalid_parameter', `This page answers ${allowed.join(', ')} alone.`, {
    status: 405,
    headers: ['Allow', allowed.join(', ')],
  })
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is nothing here under /console.')
}

/** A browser keeps the session's cookie over https alone, but for this machine's own addresses. */
function originOf(host = ''): string {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
  return `${local ? 'http' : 'https'}://${host}`
}
