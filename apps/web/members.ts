// An app for people with accounts: identifies the visitor, checks access to the page, and checks the form.

import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { AuditedChange } from '../../data/store/state/audit.ts'
import { StateUnwritable } from '../../data/store/state/state.ts'
import type { Host } from '../../server/host.ts'
import { toApiError } from '../../server/http/errors.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import { baseUrlOf, toPattern } from '../../server/http/server.ts'
import { isFromElsewhere, refuseForged, refuseOtherSite } from './csrf.ts'
import { type Form, readForm, readUpload, toForm } from './form.ts'
import type { AnswerPage } from './guest.ts'
import { html } from './html.ts'
import { withLanguage } from './page.ts'
import { toPageReply } from './reply.ts'
import { findVisitor, type Login, type Visitor } from './session.ts'
import { signInPath } from './wanted-page.ts'

/** One request of a visitor: what each page and form receives. */
export interface PageSession {
  host: Host
  /** The path of the page. */
  path: string
  /** The address that shows the page; null if only a form leads there. */
  wanted: string | null
  /** The client that is counted without a valid key. */
  network: string
  /** Base URL of the service, such as https://api.example.org. */
  origin: string
  /** True if the visitor followed a link from another site: the browser then does not send the session's cookie. */
  fromElsewhere: boolean
  visitor: Visitor
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Empty if nothing was posted. */
  form: Form
  /** Milliseconds since 1970. */
  now: number
}

/** A signed-in visitor. */
export interface Member {
  login: Login
  account: Account
}

export type MemberSession = PageSession & Member

/**
 * `account`: a signed-in visitor; `approved`: a visitor with an approved account; `operator`: an approved account with that role.
 * `beforeSecondFactor`: open to an operator who must set a second factor and has none yet.
 * `bodyBytes`: the largest form, if it is larger than others. `uploadBytes`: the same for a form that may have files.
 */
export type MemberRoute<Own extends PageSession = PageSession> = {
  method: 'GET' | 'POST'
  path: string
  beforeSecondFactor?: true
  bodyBytes?: number
  uploadBytes?: number
} & (
  | { who: 'anybody'; answer(session: Own): Promise<Reply> }
  | {
      who: 'account' | 'approved' | 'operator'
      answer(session: Own & Member): Promise<Reply>
      /**
       * Shows the form again, with what was typed, if its token is of an earlier session; `form` is empty if the body could not be read.
       * It changes nothing. Without it, the error is a page of its own.
       */
      again?(session: Own & Member, fault: ApiError): Promise<Reply>
    }
)

/** The author and time that the audit records for a change made in this session. */
export function changeBy({ account, now }: { account: Pick<Account, 'name'>; now: number }): AuditedChange {
  return { by: account.name, at: new Date(now).toISOString() }
}

/** An error that becomes a page. */
export interface Refused {
  fault: ApiError
  /** Of the request. */
  id: string
}

/** Makes the page of an error. */
export type ShowRefusal = (refused: Refused, session: { query: URLSearchParams; visitor: Visitor }) => Reply

/** Errors become pages too: the returned promise does not reject. @param routes of one app */
export function createMemberPages(host: Host, routes: readonly MemberRoute[], showRefusal: ShowRefusal): AnswerPage {
  const entries = routes.map((route) => ({ route, pattern: toPattern(route.path) }))
  return async (exchange, { path, search }) => {
    const { request } = exchange
    const query = new URLSearchParams(search)
    const lang = query.get('lang') === 'es' ? 'es' : 'en'
    let visitor: Visitor = { login: null, awaiting: null, token: '', cookie: null }
    try {
      const fitting = entries.filter(({ pattern }) => pattern.test(path))
      exchange.route = fitting[0]?.route.path ?? null
      const meet = async (now: number): Promise<Visitor> => {
        visitor = await findVisitor(host, request.headers.cookie, now)
        return visitor
      }
      const first = await meet(exchange.time)
      // Count a signed-in visitor by account, so that others in the same network cannot lock the visitor out.
      const known = first.login ?? first.awaiting
      if (known) await host.admission.member(exchange, known.account.id)
      else await host.admission.request(exchange)
      if (first.login && isOpenedPage(request.headers)) await noteSeen(host.state, first.login, exchange.time)
      const { route, pattern } = choose(fitting, request.method ?? '')
      const hasPage = fitting.some((one) => one.route.method === 'GET')
      const session: PageSession = {
        host,
        path,
        wanted: hasPage ? `${path}${search}` : null,
        network: host.admission.networkOf(request),
        origin: baseUrlOf(request.headers.host),
        fromElsewhere: isFromElsewhere(request.headers),
        visitor: first,
        params: pattern.exec(path)?.groups ?? {},
        query,
        form: toForm(new URLSearchParams()),
        now: exchange.time,
      }
      const reply =
        route.method === 'GET'
          ? await enter(route, session).answer()
          : await takeForm(route, session, { request, now: host.now, meet })
      return keepLanguage(reply, lang)
    } catch (fault) {
      if (!(fault instanceof ApiError)) host.log.fault(exchange.id, fault)
      return showRefusal({ fault: toApiError(fault), id: exchange.id }, { query, visitor })
    }
  }
}

