// Replies with a finished body. It has an ETag and is compressed once for each encoding.

import { type ContentEncoding, chooseEncoding, compress } from './compress.ts'
import { isNotModified, makeEtag } from './etag.ts'
import type { Exchange, Reply } from './exchange.ts'

/** @param keeping Cache-Control; default: ask again each time */
export type FixedReply = (exchange: Pick<Exchange, 'request'>, keeping?: string) => Promise<Reply>

/** @param type Content-Type; default: JSON */
export function createFixedReply(body: Buffer, type?: string): FixedReply {
  const etag = makeEtag([body.toString('latin1')])
  const bodies = new Map<ContentEncoding, Promise<Buffer>>()
  return async ({ request }, keeping = 'no-cache') => {
    const headers = ['ETag', etag, 'Cache-Control', keeping, 'Vary', 'Accept-Encoding']
    if (isNotModified(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const compressed = bodies.get(encoding) ?? compress(body, encoding)
    bodies.set(encoding, compressed)
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    return { status: 200, headers, body: await compressed, ...(type !== undefined && { type }) }
  }
}
