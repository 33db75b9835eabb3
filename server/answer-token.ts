// Answers a request that a token in the path opens: finds the token, counts the request for its account, and encodes the answer.

import type { SyndicationRoute } from '../apps/syndication/syndication-route.ts'
import { originOf } from '../apps/web/origin.ts'
import { readAnswer } from './answer.ts'
import { countPage, countWrongToken } from './http/admit.ts'
import { ApiError } from './http/errors.ts'
import type { Exchange, Reply } from './http/exchange.ts'
import { createFixedReply } from './http/reply-body.ts'
import type { Service } from './route/service.ts'

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
  const origin = originOf(exchange.request.headers.host)
  const text = await route.answer(service, {
    ...{ grant, origin, self: `${origin}${route.path.replace('{token}', token)}` },
    async read(wanted, query) {
      const texts = { params: {}, search: query }
      return JSON.parse((await readAnswer(service, wanted, exchange, { texts, grant })).toString())
    },
  })
  return createFixedReply(Buffer.from(text), route.type)(exchange, 'private, no-cache')
}

/** The same for a token that never was, one that was revoked, and one of a suspended account. */
function unknownToken(): ApiError {
  return new ApiError(
    'not_found',
    'No feed has this token: it is mistyped, was revoked or replaced, its subscription was deleted, or its account is suspended.',
  )
}
