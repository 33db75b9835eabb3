// Maps each path and method to its handler.

import type { RoomRequest } from '../apps/web/rooms.ts'
import { answer } from './answer.ts'
import { answerToken } from './answer-token.ts'
import { countProbe, countRequest } from './http/admit.ts'
import type { Exchange } from './http/exchange.ts'
import { createFixedReply, type FixedReply } from './http/fixed-reply.ts'
import type { Soon } from './http/soon.ts'
import { answerLive } from './live.ts'
import { loadExamples } from './openapi/examples.ts'
import { presentDocument } from './openapi/openapi.ts'
import type { LiveReply } from './route/live-route.ts'
import type { Service } from './route/service.ts'
import { fileRoutes, liveRoutes, routes, syndicationRoutes } from './routes.ts'
import { openRoutes } from './serving/health.ts'

export type PathParams = Readonly<Record<string, string>>

/** What a request asks for. */
export interface Target extends RoomRequest {
  method: string
}

export type Answer = (exchange: Exchange, target: Target, params: PathParams) => Soon<LiveReply>

/** Made by the first server of this process; it depends on nothing but the code and the examples. */
let document: string | undefined

/**
 * By path template, then by method in the order of `Allow`; HEAD uses the handler of GET.
 * @param front the page at `/`
 */
export function endpointsOf(service: Service, front: FixedReply): ReadonlyMap<string, ReadonlyMap<string, Answer>> {
  const endpoints = new Map<string, Map<string, Answer>>()
  const add = (path: string, method: string, find: Answer): void => {
    const methods = endpoints.get(path) ?? new Map<string, Answer>()
    methods.set(method, find)
    if (method === 'GET') methods.set('HEAD', find)
    endpoints.set(path, methods)
  }
  document ??= presentDocument(
    { data: routes, live: [...liveRoutes, ...fileRoutes], syndication: syndicationRoutes, open: openRoutes },
    loadExamples(),
  )
  const fixed = createFixedReply(Buffer.from(document))
  for (const route of openRoutes)
    add(route.path, 'GET', async (exchange) => {
      const refusal = await (route.limited ? countRequest(service, exchange) : countProbe(service, exchange))
      if (refusal) throw refusal
      return route.answer(service, fixed, exchange)
    })
  add('/', 'GET', async (exchange) => {
    const refusal = await countRequest(service, exchange)
    if (refusal) throw refusal
    return front(exchange)
  })
  for (const route of routes)
    add(route.path, 'GET', (exchange, { search }, params) => answer(service, route, exchange, { params, search }))
  for (const route of [...liveRoutes, ...fileRoutes])
    add(route.path, route.method, (exchange, { search }, params) =>
      answerLive(service, route, exchange, { params, search }),
    )
  for (const route of syndicationRoutes)
    add(route.path, 'GET', (exchange, { search }, { token = '' }) =>
      answerToken(service, route, exchange, { token, search }),
    )
  return endpoints
}
