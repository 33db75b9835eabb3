// The headers of every page and asset, and the replies that all apps send.

import type { Reply } from '../../server/http/exchange.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compress, type FixedReply } from '../../server/http/reply-body.ts'
import type { Html } from './html.ts'

interface PagePolicy {
  /** Whether other sites may show the page in a frame. */
  framable?: boolean
  /** Whether a style sheet of another author may contain pictures as `data:` URLs. */
  dataImages?: boolean
  /** For a page with maps, and their script: the origins of the operator's basemap, which may give data and pictures. */
  maps?: readonly string[]
}

/** The content security policy: nothing from another origin, and no inline script or style. */
export function policyOf({ framable = false, dataImages = false, maps }: PagePolicy = {}): string {
  const others = (maps ?? []).map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src 'self'${dataImages ? ' data:' : ''}${others}`,
    `connect-src 'self'${others}`,
    ...(maps ? ["worker-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framable ? '*' : "'none'"}`,
  ].join('; ')
}

/** Names and values in turn. */
export function safeHeaders(options: PagePolicy = {}): string[] {
  return [
    ...['Content-Security-Policy', policyOf(options)],
    ...['Referrer-Policy', 'no-referrer'],
    ...['Cross-Origin-Opener-Policy', 'same-origin'],
    // A frame on another site is a resource of that site.
    ...['Cross-Origin-Resource-Policy', options.framable ? 'cross-origin' : 'same-origin'],
  ]
}

/** The same replies with the safe headers. */
export function withSafeHeaders(reply: FixedReply, options: PagePolicy = {}): FixedReply {
  const safe = safeHeaders(options)
  return async (exchange, cacheControl) => {
    const { headers, ...rest } = await reply(exchange, cacheControl)
    return { ...rest, headers: [...headers, ...safe] }
  }
}

export const HTML_TYPE = 'text/html; charset=utf-8'

/**
 * A page that is made for one visitor. Not compressed here: a page may contain both a secret, such as a new key, and a user's text, and its
 * compressed size would reveal the secret. `packPage` compresses a page without secrets. A page with the same bytes for all is `createFixedReply` (server/http).
 */
export function toPageReply(body: Html, { status = 200, headers = [], ...policy }: PageReplyOptions = {}): Reply {
  return {
    status,
    headers: [...headers, 'Cache-Control', 'no-store', ...safeHeaders(policy)],
    body: Buffer.from(body.toString()),
    type: HTML_TYPE,
  }
}

/** The same page, compressed if the client accepts it. For pages whose only secrets are a masked token and what its visitor has just typed. */
export async function packPage(reply: Reply, acceptEncoding: string | undefined): Promise<Reply> {
  const { body, type, headers } = reply
  if (body === null || type !== HTML_TYPE || body.length < COMPRESS_FROM_BYTES) return reply
  const vary = [...headers, 'Vary', 'Accept-Encoding']
  const encoding = chooseEncoding(acceptEncoding)
  if (encoding === 'identity') return { ...reply, headers: vary }
  return { ...reply, headers: [...vary, 'Content-Encoding', encoding], body: await compress(body, encoding) }
}

type PageReplyOptions = { status?: number; headers?: readonly string[] } & PagePolicy
