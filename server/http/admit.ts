// Lets a caller in, or not: key, account, scope, limits, in this order (decisions.md section 3).

import type { Scope } from '../../data/schema/vocabulary.ts'
import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'
import { authenticate, findForbidden } from './auth.ts'
import type { Exchange } from './exchange.ts'
import { limitHeaders, type Refusal } from './limits.ts'

type Door = Pick<Service, 'grants' | 'limits' | 'readKey' | 'now'>

/** Counts the request. Throws ApiError 401, 403 or 429, with the exchange's limit headers set. */
export function admit(service: Door, exchange: Exchange, scope: Scope): void {
  const now = service.now()
  const caller = authenticate(service.readKey(exchange.request), service.grants, now)
  if ('refusal' in caller) {
    const taken = service.limits.takeKeyless(peerOf(exchange), caller.wrongKey, now)
    exchange.limits = limitHeaders(taken.standing)
    throw taken.refusal ? tooMany(taken.refusal) : caller.refusal
  }
  const { account_id, plan } = caller.grant
  const forbidden = findForbidden(caller.grant, scope)
  if (forbidden) {
    exchange.limits = limitHeaders(service.limits.find(account_id, plan, now))
    throw forbidden
  }
  const taken = service.limits.take(account_id, plan, now)
  exchange.limits = limitHeaders(taken.standing)
  if (taken.refusal) throw tooMany(taken.refusal)
}

/** Counts a request that needs no key: the account's where a valid key stands on it, else the peer address's. */
export function count(service: Door, exchange: Exchange): ApiError | undefined {
  const now = service.now()
  const caller = authenticate(service.readKey(exchange.request), service.grants, now)
  const taken =
    'refusal' in caller
      ? service.limits.takeKeyless(peerOf(exchange), caller.wrongKey, now)
      : service.limits.take(caller.grant.account_id, caller.grant.plan, now)
  exchange.limits = limitHeaders(taken.standing)
  return taken.refusal && tooMany(taken.refusal)
}

function peerOf({ request }: Exchange): string {
  return request.socket.remoteAddress ?? ''
}

function tooMany({ code, retry_after }: Refusal): ApiError {
  const limit =
    code === 'daily_limit_exceeded' ? 'The daily limit is used up' : 'The limit of requests a minute is used up'
  return new ApiError(code, `${limit}: the next request passes in ${retry_after} s.`, { retryAfter: retry_after })
}
