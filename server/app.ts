// The application: middleware in the order of a request, one route for each operation, then guests, other methods, unknown paths and errors.

import type { Server } from 'node:http'
import polka, { type Polka, type Request } from 'polka'
import { v7 } from 'uuid'
import { ApiError, invalidParameter } from '../data/schema/api-error.ts'
import { answerData } from './answer.ts'
import type { Guest } from './host.ts'
import { admit, countProbe, countRequest } from './http/admit.ts'
import { createResponder, type Exchange, type LiveReply, openExchange } from './http/exchange.ts'
import { createFixedReply } from './http/reply-body.ts'
import { findHeadFault, indexRoutes, parseTarget, toPattern } from './http/server.ts'
import type { LiveMethod, LiveRoute } from './route/live-route.ts'
import type { Service } from './route/service.ts'
import { describeRoutes, fileRoutes, liveRoutes, routes } from './routes.ts'
import { openRoutes } from './serving/health.ts'

export interface ApiRequest extends Request {
  exchange: Exchange
}

export type App = Polka<ApiRequest>

/** The path of an operation, with the methods of all operations there. */
interface KnownPath {
  path: string
  pattern: RegExp
  methods: string[]
}

/**
 * @param server not listening yet; its limits are those of server/http/server.ts
 * @param guests answer below their paths what no operation answers
 */
export function createApp(service: Service, server: Server, guests: readonly Guest[] = []): App {
  const { reply, fail } = createResponder(service)
  const app: App = polka({
    server,
    onError: (fault, { exchange }) => fail(exchange, fault),
    onNoMatch({ exchange, method, path }) {
      const known = paths.find(({ pattern }) => pattern.test(path))
      exchange.route = known?.path ?? null
      return refuse(exchange, known ? wrongMethod(known, method) : unknownPath())
    },
  })
  app.parse = parseTarget

  /** Counts the request against the limits, then refuses it. */
  const refuse = async (exchange: Exchange, fault: ApiError): Promise<void> => {
    await countRequest(service, exchange)
    fail(exchange, fault)
  }
  const paths: KnownPath[] = []
  const add = (method: LiveMethod, path: string, answer: (request: ApiRequest) => Promise<void>): void => {
    const known = paths.find((one) => one.path === path) ?? { path, pattern: toPattern(path), methods: [] }
    if (!paths.includes(known)) paths.push(known)
    known.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    app.add(method, known.pattern, (request) => {
      request.exchange.route = path
      return answer(request)
    })
  }

  // Open the exchange; check the head.
  app.use((request, response, next) => {
    request.exchange = openExchange(request, response, service.now(), !service.state.isReachable())
    const fault = findHeadFault(request._parsedUrl.raw, request)
    if (fault) return refuse(request.exchange, fault)
    void next()
  })

  // Count and authenticate; answer.
  const document = createFixedReply(Buffer.from(describeRoutes(guests.flatMap(({ describe = [] }) => describe))))
  for (const route of openRoutes)
    add('GET', route.path, async ({ exchange }) => {
      const refusal = await (route.limited ? countRequest(service, exchange) : countProbe(service, exchange))
      if (refusal) throw refusal
      reply(exchange, await route.answer(service, document, exchange))
    })
  for (const route of routes)
    add('GET', route.path, async ({ exchange, params, search }) => {
      const grant = await admit(service, exchange, [route.scope])
      const question = service.questions.parse(route, { params, search })
      reply(exchange, await answerData(service, exchange, { question, grant, feedCursor: route.feedCursor }))
    })
  for (const route of [...liveRoutes, ...fileRoutes])
    add(route.method, route.path, async ({ exchange, params, search }) =>
      reply(exchange, await answerLive(service, route, exchange, { params, search })),
    )

  // Pages and feeds.
  const mounts = guests.map((guest) => ({ ...guest, pattern: toMountPoint(guest.path) }))
  for (const mount of mounts) app.use(mount.pattern, mount.app)

  indexRoutes(app, [...paths, ...mounts])
  return app
}

/** In this very case, and by whole segments. */
export function toMountPoint(path: string): RegExp {
  if (path === '/') return /^\/$/
  return new RegExp(path.endsWith('/') ? `^${path}` : `^${path}(?=/|$)`)
}

function unknownPath(): ApiError {
  return new ApiError('not_found', 'There is no endpoint at this path: /openapi.json lists all endpoints.')
}

function wrongMethod({ path, methods }: KnownPath, method: string): ApiError {
  const allowed = methods.join(', ')
  return invalidParameter(`${path} accepts only ${allowed}, got ${method}.`, {
    status: 405,
    headers: ['Allow', allowed],
  })
}

// Answers live routes: checks the caller, then runs the route. A stream that fails to start does not count as open.

/** Throws ApiError. */
export async function answerLive(
  service: Service,
  route: LiveRoute,
  exchange: Exchange,
  { params, search }: { params: Readonly<Record<string, string>>; search: string },
): Promise<LiveReply> {
  // Unique among the streams of all processes. HEAD returns only the headers and opens no stream.
  const stream = route.streams && exchange.request.method !== 'HEAD' ? v7() : undefined
  const file = route.sendsFile ? Object.values(params).join('/') : undefined
  const grant = await admit(service, exchange, route.scopes, { stream, file })
  if (stream === undefined) return route.answer(service, { params, search, exchange, grant, stream: '' })
  const close = async (): Promise<void> => {
    try {
      await service.meter.ask({ kind: 'close', account: grant.account_id, allowance: grant.plan, stream })
    } catch {
      // The meter repeats it later.
    }
  }
  let begun = false
  try {
    const reply = await route.answer(service, { params, search, exchange, grant, stream })
    begun = 'stream' in reply && !exchange.response.destroyed
    if (begun) exchange.response.once('close', close)
    return reply
  } finally {
    // Close before the response, so that an immediate retry succeeds, also at another worker.
    if (!begun) await close()
  }
}
