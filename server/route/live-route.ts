// A live route: what is answered from the state and the feed, as they are at that moment, and written to the state.

import type { z } from 'zod'
import type { Scope } from '../../data/schema/vocabulary.ts'
import type { Grant } from '../http/auth.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { createPathReader, createQueryReader } from '../http/query.ts'
import type { Service } from './service.ts'

export const LIVE_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type LiveMethod = (typeof LIVE_METHODS)[number]

interface LiveAsked<Query, Params> {
  query: Query
  params: Params
  exchange: Exchange
  grant: Grant
}

/** The reply, or who writes it piece by piece: its status, headers and log line are then its own. */
export type LiveReply = Reply | { stream(): void }

interface Described {
  path: string
  method: LiveMethod
  id: string
  summary: string
  /** Sentences of what else who calls it must know; empty for nothing. */
  notes: string
  /** Any of them will do. */
  scopes: readonly Scope[]
  query: z.ZodObject
  params: z.ZodObject
  /** Of the request; null for none. */
  body: z.ZodType | null
  /** Null for a reply without a body. */
  response: z.ZodType | null
  /** `200`, `201` or `204`. */
  status: number
  /** Which of its statuses are not those of every endpoint, or of every one with a body: 404, 409, 410, 503. */
  refusals: readonly number[]
  /** A stream of events: it holds one of the account's streams while it is open. */
  streams: boolean
}

export interface LiveRoute extends Described {
  /**
   * Throws ApiError.
   * @param stream under which name the caller's stream is counted; empty where the route is none, and under HEAD: then nothing may
   * stay open
   */
  answer(
    service: Service,
    asked: {
      params: Readonly<Record<string, string>>
      search: string
      exchange: Exchange
      grant: Grant
      stream: string
    },
  ): Promise<LiveReply>
}

interface Definition<Query extends z.ZodObject, Params extends z.ZodObject>
  extends Omit<Described, 'query' | 'params' | 'notes' | 'body' | 'refusals' | 'streams' | 'status'>,
    Partial<Pick<Described, 'notes' | 'body' | 'refusals' | 'streams' | 'status'>> {
  query: Query
  params: Params
  /** What no single parameter says: throws ApiError 400. */
  check?(query: z.output<Query>): void
  answer(service: Service, asked: LiveAsked<z.output<Query>, z.output<Params>> & { stream: string }): Promise<LiveReply>
}

export function liveRoute<Query extends z.ZodObject, Params extends z.ZodObject>(
  definition: Definition<Query, Params>,
): LiveRoute {
  const { query: _query, params: _params, check, answer, ...described } = definition
  const readQuery = createQueryReader(definition.query)
  const readPath = createPathReader(definition.params)
  return {
    ...{ notes: '', body: null, refusals: [], streams: false, status: 200 },
    ...described,
    query: definition.query,
    params: definition.params,
    async answer(service, { params: texts, search, ...asked }) {
      const params = readPath(texts)
      const query = readQuery(search)
      check?.(query)
      return answer(service, { ...asked, params, query })
    },
  }
}
