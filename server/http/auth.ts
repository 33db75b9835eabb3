// Identifies the caller: the bearer key with its rights, and the client's address.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import {
  contains,
  type IpAddress,
  type IpRange,
  networkOf,
  parseAddress,
  parseAddressRange,
} from '../../data/access/ip-range.ts'
import { isMistypedKey } from '../../data/access/key.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { DAY } from '../../data/schema/scalar.ts'
import type { Scope } from '../../data/schema/vocabulary.ts'
import type { KeyGrant } from '../../data/store/state/keys.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { UNAVAILABLE_RETRY } from '../../data/store/state/state.ts'

// The UTC day on which each key was last used: noted in memory at each request, and written to the state from time to time.

export function createKeyUse(state: Pick<ServiceStore, 'keysUsed'>) {
  /** By key: whole days since 1970. */
  const last = new Map<number, number>()
  let noted = new Map<number, string>()
  return {
    /** @param now milliseconds since 1970 */
    note({ id, last_used_on }: Pick<KeyGrant, 'id' | 'last_used_on'>, now: number) {
      const day = Math.floor(now / DAY)
      const before = last.get(id)
      if (before !== undefined && before >= day) return
      last.set(id, day)
      const on = toDate(day)
      if (last_used_on === null || last_used_on < on) noted.set(id, on)
    },
    /** Writes the uses noted since the last write. A failed write is repeated the next time. */
    async write(): Promise<void> {
      if (noted.size === 0) return
      const uses = noted
      noted = new Map()
      try {
        await state.keysUsed(Array.from(uses, ([id, on]) => ({ id, on })))
      } catch (error) {
        noted = new Map([...uses, ...noted])
        throw error
      }
    },
  }
}

