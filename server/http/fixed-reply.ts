// Replies with a body that stays the same while the server runs. It has an ETag and is compressed once for each encoding.

import { type ContentEncoding, chooseEncoding, compress } from './compress.ts'
import { isNotModified, makeEtag } from './etag.ts'
import type { Exchange, Reply } from './exchange.ts'

export type FixedReply = (exchange: Pick<Exchange, 'request'>) => Promise<Reply>

export function createFixedReply(body: Buffer): FixedReply {
  const etag = makeEtag([body.toString()])
  const bodies = new Map<ContentEncoding, Promise<Buffer>>()
  return async ({ request }) => {
    const headers = ['ETag', etag, 'Cache-Control', 'no-cache', 'Vary', 'Accept-Encoding']
    if (isNotModified(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const compressed = bodies.get(encoding) ?? compress(body, encoding)
    bodies.set(encoding, compressed)
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    return { status: 200, headers, body: await compressed }
  }
}
