// The HTTP server: routes each request, also if no route matches. Every reply and every error passes through here.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { HEADER_BYTES_MAX, HTTP_REQUEST_MS, HTTP_SILENT_MS } from './constants.ts'
import { type Answer, endpointsOf, type PathParams, type Target } from './endpoints.ts'
import { countRequest } from './http/admit.ts'
import { holdContinue } from './http/body.ts'
import { ApiError } from './http/errors.ts'
import { type Exchange, openExchange, sendReply, toReply } from './http/exchange.ts'
import { answerMalformed } from './http/malformed.ts'
import { createPathTable } from './http/path-table.ts'
import { findHeadFault, toOriginForm } from './http/request-head.ts'
import { openRooms } from './rooms.ts'
import type { LiveReply } from './route/live-route.ts'
import type { Service } from './route/service.ts'

/** An HTTP server, not listening yet. @param silent milliseconds without traffic after which a connection is closed */
export function createApp(
  service: Service,
  silent = HTTP_SILENT_MS,
): { server: Server; listen(port: number, host: string): Promise<void> } {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    // An idle connection has the timeout of a silent one: with two, node:http sets a timer anew twice for each request.
    keepAliveTimeout: 0,
    requestTimeout: HTTP_REQUEST_MS,
    headersTimeout: HTTP_REQUEST_MS,
    // Node's own error reply would lack our headers.
    requireHostHeader: false,
  })
  server.timeout = silent
  server.on('clientError', (fault, socket) => void answerMalformed(service, fault, socket))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    holdContinue(request, response)
    server.emit('request', request, response)
  })

  const send = (exchange: Exchange, reply: LiveReply): void => {
    if (exchange.response.headersSent || exchange.response.destroyed) return
    if ('stream' in reply) reply.stream()
    else sendReply(exchange, reply, { log: service.log, closing: service.draining(), now: service.now() })
  }
  const end = (exchange: Exchange, reply: LiveReply): void =>
    service.meter.afterWrite(() => {
      try {
        send(exchange, reply)
      } catch (fault) {
        send(exchange, toReply(fault, exchange, service.log))
      }
    })
  const fail = (exchange: Exchange, fault: unknown): void => end(exchange, toReply(fault, exchange, service.log))

  const choose = createChooser(service)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = openExchange(request, response, null, service.now(), !service.state.isReachable())
    try {
      const { url = '/' } = request
      // A whole URL is answered as its path: every later reader of the URL sees only that.
      request.url = toOriginForm(url)
      const target = parseTarget(request)
      const { path, find, params } = choose(target)
      exchange.route = path
      const fault = findHeadFault(url, request)
      const reply = fault ? refuse(service, exchange, fault) : find(exchange, target, params)
      if (reply instanceof Promise)
        reply.then(
          (known) => end(exchange, known),
          (error: unknown) => fail(exchange, error),
        )
      else end(exchange, reply)
    } catch (error) {
      fail(exchange, error)
    }
  }
  // In the next turn: the requests that arrive together then share one write of their counts.
  server.on('request', (request, response) => void setImmediate(answer, request, response))

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      }),
  }
}

interface Choice {
  /** The path template; null if the handler sets it or no endpoint matches. */
  path: string | null
  find: Answer
  params: PathParams
}

/** Finds the handler of a request: an endpoint, a room of pages, or an error. */
function createChooser(service: Service): (target: Pick<Target, 'path' | 'method'>) => Choice {
  const { front, findRoom } = openRooms(service)
  const findPath = createPathTable(endpointsOf(service, front))
  const unknown: Answer = (exchange) =>
    refuse(
      service,
      exchange,
      new ApiError('not_found', 'There is no endpoint at this path: /openapi.json lists all endpoints.'),
    )
  return ({ path: pathname, method }) => {
    const found = findPath(pathname)
    if (!found) return { path: null, find: findRoom(pathname) ?? unknown, params: {} }
    const { path, value, params } = found
    return { path, find: value.get(method) ?? wrongMethod(service, [...value.keys()]), params }
  }
}

function wrongMethod(service: Service, allowed: readonly string[]): Answer {
  return (exchange, { method }) =>
    refuse(
      service,
      exchange,
      new ApiError('invalid_parameter', `${exchange.route} accepts only ${allowed.join(', ')}, got ${method}.`, {
        status: 405,
        headers: ['Allow', allowed.join(', ')],
      }),
    )
}

/** Counts the request against the limits, then throws. */
async function refuse(service: Service, exchange: Exchange, fault: unknown): Promise<never> {
  await countRequest(service, exchange)
  throw fault
}

/** The query is parsed later, by each route's schema (http/query.ts). */
function parseTarget({ url = '/', method = '' }: IncomingMessage): Target {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '', method } : { path: url.slice(0, at), search: url.slice(at), method }
}
