// Bodies of replies: compressed with brotli if the client accepts it, otherwise with gzip, kept so that none is compressed twice, and
// validated by an ETag.

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Exchange, Reply } from './exchange.ts'

/** @setting Bytes from which a response is compressed. */
export const COMPRESS_FROM_BYTES = 1024
/** @setting Brotli quality of responses that are sent whole. */
const BROTLI_QUALITY = 4
/** @setting gzip level of responses that are sent whole. */
const GZIP_LEVEL = 6

const MEGABYTE = 1024 * 1024

export type ContentEncoding = 'br' | 'gzip' | 'identity'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Bodies by key and encoding. A key contains the bundle's id, so no entry goes stale; the least recently used are evicted. */
export type ReplyCache = ReturnType<typeof createReplyCache>

/** One answer, as far as it was asked for. */
type Bodies = Partial<Record<ContentEncoding, Buffer>>

/** @param megabytes 0 caches nothing */
export function createReplyCache(megabytes: number) {
  let [hits, misses] = [0, 0]
  const cache = new LRUCache<string, Bodies>({
    // Every key alone is larger than one byte.
    maxSize: megabytes * MEGABYTE || 1,
    sizeCalculation: ({ identity, br, gzip }, key) =>
      key.length + [identity, br, gzip].reduce((sum, body) => sum + (body?.length ?? 0), 0),
  })
  return {
    find(key: string, encoding: ContentEncoding): Buffer | undefined {
      const found = cache.get(key)?.[encoding]
      // Every answer is looked for once so, and perhaps once more compressed.
      if (encoding === 'identity')
        if (found) hits += 1
        else misses += 1
      return found
    },
    keep: (key: string, encoding: ContentEncoding, body: Buffer) =>
      void cache.set(key, { ...cache.peek(key), [encoding]: body }),
    /** Drops every entry, because some may come from a damaged file. */
    clear: () => cache.clear(),
    /** Answers found and not found since the start, and the bytes in use. */
    use: () => ({ hits, misses, bytes: cache.calculatedSize }),
  }
}

const HEADERS_REMEMBERED_MAX = 256
/** By the header: clients send few different ones. */
const choices = new LRUCache<string, ContentEncoding>({ max: HEADERS_REMEMBERED_MAX })

/** @param header Accept-Encoding (RFC 9110 section 12.5.3); brotli wins among equal weights */
export function chooseEncoding(header: string | undefined): ContentEncoding {
  if (header === undefined) return 'identity'
  const known = choices.get(header)
  if (known) return known
  const weights = parseWeights(header)
  const weightOf = (coding: ContentEncoding): number => weights.get(coding) ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  const choice = weightOf(best) > 0 && weightOf(best) >= weightOf('identity') ? best : 'identity'
  choices.set(header, choice)
  return choice
}

/** A coding without a weight has 1; one whose weight cannot be read, too. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const offer of header.split(',')) {
    const [name = '', ...parameters] = offer.split(';')
    const weight = parameters.flatMap((parameter) => /^\s*q=([01](?:\.\d*)?)\s*$/i.exec(parameter)?.[1] ?? [])[0]
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight))
  }
  return weights
}

/** Runs in the thread pool and does not block the event loop. */
export async function compress(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return await toBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    case 'gzip':
      return await toGzip(body, { level: GZIP_LEVEL })
    case 'identity':
      return body
    default:
      return encoding satisfies never
  }
}

/** A weak ETag of everything that an answer depends on; equal ETags mean equal answers. */
export function makeEtag(parts: readonly string[]): string {
  return `W/"${hash('sha256', parts.join('\n'), 'base64url').slice(0, 27)}"`
}

/** @param header If-None-Match */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === opaque)
}

// Replies with a finished body. It has an ETag and is compressed once for each encoding.

/** @param cacheControl default: ask again each time */
export type FixedReply = (exchange: Pick<Exchange, 'request'>, cacheControl?: string) => Promise<Reply>

/** @param type Content-Type; default: JSON */
export function createFixedReply(body: Buffer, type?: string): FixedReply {
  const etag = makeEtag([body.toString('latin1')])
  const bodies = new Map<ContentEncoding, Promise<Buffer>>()
  return async ({ request }, cacheControl = 'no-cache') => {
    const headers = ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding']
    if (isNotModified(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const compressed = bodies.get(encoding) ?? compress(body, encoding)
    bodies.set(encoding, compressed)
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    return { status: 200, headers, body: await compressed, ...(type !== undefined && { type }) }
  }
}
