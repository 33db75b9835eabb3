// Lets a caller in, or not: key, account, address, scope, limits, in this order (decisions.md section 3).

import type { Scope } from '../../data/schema/vocabulary.ts'
import { ApiError } from '../errors.ts'
import type { MeterRefusal, MeterRequest } from '../meter/meter.ts'
import type { Service } from '../service.ts'
import { authenticate, type Caller, findForbidden } from './auth.ts'
import type { Exchange } from './exchange.ts'
import { limitHeaders } from './limits.ts'

type Door = Pick<Service, 'grants' | 'meter' | 'readKey' | 'readPeer' | 'now'>

/** Counts the request. Throws ApiError 401, 403 or 429, with the exchange's limit headers set. */
export async function admit(service: Door, exchange: Exchange, scope: Scope): Promise<void> {
  const peer = service.readPeer(exchange.request)
  const caller = authenticate(service.readKey(exchange.request), service.grants, service.now())
  if ('refusal' in caller) throw (await take(service, exchange, toKeyless(caller, peer.network))) ?? caller.refusal
  const { account_id: account, plan: allowance } = caller.grant
  const forbidden = findForbidden(caller.grant, scope)
  if (forbidden) {
    await take(service, exchange, { kind: 'look', account, allowance })
    throw forbidden
  }
  const refusal = await take(service, exchange, { kind: 'take', account, allowance })
  if (refusal) throw refusal
}

/** Counts a request that needs no key: the account's where a valid key stands on it, else the peer's network. */
export async function count(service: Door, exchange: Exchange): Promise<ApiError | undefined> {
  const peer = service.readPeer(exchange.request)
  const caller = authenticate(service.readKey(exchange.request), service.grants, service.now())
  if ('refusal' in caller) return await take(service, exchange, toKeyless(caller, peer.network))
  const { account_id: account, plan: allowance } = caller.grant
  return await take(service, exchange, { kind: 'take', account, allowance })
}

function toKeyless({ wrongKey }: Extract<Caller, { refusal: ApiError }>, peer: string): MeterRequest {
  return { kind: 'keyless', peer, wrongKey }
}

async function take(service: Door, exchange: Exchange, request: MeterRequest): Promise<ApiError | undefined> {
  const { standing, refusal } = await service.meter.ask(request)
  exchange.limits = limitHeaders(standing)
  return refusal && tooMany(refusal)
}

function tooMany({ code, retry_after }: MeterRefusal): ApiError {
  const limit =
    code === 'daily_limit_exceeded' ? 'The daily limit is used up' : 'The limit of requests a minute is used up'
  return new ApiError(code, `${limit}: the next request passes in ${retry_after} s.`, { retryAfter: retry_after })
}
