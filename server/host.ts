// The host of a guest: the parts of the server that it may use. A guest (apps/) is mounted below a path of its own, and reads data only through its host.

import type { IncomingMessage } from 'node:http'
import type { Polka, Request } from 'polka'
import type { z } from 'zod'
import type { Outline } from '../data/geometry/outline.ts'
import type { Box } from '../data/geometry/polygon.ts'
import { ApiError } from '../data/schema/api-error.ts'
import type { LastRun } from '../data/schema/last-run.ts'
import type { dataOperations } from '../data/schema/operations.ts'
import type { FeedFilter } from '../data/schema/subscription.ts'
import type { Language } from '../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../data/store/bundle.ts'
import {
  bytesOfRings,
  loadAreaShape,
  loadCitiesIn,
  loadDistrictsOfPlans,
  loadDivisionsIn,
  loadOutline,
  loadStateOutlines,
  loadVotedDistricts,
  type StateOutline,
} from '../data/store/map-reads.ts'
import {
  findMostActive,
  findRecordName,
  listEndorserStances,
  loadAgreementMatrix,
  loadContestsOf,
  loadElectionBodies,
  nameElections,
} from '../data/store/page-reads.ts'
import { findServedEndorser, loadServedPositions } from '../data/store/served-endorser.ts'
import type { Operations } from '../data/store/state/state.ts'
import type { FeedGrant } from '../data/store/state/subscriptions.ts'
import type { UsageHistory } from '../data/store/usage.ts'
import { readAnswer } from './answer.ts'
import { readNewest } from './feed/newest-events.ts'
import { findPosition } from './feed/position.ts'
import { type AccountGrant, countAccount, countPeer, countRequest } from './http/admit.ts'
import { createResponder, type Exchange, type Responder } from './http/exchange.ts'
import type { Log } from './http/log.ts'
import type { TokenOperation } from './openapi/openapi.ts'
import { loadVoted } from './place/ballot.ts'
import { cityNamedLike, populationOf } from './place/large-cities.ts'
import { findExamplePlace, findPlaceNames } from './place/nearest-names.ts'
import { holdsAddresses, loadPlace, resolveLocation } from './place/place.ts'
import { holdsAgreement } from './read/agreement.ts'
import { defineKept, defineTable } from './read/bundle-cache.ts'
import { loadContests } from './read/contests.ts'
import { findDay, findUpcoming } from './read/elections.ts'
import { holdsEndorserCoverage } from './read/endorsers.ts'
import { finish } from './read/sliced-work.ts'
import type { Route } from './route/route.ts'
import type { Service } from './route/service.ts'
import { fileRoutes, liveRoutes, routes } from './routes.ts'
import { nothingPublished } from './serving/snapshots.ts'

export type { AreaShape, CityPoint, ShapedDistrict, StateOutline, VotedDistrict } from '../data/store/map-reads.ts'
export type { AgreementMatrix, ContestStance, ElectionName } from '../data/store/page-reads.ts'
export type { AccountGrant } from './http/admit.ts'
export type { Log } from './http/log.ts'
export type { TokenOperation } from './openapi/openapi.ts'

/** A request whose exchange the server has opened before a guest gets it. */
export type GuestRequest = Request & { exchange: Exchange }

export interface Guest {
  /** It gets this path and every path below it; with a slash at its end, only those below it; `/` is the front page alone. */
  path: string
  app: Polka<GuestRequest>
  /** The operations that it adds to /openapi.json. */
  describe?: readonly TokenOperation[]
}

export type DataOperation = keyof typeof dataOperations

