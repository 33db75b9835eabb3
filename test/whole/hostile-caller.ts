// A caller without manners: bytes over a socket of its own, requests that no browser would send, and connections that send a byte now
// and then. Each answer is checked for what no attack may cause.

import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { MARKUP } from './injections.ts'
import type { Malformed } from './malformed-requests.ts'

/** Milliseconds without bytes after which the caller ends its side, and then leaves. */
const QUIET_MS = 150
/** Most of an answer that is kept to judge it. */
const JUDGED_BYTES = 512 * 1024

const refusal = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), request_id: z.string() }),
})

export interface Heard {
  status: number
  /** By name in lower case. */
  headers: Readonly<Record<string, string>>
  text: string
}

/** What is wrong with an answer; undefined for nothing. @param isHead the answer of a HEAD request, which has no body */
export function findFault({ status, headers, text }: Heard, isHead = false): string | undefined {
  const type = headers['content-type'] ?? ''
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  if ('x-injected' in headers) return 'a header of the caller'
  if (/^(\/\/|\/\\|\w+:)/.test(headers.location ?? '')) return `a redirect to ${headers.location}`
  if (text.includes('root:x:')) return 'a file of the system'
  if (isHead || text === '') return undefined
  if (type.startsWith('text/html')) return MARKUP.test(text) ? 'markup of the caller' : undefined
  if (status < 400) return undefined
  if (!type.startsWith('application/json')) return `an error of type ${type}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'an error whose type may be guessed'
  if (MARKUP.test(text)) return `an error that repeats markup: ${text}`
  try {
    refusal.parse(JSON.parse(text))
    return undefined
  } catch {
    return `an error that is none: ${text.slice(0, 200)}`
  }
}

// Bytes over a socket.

/** Sends the bytes from an address of its own, so that the limit of one network does not answer for the rest. */
export async function sendBytes(url: string, { bytes, ending }: Malformed, nth: number): Promise<Heard[]> {
  const socket = connectFrom(url, nth)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = once(socket, 'close').catch(() => undefined)
  await Promise.race([once(socket, 'connect'), closed]).catch(() => undefined)
  socket.write(bytes)
  if (ending === 'reset') socket.resetAndDestroy()
  else {
    if (ending === 'answer') await Promise.race([once(socket, 'data').catch(() => undefined), closed, wait(QUIET_MS)])
    socket.end()
    await Promise.race([closed, wait(QUIET_MS)])
    socket.destroy()
  }
  await closed
  return readAnswers(Buffer.concat(chunks), bytes.subarray(0, 5).toString('latin1') === 'HEAD ')
}

function connectFrom(url: string, nth: number): Socket {
  const { hostname: host, port } = new URL(url)
  const localAddress = `127.0.${1 + (Math.floor(nth / 200) % 200)}.${1 + (nth % 200)}`
  const socket = connect({ host, port: Number(port), localAddress })
  // A server may end the connection at any byte.
  socket.on('error', () => undefined)
  return socket
}

/** Each whole answer, in order. */
export function readAnswers(bytes: Buffer, isHead = false): Heard[] {
  const heard: Heard[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest
      .subarray(0, end < 0 ? rest.length : end)
      .toString('latin1')
      .split('\r\n')
    const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(first) ?? []
    if (end < 0 || status === undefined) {
      // Cut off by the end of the connection.
      if (first !== '' && !'HTTP/1.'.startsWith(first.slice(0, 7)))
        throw new Error(`not an answer: ${first.slice(0, 200)}`)
      break
    }
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const from = end + 4
    const to = from + (isHead ? 0 : Number(headers['content-length'] ?? 0))
    if (to <= rest.length) heard.push({ status: Number(status), headers, text: rest.subarray(from, to).toString() })
    if (headers['transfer-encoding'] !== undefined || isHead) break
    rest = rest.subarray(to)
  }
  return heard
}

// Well-formed requests with hostile contents.

export interface Asked {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** The answer, without the rest of a stream; undefined if the server closed the connection without one. */
export function ask(
  url: string,
  agent: Agent,
  { method, path, headers = {}, body }: Asked,
): Promise<Heard | undefined> {
  const { hostname: host, port } = new URL(url)
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const asked = request({ host, port, agent, method, path, headers: { ...headers, ...length } }, (reply) => {
      const { statusCode: status = 0 } = reply
      const own = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]))
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        if (text.length < JUDGED_BYTES) text += chunk
      })
      reply.on('error', () => undefined)
      reply.on('close', () => resolve({ status, headers: own, text }))
      if (own['content-type']?.startsWith('text/event-stream')) reply.destroy()
    })
    asked.on('error', () => resolve(undefined))
    asked.end(body)
  })
}

// Slow connections.

export const SLOW_KINDS = ['head', 'body', 'form', 'unread body'] as const

export interface Slow {
  kind: (typeof SLOW_KINDS)[number]
  isOpen(): boolean
  sendByte(): void
  answers(): Heard[]
  leave(): void
}

/** A connection that has begun its request, and sends the rest of it byte by byte. */
export function openSlow(url: string, { key, cookie }: { key: string; cookie: string }, nth: number): Slow {
  const kind = SLOW_KINDS[nth % SLOW_KINDS.length] ?? 'head'
  const socket = connectFrom(url, nth)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const head = (line: string, type: string): string =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n`
  const begun = {
    head: 'GET /v1/states HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ',
    body: head('POST /v1/subscriptions', 'application/json'),
    form: head('POST /explore/ballot', 'application/x-www-form-urlencoded'),
    'unread body': head('GET /v1/states', 'text/plain'),
  }
  socket.write(begun[kind])
  return {
    kind,
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    sendByte: () => void (socket.writable && socket.write('a')),
    answers: () => readAnswers(Buffer.concat(chunks)),
    leave: () => void socket.destroy(),
  }
}
