// Sends each request to both servers and compares status, headers and body byte by byte.

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
/** Milliseconds without a byte after which a stream or an open connection has said all. */
const SILENT_MS = 350
const SHOWN_BYTES = 90
const DIFFERENCES_SHOWN = 20

/** The bytes that are random by nature. The first group of a pattern stays. */
export const RANDOM: readonly { what: string; why: string; pattern: RegExp }[] = [
  { what: 'request id', why: 'a UUID of time and chance', pattern: /(req_)[0-9a-f-]{36}/g },
  {
    what: 'cookie',
    why: 'a session and a visitor are 32 random bytes',
    pattern: /(__Host-(?:session|visitor)=)[\w-]{43}/g,
  },
  { what: 'form token', why: 'masked with random bytes in each page', pattern: /(name="token" value=")[\w-]+/g },
  { what: 'sealed place', why: 'encrypted with a random nonce', pattern: /(name="sealed" value=")[\w-]+/g },
  { what: 'secret', why: 'new keys and feed tokens are random', pattern: /(hst_(?:live|feed)_)[0-9A-Za-z]{36}/g },
  {
    what: 'end of a secret',
    why: 'the last characters of a random key',
    pattern: /(hst_(?:live|feed)_\xe2\x80\xa6|"last_four":")[0-9A-Za-z]{4}/g,
  },
  { what: 'invitation', why: 'the code is random', pattern: /()\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/g },
  { what: 'second factor', why: 'its secret is random', pattern: /(secret=|id="totp-key"[^>]*>)[A-Z2-7 ]{16,}/g },
  { what: 'asset version', why: 'the hash of a file that is compared by itself', pattern: /(\?v=)[\w-]{16}/g },
  { what: 'Date', why: 'node:http takes it from a clock of its own', pattern: /(^Date: ).*/gm },
]

export interface Sent {
  /** May contain `{{name}}`: a hidden field of the visitor's last page, or a value that was kept. So may headers, fields and body. */
  path?: string
  method?: string
  headers?: Readonly<Record<string, string>>
  key?: string
  body?: string
  /** A form. */
  fields?: Readonly<Record<string, string>>
  /** The name of a visitor, who keeps cookies. */
  as?: string
  /** Values to keep, by name: the first group of the pattern in the body. */
  keep?: Readonly<Record<string, RegExp>>
  /** The bytes of the request, instead of all of the above but `keep`. */
  raw?: string
  /** Only the first bytes are read. */
  streams?: true
  /** The clock stands still since the last request. */
  sameMinute?: true
}

export interface Answer {
  status: number
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>
  /** Decompressed. */
  text: string
}

interface Got extends Answer {
  /** Status line and headers as sent, one a line. */
  head: string
  /** As sent; one character a byte, as in `plain`. */
  wire: string
  plain: string
}

export type Ask = (sent: Sent) => Promise<Answer>

export interface Family {
  requests: number
  statuses: Map<number, number>
}

export interface Comparison {
  families: ReadonlyMap<string, Family>
  /** Of all requests that got different answers. */
  differing: number
  differences: readonly string[]
  /** Asks both servers; resolves to the old one's answer. */
  asking(family: string): Ask
}

export function compareServers(old: RunningSide, present: RunningSide): Comparison {
  const families = new Map<string, Family>()
  const differences: string[] = []
  const [left, right] = [openCaller(old), openCaller(present)]
  let [inMinute, differing] = [0, 0]
  return {
    families,
    differences,
    get differing() {
      return differing
    },
    asking: (name) => async (sent) => {
      const family = families.get(name) ?? { requests: 0, statuses: new Map() }
      families.set(name, family)
      if (!sent.sameMinute && inMinute++ % REQUESTS_PER_MINUTE === 0)
        await Promise.all([old.move(MINUTE + 1000), present.move(MINUTE + 1000)])
      const [before, now] = await Promise.all([left(sent), right(sent)])
      family.requests += 1
      family.statuses.set(before.status, (family.statuses.get(before.status) ?? 0) + 1)
      const found = findDifference(before, now)
      if (found !== undefined) differing += 1
      if (found !== undefined && differences.length < DIFFERENCES_SHOWN)
        differences.push(`${name}: ${describe(sent)}\n${found}`)
      const { method = 'GET' } = sent
      if (method !== 'GET' && method !== 'HEAD' && before.status < 400) await wait(SETTLED_MS)
      return before
    },
  }
}

function describe({ raw, method = 'GET', path, key, as, headers, fields, body }: Sent): string {
  if (raw !== undefined) return `raw ${JSON.stringify(raw.slice(0, 300))}`
  const rest = {
    key: key === undefined ? undefined : `${key.slice(0, 12)}…`,
    as,
    headers,
    fields,
    body: body?.slice(0, 200),
  }
  return `${method} ${path?.slice(0, 300)} ${JSON.stringify(rest)}`
}

function findDifference(before: Got, now: Got): string | undefined {
  const [a, b] = [toComparable(before), toComparable(now)]
  if (a === b) return undefined
  let at = 0
  while (a[at] === b[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - SHOWN_BYTES), at + SHOWN_BYTES))
  return `  at byte ${at} of head and body\n  old:     ${around(a)}\n  present: ${around(b)}`
}

function toComparable({ head, plain, wire }: Got): string {
  const body = withoutRandom(plain)
  // The compressed form of a random text has another length each time; any other is compared as it was sent.
  if (wire === plain) return `${withoutRandom(head)}\n\n${body}`
  const isRandom = body !== plain
  const lines = withoutRandom(head).replace(isRandom ? /^Content-Length: .*\n?/m : /$^/, '')
  return `${lines}\n\n${body}\n\n${isRandom ? '' : wire}`
}

function withoutRandom(text: string): string {
  return RANDOM.reduce((rest, { what, pattern }) => rest.replace(pattern, `$1<${what}>`), text)
}

/** Sends requests to one server, with its own cookies and kept values. */
function openCaller({ port }: RunningSide): (sent: Sent) => Promise<Got> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const cookies = new Map<string, Map<string, string>>()
  const kept = new Map<string, string>()
  return async (sent) => {
    const { as = '', keep = {} } = sent
    const fill = (text: string) =>
      text.replace(/\{\{([\w-]+)\}\}/g, (_, name) => kept.get(`${as} ${name}`) ?? kept.get(name) ?? `no-${name}`)
    const jar = cookies.get(as) ?? new Map<string, string>()
    if (as !== '') cookies.set(as, jar)
    const got =
      sent.raw === undefined
        ? await ask(port, agent, toRequest(sent, jar, fill))
        : await askRaw(port, Buffer.from(fill(sent.raw), 'latin1'))
    for (const [, name = '', value = ''] of got.head.matchAll(/^Set-Cookie: ([^=]+)=([^;]*)/gim)) jar.set(name, value)
    for (const [, name = '', value = ''] of got.text.matchAll(/<input type="hidden" name="([\w-]+)" value="([^"]*)"/g))
      if (as !== '') kept.set(`${as} ${name}`, value)
    for (const [name, pattern] of Object.entries(keep)) {
      const found = pattern.exec(got.text)
      if (found) kept.set(name, found[1] ?? found[0])
    }
    return got
  }
}

interface Wire {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  streams: boolean
}

function toRequest(sent: Sent, jar: ReadonlyMap<string, string>, fill: (text: string) => string): Wire {
  const { method = 'GET', path = '/', headers = {}, key, body, fields, streams = false } = sent
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const form =
    fields &&
    new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, fill(value)])).toString()
  return {
    ...{ method, path: fill(path), streams, body: form ?? (body === undefined ? undefined : fill(body)) },
    headers: {
      Host: HOST,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(cookie !== '' && { Cookie: cookie }),
      ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    },
  }
}