export interface Host extends Responder {
  settings: Pick<Service, 'asOf' | 'publicExplorer' | 'mapStyle' | 'secondFactor' | 'readDeskFile'> & {
    /** Whether an address that the data lacks is sent to a geocoder. */
    geocodes: boolean
  }
  /** Milliseconds since 1970. */
  now(): number
  log: Pick<Log, 'fault'>
  /** HMAC-SHA-256 in hex under the server's pepper. */
  hmac(text: string): string
  /** The named operations of the state. */
  state: Operations
  /** For charts. */
  usage: UsageHistory
  /** The result of the last run of the nightly; null if none is recorded. */
  lastRun(): LastRun | null
  admission: ReturnType<typeof createAdmission>
  /**
   * Answers an operation of /v1 in this process, for a caller who has been admitted and counted. Undefined parameters are left out.
   * Throws ApiError, TooManyContests for an area that one page cannot show, and an AbortError if the client has disconnected.
   */
  read<Id extends DataOperation>(id: Id, exchange: Exchange, asked: HostRequest): Promise<DataAnswer<Id>>
  /** Data for pages that /v1 lacks, from the bundle in service. */
  data: ReturnType<typeof createReads>
  /** The endpoints of /v1 by the way they are answered. */
  endpoints: Readonly<Record<'data' | 'live' | 'files', readonly HostEndpoint[]>>
}

export type DataAnswer<Id extends DataOperation> = z.output<(typeof dataOperations)[Id]['response']>

export interface HostRequest {
  /** The account that pays for the request. */
  grant: AccountGrant
  params?: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | undefined>>
}

export interface HostEndpoint {
  method: string
  path: string
  /** The OpenAPI operation. */
  id: string
  summary: string
  /** Names of its parameters. */
  parameters: readonly string[]
}

export function createHost(service: Service): Host {
  const { state, usage, hmac, now, log, lastRun } = service
  const { asOf, publicExplorer, mapStyle, secondFactor, geocoder, readDeskFile } = service
  return {
    settings: { asOf, publicExplorer, mapStyle, secondFactor, geocodes: geocoder !== null, readDeskFile },
    now,
    log,
    hmac,
    state,
    usage,
    lastRun,
    admission: createAdmission(service),
    async read(id, exchange, { grant, params = {}, query }) {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
      const question = service.questions.parse(findRoute(id), { params, search: `?${search}` })
      return JSON.parse((await readAnswer(service, exchange, { question, grant })).toString())
    },
    data: createReads(service),
    endpoints: {
      data: routes.map((route) => describeEndpoint({ ...route, method: 'GET' })),
      live: liveRoutes.map(describeEndpoint),
      files: fileRoutes.map(describeEndpoint),
    },
    ...createResponder(service),
  }
}

function findRoute(id: DataOperation): Route {
  const route = routes.find((one) => one.id === id)
  if (!route) throw new Error(`there is no data operation ${id}`)
  return route
}

function describeEndpoint({
  method,
  path,
  id,
  summary,
  query,
}: Pick<Route, 'path' | 'id' | 'summary' | 'query'> & { method: string }): HostEndpoint {
  return { method, path, id, summary, parameters: Object.keys(query.shape) }
}

/** Admits visitors: counts each request against its limits. Sets the exchange's limit headers. */
function createAdmission(service: Service) {
  const orThrow = async (counted: Promise<ApiError | undefined>): Promise<void> => {
    const refusal = await counted
    if (refusal) throw refusal
  }
  const count = (exchange: Exchange, peer: string) => countPeer(service, exchange, peer)
  /** The client that is counted without a valid key: an IPv4 address, or an IPv6 /64. */
  const networkOf = (request: IncomingMessage): string => service.readPeer(request).network
  return {
    networkOf,
    /** A request of anybody. Throws ApiError 429. */
    request: (exchange: Exchange) => orThrow(countRequest(service, exchange)),
    /** Counts the request of anybody, then throws the fault. */
    async refuse(exchange: Exchange, fault: ApiError): Promise<never> {
      await countRequest(service, exchange)
      throw fault
    },
    /** A page of a signed-in account, apart from the API's limits. Throws ApiError 429. */
    member(exchange: Exchange, account: number) {
      exchange.account = account
      return orThrow(count(exchange, `console of account ${account}`))
    },
    /** A page that an account pays for. Throws ApiError 429. */
    page: (exchange: Exchange, grant: AccountGrant) => orThrow(countAccount(service, exchange, grant)),
    /** A request of a page's script, for the account, or for the network if it is null. Throws ApiError 429. */
    hint: (exchange: Exchange, account: number | null) =>
      orThrow(count(exchange, `hints of ${account === null ? networkOf(exchange.request) : `account ${account}`}`)),
    /** A file of a page; never refused: the page was counted. */
    async asset(exchange: Exchange): Promise<void> {
      await count(exchange, `assets of ${networkOf(exchange.request)}`)
    },
    /** A request with the token of a subscription's feeds. Throws ApiError 404 for an unknown token, 429. */
    async feedToken(exchange: Exchange, token: string): Promise<FeedGrant> {
      const grant = await service.state.findFeedGrant(service.hmac(token))
      if (!grant) throw (await countPeer(service, exchange, networkOf(exchange.request), true)) ?? unknownToken()
      await orThrow(countAccount(service, exchange, grant))
      return grant
    },
    /** An attempt, such as of a password. @param by.account what it is aimed at, hashed. @returns seconds to wait if it is refused */
    async attempt({ network: peer, account }: { network: string; account: string | null }) {
      const { refusal } = await service.meter.ask({ kind: 'attempt', peer, account })
      return refusal?.retry_after
    },
  }
}

