// Answers a data request: who asks, what is asked, from which bundle, in which encoding.

import { ApiError } from './errors.ts'
import { admit } from './http/admit.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compress, type ReplyCache } from './http/compress.ts'
import { isNotModified } from './http/etag.ts'
import type { Exchange, Reply } from './http/exchange.ts'
import { findDay } from './read/upcoming.ts'
import type { Question, Reading, Route } from './route.ts'
import type { Service } from './service.ts'

/** Whole seconds after which a bundle may have come. */
const NO_BUNDLE_RETRY = 5

const VALIDATED = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding']
const NOT_STORED = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']

/** Throws ApiError. */
export function answer(
  service: Service,
  route: Route,
  exchange: Exchange,
  asked: { params: Readonly<Record<string, string>>; search: string },
): Reply | Promise<Reply> {
  admit(service, exchange, route.scope)
  if (route.keeping === 'location') {
    const question = route.ask(asked.params, asked.search)
    return read(service, exchange, (reading) => answerUnkept(question, reading, exchange))
  }
  const remembered = service.memory.ask(route, asked.params, asked.search)
  return read(service, exchange, (reading) => {
    const etag = service.memory.etagOf(remembered, reading)
    return answerValidated(service.cache, { question: remembered.question, etag }, reading, exchange)
  })
}

/** Holds the bundle while it is read. Throws ApiError 503 where there is none. */
function read(
  service: Service,
  exchange: Exchange,
  find: (reading: Reading) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const lease = service.bundles.lease()
  if (!lease)
    throw new ApiError('internal_error', 'No data has been published on this server yet.', {
      status: 503,
      retryAfter: NO_BUNDLE_RETRY,
    })
  let waiting = false
  try {
    const { bundle } = lease
    exchange.snapshot = bundle.id
    const reply = find({ bundle, day: findDay(bundle, service.asOf, service.now()) })
    waiting = reply instanceof Promise
    return reply instanceof Promise ? reply.finally(lease.release) : reply
  } finally {
    if (!waiting) lease.release()
  }
}

/** An answer about a place: no validator, no copy in memory. */
async function answerUnkept(question: Question, reading: Reading, exchange: Exchange): Promise<Reply> {
  const plain = toBuffer(question.answer(reading))
  const encoding = encodingFor(plain, exchange)
  if (encoding === 'identity') return { status: 200, headers: NOT_STORED, body: plain }
  return {
    status: 200,
    headers: [...NOT_STORED, 'Content-Encoding', encoding],
    body: await compress(plain, encoding),
  }
}

/** At once, but for the first time that an answer is compressed. */
function answerValidated(
  cache: ReplyCache,
  { question, etag }: { question: Question; etag: string },
  reading: Reading,
  exchange: Exchange,
): Reply | Promise<Reply> {
  const headers = ['ETag', etag, ...VALIDATED]
  let plain = cache.find(etag, 'identity')
  if (!plain) {
    plain = toBuffer(question.answer(reading))
    cache.keep(etag, 'identity', plain)
  }
  if (isNotModified(exchange.request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  const encoding = encodingFor(plain, exchange)
  if (encoding === 'identity') return { status: 200, headers, body: plain }
  headers.push('Content-Encoding', encoding)
  const known = cache.find(etag, encoding)
  if (known) return { status: 200, headers, body: known }
  return compress(plain, encoding).then((body) => {
    cache.keep(etag, encoding, body)
    return { status: 200, headers, body }
  })
}

function encodingFor(plain: Buffer, exchange: Exchange) {
  if (plain.length < COMPRESS_FROM_BYTES) return 'identity'
  return chooseEncoding(exchange.request.headers['accept-encoding'])
}

function toBuffer(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json
}
