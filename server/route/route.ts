// A route: what an endpoint takes, what it answers, and what the OpenAPI document says of it, in one definition.

import type { z } from 'zod'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import type { Scope } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { filterHash } from '../http/cursor.ts'
import { createPathReader, createQueryReader } from '../http/query.ts'
import type { Points } from '../place/census/geocoder.ts'
import type { UnknownAddress } from '../place/unknown-address.ts'
import type { Day } from '../read/calendar.ts'
import type { BodySteps } from '../read/sliced-work.ts'

/** What an answer may look at beside its parameters. */
export interface Reading {
  bundle: Bundle
  day: Day
}

interface ParsedRequest<Query, Params> {
  query: Query
  params: Params
  /** What a cursor of this list belongs to: the endpoint and its filters, parsed and sorted. */
  filters: string
}

/** A request whose parameters have been read. */
export interface Question {
  /** Equal for equal questions, however they are spelled. */
  canonical: string
  /** Whether the service's day has a part in the answer. */
  dated: boolean
  /** The reply's JSON. Throws ApiError. */
  answer(reading: Reading): string | Buffer
}

/** A question about a place that is known. */
export interface PlaceAnswer {
  /** As of a question; where the place is does not stand in it. */
  canonical: string
  /** One voter's place: its answer is short. An area's may be of thousands of contests. */
  exact: boolean
  /** The reply's JSON, in steps. */
  body(reading: Reading): BodySteps
}

/** A request about a place whose parameters have been read; where it is, stands in no canonical question. */
export interface PlaceQuestion {
  /** Which of the caller's subscriptions it names. */
  subscription: string | undefined
  /**
   * The question says what that subscription holds, and neither its name nor whose it is.
   * @param filter of that subscription; empty without one. @param points where a geocoder finds its address, once one has been
   * asked. @throws ApiError 404 for no such place, 400 for an ambiguous one.
   */
  in(reading: Reading, filter: FeedFilter, points: Points | undefined): PlaceAnswer | UnknownAddress
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
  /** 404 may also mean what is asked for, not only the path. */
  findsOne: boolean
  /** The feed continues it: its answers carry X-Feed-Cursor, a position that whatever they are read from has reached. */
  feedCursor?: boolean
  /** What no single parameter says: throws ApiError 400. */
  check?(query: z.output<Query>): void
  dated?(query: z.output<Query>): boolean
  answer(asked: ParsedRequest<z.output<Query>, z.output<Params>>, reading: Reading): string | Buffer
}

interface Described
  extends Pick<Definition<z.ZodObject, z.ZodObject>, 'path' | 'id' | 'summary' | 'scope' | 'findsOne' | 'feedCursor'> {
  query: z.ZodObject
  params: z.ZodObject
  response: z.ZodType
}

type Ask<Asked> = (params: Readonly<Record<string, string>>, search: string) => Asked

/**
 * `validated`: its answers carry an ETag. `location`: they depend on where somebody is, and nobody else is to store them.
 * `ask` throws ApiError 400.
 */
export type Route = ValidatedRoute | (Described & { keeping: 'location'; ask: Ask<PlaceQuestion> })

export type ValidatedRoute = Described & { keeping: 'validated'; ask: Ask<Question> }

export function route<Query extends z.ZodObject, Params extends z.ZodObject>(
  definition: Definition<Query, Params>,
): ValidatedRoute {
  const { path, id, summary, scope, findsOne, feedCursor = false, check, dated, answer } = definition
  const readQuery = createQueryReader(definition.query)
  const readPath = createPathReader(definition.params)
  return {
    ...{ path, id, summary, scope, findsOne, feedCursor, keeping: 'validated' },
    query: definition.query,
    params: definition.params,
    response: definition.response,
    ask(texts, search) {
      const params = readPath(texts)
      const query = readQuery(search)
      check?.(query)
      const { limit: _limit, cursor: _cursor, lang: _lang, ...filters }: Record<string, unknown> = query
      return {
        canonical: JSON.stringify([path, params, query]),
        dated: dated?.(query) ?? false,
        answer: (reading) => answer({ query, params, filters: filterHash(path, filters) }, reading),
      }
    },
  }
}