function ask(port: number, agent: Agent, { method, path, headers, body, streams }: Wire): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }
    const call = send({ ...options, ...(streams ? { agent: false } : { agent }) }, (response) => {
      const chunks: Buffer[] = []
      const end = (): void => {
        const { rawHeaders: raw, statusCode = 0, statusMessage = '', headers: read } = response
        const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []))
        const head = [`HTTP/${response.httpVersion} ${statusCode} ${statusMessage}`, ...lines].join('\n')
        resolve(toGot(statusCode, head, Buffer.concat(chunks), String(read['content-encoding'] ?? '')))
        if (streams) call.destroy()
      }
      let silence = streams ? setTimeout(end, SILENT_MS) : undefined
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        clearTimeout(silence)
        if (streams) silence = setTimeout(end, SILENT_MS)
      })
      response.on('end', end)
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** All bytes until the server ends the connection or is silent. */
function askRaw(port: number, bytes: Buffer): Promise<Got> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const end = (): void => {
      socket.destroy()
      const [head = '', ...body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.[01] (\d+)/.exec(head)?.[1] ?? 0)
      resolve(toGot(status, head.replaceAll('\r\n', '\n'), Buffer.from(body.join('\r\n\r\n'), 'latin1'), ''))
    }
    socket.setTimeout(SILENT_MS, end)
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server may refuse the rest of a long request before it has been sent.
    socket.on('error', () => undefined)
    socket.on('close', end)
    socket.write(bytes)
  })
}

function toGot(status: number, head: string, body: Buffer, encoding: string): Got {
  const read =
    body.length === 0
      ? body
      : encoding === 'br'
        ? brotliDecompressSync(body)
        : encoding === 'gzip'
          ? gunzipSync(body)
          : body
  const named = [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value] as const,
  )
  const bytes = { wire: body.toString('latin1'), plain: read.toString('latin1') }
  return { status, head, headers: new Map(named), text: read.toString(), ...bytes }
}
