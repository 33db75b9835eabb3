// Defines routes: one definition holds an endpoint's parameters, its answer, and its text in the OpenAPI document.

import type { z } from 'zod'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { everyData } from '../../data/schema/parameter.ts'
import type { Scope } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { filterHash } from '../http/cursor.ts'
import { createPathReader, createQueryReader } from '../http/query.ts'
import type { RequestedLocation } from '../place/location-parameters.ts'
import type { ResolvedLocation } from '../place/place.ts'
import type { Day } from '../read/calendar.ts'
import { mergeOverlay } from '../read/overlay.ts'
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
  /** The reply's JSON. Throws ApiError. */
  answer(reading: Reading): string | Buffer
}

/** A request about a location, with parsed parameters. */
export interface PlaceQuestion {
  /** As in `Question`. */
  snapshot: string | undefined
  /** As requested. Resolve it to a place first. */
  location: RequestedLocation
  /** Id or name of one of the caller's subscriptions, if the request names one. */
  subscription: string | undefined
  /** @param filter of that subscription; empty without one. Throws ApiError 400. */
  at(place: ResolvedLocation, filter: FeedFilter, reading: Reading): PlaceAnswer
}

interface PlaceAnswer {
  /**
   * Equal for equal answers. It contains the bundle, the day, and the districts of the place instead of the requested location, and a
   * subscription's filter instead of its name and account.
   */
  key: string
  /** The reply's JSON, in steps. */
  body(): BodySteps
}

export interface Definition<Query extends z.ZodObject, Params extends z.ZodObject> {
  /** `/v1/contests/{id}` */
  path: string
  id: string
  summary: string
  scope: Scope
  query: Query
  params: Params
  response: z.ZodType
  /** 404 may also mean that the record does not exist, not only that the path is unknown. */
  findsOne: boolean
  /** The feed continues this list: its responses carry X-Feed-Cursor, a position that every server has reached. */
  feedCursor?: boolean
  /** Checks parameters that depend on each other. Throws ApiError 400. */
  check?(query: z.output<Query>): void
  dated?(query: z.output<Query>): boolean
  tellsChecks?: true
  answer(asked: ParsedRequest<z.output<Query>, z.output<Params>>, reading: Reading): string | Buffer
}

interface Described
  extends Pick<Definition<z.ZodObject, z.ZodObject>, 'path' | 'id' | 'summary' | 'scope' | 'findsOne' | 'feedCursor'> {
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
  const {
    path,
    id,
    summary,
    scope,
    findsOne,
    feedCursor = false,
    check,
    dated,
    tellsChecks = false,
    answer,
  } = definition
  const readQuery = createQueryReader(definition.query, everyData)
  const readPath = createPathReader(definition.params)
  return {
    ...{ path, id, summary, scope, findsOne, feedCursor, cachePolicy: 'validated' },
    query: definition.query.extend(everyData.shape),
    params: definition.params,
    response: definition.response,
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
        answer(reading) {
          const json = answer({ query, params, filters: filterHash(path, { ...params, ...filters }) }, reading)
          return mergeOverlay(reading.bundle, json, lang === 'es' ? 'es' : 'en')
        },
      }
    },
  }
}
