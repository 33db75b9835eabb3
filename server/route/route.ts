// Defines routes: one definition holds an endpoint's parameters, its answer, and its text in the OpenAPI document.

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { invalidParameter } from '../../data/schema/api-error.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { everyData } from '../../data/schema/parameter.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import type { Language, Scope } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { createPathReader, createQueryReader } from '../http/input.ts'
import type { RequestedLocation, ResolvedLocation } from '../place/place.ts'
import type { Day } from '../read/elections.ts'
import type { ChosenEndorsers } from '../read/positions.ts'
import { filterHash } from '../read/record.ts'
import type { BodySteps } from '../read/sliced-work.ts'

/** The data that an answer may use besides its parameters. */
export interface Reading {
  bundle: Bundle
  day: Day
  /** The request names the bundle, so no later one will answer it. */
  isNamed: boolean
  /** When the sources of the current bundle were last read; null if that is unknown, and for a named bundle. */
  lastRun: LastRun | null
}

interface ParsedRequest<Query, Params> {
  query: Query
  params: Params
  /** Hash of the endpoint and its filters, parsed and sorted; a cursor belongs to one such hash. */
  filters: string
}

/** A request with parsed parameters. */
export interface Question {
  /** The bundle or day that the request names; undefined for the current bundle. */
  snapshot: string | undefined
  /** Equal for equal requests, independent of their spelling. */
  canonical: string
  /** Whether the answer depends on the service's date. */
  dated: boolean
  /** Whether the answer tells when the sources were last read. */
  tellsChecks: boolean
  lang: Language
  request: ParsedRequest<object, object>
  /** The reply's JSON. Throws ApiError. */
  answer(request: ParsedRequest<object, object>, reading: Reading): string | Buffer
}

/** A request about a location, with parsed parameters. */
export interface PlaceQuestion {
  path: string
  /** As in `Question`. */
  snapshot: string | undefined
  /** As requested. Resolve it to a place first. */
  location: RequestedLocation
  /** Everything else that the request asks. */
  query: PlaceRequest
  /** Of each bundle, the request with what the bundle and the day add to it. A request with a subscription, which can change, has none. */
  known: WeakMap<Bundle, BundleRequest>
  /** The reply's JSON, in steps. @param request the subscription's filter is empty if none is named */
  answer(request: { query: PlaceRequest; place: ResolvedLocation; filter: FeedFilter }, reading: Reading): BodySteps
}

/** The whole request of a bundle on a day, except the place. */
export interface BundleRequest {
  day: string
  text: string
}

interface Definition<Query extends z.ZodObject, Params extends z.ZodObject> {
  /** `/v1/contests/{id}` */
  path: string
  id: string
  summary: string
  query: Query
  params: Params
  response: z.ZodType
  /** The feed continues this list: its responses carry X-Feed-Cursor, a position that every server has reached. */
  feedCursor?: boolean
  /** Checks parameters that depend on each other. Throws ApiError 400. */
  check?(query: z.output<Query>): void
  dated?(query: z.output<Query>): boolean
  tellsChecks?: true
  answer(request: ParsedRequest<z.output<Query>, z.output<Params>>, reading: Reading): string | Buffer
}

interface Described extends Pick<Definition<z.ZodObject, z.ZodObject>, 'path' | 'id' | 'summary' | 'feedCursor'> {
  scope: Scope
  query: z.ZodObject
  params: z.ZodObject
  response: z.ZodType
}

/** The parts of a URL that a route parses. */
export interface RequestTexts {
  /** From the path. */
  params: Readonly<Record<string, string>>
  /** The query with its question mark; empty without one. */
  search: string
}

/**
 * `validated`: responses carry an ETag. `location`: responses depend on the caller's location, and must not be stored.
 * `parse` throws ApiError 400.
 */
export type Route = ValidatedRoute | PlaceRoute

export type PlaceRoute = Described & { cachePolicy: 'location'; parse(texts: RequestTexts): PlaceQuestion }

export type ValidatedRoute = Described & { cachePolicy: 'validated'; parse(texts: RequestTexts): Question }

export function route<Query extends z.ZodObject, Params extends z.ZodObject>(
  definition: Definition<Query, Params>,
): ValidatedRoute {
  const { check, dated, tellsChecks = false, answer, ...described } = definition
  const { path } = described
  const readQuery = createQueryReader(described.query, everyData)
  const readPath = createPathReader(described.params)
  return {
    ...described,
    scope: 'data:read',
    cachePolicy: 'validated',
    query: definition.query.extend(everyData.shape),
    parse({ params: texts, search }) {
      const params = readPath(texts)
      const query = readQuery(search)
      check?.(query)
      const { limit: _limit, cursor: _cursor, lang, ...filters }: Record<string, unknown> = query
      return {
        snapshot: query.snapshot,
        canonical: JSON.stringify([path, params, query]),
        dated: dated?.(query) ?? false,
        tellsChecks,
        lang: lang === 'es' ? 'es' : 'en',
        request: { query, params, filters: filterHash(path, { ...params, ...filters }) },
        answer,
      }
    },
  }
}

// Defines routes that answer about a location.

