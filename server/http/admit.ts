// Lets a caller in, or not: key, account, address, scope, limits, in this order (docs/rules.md#order-of-checks).

import type { Scope } from '../../data/schema/vocabulary.ts'
import { authenticate, type Caller, findForbidden, type Grant, type Grants, mayComeFrom, type ReadKey } from './auth.ts'
import { ApiError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import type { Meter, MeterRefusal, MeterRequest } from './limits.ts'
import { limitHeaders } from './limits.ts'
import type { Peer, ReadPeer } from './peer.ts'

/** What deciding about a caller takes. */
export interface Door {
  grants: Grants
  meter: Meter
  readKey: ReadKey
  readPeer: ReadPeer
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Counts the request. Throws ApiError 401, 403 or 429, with the exchange's limit headers set.
 * @param scopes any of them will do
 * @param stream where it is to be one: its name, under which it is closed again
 */
export async function admit(
  service: Door,
  exchange: Exchange,
  scopes: readonly Scope[],
  stream?: string,
): Promise<Grant> {
  const { peer, caller } = findCaller(service, exchange)
  if ('refusal' in caller) throw (await take(service, exchange, toKeyless(caller, peer.network))) ?? caller.refusal
  const { grant } = caller
  const forbidden = findForbidden(grant, peer.address, scopes)
  if (forbidden) {
    await take(service, exchange, toAccount('look', grant))
    throw forbidden
  }
  const request: MeterRequest =
    stream === undefined
      ? toAccount('take', grant)
      : { kind: 'open', account: grant.account_id, allowance: grant.plan, stream }
  const refusal = await take(service, exchange, request)
  if (refusal) throw refusal
  return grant
}

/** What the request took of the account's limits, where it is refused after all. */
export async function giveBack(service: Door, exchange: Exchange, grant: Grant): Promise<void> {
  await take(service, exchange, toAccount('give back', grant))
}

/**
 * Who was let in is asked for once more when a body has arrived: who holds theirs back may have been turned out meanwhile. Counts
 * nothing. Throws ApiError 401 or 403.
 */
export function readmit(service: Door, exchange: Exchange, scopes: readonly Scope[]): void {
  const { peer, caller } = findCaller(service, exchange)
  const refusal = 'refusal' in caller ? caller.refusal : findForbidden(caller.grant, peer.address, scopes)
  if (refusal) throw refusal
}

/** Counts a request that needs no key: the account's where a valid key stands on it, else the peer's network. */
export async function countRequest(service: Door, exchange: Exchange): Promise<ApiError | undefined> {
  const { peer, caller } = findCaller(service, exchange)
  if ('refusal' in caller) return await take(service, exchange, toKeyless(caller, peer.network))
  // Who has found a key that is not for their address takes nothing of its account's.
  if (!mayComeFrom(caller.grant, peer.address))
    return await take(service, exchange, { kind: 'keyless', peer: peer.network, wrongKey: false })
  return await take(service, exchange, toAccount('take', caller.grant))
}

/** Counts a page of who is signed in to the console: its account's own limit, which API requests do not use up. */
export async function countMember(service: Door, exchange: Exchange, account: number): Promise<ApiError | undefined> {
  return await take(service, exchange, { kind: 'keyless', peer: `console of account ${account}`, wrongKey: false })
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

function toAccount(kind: 'take' | 'look' | 'give back', { account_id: account, plan: allowance }: Grant): MeterRequest {
  return { kind, account, allowance }
}

async function take(service: Door, exchange: Exchange, request: MeterRequest): Promise<ApiError | undefined> {
  const { standing, refusal } = await service.meter.ask(request)
  exchange.limits = limitHeaders(standing)
  return refusal && tooMany(refusal)
}

function tooMany({ code, retry_after }: MeterRefusal): ApiError {
  return new ApiError(code, SENTENCES[code](retry_after), { retryAfter: retry_after })
}

const SENTENCES: Readonly<Record<MeterRefusal['code'], (seconds: number) => string>> = {
  rate_limit_exceeded: (s) => `The limit of requests a minute is used up: the next request passes in ${s} s.`,
  daily_limit_exceeded: (s) => `The daily limit is used up: the next request passes in ${s} s.`,
  too_many_streams: (s) =>
    `The account has as many streams open as its plan allows: close one, or ask again in ${s} s.`,
}
