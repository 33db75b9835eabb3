// Answers every request under /explore with a page: checks who looks, counts the request, and turns errors into pages.

import { toFixTimes } from '../../data/schema/correction.ts'
import { PUBLIC_EXPLORER_REQUESTS_PER_DAY, PUBLIC_EXPLORER_REQUESTS_PER_MINUTE } from '../../server/constants.ts'
import { type AccountGrant, countHint, countPage, countRequest } from '../../server/http/admit.ts'
import { readForm } from '../../server/http/body.ts'
import { ApiError, toApiError } from '../../server/http/errors.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import { toPattern } from '../../server/http/server.ts'
import type { Assets } from '../web/assets.ts'
import { refuseForged, refuseOtherSite } from '../web/csrf.ts'
import { toForm } from '../web/form.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { loadShell } from '../web/page.ts'
import { packPage, toPageReply } from '../web/reply.ts'
import type { AnswerRoom } from '../web/rooms.ts'
import { findVisitor, type Visitor } from '../web/session.ts'
import { findChanges } from './changes.ts'
import {
  type ExplorerAssets,
  type ExplorerRoute,
  type ExplorerServer,
  type Look,
  languageOf,
  type ReadAnswer,
} from './look.ts'
import { refusalPage } from './pages/refusal.ts'
import { explorerRoutes } from './routes.ts'
import { createSeal, type Seal } from './seal.ts'
import { showPage } from './show.ts'
import { createView } from './view.ts'
import { WORDS } from './words/words.ts'
import { loadZoomLibrary } from './zoom-library.ts'

/** The account that all visitors without an account share; accounts of the state begin at 1. */
const PUBLIC_ACCOUNT = 0
const PUBLIC_GRANT: AccountGrant = {
  account_id: PUBLIC_ACCOUNT,
  plan: {
    name: 'public-explorer',
    requests_per_minute: PUBLIC_EXPLORER_REQUESTS_PER_MINUTE,
    requests_per_day: PUBLIC_EXPLORER_REQUESTS_PER_DAY,
    streams: 0,
  },
}

interface Explorer {
  service: ExplorerServer
  assets: ExplorerAssets
  seal: Seal
  read: ReadAnswer
}

/** Errors become pages too: the returned promise does not reject. */
export function createExplorer(service: ExplorerServer, shelf: Shelf, read: ReadAnswer): AnswerRoom {
  const explorer = { service, assets: loadAssets(shelf), seal: createSeal(service.hmac), read }
  const entries = explorerRoutes.map((route) => ({ route, pattern: toPattern(route.path) }))
  return async (exchange, { path, search }) => {
    const fitting = entries.filter(({ pattern }) => pattern.test(path))
    exchange.route = fitting[0]?.route.path ?? null
    let look = blankLook(explorer, exchange, search)
    try {
      const found = await meet(service, exchange)
      look = { ...look, visitor: found.visitor, account: found.visitor.session?.account ?? null }
      const route = choose(
        fitting.map((entry) => entry.route),
        exchange.request.method ?? '',
        look,
      )
      if (!found.grant) return turnAway(route, look)
      const { grant } = found
      const hints = route.path === '/explore/suggest'
      if (hints) await countHints(service, exchange, grant)
      else await countPage(service, exchange, grant)
      const params = fitting.find((entry) => entry.route === route)?.pattern.exec(path)?.groups ?? {}
      look = { ...look, params, ...loadersOf(explorer, exchange, grant) }
      if (route.method === 'POST') look = await takeForm(look)
      return await packPage(await route.answer(look), exchange.request.headers['accept-encoding'])
    } catch (fault) {
      if (!(fault instanceof ApiError) && !exchange.response.destroyed) service.log.fault(exchange.id, fault)
      const { status, message, headers } = toApiError(fault)
      return showPage(look, refusalPage(look, { sentence: message, id: exchange.id }), { status, headers })
    }
  }
}

type Shelf = Pick<Assets, 'load' | 'add'>

function loadAssets(shelf: Shelf): ExplorerAssets {
  // The script imports these two by their paths.
  shelf.load('explore/advice.js', 'dist/apps/explore/advice.js')
  shelf.load('recommend/recommend.js', 'dist/server/recommend/recommend.js')
  return {
    ...loadShell(shelf),
    look: shelf.load('explore/explore.css'),
    script: shelf.load('explore/explore.js'),
    zoom: shelf.load('explore/zoom.js'),
    zoomLibrary: shelf.add('explore/d3.js', loadZoomLibrary()),
  }
}

