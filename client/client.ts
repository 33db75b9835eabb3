// Entry point of the client: `import { createClient } from 'hustings-client'`. docs/client.md is the guide.

import {
  type Connection,
  RETRIES_DEFAULT,
  RETRY_AFTER_SECONDS_MAX,
  type Request,
  type Retry,
  requestJson,
  TIMEOUT_MS_DEFAULT,
  toSearch,
} from './request.ts'
import type { Operations, SubscriptionInput } from './schema.ts'
import { createStream, type Stream, type StreamOptions } from './stream.ts'

export { type ClientErrorCode, HustingsError, type Retry } from './request.ts'
export type {
  Ballot,
  BallotContest,
  Choice,
  Contest,
  ContestRecord,
  Correction,
  Coverage,
  District,
  DistrictRecord,
  Election,
  Endorsement,
  EndorsementRecord,
  Endorser,
  EndorserCategory,
  EndorserRecord,
  Event,
  Officeholder,
  OfficeholderRecord,
  Position,
  Recommendations,
  RecommendedContest,
  Representatives,
  Snapshot,
  Subscription,
} from './schema.ts'
export type { Reconnect, Stream, StreamOptions } from './stream.ts'

export interface ClientOptions {
  /** Address of the server without `/v1`, such as `https://ballots.example.org`. In a web page, an empty text is the page's own server. */
  url: string
  /** Leave it out in a web page: a key must not go to a browser. */
  key?: string | undefined
  /** Default: the global one. */
  fetch?: typeof fetch
  /** Times that a request is repeated, if it failed for now. POST is never repeated. Default: 3. */
  retries?: number
  /** Milliseconds that the server has for an answer. Default: 60,000. */
  timeoutMs?: number
  /** Longest Retry-After to wait for, in seconds; a longer one is an error at once. Default: 90. */
  retryAfterMax?: number
  /** For a log. */
  onRetry?: (retry: Retry) => void
}

export interface CallOptions {
  /** Ends the call; it then throws the reason of the signal. */
  signal?: AbortSignal
}

