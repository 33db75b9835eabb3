// Answers a request that a token in the path opens: finds the token, counts the request for its account, and encodes the answer.

import { readAnswer } from './answer.ts'
import { COMPRESS_FROM_BYTES } from './constants.ts'
import { countPage, countWrongToken } from './http/admit.ts'
import { chooseEncoding, compress } from './http/compress.ts'
import { ApiError } from './http/errors.ts'
import { isNotModified, makeEtag } from './http/etag.ts'
import type { Exchange, Reply } from './http/exchange.ts'
import type { Service } from './route/service.ts'
import type { SyndicationRoute } from './syndication/syndication-route.ts'
import { originOf } from './web/origin.ts'

/** Throws ApiError 400, 404, 429 or 503. */
export async function answerToken(
  service: Service,
  route: SyndicationRoute,
  exchange: Exchange,
  { token, search }: { token: string; search: string },
): Promise<Reply> {
  const grant = await service.state.findFeedGrant(service.hmac(token))
  if (!grant) throw (await countWrongToken(service, exchange)) ?? unknownToken()
  await countPage(service, exchange, grant)
  route.checkQuery(search)
  const { request } = exchange
  const origin = originOf(request.headers.host)
  const text = await route.answer(service, {
    ...{ grant, origin, self: `${origin}${route.path.replace('{token}', token)}` },
    async read(wanted, query) {
      const texts = { params: {}, search: query }
      return JSON.parse((await readAnswer(service, wanted, exchange, { texts, grant })).toString())
    },
  })
  const body = Buffer.from(text)
  const etag = makeEtag([text])
  const headers = ['ETag', etag, 'Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding']
  if (isNotModified(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  const encoding = body.length < COMPRESS_FROM_BYTES ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity') return { status: 200, headers, body, type: route.type }
  const encoded = [...headers, 'Content-Encoding', encoding]
  return { status: 200, headers: encoded, body: await compress(body, encoding), type: route.type }
}

/** The same for a token that never was, one that was revoked, and one of a suspended account. */
function unknownToken(): ApiError {
  return new ApiError(
    'not_found',
    'No feed has this token: it is mistyped, was revoked or replaced, its subscription was deleted, or its account is suspended.',
  )
}
