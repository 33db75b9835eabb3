// Sends each request to both servers, and compares status, headers and body byte by byte.

import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RunningSide } from './servers.ts'

/** Requests carry this name whatever the server's own port is: links in answers then agree. */
export const HOST = '127.0.0.1:8080'
const MINUTE = 60_000
/** Fewer than the passwords that a network may try in a minute, and than the wrong keys. */
const REQUESTS_PER_MINUTE = 9
/** Milliseconds in which a server reads a change that it has made: it looks every STATE_POLL_MS. */
const SETTLED_MS = 40
/** Milliseconds without a byte after which a stream or an open connection has said all, if the other server has said as much. */
const SILENT_MS = 350
/** Milliseconds after which no answer will come. */
const UNANSWERED_MS = 3000
/** Milliseconds for which one server may be slower than the other. */
const PATIENCE_MS = 15_000
const SHOWN_BYTES = 90
const DIFFERENCES_SHOWN = 20

/** The bytes that are not compared: the name of each, why, and where. The first group of a pattern stays. */
const RANDOM: readonly (readonly [string, string, RegExp])[] = [
  ['request id', 'a UUID of time and chance', /(req_)[0-9a-f-]{36}/g],
  ['cookie', '32 random bytes name a session or a visitor', /(__Host-(?:session|visitor)=)[\w-]{43}/g],
  ['form token', 'each page masks it with random bytes', /(name="token" value=")[\w-]+/g],
  ['sealed place', 'it is encrypted with a random nonce', /(name="sealed" value=")[\w-]+/g],
  ['secret', 'a new key or token is random', /(hst_(?:live|feed)_)[0-9A-Za-z]{36}/g],
  ['end of a secret', 'the last of its characters', /(hst_(?:live|feed)_\xe2\x80\xa6|"last_four":")\w{4}/g],
  ['second factor', 'its secret is random', /(secret=|id="totp-key"[^>]*>)[A-Z2-7 ]{16,}/g],
  ['asset version', 'the hash of a file that is compared by itself', /(\?v=)[\w-]{16}/g],
  ['date', 'node:http writes it from a clock of its own', /(^Date: ).*/gm],
]

export interface Sent {
  /** `{{name}}` here, in headers, fields and body: a hidden field of the visitor's last page, a kept value, or the last `etag`. */
  path?: string
  method?: string
  headers?: Readonly<Record<string, string>>
  key?: string | undefined
  body?: string
  /** A form. */
  fields?: Readonly<Record<string, string>>
  /** The name of a visitor, who keeps cookies. */
  as?: string
  /** Values to keep, by name: the first group of the pattern in the body. */
  keep?: Readonly<Record<string, RegExp>>
  /** The bytes of the request, instead of all of the above. */
  raw?: string
  /** The answer has a token of its own, and an ETag that hashes it. */
  ownTag?: true
  /** The answer has no end. */
  streams?: boolean
  /** The clock stands still since the last request. */
  sameMinute?: true
}

export interface Answer {
  status: number
  /** Status line and headers as sent, one a line. */
  head: string
  /** The body as sent, and decompressed; one character a byte. */
  wire: string
  text: string
}

export type Ask = (sent: Sent) => Promise<Answer>
/** By family: the number of answers by status. */
export type Counts = Map<string, Map<number, number>>

export interface Comparison {
  counts: Counts
  /** One text for each of the first differences of a family. */
  differences: string[]
  /** By family: the number of all differences. */
  differing: Map<string, number>
  /** Asks both servers; resolves to the old one's answer. */
  asking(family: string): Ask
}

export function compareServers(old: RunningSide, present: RunningSide): Comparison {
  const counts: Counts = new Map()
  const differences: string[] = []
  const differing = new Map<string, number>()
  const [left, right] = [openCaller(old), openCaller(present)]
  const askBoth = (sent: Sent) => {
    const hasSaidAll = createSilence()
    return Promise.all([left(sent, hasSaidAll), right(sent, hasSaidAll)])
  }
  let inMinute = 0
  const asking = (family: string) => async (sent: Sent) => {
    if (!sent.sameMinute && inMinute++ % REQUESTS_PER_MINUTE === 0)
      await Promise.all([old.move(MINUTE + 1000), present.move(MINUTE + 1000)])
    const [before, now] = await askBoth(sent)
    const statuses = counts.get(family) ?? new Map<number, number>()
    counts.set(family, statuses.set(before.status, (statuses.get(before.status) ?? 0) + 1))
    const found = findDifference(before, now, sent.ownTag)
    if (found !== undefined) {
      const number = (differing.get(family) ?? 0) + 1
      differing.set(family, number)
      if (number <= DIFFERENCES_SHOWN) differences.push(`${family}: ${JSON.stringify(sent).slice(0, 500)}\n${found}`)
    }
    if ((sent.method ?? 'GET') !== 'GET' && before.status < 400) await wait(SETTLED_MS)
    return before
  }
  return { counts, differences, differing, asking }
}

/** Whether a silent server has said all, given its port and the bytes that it has sent. */
type Silence = (port: number, bytes: number) => boolean

function createSilence(): Silence {
  const said = new Map<number, number>()
  const since = performance.now()
  return (port, bytes) => {
    said.set(port, bytes)
    const waited = performance.now() - since
    const isAgreed = said.size === 2 && new Set(said.values()).size === 1
    return (isAgreed && waited > (bytes === 0 ? UNANSWERED_MS : 0)) || waited > PATIENCE_MS
  }
}

/** Head and body are compared apart, so that a report shows the first difference of each. */
function findDifference(before: Answer, now: Answer, ownTag = false): string | undefined {
  const [a, b] = [toComparable(before, ownTag), toComparable(now, ownTag)]
  const found = a.map((text, part) => sayDifference(text, b[part] ?? '')).filter((text) => text !== '')
  return found.length > 0 ? found.join('\n') : undefined
}

function sayDifference(old: string, present: string): string {
  if (old === present) return ''
  let at = 0
  while (old[at] === present[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - SHOWN_BYTES), at + SHOWN_BYTES))
  return `  old:     ${around(old)}\n  present: ${around(present)}`
}

/** The compressed form of a random text has another length each time; any other is compared as it was sent. */
function toComparable({ head, text, wire }: Answer, ownTag: boolean): string[] {
  const body = withoutRandom(text)
  const isPacked = wire !== text
  const varies = isPacked && body !== text ? /^Content-Length: .*/gm : /^$/gm
  const lines = withoutRandom(ownTag ? head.replace(/^ETag: .*/m, '') : head).replace(varies, '')
  return [lines, body, isPacked && body === text ? wire : '']
}

function withoutRandom(text: string): string {
  return RANDOM.reduce((rest, [name, , pattern]) => rest.replace(pattern, `$1<${name}>`), text)
}

/** Sends requests to one server, with its own cookies and kept values. */
function openCaller({ port }: RunningSide): (sent: Sent, hasSaidAll: Silence) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const cookies = new Map<string, Map<string, string>>()
  const kept = new Map<string, string>()
  return async (sent, hasSaidAll) => {
    const { as = '', keep = {}, raw } = sent
    const jar = cookies.get(as) ?? new Map<string, string>()
    if (as !== '') cookies.set(as, jar)
    const fill = (text: string) =>
      text.replace(/\{\{([\w-]+)\}\}/g, (_, name) => kept.get(`${as} ${name}`) ?? kept.get(name) ?? `no-${name}`)
    const got =
      raw === undefined
        ? await ask(port, agent, toCall(sent, jar, fill), hasSaidAll)
        : await askRaw(port, raw, hasSaidAll)
    for (const [, name = '', value = ''] of got.head.matchAll(/^Set-Cookie: ([^=]+)=([^;]*)/gim)) jar.set(name, value)
    for (const [, name = '', value = ''] of got.text.matchAll(/type="hidden" name="([\w-]+)" value="([^"]*)"/g))
      kept.set(`${as} ${name}`, value)
    const tag = headerOf(got, 'etag')
    if (tag !== '') kept.set('etag', tag)
    for (const [name, pattern] of Object.entries(keep)) {
      const found = pattern.exec(got.text)?.[1]
      if (found !== undefined) kept.set(name, found)
    }
    return got
  }
}

type Call = Required<Pick<Sent, 'method' | 'path' | 'headers' | 'streams'>> & { body: string | undefined }

function toCall(sent: Sent, jar: ReadonlyMap<string, string>, fill: (text: string) => string): Call {
  const { method = 'GET', path = '/', key, body, fields, streams = false } = sent
  const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
  const filled = (texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fill(value)]))
  const content = fields ? new URLSearchParams(filled(fields)).toString() : body && fill(body)
  const headers = {
    Host: HOST,
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(cookie !== '' && { Cookie: cookie }),
    ...(fields && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ...(content !== undefined && { 'Content-Length': String(Buffer.byteLength(content)) }),
    ...filled(sent.headers),
  }
  return { method, path: fill(path), headers, body: content, streams }
}

function ask(port: number, agent: Agent, { body, streams, ...call }: Call, hasSaidAll: Silence): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, ...call, agent: streams ? false : agent }, (response) => {
      const chunks: Buffer[] = []
      const end = (): void => {
        const { rawHeaders: raw, statusCode: status = 0, statusMessage } = response
        const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []))
        const head = [`HTTP/${response.httpVersion} ${status} ${statusMessage}`, ...lines].join('\n')
        resolve(toGot(status, head, Buffer.concat(chunks)))
        if (streams) request.destroy()
      }
      const silence = streams ? whenSilent(() => hasSaidAll(port, lengthOf(chunks)), end) : undefined
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        silence?.refresh()
      })
      response.on('end', () => {
        clearTimeout(silence)
        end()
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** All bytes until the server ends the connection or is silent. */
function askRaw(port: number, bytes: string, hasSaidAll: Silence): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const silence = whenSilent(
      () => hasSaidAll(port, lengthOf(chunks)),
      () => socket.destroy(),
    )
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      silence.refresh()
    })
    // The server may refuse a long request before all of it has been sent.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(silence)
      hasSaidAll(port, lengthOf(chunks))
      const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.[01] (\d+)/.exec(head)?.[1] ?? 0)
      resolve(toGot(status, head.replaceAll('\r\n', '\n'), Buffer.from(rest.join('\r\n\r\n'), 'latin1')))
    })
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

function whenSilent(hasSaidAll: () => boolean, end: () => void): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (hasSaidAll()) end()
    else timer.refresh()
  }, SILENT_MS)
  return timer
}

function lengthOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0)
}

function toGot(status: number, head: string, body: Buffer): Answer {
  const encoding = body.length > 0 && /^Content-Encoding: (\w+)$/m.exec(head)?.[1]
  const read = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return { status, head, wire: body.toString('latin1'), text: read.toString('latin1') }
}

/** @param name in any case */
export function headerOf({ head }: Answer, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
}