/** One method for each operation of /v1, under its id in /openapi.json. Each may throw HustingsError. */
export interface Client {
  listStates(query?: Query<'listStates'>, options?: CallOptions): Promise<Data<'listStates'>>
  listElections(query?: Query<'listElections'>, options?: CallOptions): Pages<Item<'listElections'>>
  /** Pairs of endorsers. @param slug of the election */
  listEndorserAgreement(
    slug: string,
    query?: Query<'listEndorserAgreement'>,
    options?: CallOptions,
  ): Pages<Item<'listEndorserAgreement'>>
  /** Contests, most split first. @param slug of the election */
  listContestAgreement(
    slug: string,
    query?: Query<'listContestAgreement'>,
    options?: CallOptions,
  ): Pages<Item<'listContestAgreement'>>
  listContests(query?: Query<'listContests'>, options?: CallOptions): Pages<Item<'listContests'>>
  getContest(id: number, query?: Query<'getContest'>, options?: CallOptions): Promise<Data<'getContest'>>
  getBallot(query: PlaceQuery<'getBallot'>, options?: CallOptions): Promise<Data<'getBallot'>>
  getRecommendations(
    query: PlaceQuery<'getRecommendations'>,
    options?: CallOptions,
  ): Promise<Data<'getRecommendations'>>
  getRepresentatives(
    query: PlaceQuery<'getRepresentatives'>,
    options?: CallOptions,
  ): Promise<Data<'getRepresentatives'>>
  listDistricts(query?: Query<'listDistricts'>, options?: CallOptions): Pages<Item<'listDistricts'>>
  getDistrict(id: number, query?: Query<'getDistrict'>, options?: CallOptions): Promise<Data<'getDistrict'>>
  listEndorserCategories(
    query?: Query<'listEndorserCategories'>,
    options?: CallOptions,
  ): Promise<Data<'listEndorserCategories'>>
  listEndorsers(query?: Query<'listEndorsers'>, options?: CallOptions): Pages<Item<'listEndorsers'>>
  getEndorser(slug: string, query?: Query<'getEndorser'>, options?: CallOptions): Promise<Data<'getEndorser'>>
  /** To follow the changes of this list, begin the feed at the `feed_cursor` of its first page. */
  listEndorsements(query?: Query<'listEndorsements'>, options?: CallOptions): Pages<Item<'listEndorsements'>>
  getEndorsement(id: number, query?: Query<'getEndorsement'>, options?: CallOptions): Promise<Data<'getEndorsement'>>
  listOfficeholders(query?: Query<'listOfficeholders'>, options?: CallOptions): Pages<Item<'listOfficeholders'>>
  getOfficeholder(
    person_id: string,
    query?: Query<'getOfficeholder'>,
    options?: CallOptions,
  ): Promise<Data<'getOfficeholder'>>
  listCoverage(query?: Query<'listCoverage'>, options?: CallOptions): Promise<Data<'listCoverage'>>
  listEndorserCoverage(
    query?: Query<'listEndorserCoverage'>,
    options?: CallOptions,
  ): Pages<Item<'listEndorserCoverage'>>
  /** Released reports of errors, newest first. Their text is what people wrote. */
  listCorrections(query?: Query<'listCorrections'>, options?: CallOptions): Pages<Item<'listCorrections'>>
  listSnapshots(options?: CallOptions): Promise<Data<'listSnapshots'>>
  /** The events that are there now. `pages()` gives the cursor to store. */
  listEvents(query?: Query<'listEvents'>, options?: CallOptions): Pages<Item<'listEvents'>>
  /** Connects when the loop begins. */
  openStream(query?: Query<'openStream'>, options?: StreamOptions): Stream
  listSubscriptions(options?: CallOptions): Promise<Data<'listSubscriptions'>>
  getSubscription(id: number, options?: CallOptions): Promise<Data<'getSubscription'>>
  createSubscription(input: NewSubscription, options?: CallOptions): Promise<Data<'createSubscription'>>
  replaceSubscription(id: number, input: NewSubscription, options?: CallOptions): Promise<Data<'replaceSubscription'>>
  deleteSubscription(id: number, options?: CallOptions): Promise<void>
  /** The URLs of its feeds hold the token: it is shown only here. */
  createFeedToken(id: number, options?: CallOptions): Promise<Data<'createFeedToken'>>
  getFeedToken(id: number, options?: CallOptions): Promise<Data<'getFeedToken'>>
  revokeFeedToken(id: number, options?: CallOptions): Promise<void>
}

/** The compiler compares each path with the operation's own. */
const PATHS: { readonly [Id in OperationId]: Operations[Id]['path'] } = {
  listStates: '/v1/states',
  listElections: '/v1/elections',
  listEndorserAgreement: '/v1/elections/{slug}/agreement',
  listContestAgreement: '/v1/elections/{slug}/contest-agreement',
  listContests: '/v1/contests',
  getContest: '/v1/contests/{id}',
  getBallot: '/v1/ballot',
  getRecommendations: '/v1/recommendations',
  getRepresentatives: '/v1/representatives',
  listDistricts: '/v1/districts',
  getDistrict: '/v1/districts/{id}',
  listEndorserCategories: '/v1/endorser-categories',
  listEndorsers: '/v1/endorsers',
  getEndorser: '/v1/endorsers/{slug}',
  listEndorsements: '/v1/endorsements',
  getEndorsement: '/v1/endorsements/{id}',
  listOfficeholders: '/v1/officeholders',
  getOfficeholder: '/v1/officeholders/{person_id}',
  listCoverage: '/v1/coverage',
  listEndorserCoverage: '/v1/coverage/endorsers',
  listCorrections: '/v1/corrections',
  listSnapshots: '/v1/snapshots',
  listEvents: '/v1/events',
  openStream: '/v1/stream',
  listSubscriptions: '/v1/subscriptions',
  getSubscription: '/v1/subscriptions/{id}',
  createSubscription: '/v1/subscriptions',
  replaceSubscription: '/v1/subscriptions/{id}',
  deleteSubscription: '/v1/subscriptions/{id}',
  createFeedToken: '/v1/subscriptions/{id}/feed-token',
  getFeedToken: '/v1/subscriptions/{id}/feed-token',
  revokeFeedToken: '/v1/subscriptions/{id}/feed-token',
}

