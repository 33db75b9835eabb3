// Polka: the routes, and what happens where none matches. Every reply and every fault goes through here.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import polka, { type Polka, type Request } from 'polka'
import { answer } from './answer.ts'
import { CONSOLE_PATHS, createConsole } from './console/console.ts'
import { ApiError } from './errors.ts'
import { loadExamples } from './examples.ts'
import { openRoutes } from './health.ts'
import { count, countProbe } from './http/admit.ts'
import { type Exchange, openExchange, type Reply, send, toReply } from './http/exchange.ts'
import { answerMalformed } from './http/malformed.ts'
import { toPattern } from './http/pattern.ts'
import { HEADER_BYTES_MAX, URL_LENGTH_MAX } from './http/size.ts'
import { presentDocument } from './openapi.ts'
import { routes } from './routes.ts'
import type { Service } from './service.ts'

type Parsed = ReturnType<Polka['parse']>

type Answer = (exchange: Exchange, request: Request) => Promise<Reply>

const KEEP_ALIVE_MS = 65_000

/** An HTTP server, not listening yet. */
export function createApp(service: Service): { server: Server; listen(port: number, host: string): Promise<void> } {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Its refusal would lack every header of ours.
    requireHostHeader: false,
  })
  server.on('clientError', (fault, socket) => void answerMalformed(service, fault, socket))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  const run = (exchange: Exchange, request: Request, find: Answer): void => {
    const end = (reply: Reply): void => {
      if (exchange.response.headersSent || exchange.response.destroyed) return
      send(exchange, reply, { log: service.log, closing: service.draining() })
    }
    const fail = (fault: unknown): void => end(toReply(fault, exchange, service.log))
    const { length } = request.originalUrl
    const reply = length > URL_LENGTH_MAX ? refuseUrl(exchange, length, service) : find(exchange, request)
    reply.then(end).catch(fail)
  }
  const open = (request: IncomingMessage, response: ServerResponse, route: string | null): Exchange =>
    openExchange(request, response, route, service.now())

  const app = polka({
    server,
    onNoMatch: (request, response) =>
      run(open(request, response, null), request, async (exchange) => {
        await count(service, exchange)
        throw new ApiError('not_found', 'There is nothing at this path: /openapi.json lists what there is.')
      }),
    onError: (fault, request, response) =>
      run(open(request, response, null), request, async (exchange) => {
        await count(service, exchange)
        throw fault
      }),
  })

  app.parse = parseUrl

  /** One entry a path: the router tries every entry at every request. */
  const add = (path: string, find: Answer): void => {
    const refuse: Answer = async (exchange, { method }) => {
      await count(service, exchange)
      throw new ApiError('invalid_parameter', `${path} answers GET and HEAD alone, got ${method}.`, {
        status: 405,
        headers: ['Allow', 'GET, HEAD'],
      })
    }
    app.all(toPattern(path), (request, response) =>
      run(open(request, response, path), request, isRead(request) ? find : refuse),
    )
  }
  const document = Buffer.from(presentDocument(routes, openRoutes, loadExamples()))
  for (const route of openRoutes)
    add(route.path, async (exchange) => {
      const refusal = await (route.limited ? count(service, exchange) : countProbe(service, exchange))
      if (refusal) throw refusal
      return route.answer(service, document)
    })
  for (const route of routes)
    add(route.path, (exchange, { params, search }) => answer(service, route, exchange, { params, search }))
  // Behind the data, for the router tries each entry in its turn.
  const answerConsole = createConsole(service)
  app.all(CONSOLE_PATHS, (request, response) =>
    run(open(request, response, null), request, (exchange) =>
      answerConsole(exchange, { pathname: request.path, search: request.search }),
    ),
  )

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        app.listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      }),
  }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function refuseUrl(exchange: Exchange, length: number, service: Service): Promise<Reply> {
  await count(service, exchange)
  throw new ApiError('invalid_parameter', `The URL has ${length} characters, expected at most ${URL_LENGTH_MAX}.`, {
    status: 414,
  })
}

/** Polka's own would also parse the query, which http/query.ts does by each route's schema. */
function parseUrl({ url = '/' }: IncomingMessage): Parsed {
  const at = url.indexOf('?')
  return at < 0
    ? { raw: url, pathname: url, search: '', query: {}, hash: undefined }
    : { raw: url, pathname: url.slice(0, at), search: url.slice(at), query: {}, hash: undefined }
}