/** The same for a token that never was, one that was revoked, and one of a suspended account. */
function unknownToken(): ApiError {
  return new ApiError(
    'not_found',
    'No feed has this token: it is mistyped, was revoked or replaced, its subscription was deleted, or its account is suspended.',
  )
}

const outlines = defineKept<OpenPart, number, Outline | null>('outline')

function outlineOf(places: OpenPart, district: number): Outline | null {
  const known = outlines.find(places, district)
  if (known !== undefined) return known
  const outline = loadOutline(places, district)
  return outlines.keep(places, district, outline, outline ? bytesOfRings(outline.rings) : 0)
}

const stateOutlines = defineTable<OpenPart, readonly StateOutline[]>('state_outlines', (states) =>
  states.reduce((sum, { rings }) => sum + bytesOfRings(rings), 0),
)

function stateOutlinesOf(places: OpenPart): readonly StateOutline[] {
  return stateOutlines.find(places) ?? stateOutlines.keep(places, loadStateOutlines(places))
}

/**
 * Each reads the bundle in service at once. With `look`, the result is undefined, null, false or an empty list if nothing is published; with
 * `need`, ApiError 503 is thrown then.
 */
function createReads({ bundles, asOf, now, state, feed, retention }: Service) {
  const look = <Result>(use: (bundle: Bundle) => Result): Result | undefined => {
    const lease = bundles.lease()
    try {
      return lease && use(lease.bundle)
    } finally {
      lease?.release()
    }
  }
  const need = <Result>(use: (bundle: Bundle) => Result): Result => {
    const read = look((bundle) => ({ result: use(bundle) }))
    if (!read) throw nothingPublished()
    return read.result
  }
  const dayOf = (bundle: Bundle) => findDay(bundle, asOf, now())
  const upcomingIn = (bundle: Bundle): readonly number[] => findUpcoming(bundle, dayOf(bundle))
  return {
    /** The id of the bundle with its day: equal while the same data is current. */
    version: () => look((bundle) => `${bundle.id} ${dayOf(bundle).key}`),
    /** Whether street addresses have answers from the bundle. @param code of a state; without one, of any state */
    hasAddresses: (code?: string) =>
      look((bundle) => (code === undefined ? bundle.addresses !== undefined : holdsAddresses(bundle, code))) === true,
    hasAgreement: () => look(holdsAgreement) === true,
    hasEndorserCoverage: () => look(holdsEndorserCoverage) === true,
    /** Labels of places that begin with the text. */
    placeNames: (text: string) => look((bundle) => findPlaceNames(bundle, text)) ?? [],
    /** The label of the large city that has the name of a state; null if there is none. */
    cityNamedLike: (stateName: string) =>
      look((bundle) => {
        const city = cityNamedLike(stateName)
        const ending = `, ${city?.state}`
        // The state has the same name, and comes first.
        return city && findPlaceNames(bundle, city.name + ending).find((label) => label.endsWith(ending))
      }) ?? null,
    /** The label of a place whose ballot has a contest of these elections; by default, of the upcoming ones. @param elections ids */
    examplePlace: (elections?: readonly number[]) =>
      look((bundle) => findExamplePlace(bundle, elections ?? upcomingIn(bundle))) ?? null,
    /** Slugs of the endorsers with most positions in an election. */
    mostActiveEndorsers: (election_slug: string, limit: number) =>
      look((bundle) => findMostActive(bundle, election_slug, limit)) ?? [],
    /** How the endorsers that share most contests with this one agree with each other. */
    agreementMatrix: (endorser_slug: string, limit: number) =>
      look((bundle) => loadAgreementMatrix(bundle, endorser_slug, limit)),
    /** By election, newest first. */
    stancesOf: (endorser_slug: string, lang: Language, limit: number) =>
      look((bundle) => listEndorserStances(bundle, endorser_slug, lang, limit)) ?? [],
    stateOutlines: () => look(({ places }) => stateOutlinesOf(places)) ?? [],
    /** The simplified boundaries of a district, for a drawing of it alone. */
    districtOutline: (district: number) => look(({ places }) => outlineOf(places, district)) ?? undefined,
    /** The shape of an area that a location names. Undefined if it is not held. Throws ApiError 400, 404. */
    areaShape: (location: string) =>
      look((bundle) => {
        const place = resolveLocation(bundle, { location })
        return 'refusal' in place ? undefined : loadAreaShape(bundle.places, place.area_keys)
      }),
    /** The districts in a box of the same plans as these. @param districts ids */
    districtsOfPlans: (districts: readonly number[], box: Box) =>
      look(({ places }) => loadDistrictsOfPlans(places, districts, box)) ?? [],
    /** The districts with boundaries in which an election has contests. @param election id */
    votedDistricts: (election: number) =>
      look(({ ballots, places }) => loadVotedDistricts(ballots, places, election)) ?? [],
    /** The states or counties in a box. @param state postal code: only those of this state */
    divisionsIn: (type: 'state' | 'county', box: Box, state?: string) =>
      look(({ places }) => loadDivisionsIn(places, type, box, state)) ?? [],
    /** Points of the cities in a box, the most populous first. @param state only its cities */
    citiesIn: (box: Box, limit: number, state?: string) =>
      look(({ places }) => loadCitiesIn(places, box, { limit, state, populationOf })) ?? [],
    /** `County Commissioner, General Election`; undefined if there is no such record. @param record such as `contest/123` */
    recordName: (record: string, lang: Language) => look((bundle) => findRecordName(bundle, record, lang)),
    /** The endorser as the publishing desk writes it, with its positions. */
    servedEndorser: (slug: string) =>
      look((bundle) => {
        const endorser = findServedEndorser(bundle, slug)
        return endorser && { endorser, positions: loadServedPositions(bundle, slug) }
      }),
    /** As the publishing desk writes them. */
    servedPositions: (endorser_slug: string) => need((bundle) => loadServedPositions(bundle, endorser_slug)),
    /** JSON by id; without those that the bundle lacks. */
    contests: (ids: readonly number[], lang: Language) => need((bundle) => loadContests(bundle, ids, lang)),
    /** JSON of every contest of an election. */
    contestsOf: (election: number, lang: Language) => need((bundle) => loadContestsOf(bundle, election, lang)),
    /** By date, state, slug. */
    upcomingElections: (lang: Language) => need((bundle) => nameElections(bundle, upcomingIn(bundle), lang)),
    /** JSON of every election, in English. */
    elections: () => need(loadElectionBodies),
    /** The contests of these elections that people of a place vote in. Throws ApiError 400, 404. */
    votedContests: (location: string, elections: readonly number[]) =>
      need((bundle) => {
        const place = loadPlace(bundle, { location }, {})
        return finish(loadVoted(bundle, place, { elections })).map(({ contest: { id, election_id } }) => ({
          id,
          election_id,
        }))
      }),
    /** The newest events in the feed that match the filter, at most `most`, newest first. Throws ApiError 503 while there is no feed. */
    async newestEvents(filter: FeedFilter, most: number) {
      const earliest = await findPosition({ from: 'earliest' }, { state, feed, now: now(), retention })
      return readNewest(feed, filter, earliest, most)
    },
    sources: () => need(({ manifest }) => manifest.sources),
  }
}