interface RequestParts {
  query?: object | undefined
  /** Fills the one parameter of the path. */
  id?: number | string
  method?: Request['method']
  body?: unknown
}

export function createClient({
  url,
  key,
  fetch: ownFetch,
  retries = RETRIES_DEFAULT,
  timeoutMs = TIMEOUT_MS_DEFAULT,
  retryAfterMax = RETRY_AFTER_SECONDS_MAX,
  onRetry,
}: ClientOptions): Client {
  // A program in JavaScript may leave it out, as where a variable of its environment is not set.
  const base = typeof url === 'string' ? withoutEndSlashes(url) : null
  // The error of a global fetch would repeat the whole address, with the location in it.
  if (base === null || (!ownFetch && !('location' in globalThis) && !URL.canParse(base)))
    throw new TypeError('url: expected an address with http:// or https://; without them it works only in a web page')
  if (base.endsWith('/v1'))
    throw new TypeError('url: expected the address of the server without /v1; the client adds it to each path')
  const connection: Connection = {
    url: base,
    key,
    retries,
    timeoutMs,
    retryAfterMax,
    onRetry,
    // A browser's fetch works only as a function of its window.
    fetch: ownFetch ?? ((...words) => fetch(...words)),
  }

  const send = <Body>(
    operation: OperationId,
    { query = {}, id, method = 'GET', body }: RequestParts,
    options?: CallOptions,
  ) => {
    const path = PATHS[operation].replace(/\{\w+\}/, encodeURIComponent(String(id)))
    const request = { method, path, search: toSearch(query), ...(body !== undefined && { body }) }
    return requestJson<Body>(connection, request, options?.signal)
  }
  const ask = async <Id extends OperationId>(id: Id, asked: RequestParts, options?: CallOptions): Promise<Data<Id>> =>
    (await send<{ data: Data<Id> }>(id, asked, options)).body.data
  const listIn = <Id extends OperationId>(
    operation: Id,
    id: string | undefined,
    query: object = {},
    options?: CallOptions,
  ): Pages<Item<Id>> =>
    createPages((cursor) =>
      send<Page<Item<Id>>>(
        operation,
        { ...(id !== undefined && { id }), query: cursor === undefined ? query : { ...query, cursor } },
        options,
      ),
    )
  const list = <Id extends OperationId>(operation: Id, query?: object, options?: CallOptions): Pages<Item<Id>> =>
    listIn(operation, undefined, query, options)

  return {
    listStates: (query, options) => ask('listStates', { query }, options),
    listElections: (query, options) => list('listElections', query, options),
    listEndorserAgreement: (slug, query, options) => listIn('listEndorserAgreement', slug, query, options),
    listContestAgreement: (slug, query, options) => listIn('listContestAgreement', slug, query, options),
    listContests: (query, options) => list('listContests', query, options),
    getContest: (id, query, options) => ask('getContest', { id, query }, options),
    getBallot: (query, options) => ask('getBallot', { query }, options),
    getRecommendations: (query, options) => ask('getRecommendations', { query }, options),
    getRepresentatives: (query, options) => ask('getRepresentatives', { query }, options),
    listDistricts: (query, options) => list('listDistricts', query, options),
    getDistrict: (id, query, options) => ask('getDistrict', { id, query }, options),
    listEndorserCategories: (query, options) => ask('listEndorserCategories', { query }, options),
    listEndorsers: (query, options) => list('listEndorsers', query, options),
    getEndorser: (slug, query, options) => ask('getEndorser', { id: slug, query }, options),
    listEndorsements: (query, options) => list('listEndorsements', query, options),
    getEndorsement: (id, query, options) => ask('getEndorsement', { id, query }, options),
    listOfficeholders: (query, options) => list('listOfficeholders', query, options),
    getOfficeholder: (person_id, query, options) => ask('getOfficeholder', { id: person_id, query }, options),
    listCoverage: (query, options) => ask('listCoverage', { query }, options),
    listEndorserCoverage: (query, options) => list('listEndorserCoverage', query, options),
    listCorrections: (query, options) => list('listCorrections', query, options),
    listSnapshots: (options) => ask('listSnapshots', {}, options),
    listEvents: (query, options) => list('listEvents', query, options),
    openStream: ({ cursor = null, ...query } = {}, options = {}) =>
      createStream(connection, { search: toSearch(query), cursor }, options),
    listSubscriptions: (options) => ask('listSubscriptions', {}, options),
    getSubscription: (id, options) => ask('getSubscription', { id }, options),
    createSubscription: (body, options) => ask('createSubscription', { method: 'POST', body }, options),
    replaceSubscription: (id, body, options) => ask('replaceSubscription', { method: 'PUT', id, body }, options),
    deleteSubscription: async (id, options) =>
      void (await send('deleteSubscription', { method: 'DELETE', id }, options)),
    createFeedToken: (id, options) => ask('createFeedToken', { method: 'POST', id }, options),
    getFeedToken: (id, options) => ask('getFeedToken', { id }, options),
    revokeFeedToken: async (id, options) => void (await send('revokeFeedToken', { method: 'DELETE', id }, options)),
  }
}

