// Defines live routes: endpoints that read the state and the feed as they are at that moment, and write to the state.

import type { z } from 'zod'
import type { Scope } from '../../data/schema/vocabulary.ts'
import type { Grant } from '../http/auth.ts'
import type { Exchange, LiveReply } from '../http/exchange.ts'
import { createPathReader, createQueryReader } from '../http/input.ts'
import type { Service } from './service.ts'

export const LIVE_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type LiveMethod = (typeof LIVE_METHODS)[number]

interface Described {
  path: string
  method: LiveMethod
  id: string
  summary: string
  /** Further sentences for callers; empty for none. */
  notes: string
  /** Any one of them is enough. */
  scopes: readonly Scope[]
  query: z.ZodObject
  params: z.ZodObject
  /** Body of the request; null for none. */
  body: z.ZodType | null
  /** Null for a reply without a body. */
  response: z.ZodType | null
  /** `200`, `201` or `204`. */
  status: number
  /** Error statuses beyond those of every endpoint and of every endpoint with a body: 404, 409, 410, 503. */
  refusals: readonly number[]
  /** True for a stream of events: it counts as one of the account's streams while it is open. */
  streams: boolean
  /** True if the response is a file that clients read by ranges: repeated requests for it count once a minute. */
  sendsFile: boolean
}

export interface LiveRoute extends Described {
  /**
   * Throws ApiError.
   * @param stream name under which the stream is counted; empty for other routes and for HEAD, which must leave nothing open
   */
  answer(
    service: Service,
    request: {
      params: Readonly<Record<string, string>>
      search: string
      exchange: Exchange
      grant: Grant
      stream: string
    },
  ): Promise<LiveReply>
}

interface Definition<Query extends z.ZodObject, Params extends z.ZodObject>
  extends Omit<Described, 'query' | 'params' | 'notes' | 'body' | 'refusals' | 'streams' | 'sendsFile' | 'status'>,
    Partial<Pick<Described, 'notes' | 'body' | 'refusals' | 'streams' | 'sendsFile' | 'status'>> {
  query: Query
  params: Params
  /** Checks parameters that depend on each other. Throws ApiError 400. */
  check?(query: z.output<Query>): void
  answer(
    service: Service,
    request: {
      query: z.output<Query>
      params: z.output<Params>
      exchange: Exchange
      grant: Grant
      stream: string
    },
  ): Promise<LiveReply>
}

const DEFAULTS = { notes: '', body: null, refusals: [], streams: false, sendsFile: false, status: 200 }

export function liveRoute<Query extends z.ZodObject, Params extends z.ZodObject>(
  definition: Definition<Query, Params>,
): LiveRoute {
  const { check, answer, ...described } = definition
  const readQuery = createQueryReader(definition.query)
  const readPath = createPathReader(definition.params)
  return {
    ...DEFAULTS,
    ...described,
    async answer(service, { params: texts, search, ...request }) {
      const params = readPath(texts)
      const query = readQuery(search)
      check?.(query)
      return answer(service, { ...request, params, query })
    },
  }
}