function blankLook({ service, assets, seal }: Explorer, exchange: Exchange, search: string): Look {
  const query = new URLSearchParams(search)
  const lang = languageOf(query.get('lang'))
  return {
    ...createView(lang, WORDS[lang], query.get('snapshot') ?? undefined),
    ...{
      exchange,
      assets,
      seal,
      query,
      params: {},
      account: null,
      isPublic: service.publicExplorer,
      geocodes: service.geocoder !== null,
    },
    origin: originOf(exchange.request.headers.host),
    visitor: { session: null, awaiting: null, token: '', cookie: null },
    form: toForm(new URLSearchParams()),
    load: async () => {
      throw new Error('the visitor has not been admitted')
    },
    changesOf: async () => [],
    loadFixTimes: async () => toFixTimes([]),
    inBundle: () => undefined,
  }
}

/** Who looks, and which account pays; undefined if the visitor must sign in. Throws ApiError 429. */
async function meet(
  service: ExplorerServer,
  exchange: Exchange,
): Promise<{ visitor: Visitor; grant: AccountGrant | undefined }> {
  const visitor = await findVisitor(service, exchange.request.headers.cookie, exchange.time)
  const account = visitor.session?.account
  if (account?.status === 'approved') {
    const plan = (await service.state.plans()).find(({ name }) => name === account.plan)
    if (!plan) throw new Error('an account has a plan that does not exist')
    return { visitor, grant: { account_id: account.id, plan } }
  }
  // By network too, so that one network cannot use up the limit that all visitors share.
  const refusal = await countRequest(service, exchange)
  if (refusal) throw refusal
  return { visitor, grant: service.publicExplorer ? PUBLIC_GRANT : undefined }
}

/** HEAD works wherever GET does. Throws ApiError 404 or 405. */
function choose(fitting: readonly ExplorerRoute[], method: string, { words }: Look): ExplorerRoute {
  if (fitting.length === 0) throw new ApiError('not_found', words.notFound)
  const found = fitting.find((route) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  const allowed = fitting.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ')
  throw new ApiError('invalid_parameter', `This page accepts only ${allowed}.`, {
    status: 405,
    headers: ['Allow', allowed],
  })
}

/** A frame on another site cannot sign in: it gets an explanation. A page leads to the console. */
function turnAway(route: ExplorerRoute, look: Look): Reply {
  if (route.embeds) throw new ApiError('not_found', look.words.notPublic)
  const location = withLanguage(look.account ? '/console' : '/console/sign-in', look.lang)
  return toPageReply(html``, { status: 303, headers: ['Location', location] })
}

async function countHints(service: ExplorerServer, exchange: Exchange, { account_id }: AccountGrant): Promise<void> {
  const whose = account_id === PUBLIC_ACCOUNT ? service.readPeer(exchange.request).network : `account ${account_id}`
  const refusal = await countHint(service, exchange, whose)
  if (refusal) throw refusal
}

/** Checks that one of our pages sent the form. Throws ApiError 403. */
async function takeForm(look: Look): Promise<Look> {
  const { request } = look.exchange
  refuseOtherSite(request.headers)
  const form = toForm(await readForm(request))
  refuseForged(form.secret('token'), look.visitor.token)
  const lang = languageOf(form.text('lang'))
  return { ...look, ...createView(lang, WORDS[lang], form.text('snapshot') || undefined), form }
}

function loadersOf(
  { service, read }: Explorer,
  exchange: Exchange,
  grant: AccountGrant,
): Pick<Look, 'load' | 'changesOf' | 'loadFixTimes' | 'inBundle'> {
  return {
    async load(route, query, params = {}) {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
      const json = await read(route, exchange, { texts: { params, search: `?${search}` }, grant })
      return JSON.parse(json.toString())
    },
    changesOf: (election_slug) => findChanges(service.state, election_slug),
    loadFixTimes: async () => toFixTimes(await service.state.fixTimes()),
    inBundle(use) {
      const lease = service.bundles.lease()
      try {
        return lease && use(lease.bundle)
      } finally {
        lease?.release()
      }
    },
  }
}

/** A session exists only over https, except for the machine's own addresses. */
function originOf(host = ''): string {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
  return `${local ? 'http' : 'https'}://${host}`
}