interface PlaceDefinition<Query extends z.ZodObject>
  extends Pick<Definition<Query, z.ZodObject>, 'path' | 'id' | 'summary' | 'response'> {
  /** Includes the location parameters. */
  query: Query
  /** Checks parameters that depend on each other. Throws ApiError 400. */
  check?(query: z.output<Query>): void
  /** @param request the subscription's filter is empty if none is named */
  answer(request: { query: z.output<Query>; place: ResolvedLocation; filter: FeedFilter }, reading: Reading): BodySteps
}

interface PlaceRequest extends RequestedLocation, ChosenEndorsers {
  snapshot?: string | undefined
  subscription?: string | undefined
  elections?: string[] | undefined
}

/** Takes the location as `location`, `address`, or `lat` with `lng` (docs/rules.md#location-parameters). */
export function placeRoute<Query extends z.ZodObject & z.ZodType<PlaceRequest>>(
  definition: PlaceDefinition<Query>,
): PlaceRoute {
  const { check, answer, ...described } = definition
  const { path, query: schema } = described
  const read = createQueryReader(schema, everyData)
  return {
    ...described,
    scope: 'data:read',
    cachePolicy: 'location',
    query: schema.extend(everyData.shape),
    params: z.object({}),
    // The question may be kept for other points: besides `location`, nothing in it may depend on the place.
    parse({ search }) {
      const query = read(search)
      requireLocation(query)
      check?.(query)
      const { location, address, lat, lng, ...rest } = query
      return {
        path,
        snapshot: query.snapshot,
        location: { location, address, lat, lng },
        query: rest,
        known: new WeakMap(),
        answer,
      }
    },
  }
}

/** Throws ApiError 400 unless exactly one of location, address, or lat with lng is given. */
function requireLocation({ location, address, lat, lng }: RequestedLocation): void {
  const half = (lat === undefined) !== (lng === undefined)
  if (half)
    throw invalidParameter(
      `Parameter \`${lat === undefined ? 'lat' : 'lng'}\`: it is missing, expected both lat and lng.`,
    )
  const named = [location !== undefined, address !== undefined, lat !== undefined].filter(Boolean).length
  if (named === 0)
    throw invalidParameter('Parameter `location`: it is missing, expected location (or address), or lat with lng.')
  if (named > 1)
    throw invalidParameter('Parameter `location`: expected exactly one of location, address, or lat with lng.')
}

// Caches parsed requests and their ETags, so that a repeated request is neither parsed nor hashed again. A place is never cached here, as
// text or as a point: it reveals where somebody is.

/** @setting Most parsed requests in memory. */
const QUESTIONS_REMEMBERED_MAX = 4096

/** Longer requests are not cached: they are rare, and would fill memory. */
const SPELLING_LENGTH_MAX = 512

/** A parsed request with the bundle and its overlay, the day, the checks of the sources and the ETag of its latest answer. */
export interface CachedQuestion {
  question: Question
  /** Of the software; another version may answer differently. */
  version: string
  bundle: string
  day: string
  checks: string
  etag: string
}

export type QuestionCache = ReturnType<typeof createQuestionCache>

/** @param version of the software */
export function createQuestionCache(version: string) {
  const known = new LRUCache<string, CachedQuestion>({ max: QUESTIONS_REMEMBERED_MAX })
  const asked = new LRUCache<string, PlaceQuestion>({ max: QUESTIONS_REMEMBERED_MAX })
  const parseList = (route: ValidatedRoute, texts: RequestTexts): CachedQuestion => {
    const { params, search } = texts
    let spelling = `${route.path} ${search}`
    for (const name in params) spelling += ` ${params[name]}`
    const found = known.get(spelling)
    if (found) return found
    const cached = { question: route.parse(texts), version, bundle: '', day: '', checks: '', etag: '' }
    if (spelling.length <= SPELLING_LENGTH_MAX) known.set(spelling, cached)
    return cached
  }
  /** Caches only what a request asks about a point, without the point. */
  const parsePlace = (route: PlaceRoute, texts: RequestTexts): PlaceQuestion => {
    const point = splitPoint(texts.search)
    if (!point) return route.parse(texts)
    const { lat, lng, others } = point
    const spelling = `${route.path} ${others}`
    const found = asked.get(spelling) ?? route.parse({ params: texts.params, search: `?lat=0&lng=0${others}` })
    if (spelling.length <= SPELLING_LENGTH_MAX) asked.set(spelling, found)
    return { ...found, location: { lat, lng } }
  }
  return {
    /** Throws ApiError 400. */
    parse: (route: Route, texts: RequestTexts): CachedQuestion | PlaceQuestion =>
      route.cachePolicy === 'location' ? parsePlace(route, texts) : parseList(route, texts),
  }
}

const POINT = /^\?lat=(-?\d{1,3}(?:\.\d{1,20})?)&lng=(-?\d{1,3}(?:\.\d{1,20})?)(&.*)?$/

/** A query that begins with a point on the earth, and its other parameters; undefined for any other query. */
function splitPoint(search: string): { lat: number; lng: number; others: string } | undefined {
  const found = POINT.exec(search)
  if (!found) return undefined
  const [lat, lng] = [Number(found[1]), Number(found[2])]
  return Math.abs(lat) > 90 || Math.abs(lng) > 180 ? undefined : { lat, lng, others: found[3] ?? '' }
}
