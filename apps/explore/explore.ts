// The app at /explore: checks who looks, counts the request, and turns errors into pages.

import { readFileSync } from 'node:fs'
import { ApiError } from '../../data/schema/api-error.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { AccountGrant, Host } from '../../server/host.ts'
import { toApiError } from '../../server/http/errors.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import { baseUrlOf, toPattern } from '../../server/http/server.ts'
import { createView } from '../web/ballot/view.ts'
import { WORDS, type Words } from '../web/ballot/words/words.ts'
import { refuseForged, refuseOtherSite } from '../web/csrf.ts'
import { readForm, toForm } from '../web/form.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp, type PageRequest } from '../web/guest.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { packPage, toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import { findVisitor, type Visitor } from '../web/session.ts'
import { sayFault } from '../web/states.ts'
import { signInPath } from '../web/wanted-page.ts'
import { answerAgreement } from './agreement.ts'
import { answerLinkedBallot, answerPostedBallot } from './ballot.ts'
import { answerContest, answerEmbeddedContest, answerShare } from './contest.ts'
import { answerCoverage } from './coverage.ts'
import { answerDistrict } from './districts.ts'
import { answerElection } from './elections.ts'
import { answerElections } from './elections-list.ts'
import { answerEmbeddedEndorser, answerEndorser, answerEndorsers } from './endorsers.ts'
import {
  type ExplorerAssets,
  type ExplorerRoute,
  isSnapshotGone,
  type Look,
  languageOf,
  preferredLanguage,
} from './look.ts'
import { answerMap } from './map-data.ts'
import { answerLinkedOfficeholders, answerPostedOfficeholders } from './officeholders.ts'
import { typedPlace } from './place.ts'
import { createSeal, type Seal } from './seal.ts'
import { refusalPage, showPage } from './show.ts'
import { answerSuggestions, answerTyped, showStart } from './start.ts'

/** @setting Requests per UTC day of all visitors of the public explorer together; assets do not count. */
const PUBLIC_EXPLORER_REQUESTS_PER_DAY = 200_000
/** @setting Requests per minute of all visitors of the public explorer together; one person looks at about ten pages in a minute. */
const PUBLIC_EXPLORER_REQUESTS_PER_MINUTE = 600

/** The account that all visitors without an account share; accounts of the state begin at 1. */
const PUBLIC_ACCOUNT = 0
export const PUBLIC_GRANT: AccountGrant = {
  account_id: PUBLIC_ACCOUNT,
  plan: {
    name: 'public-explorer',
    requests_per_minute: PUBLIC_EXPLORER_REQUESTS_PER_MINUTE,
    requests_per_day: PUBLIC_EXPLORER_REQUESTS_PER_DAY,
    streams: 0,
  },
}

export interface Explorer {
  host: Host
  assets: ExplorerAssets
  seal: Seal
}

export function createExplorer(host: Host, frame: Frame): App {
  const explorer = { host, assets: loadAssets(host, frame), seal: createSeal(host.hmac) }
  const app = createGuestApp(host, (exchange, request) => answerPage(explorer, exchange, request, explorerPages))
  return {
    path: '/explore',
    app,
    link: { name: { en: 'Explore', es: 'Explorar' } },
    // A visitor who must sign in gets the page for developers.
    front: async (exchange, request, developers) => {
      const front = { method: 'GET', path: '/', answer: (look: Look) => showStart(look, { developers }) } as const
      return answerPage(explorer, exchange, request, [{ route: front, pattern: toPattern('/') }], () => null)
    },
  }
}

interface RoutePattern {
  route: ExplorerRoute
  pattern: RegExp
}

/** Errors become pages too: the promise does not reject. @param otherwise the answer to a visitor who may not look */
async function answerPage<Otherwise = Reply>(
  explorer: Explorer,
  exchange: Exchange,
  request: PageRequest,
  pages: readonly RoutePattern[],
  otherwise: (route: ExplorerRoute, look: Look) => Reply | Otherwise = turnAway,
): Promise<Reply | Otherwise> {
  const { host } = explorer
  const { path } = request
  const fitting = pages.filter(({ pattern }) => pattern.test(path))
  exchange.route = fitting[0]?.route.path ?? null
  let look = blankLook(explorer, exchange, request)
  try {
    const found = await meet(host, exchange)
    look = { ...look, visitor: found.visitor, account: found.visitor.login?.account ?? null }
    const route = choose(
      fitting.map((entry) => entry.route),
      exchange.request.method ?? '',
      look,
    )
    if (!found.grant) return otherwise(route, look)
    const { grant } = found
    const { account_id } = grant
    if (route.ofScript) await host.admission.hint(exchange, account_id === PUBLIC_ACCOUNT ? null : account_id)
    else await host.admission.page(exchange, grant)
    const params = fitting.find((entry) => entry.route === route)?.pattern.exec(path)?.groups ?? {}
    look = { ...look, params, load: loaderOf(host, exchange, grant) }
    if (route.method === 'POST') look = await takeForm(look)
    return await packPage(await answerOrToday(route, look), exchange.request.headers['accept-encoding'])
  } catch (fault) {
    if (!(fault instanceof ApiError) && !exchange.response.destroyed) host.log.fault(exchange.id, fault)
    return showFault(look, toApiError(fault))
  }
}

export function loadAssets({ settings }: Host, { assets, shell }: Frame): ExplorerAssets {
  // The script imports these by their paths.
  assets.load('explore/advice.js', 'dist/advice.js')
  assets.load('explore/choices.js')
  assets.load('explore/compare.js')
  assets.load('explore/ticks.js')
  assets.load('explore/history.js')
  return {
    ...shell,
    look: assets.load('explore/explore.css', 'apps/web/ballot/ballot.css'),
    script: assets.load('explore/explore.js'),
    choicesLook: assets.load('explore/choices.css'),
    mapLook: assets.load('explore/map.css'),
    map: assets.load('explore/map.js'),
    mapLibrary: assets.add('explore/maplibre-gl.js', loadMapScript('maplibre-gl.mjs')),
    mapWorker: assets.add('explore/maplibre-gl-worker.js', loadMapScript('maplibre-gl-worker.mjs'), {
      maps: settings.mapStyle?.origins ?? [],
    }),
    streets: settings.mapStyle?.file
      ? {
          archive: assets.addRanges('explore/basemap.pmtiles', settings.mapStyle.file),
          library: assets.add('explore/pmtiles.js', loadArchiveReader()),
        }
      : null,
  }
}

export function blankLook({ host, assets, seal }: Explorer, exchange: Exchange, { path, search }: PageRequest): Look {
  const query = new URLSearchParams(search)
  // Embedded pages and share pictures do not follow the reader's language.
  const isShown = /^\/explore\/(embed|share)\//.test(path)
  const preferred = isShown ? 'en' : preferredLanguage(exchange.request.headers['accept-language'])
  const lang = languageOf(query.get('lang'), preferred)
  return {
    ...createView(lang, WORDS[lang], query.get('snapshot') ?? undefined, preferred),
    host,
    exchange,
    path,
    assets,
    seal,
    query,
    params: {},
    account: null,
    origin: baseUrlOf(exchange.request.headers.host),
    visitor: { login: null, awaiting: null, token: '', cookie: null },
    form: toForm(new URLSearchParams()),
    notice: null,
    load: async () => {
      throw new Error('the visitor has not been admitted')
    },
  }
}

/** Who looks, and which account pays; undefined if the visitor must sign in. Throws ApiError 429. */
async function meet(host: Host, exchange: Exchange): Promise<{ visitor: Visitor; grant: AccountGrant | undefined }> {
  const visitor = await findVisitor(host, exchange.request.headers.cookie, exchange.time)
  const account = visitor.login?.account
  if (account?.status === 'approved') {
    const plan = (await host.state.plans()).find(({ name }) => name === account.plan)
    if (!plan) throw new Error('an account has a plan that does not exist')
    return { visitor, grant: { account_id: account.id, plan } }
  }
  // By network too, so that one network cannot use up the limit that all visitors share.
  await host.admission.request(exchange)
  return { visitor, grant: host.settings.publicExplorer ? PUBLIC_GRANT : undefined }
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
  // Without the query, which may have a place.
  const signIn = signInPath(route.method === 'GET' ? look.path : null)
  const location = withLanguage(look.account ? '/console' : signIn, look.lang)
  return toPageReply(html``, { status: 303, headers: ['Location', location] })
}

/** Checks that one of our pages sent the form. Throws ApiError 403. */
async function takeForm(look: Look): Promise<Look> {
  const { request } = look.exchange
  refuseOtherSite(request.headers)
  const form = toForm(await readForm(request))
  refuseForged(form.secret('token'), look.visitor.token)
  const lang = languageOf(form.text('lang'), look.preferred)
  return { ...look, ...createView(lang, WORDS[lang], form.text('snapshot') || undefined, look.preferred), form }
}

/** A link to a version that is gone shows the page of today, and says so. */
async function answerOrToday(route: ExplorerRoute, look: Look): Promise<Reply> {
  const { named, lang, words, preferred } = look
  try {
    return await route.answer(look)
  } catch (fault) {
    if (named === undefined || !isSnapshotGone(fault)) throw fault
    const notice = fill(words.snapshotGone, { snapshot: named })
    return route.answer({ ...look, ...createView(lang, words, undefined, preferred), notice })
  }
}

/** The sentence about a record that we do not have, and the list where the reader may find the right one. */
const MISSING: Readonly<Record<string, MissingSentence>> = {
  '/explore/elections/{slug}': 'missingElection',
  '/explore/elections/{slug}/agreement': 'missingElection',
  '/explore/contests/{id}': 'missingContest',
  '/explore/endorsers/{slug}': 'missingEndorser',
  '/explore/districts/{id}': 'missingDistrict',
}
type MissingSentence = keyof typeof WAYS
const WAYS = {
  missingElection: ['/explore/elections', 'allElections'],
  missingContest: ['/explore/elections', 'allElections'],
  missingEndorser: ['/explore/endorsers', 'allEndorsers'],
  missingDistrict: ['/explore/coverage', 'whatWeHave'],
} as const satisfies Readonly<Record<string, readonly [path: string, name: keyof Words]>>

/** A page may say itself what is missing. */
function missingOf(words: Words, route: string | null | undefined, message: string): MissingSentence | undefined {
  return (Object.keys(WAYS) as MissingSentence[]).find((name) => words[name] === message) ?? MISSING[route ?? '']
}

/** The field of the page has what was typed. Other errors than our own have an English sentence. */
function showFault(look: Look, { status, message, headers }: ApiError): Reply {
  const { words, lang, seal, exchange } = look
  const place = typedPlace(look)
  const sealed = place === '' ? '' : seal.close(place)
  const missing = status === 404 ? missingOf(words, exchange.route, message) : undefined
  const isSaid = lang === 'en' ? status < 500 && status !== 429 : Object.values(words).some((own) => own === message)
  const sentence = missing ? words[missing] : isSaid ? message : sayFault(lang, { status, headers })
  const page = refusalPage(look, { sentence, id: exchange.id, status, ways: missing ? [WAYS[missing]] : [], sealed })
  const asked = place === '' ? {} : { asked: { place, sealed, url: null } }
  return showPage(look, { ...page, ...asked }, { status, headers })
}

export function loaderOf(host: Host, exchange: Exchange, grant: AccountGrant): Look['load'] {
  return (id, query, params = {}) => host.read(id, exchange, { grant, query, params })
}

// Every page. To add one, add a file here and a line below.

export const explorerRoutes: readonly ExplorerRoute[] = [
  { method: 'GET', path: '/explore', answer: (look) => showStart(look) },
  { method: 'GET', path: '/explore/ballot', answer: answerLinkedBallot },
  { method: 'POST', path: '/explore/ballot', answer: answerPostedBallot },
  { method: 'GET', path: '/explore/officeholders', answer: answerLinkedOfficeholders },
  { method: 'POST', path: '/explore/officeholders', answer: answerPostedOfficeholders },
  { method: 'POST', path: '/explore/suggest', ofScript: true, answer: answerSuggestions },
  { method: 'POST', path: '/explore/typed', ofScript: true, answer: answerTyped },
  { method: 'GET', path: '/explore/map', ofScript: true, answer: answerMap },
  { method: 'POST', path: '/explore/map', ofScript: true, answer: answerMap },
  { method: 'GET', path: '/explore/elections', answer: answerElections },
  { method: 'GET', path: '/explore/elections/{slug}', answer: answerElection },
  { method: 'GET', path: '/explore/elections/{slug}/agreement', answer: answerAgreement },
  { method: 'GET', path: '/explore/contests/{id}', answer: answerContest },
  { method: 'GET', path: '/explore/endorsers', answer: answerEndorsers },
  { method: 'GET', path: '/explore/endorsers/{slug}', answer: answerEndorser },
  { method: 'GET', path: '/explore/districts/{id}', answer: answerDistrict },
  { method: 'GET', path: '/explore/coverage', answer: answerCoverage },
  { method: 'GET', path: '/explore/share/contests/{id}', embeds: true, answer: answerShare },
  { method: 'GET', path: '/explore/embed/contests/{id}', embeds: true, answer: answerEmbeddedContest },
  { method: 'GET', path: '/explore/embed/endorsers/{slug}', embeds: true, answer: answerEmbeddedEndorser },
]

const explorerPages: readonly RoutePattern[] = explorerRoutes.map((route) => ({
  route,
  pattern: toPattern(route.path),
}))

/** MapLibre GL JS, and its worker: two modules that need no other file. Its license asks for the notice in each copy. */
function loadMapScript(name: string): Buffer {
  return withNotice(loadPackaged('maplibre-gl', 'LICENSE.txt'), loadPackaged('maplibre-gl', 'dist', name))
}

/** PMTiles, and fflate in it, as a module: the file for browsers sets a global object. Its package has no license file. */
function loadArchiveReader(): Buffer {
  const license = readFileSync(projectFile('apps', 'explore', 'pmtiles-license.txt'), 'utf8')
  const script = loadPackaged('pmtiles', 'dist', 'pmtiles.js')
  return withNotice(
    `${license}\nfflate, ${loadPackaged('fflate', 'LICENSE')}`,
    `${script}\nexport const { Protocol } = pmtiles\n`,
  )
}

function loadPackaged(...path: string[]): string {
  return readFileSync(projectFile('node_modules', ...path), 'utf8')
}

function withNotice(license: string, script: string): Buffer {
  return Buffer.from(`/*\n${license.replaceAll('*/', '* /')}*/\n${script.replace(/^\/\/# sourceMappingURL=.*$/m, '')}`)
}
