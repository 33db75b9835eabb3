// Lets a caller in, or not: key, account, address, scope, limits, in this order (decisions.md section 3).

import type { Scope } from '../../data/schema/vocabulary.ts'
import { ApiError } from '../errors.ts'
import type { MeterRefusal, MeterRequest } from '../meter/meter.ts'
import type { Service } from '../service.ts'
import { authenticate, type Caller, findForbidden, type Grant, mayComeFrom } from './auth.ts'
import type { Exchange } from './exchange.ts'
import { limitHeaders } from './limits.ts'
import type { Peer } from './peer.ts'

type Door = Pick<Service, 'grants' | 'meter' | 'readKey' | 'readPeer' | 'now'>

/** Counts the request. Throws ApiError 401, 403 or 429, with the exchange's limit headers set. */
export async function admit(service: Door, exchange: Exchange, scope: Scope): Promise<void> {
  const { peer, caller } = findCaller(service, exchange)
  if ('refusal' in caller) throw (await take(service, exchange, toKeyless(caller, peer.network))) ?? caller.refusal
  const forbidden = findForbidden(caller.grant, peer.address, scope)
  if (forbidden) {
    await take(service, exchange, toAccount('look', caller.grant))
    throw forbidden
  }
  const refusal = await take(service, exchange, toAccount('take', caller.grant))
  if (refusal) throw refusal
}

/** Counts a request that needs no key: the account's where a valid key stands on it, else the peer's network. */
export async function count(service: Door, exchange: Exchange): Promise<ApiError | undefined> {
  const { peer, caller } = findCaller(service, exchange)
  if ('refusal' in caller) return await take(service, exchange, toKeyless(caller, peer.network))
  // Who has found a key that is not for their address takes nothing of its account's.
  if (!mayComeFrom(caller.grant, peer.address))
    return await take(service, exchange, { kind: 'keyless', peer: peer.network, wrongKey: false })
  return await take(service, exchange, toAccount('take', caller.grant))
}

/**
 * Whether the server lives is asked each second by who shares an address with others: it takes nothing of anybody's limit. Nothing
 * refuses a probe, and so none tells of a key: what it sends as one is not looked at.
 */
export async function countProbe(service: Door, exchange: Exchange): Promise<undefined> {
  const { network } = service.readPeer(exchange.request)
  await take(service, exchange, { kind: 'keyless', peer: `probes of ${network}`, wrongKey: false })
}

function findCaller(service: Door, { request }: Exchange): { peer: Peer; caller: Caller } {
  const now = service.now()
  const caller = authenticate(service.readKey(request), service.grants, now)
  if ('grant' in caller) service.grants.note(caller.grant, now)
  return { peer: service.readPeer(request), caller }
}

function toKeyless({ wrongKey }: Extract<Caller, { refusal: ApiError }>, peer: string): MeterRequest {
  return { kind: 'keyless', peer, wrongKey }
}

function toAccount(kind: 'take' | 'look', { account_id: account, plan: allowance }: Grant): MeterRequest {
  return { kind, account, allowance }
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
