// Checks whether a caller may make a request: key, account, address, scope, limits, in this order (docs/rules.md#order-of-checks).

import { ApiError } from '../../data/schema/api-error.ts'
import type { Scope } from '../../data/schema/vocabulary.ts'
import { DOWNLOAD_BYTES_PER_DAY } from '../limits/limits.ts'
import type { LimitDecision, Meter, MeterRefusal, MeterRequest, RefusedBy } from '../limits/meter.ts'
import { limitHeaders } from '../limits/meter.ts'
import {
  authenticate,
  type Caller,
  findForbidden,
  type Grant,
  type Grants,
  mayComeFrom,
  type Peer,
  type ReadKey,
  type ReadPeer,
} from './auth.ts'
import type { Exchange } from './exchange.ts'

/** The parts of the server that check a caller. */
export interface Door {
  grants: Grants
  meter: Meter
  readKey: ReadKey
  readPeer: ReadPeer
  /** Milliseconds since 1970. */
  now(): number
}

/** The account that pays for a request, with its limits: of a key, or of a session. */
export type AccountGrant = Pick<Grant, 'account_id' | 'plan'>

/**
 * Counts the request. Throws ApiError 401, 403 or 429, with the exchange's limit headers set.
 * @param scopes any one of them is enough
 * @param use.stream name of the stream that the request opens, which also closes it; undefined for other requests
 * @param use.file file of which the request reads a range: repeated requests count once a minute
 */
export async function admit(
  service: Door,
  exchange: Exchange,
  scopes: readonly Scope[],
  { stream, file }: { stream?: string | undefined; file?: string | undefined } = {},
): Promise<Grant> {
  const { peer, caller } = findCaller(service, exchange)
  if ('refusal' in caller) throw (await countPeer(service, exchange, peer.network, caller.wrongKey)) ?? caller.refusal
  const { grant } = caller
  const forbidden = findForbidden(grant, peer.address, scopes)
  if (forbidden) {
    await take(service, exchange, toAccount('look', grant))
    throw forbidden
  }
  const request: MeterRequest =
    stream === undefined
      ? { ...toAccount('take', grant), ...(file !== undefined && { file }) }
      : { kind: 'open', account: grant.account_id, allowance: grant.plan, stream }
  const taken = take(service, exchange, request)
  // An `await` here would cost each request a turn of promises, although this process counts most of them itself.
  const refusal = taken instanceof Promise ? await taken : taken
  if (refusal) throw refusal
  return grant
}

/** Counts bytes of a download against the account's budget of the day. Throws ApiError 429. */
export async function countDownload(service: Door, exchange: Exchange, grant: Grant, bytes: number): Promise<void> {
  const { account_id: account, plan: allowance } = grant
  const { standing, refusal, degraded } = await service.meter.ask({ kind: 'download', account, allowance, bytes })
  exchange.limits = limitHeaders(standing)
  exchange.degraded ||= degraded === true
  if (!refusal) return
  exchange.refused = refusal.code
  if (refusal.code === 'state_unavailable') throw tooMany(refusal)
  const sentence = `The account has downloaded its ${DOWNLOAD_BYTES_PER_DAY} bytes of this day: retry in ${refusal.retry_after} s.`
  throw new ApiError(refusal.code, sentence, { retryAfter: refusal.retry_after })
}

/** Takes the request off the account's counts, if it is refused later. */
export async function giveBack(service: Door, exchange: Exchange, grant: AccountGrant): Promise<void> {
  await take(service, exchange, toAccount('give back', grant))
}

/**
 * Checks access again after the body has arrived: the key may have been revoked meanwhile. Counts nothing. Throws ApiError 401 or 403.
 */
export function readmit(service: Door, exchange: Exchange, scopes: readonly Scope[]): void {
  const { peer, caller } = findCaller(service, exchange)
  const refusal = 'refusal' in caller ? caller.refusal : findForbidden(caller.grant, peer.address, scopes)
  if (refusal) throw refusal
}

/** Counts a request that needs no key: for the account if it carries a valid key, otherwise for the client's network. */
export async function countRequest(service: Door, exchange: Exchange): Promise<ApiError | undefined> {
  const { peer, caller } = findCaller(service, exchange)
  if ('refusal' in caller) return await countPeer(service, exchange, peer.network, caller.wrongKey)
  // A key that is used from a wrong address must not use up its account's limits.
  if (!mayComeFrom(caller.grant, peer.address)) return await countPeer(service, exchange, peer.network)
  return await countAccount(service, exchange, caller.grant)
}

/** Counts a request that an account pays for. */
export async function countAccount(
  service: Door,
  exchange: Exchange,
  grant: AccountGrant,
): Promise<ApiError | undefined> {
  return await take(service, exchange, toAccount('take', grant))
}

/** Counts a request for a network, or apart from the API's requests for another name. */
export async function countPeer(
  service: Door,
  exchange: Exchange,
  peer: string,
  wrongKey = false,
): Promise<ApiError | undefined> {
  return await take(service, exchange, { kind: 'keyless', peer, wrongKey })
}

/**
 * Counts a health probe apart from other requests: a probe each second may come from an address that API clients share. A probe is never
 * refused and its key is never read, so a probe cannot test keys.
 */
export async function countProbe(service: Door, exchange: Exchange): Promise<undefined> {
  await countPeer(service, exchange, `probes of ${service.readPeer(exchange.request).network}`)
}

function findCaller(service: Door, { request }: Exchange): { peer: Peer; caller: Caller } {
  const now = service.now()
  const caller = authenticate(service.readKey(request), service.grants, now)
  if ('grant' in caller) service.grants.note(caller.grant, now)
  return { peer: service.readPeer(request), caller }
}

function toAccount(
  kind: 'take' | 'look' | 'give back',
  { account_id: account, plan: allowance }: AccountGrant,
): MeterRequest {
  return { kind, account, allowance }
}

/** A promise only if another process counts. */
function take(
  service: Door,
  exchange: Exchange,
  request: MeterRequest,
): ApiError | undefined | Promise<ApiError | undefined> {
  if ('allowance' in request) exchange.account = request.account
  const note = ({ standing, refusal, degraded }: LimitDecision): ApiError | undefined => {
    exchange.limits = limitHeaders(standing)
    exchange.degraded ||= degraded === true
    if (!refusal) return undefined
    exchange.refused = refusedBy(request, refusal)
    return tooMany(refusal)
  }
  const decision = service.meter.ask(request)
  return decision instanceof Promise ? decision.then(note) : note(decision)
}

function refusedBy(request: MeterRequest, { code }: MeterRefusal): RefusedBy {
  if (request.kind !== 'keyless') return code
  return request.wrongKey ? 'wrong_key' : 'keyless'
}

function tooMany({ code, retry_after }: MeterRefusal): ApiError {
  return new ApiError(code, SENTENCES[code](retry_after), { retryAfter: retry_after })
}

const SENTENCES: Readonly<Record<MeterRefusal['code'], (seconds: number) => string>> = {
  rate_limit_exceeded: (s) => `The limit of requests per minute is used up: retry in ${s} s.`,
  daily_limit_exceeded: (s) => `The daily limit is used up: retry in ${s} s.`,
  too_many_streams: (s) => `The account has as many open streams as its plan allows: close one, or retry in ${s} s.`,
  state_unavailable: (s) => `The server's database has been away for too long to count requests: retry in ${s} s.`,
}