function toDate(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

// Keys and what they grant.

const BEARER = /^Bearer +(\S+) *$/i

/** The rights of one key. */
export interface Grant extends KeyGrant {
  /** Parsed from `addresses`; undefined: any address is allowed. Empty for a revoked key: no address is allowed. */
  ranges: readonly IpRange[] | undefined
}

export type Grants = ReturnType<typeof createGrants>

export function createGrants(state: Pick<ServiceStore, 'keyGrants' | 'grantsVersion' | 'keysUsed' | 'isReachable'>) {
  const use = createKeyUse(state)
  let grants: ReadonlyMap<string, Grant> = new Map()
  let loaded: number | undefined
  return {
    find: (hash: string) => grants.get(hash),
    /** False while the state cannot be read: a key that is not found may have been created since. */
    isCurrent: state.isReachable,
    /** Reloads all keys if an account, a key or a plan has changed, so that revocations take effect. False: nothing has changed. */
    load: async (): Promise<boolean> => {
      // Read the version first, so that a change made meanwhile is loaded the next time.
      const version = await state.grantsVersion()
      if (version === loaded) return false
      const rows = await state.keyGrants()
      grants = new Map(rows.map((row) => [row.hash, { ...row, ranges: toRanges(row) }]))
      loaded = version
      return true
    },
    /** Notes that the key was used. @param now milliseconds since 1970 */
    note: use.note,
    /** Writes the noted uses to the state. */
    writeUses: use.write,
  }
}

/** An invalid range allows no address. If every range is invalid, the empty list allows none. */
function toRanges({ addresses, revoked_at }: KeyGrant): readonly IpRange[] | undefined {
  if (revoked_at !== null) return []
  if (addresses.length === 0) return undefined
  return addresses.map(parseAddressRange).filter((range) => range !== undefined)
}

/** The key of a request, hashed. */
interface SentKey {
  hash: string
  /** It has our prefix, but its length or check digits are wrong. */
  mistyped: boolean
}

export type ReadKey = (request: IncomingMessage) => SentKey | undefined

/** Hashes the key once per connection, because a connection repeats its key. @param hashKey gives the hash that the state holds */
export function createKeyReader(hashKey: (key: string) => string): ReadKey {
  const last = new WeakMap<Socket, { header: string; sent: SentKey | undefined }>()
  return ({ headers: { authorization: header }, socket }) => {
    if (header === undefined) return undefined
    const known = last.get(socket)
    if (known?.header === header) return known.sent
    const sent = parseHeader(header, hashKey)
    last.set(socket, { header, sent })
    return sent
  }
}

/** Does the same work for unknown, mistyped and revoked keys: one hash, then one look-up in `authenticate`. */
function parseHeader(header: string, hashKey: (key: string) => string): SentKey | undefined {
  const [, key] = BEARER.exec(header) ?? []
  if (key === undefined) return undefined
  return { hash: hashKey(key), mistyped: isMistypedKey(key) }
}

export type Caller = { grant: Grant } | { refusal: ApiError; wrongKey: boolean }

export function authenticate(
  sent: SentKey | undefined,
  grants: Pick<Grants, 'find' | 'isCurrent'>,
  now: number,
): Caller {
  if (!sent)
    return {
      refusal: new ApiError('missing_api_key', 'Send an API key in the header `Authorization: Bearer <API_KEY>`.'),
      wrongKey: false,
    }
  const judged = judge(sent, grants.find(sent.hash), now)
  if ('hash' in judged) return { grant: judged }
  const found = judged === UNKNOWN && !grants.isCurrent() ? UNREAD : judged
  return { refusal: new ApiError(found.code, found.sentence, found.options), wrongKey: true }
}

interface Wrong {
  code: 'invalid_api_key' | 'revoked_api_key' | 'state_unavailable'
  sentence: string
  options?: { retryAfter: number }
}
const wrong = (code: Wrong['code'], sentence: string): Wrong => ({ code, sentence })
const MISTYPED = wrong('invalid_api_key', 'The API key is mistyped: its check digits do not match. Copy it again.')
const UNKNOWN = wrong('invalid_api_key', 'The API key is unknown to this service.')
const UNREAD: Wrong = {
  code: 'state_unavailable',
  sentence:
    "The API key cannot be checked, because the server's database cannot be reached at the moment: retry later.",
  options: { retryAfter: UNAVAILABLE_RETRY },
}
const REVOKED = wrong('revoked_api_key', 'The API key has been revoked.')
const EXPIRED = wrong('revoked_api_key', 'The API key has expired.')
const SUSPENDED = wrong('revoked_api_key', 'The account of this API key is suspended.')

function judge({ mistyped }: SentKey, grant: Grant | undefined, now: number): Grant | Wrong {
  if (mistyped) return MISTYPED
  if (!grant) return UNKNOWN
  if (grant.revoked_at !== null) return REVOKED
  if (grant.expires_at !== null && !(now < Date.parse(grant.expires_at))) return EXPIRED
  return grant.account_status === 'suspended' ? SUSPENDED : grant
}

/** Checks a valid key: its account first, then the client's address, then its scopes. @param scopes any one of them is enough */
export function findForbidden(
  grant: Grant,
  address: IpAddress | undefined,
  scopes: readonly Scope[],
): ApiError | undefined {
  if (grant.account_status === 'pending')
    return new ApiError('account_pending', 'The account of this API key has not been approved yet.')
  if (!mayComeFrom(grant, address))
    return new ApiError(
      'insufficient_scope',
      'This API key is restricted to certain addresses, and this request came from another address.',
    )
  if (!grant.scopes.some((scope) => scopes.includes(scope)))
    return new ApiError(
      'insufficient_scope',
      `This API key lacks the scope ${scopes.join(' or ')}; it has ${grant.scopes.join(', ') || 'none'}.`,
    )
  return undefined
}

/** Whether the key may be used from this address. */
export function mayComeFrom({ ranges }: Grant, address: IpAddress | undefined): boolean {
  if (ranges === undefined) return true
  return address !== undefined && ranges.some((range) => contains(range, address))
}

// The client's address: the socket's address or, behind trusted proxies, the rightmost hop that is not one of them.

export interface Peer {
  /** Compared with the address list of a key; undefined if the connection is already closed. */
  address: IpAddress | undefined
  /** The client that is counted without a valid key: an IPv4 address, or an IPv6 /64. */
  network: string
}

export type ReadPeer = (request: {
  socket: { remoteAddress?: string | undefined }
  headers: IncomingHttpHeaders
}) => Peer

const GONE: Peer = { address: undefined, network: 'gone' }
const BLANK = /[ \t]+/
/** An address that a proxy wrote with brackets or a port: `192.0.2.1:443`, `[2001:db8::1]` or `[2001:db8::1]:443`. */
const BRACKETED_OR_WITH_PORT = /^(?:\[([\da-f.]*:[\da-f:.]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i

/** @param trusted the operator's own proxies; X-Forwarded-For is read only from them */
export function createPeerReader(trusted: readonly IpRange[]): ReadPeer {
  const isTrusted = (address: IpAddress): boolean => trusted.some((range) => contains(range, address))
  const sockets = new WeakMap<object, { peer: Peer; proxy: IpAddress | undefined }>()
  return ({ socket, headers }) => {
    let known = sockets.get(socket)
    if (!known) {
      const address = parseSocketAddress(socket.remoteAddress)
      known = { peer: toPeer(address), proxy: address && isTrusted(address) ? address : undefined }
      sockets.set(socket, known)
    }
    if (!known.proxy) return known.peer
    const header = headers['x-forwarded-for']
    if (header === undefined) return known.peer
    return toPeer(findClient(known.proxy, String(header), isTrusted))
  }
}

/**
 * Each proxy appends the address that it received the request from. The list is therefore read from the right, and only as far as trusted
 * proxies wrote it. If a hop is not an address, the client is the proxy that wrote it, the last known address; entries further left could
 * be forged.
 */
function findClient(proxy: IpAddress, header: string, isTrusted: (address: IpAddress) => boolean): IpAddress {
  let client = proxy
  for (const text of header.split(',').reverse()) {
    const hop = parseHop(text)
    if (!hop) return client
    client = hop
    if (!isTrusted(hop)) return client
  }
  return client
}

/** Only spaces and tabs may surround it. */
function parseHop(text: string): IpAddress | undefined {
  const [hop = '', ...more] = text.split(BLANK).filter((part) => part !== '')
  if (more.length > 0) return undefined
  const [, bracketed, dotted] = BRACKETED_OR_WITH_PORT.exec(hop) ?? []
  return parseAddress(bracketed ?? dotted ?? hop)
}

/** Drops the zone of a link-local address, such as `fe80::1%eth0`: it has a meaning only on this machine. */
function parseSocketAddress(text: string | undefined): IpAddress | undefined {
  const [address = ''] = (text ?? '').split('%', 1)
  return parseAddress(address)
}

function toPeer(address: IpAddress | undefined): Peer {
  return address ? { address, network: networkOf(address) } : GONE
}