interface Entered {
  open: boolean
  answer(): Promise<Reply>
  again?(fault: ApiError): Promise<Reply>
}

/** If the page is not for this visitor, `answer` redirects to another page. Throws ApiError 404. */
function enter(route: MemberRoute, session: PageSession): Entered {
  const elsewhere = (path: string) => ({ open: false, answer: async () => redirectTo(path) })
  if (route.who === 'anybody') return { open: true, answer: () => route.answer(session) }

  const { login } = session.visitor
  if (!login) return elsewhere(signInPath(session.wanted, route.method === 'POST' ? 'ended' : undefined))
  const { account } = login
  if (mustSetSecondFactor(session.host, login) && !route.beforeSecondFactor)
    return elsewhere('/console/second-factor?done=second-factor-required')
  if (route.who === 'operator' && (account.role !== 'operator' || account.status !== 'approved')) throw notFound()
  if (route.who === 'approved' && account.status !== 'approved') return elsewhere('/console')
  const member = { ...session, login, account }
  return {
    open: true,
    answer: () => route.answer(member),
    again: async (fault) => {
      if (!route.again) throw fault
      return route.again(member, fault)
    },
  }
}

export function mustSetSecondFactor({ settings }: Pick<Host, 'settings'>, login: Login): boolean {
  return settings.secondFactor === 'operators' && login.account.role === 'operator' && !login.second_factor
}

/**
 * Checks the origin, then the visitor, and only then reads the body: a stranger's body is not read. Checks the visitor again after the
 * body has arrived: the session may have ended meanwhile.
 */
async function takeForm(
  route: MemberRoute,
  session: PageSession,
  { request, now, meet }: Pick<Exchange, 'request'> & { now(): number; meet(now: number): Promise<Visitor> },
): Promise<Reply> {
  refuseOtherSite(request.headers)
  const before = enter(route, session)
  if (!before.open) return await before.answer()
  let form: Form
  try {
    const { fields, files } =
      route.uploadBytes === undefined
        ? { fields: await readForm(request, route.bodyBytes), files: undefined }
        : await readUpload(request, route.uploadBytes)
    form = toForm(fields, files)
  } catch (fault) {
    return await showAgain(before, fault)
  }
  const arrived = now()
  const visitor = await meet(arrived)
  const after = enter(route, { ...session, visitor, form, now: arrived })
  try {
    if (after.open) refuseForged(form.secret('token'), visitor.token)
  } catch (fault) {
    return await showAgain(after, fault)
  }
  return await after.answer()
}

/** Throws the fault if there is no form to show. */
async function showAgain({ again }: Entered, fault: unknown): Promise<Reply> {
  if (!again || !(fault instanceof ApiError)) throw fault
  const { headers, ...reply } = await again(fault)
  return { ...reply, headers: [...headers, ...fault.headers], status: fault.status }
}

/** If the disk accepts no writes, pages still work, and the session expires as if it were not used. */
async function noteSeen(state: Host['state'], { hash }: Login, now: number): Promise<void> {
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
function choose<Entry extends { route: MemberRoute }>(fitting: readonly Entry[], method: string): Entry {
  if (fitting.length === 0) throw notFound()
  const found = fitting.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  const allowed = fitting.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  throw new ApiError('invalid_parameter', `This page accepts only ${allowed.join(', ')}.`, {
    status: 405,
    headers: ['Allow', allowed.join(', ')],
  })
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such page.')
}

/** The browser follows it with GET, so that reloading the page does not send the form again. @param cookie Set-Cookie */
export function redirectTo(location: string, cookie?: string): Reply {
  const headers = ['Location', location, ...(cookie === undefined ? [] : ['Set-Cookie', cookie])]
  return toPageReply(html``, { status: 303, headers })
}

/** A redirect of a visitor who reads another language than English keeps it. */
function keepLanguage(reply: Reply, lang: Language): Reply {
  const at = reply.headers.indexOf('Location') + 1
  if (at === 0) return reply
  return { ...reply, headers: reply.headers.with(at, withLanguage(reply.headers[at] ?? '', lang)) }
}
