// A publisher: a local HTTP server with files, validators and faults. It counts the requests that are open at a time.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** How it answers the next requests for a path, one fault a request; then it answers well. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: string }
  /** Sends a part of the bytes and ends the connection. */
  | { kind: 'cut'; after: number }
  /** Ends the connection without an answer. */
  | { kind: 'reset' }
  /** Sends a byte at a time. */
  | { kind: 'drip'; everyMs: number }
  | { kind: 'redirect'; to: string }
  /** 200 with a page of HTML. */
  | { kind: 'page'; html: string }
  /** The file is replaced before this request. */
  | { kind: 'replaced'; by: string }
  | { kind: 'answer'; answer: (request: IncomingMessage, response: ServerResponse) => void }

export interface SeenRequest {
  /** With the host in front (`https://www.example/list.csv`) at the publishers behind a proxy. */
  path: string
  headers: IncomingMessage['headers']
  status: number
  /** When it arrived, in milliseconds. */
  at: number
}

export interface TestPublisher {
  url: string
  requests: SeenRequest[]
  /** Requests that are open. */
  openNow(): number
  /** Most requests that were open at one time. */
  mostOpen(): number
  put(path: string, text: string | Buffer): void
  /** From now on, the file of one path is also at another. */
  move(path: string, to: string): void
  setModified(date: string): void
  fail(path: string, ...faults: Fault[]): void
  /** As `fail`, before the faults that wait. */
  failNext(path: string, ...faults: Fault[]): void
  close(): Promise<void>
}

export interface PublisherOptions {
  /** Compresses for clients that accept it. */
  gzip?: boolean
  /** Answers ranges. Default: true. */
  ranges?: boolean
  /** Sends ETag. Default: true. */
  etag?: boolean
  /** Last-Modified. Default: 2026-01-02. Null: none. */
  modified?: string | null
  /** Time that each answer takes. */
  delayMs?: number
}

const MODIFIED = 'Fri, 02 Jan 2026 03:04:05 GMT'

/** A publisher without its server. */
export type PublisherFiles = Omit<TestPublisher, 'url' | 'close'> & {
  answer(request: IncomingMessage, response: ServerResponse): void
}

/** @param keyOf the name under which a request's file was put. Default: its path */
export function createPublisher(
  options: PublisherOptions = {},
  keyOf: (request: IncomingMessage) => string = ({ url = '' }) => url,
): PublisherFiles {
  const { gzip = false, ranges = true, etag = true, delayMs = 0 } = options
  let { modified = MODIFIED } = options
  const files = new Map<string, Buffer>()
  const faults = new Map<string, Fault[]>()
  const requests: SeenRequest[] = []
  let [open, most] = [0, 0]
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = keyOf(request)
    const at = performance.now()
    most = Math.max(most, ++open)
    response.once('close', () => {
      open--
      requests.push({ path, headers: request.headers, status: response.statusCode, at })
    })
    void respond(path, request, response)
  }

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (delayMs > 0) await sleep(delayMs)
    const fault = faults.get(path)?.shift()
    if (fault?.kind === 'replaced') files.set(path, Buffer.from(fault.by))
    const file = files.get(path)
    if (fault?.kind === 'status')
      response.writeHead(fault.status, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }).end()
    else if (fault?.kind === 'reset') request.socket.destroy()
    else if (fault?.kind === 'redirect') response.writeHead(302, { location: fault.to }).end()
    else if (fault?.kind === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end(fault.html)
    else if (fault?.kind === 'answer') fault.answer(request, response)
    else if (!file) response.writeHead(404).end()
    else await send(file, request, response, fault)
  }

  async function send(
    file: Buffer,
    { headers, socket }: IncomingMessage,
    response: ServerResponse,
    fault?: Fault,
  ): Promise<void> {
    const packs = gzip && String(headers['accept-encoding']).includes('gzip')
    const bytes = packs ? gzipSync(file) : file
    const tag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
    const said: Record<string, string> = {
      ...(modified !== null && { 'last-modified': modified }),
      ...(etag && { etag: tag }),
      ...(packs && { 'content-encoding': 'gzip' }),
    }
    const validates = etag ? headers['if-none-match'] === tag : headers['if-modified-since'] === modified
    if (validates) {
      response.writeHead(304, said).end()
      return
    }
    const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? []
    const begins = ranges && from !== undefined && headers['if-range'] === (etag ? tag : modified) ? Number(from) : 0
    const rest = bytes.subarray(begins)
    const range = begins > 0 ? { 'content-range': `bytes ${begins}-${bytes.length - 1}/${bytes.length}` } : {}
    response.writeHead(begins > 0 ? 206 : 200, { ...said, ...range, 'content-length': String(rest.length) })
    if (fault?.kind === 'cut') {
      response.write(rest.subarray(0, fault.after))
      await sleep(20)
      socket.destroy()
    } else if (fault?.kind === 'drip') {
      for (const byte of rest) {
        if (socket.destroyed) return
        response.write(Buffer.from([byte]))
        await sleep(fault.everyMs)
      }
      response.end()
    } else response.end(rest)
  }

  return {
    answer,
    requests,
    openNow: () => open,
    mostOpen: () => most,
    put: (path, text) => files.set(path, Buffer.from(text)),
    move: (path, to) => files.set(to, files.get(path) ?? Buffer.of()),
    setModified: (date) => {
      modified = date
    },
    failNext: (path, ...next) => faults.set(path, [...next, ...(faults.get(path) ?? [])]),
    fail: (path, ...next) => faults.set(path, [...(faults.get(path) ?? []), ...next]),
  }
}

export async function openPublisher(options: PublisherOptions = {}): Promise<TestPublisher> {
  const publisher = createPublisher(options)
  const server = createServer(publisher.answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...publisher,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