/** A pattern would take quadratic time. */
function withoutEndSlashes(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end -= 1
  return url.slice(0, end)
}

// Lists that page by themselves.

/** One page of a list, as the server sent it. */
export interface Page<Item> {
  data: Item[]
  /** Send it as `cursor` to go on after this page; null after the last one. Of events it is never null. */
  next_cursor: string | null
  /** Only of events: whether more are there already. */
  has_more?: boolean
}

/** The facts in the headers of a page. */
interface PageSource {
  /** Id of the bundle that answered; null for events. */
  snapshot: string | null
  /** Of `listEndorsements`: the position in the feed from which the changes of this list are told; otherwise null. */
  feed_cursor: string | null
}

/** A list. It asks for a page when the loop reaches it, and each loop begins anew. */
export interface Pages<Item> extends AsyncIterable<Item> {
  /** Page by page, with the cursor from which to go on at another time. */
  pages(): AsyncIterable<Page<Item> & PageSource>
  /** Every record. Name filters: a list may have hundreds of thousands. */
  toArray(): Promise<Item[]>
}

/** @param load the page at a cursor; undefined for the first page of the query */
export function createPages<Item>(
  load: (cursor: string | undefined) => Promise<{ body: Page<Item>; headers: Headers }>,
): Pages<Item> {
  async function* pages(): AsyncGenerator<Page<Item> & PageSource> {
    let cursor: string | undefined
    do {
      const { body, headers } = await load(cursor)
      const source = { snapshot: headers.get('x-snapshot'), feed_cursor: headers.get('x-feed-cursor') }
      yield { ...body, ...source }
      cursor = body.has_more === false ? undefined : (body.next_cursor ?? undefined)
    } while (cursor !== undefined)
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const { data } of pages()) yield* data
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    async toArray() {
      const all: Item[] = []
      for await (const item of items()) all.push(item)
      return all
    },
  }
}

// The parameters and the answer of each operation.

export type OperationId = keyof Operations

/** Parameters of the query. Lists are arrays; every parameter may be left out. */
export type Query<Id extends OperationId> = Operations[Id]['query']

/** Exactly one location: a text, or a point in degrees. */
export type Place =
  | { location: string; address?: never; lat?: never; lng?: never }
  | { address: string; location?: never; lat?: never; lng?: never }
  | { lat: number; lng: number; location?: never; address?: never }

/** Parameters of a request about a location. */
export type PlaceQuery<Id extends OperationId> = Omit<Query<Id>, 'location' | 'address' | 'lat' | 'lng'> & Place

/** The `data` of a success. */
export type Data<Id extends OperationId> = Operations[Id]['body'] extends { data: infer Content } ? Content : never

/** A record of a list. */
export type Item<Id extends OperationId> = Data<Id> extends (infer Content)[] ? Content : never

export type NewSubscription = SubscriptionInput
