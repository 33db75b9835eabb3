// The HTTP server under the application: its limits, the request target and the `Host` header, and bytes that are no HTTP request.

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Server as NetServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { Polka, Request } from 'polka'
import { type ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import { type LimitDecision, limitHeaders, type Meter } from '../limits/meter.ts'
import type { Door } from './admit.ts'
import { breakOff, holdContinue } from './body.ts'
import { renderError } from './errors.ts'
import { HTTP_SILENT_MS, makeRequestId } from './exchange.ts'
import type { Log } from './log.ts'

/** @setting Most characters of a URL. */
export const URL_LENGTH_MAX = 16_384
/** @setting Most bytes of a request's headers; Node enforces this limit. */
const HEADER_BYTES_MAX = 32_768
/** @setting Milliseconds for a whole request to arrive, also one whose body is not read. Longer than HTTP_SILENT_MS, which ends a connection without a request. */
const HTTP_REQUEST_MS = 70_000
/** @setting Milliseconds that requests in flight have to finish when the server stops. */
export const DRAIN_MS = 10_000

interface MalformedParts extends Pick<Door, 'readPeer' | 'now'> {
  meter: Pick<Meter, 'ask'>
  log: Log
}

/** Not listening yet. @param silent milliseconds without traffic after which a connection is closed */
export function createHttpServer(service: MalformedParts, silent = HTTP_SILENT_MS): Server {
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
  return server
}

// The request target.

/**
 * Splits the target at the first question mark. A whole URL is answered as its path. Polka calls this for each request, instead of its own
 * parser, which also parses the query: each route parses its own, strictly.
 */
export function parseTarget(request: IncomingMessage & Partial<Pick<Request, '_parsedUrl'>>): Request['_parsedUrl'] {
  const { url: raw = '/' } = request
  const target = toOriginForm(raw)
  const at = target.indexOf('?')
  const [sent, search] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  const pathname = sent.includes('%') ? sent.replace(/%([2-7][\da-f])/gi, toUnreserved) : sent
  request._parsedUrl = { raw, pathname, search, query: undefined, hash: undefined }
  return request._parsedUrl
}

/** A letter, digit or mark is the same with an escape and without (RFC 3986 section 6.2.2.2). Every other escape stays. */
function toUnreserved(escaped: string, hex: string): string {
  const character = String.fromCharCode(Number.parseInt(hex, 16))
  return /[\w.~-]/.test(character) ? character : escaped
}

/** `/v1/contests/{id}` → a pattern that matches exactly this path, with the segment as a named group. */
export function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

/** The routes of a Polka application, which its types leave out. */
interface Routes {
  routes: readonly { pattern: RegExp }[]
}

/**
 * Polka tests the pattern of every route for each request. With this index it tests those whose template begins with the first two
 * segments of the request's path, those mounted above, and those of no template. Call it once all routes are added.
 */
export function indexRoutes<Own extends Request>(
  app: Polka<Own>,
  templates: readonly { path: string; pattern: RegExp }[],
): void {
  const { find } = app
  const { routes } = app as typeof app & Routes
  const starts = new Map(templates.map(({ path, pattern }) => [pattern, startOf(path)]))
  const groups = new Map<string, Routes & Pick<Polka<Own>, 'find'>>()
  for (const start of starts.values()) {
    const isPossible = (own = start): boolean => own === start || start.startsWith(own.endsWith('/') ? own : `${own}/`)
    groups.set(start, { find, routes: routes.filter(({ pattern }) => isPossible(starts.get(pattern))) })
  }
  app.find = (method, path) => (groups.get(startOf(path)) ?? { find, routes }).find(method, path)
}

/** `/v1/contests/{id}` → `/v1/contests` */
function startOf(path: string): string {
  const second = path.indexOf('/', 1)
  const third = second < 0 ? -1 : path.indexOf('/', second + 1)
  return third < 0 ? path : path.slice(0, third)
}

/** The whole URL of a request target: scheme and authority, then path and query. */
const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/is

/** Path and query of a whole URL, as sent; of another target, the target itself. */
export function toOriginForm(target: string): string {
  const rest = ABSOLUTE.exec(target)?.[3]
  if (rest === undefined) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** @param target as sent (RFC 9112 section 3.2) */
export function findHeadFault(
  target: string,
  { httpVersion, headers: { host }, rawHeaders }: Pick<IncomingMessage, 'httpVersion' | 'headers' | 'rawHeaders'>,
): ApiError | undefined {
  const { length } = target
  if (length > URL_LENGTH_MAX)
    return invalidParameter(`The URL has ${length} characters, expected at most ${URL_LENGTH_MAX}.`, {
      status: 414,
    })
  if (host === undefined)
    return httpVersion === '1.1' ? invalidParameter('The header `Host` is missing: HTTP/1.1 requires it.') : undefined
  // `headers` keeps only the first.
  const hosts = countHosts(rawHeaders)
  if (hosts > 1) return invalidParameter(`The header \`Host\` is given ${hosts} times, expected once.`)
  if (!target.startsWith('/') && isOfAnotherHost(target, host))
    return invalidParameter('The URL of the request line has another host than the header `Host`.')
  return undefined
}

/** @param raw names and values in turn */
function countHosts(raw: readonly string[]): number {
  let count = 0
  for (let i = 0; i < raw.length; i += 2) if (raw[i]?.length === 4 && raw[i]?.toLowerCase() === 'host') count += 1
  return count
}

/** The scheme's own port may be left out on either side. */
function isOfAnotherHost(target: string, host: string): boolean {
  const [, scheme, authority] = ABSOLUTE.exec(target) ?? []
  if (scheme === undefined || authority === undefined) return false
  const asked = hostOf(`${scheme}://${authority}`)
  return asked === undefined || asked !== hostOf(`${scheme}://${host}`)
}

/** Undefined for a text that names no host, or more than a host. */
function hostOf(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const { host, origin: known, href } = new URL(origin)
  return href === `${known}/` ? host : undefined
}

// Bytes that Node cannot parse as an HTTP request: the answer has the headers and the error shape of every other reply.

export async function answerMalformed(service: MalformedParts, fault: Error, socket: Duplex): Promise<void> {
  if (!socket.writable || ('code' in fault && fault.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  // The error is inside a body: its request is already counted, and the body's reader answers.
  if (breakOff(socket)) return
  const started = performance.now()
  const now = service.now()
  const id = makeRequestId(now)
  const error = toError(fault)
  const body = renderError(error, id)
  const remoteAddress = 'remoteAddress' in socket ? String(socket.remoteAddress) : undefined
  const peer = service.readPeer({ socket: { remoteAddress }, headers: {} }).network
  let taken: LimitDecision
  try {
    taken = await service.meter.ask({ kind: 'keyless', peer, wrongKey: false })
  } catch {
    socket.destroy()
    return
  }
  const headers = [
    ...['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff'],
    ...limitHeaders(taken.standing),
    ...error.headers,
    ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Connection', 'close'],
  ]
  const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`]
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  service.log.request({
    time: now,
    request_id: id,
    method: null,
    route: null,
    status: error.status,
    duration: performance.now() - started,
    account: null,
    error: error.code,
    refused: null,
  })
}

function toError(fault: Error): ApiError {
  const code = 'code' in fault ? fault.code : undefined
  if (code === 'HPE_HEADER_OVERFLOW') {
    const url = 'rawPacket' in fault && fault.rawPacket instanceof Uint8Array && isLongUrl(fault.rawPacket)
    return url
      ? invalidParameter('The URL is too long.', { status: 414 })
      : invalidParameter('The headers are too large.', { status: 431 })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return invalidParameter('The request did not arrive in time.', { status: 408 })
  return invalidParameter('This is not a well-formed HTTP request.')
}

/** @param packet the bytes that exceeded the size: the first of the request, or later ones */
function isLongUrl(packet: Uint8Array): boolean {
  const [line = ''] = Buffer.from(packet).toString('latin1').split('\r\n', 1)
  return /^[A-Z]+ /.test(line) ? line.length > URL_LENGTH_MAX : / HTTP\/\d\.\d$/.test(line)
}

// Ends an HTTP server without cutting off a request.

/**
 * @param idleMs after which a connection without a request is closed
 * @returns a function that accepts no further connection, answers the requests that come over open ones, and resolves after the last
 * connection. `close` of an HTTP server would at once close each connection without a request, also one whose last answer is not sent
 * yet, or whose next request has arrived and is not read yet.
 */
export function createDrain(server: Server, idleMs: number): () => Promise<void> {
  /** Requests under way, by connection. */
  const connections = new Map<Socket, number>()
  server.on('connection', (socket) => {
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  // One function for all responses, each of which closes once.
  function end(this: ServerResponse): void {
    const { socket } = this.req
    const under = connections.get(socket)
    if (under !== undefined) connections.set(socket, under - 1)
  }
  server.on('request', ({ socket }, response) => {
    connections.set(socket, (connections.get(socket) ?? 0) + 1)
    response.on('close', end)
  })
  const endIdle = (): void => {
    for (const [socket, under] of connections) if (under === 0) socket.destroySoon()
  }
  return async () => {
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    })
    // Requests that have arrived are read between the timer and the immediate, and Polka answers them after it.
    const idle = setInterval(() => setImmediate(endIdle), idleMs)
    const all = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(idle)
    clearTimeout(all)
    // Ends its checks for silent connections.
    server.close()
  }
}

// The base URL of the service, as its caller writes it.

/** Base URL of this service for whoever asks, such as https://example.org: http only for the machine's own addresses. */
export function baseUrlOf(host = ''): string {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
  return `${local ? 'http' : 'https'}://${host}`
}
