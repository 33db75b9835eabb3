// Finds the client's address: the socket's address or, behind trusted proxies, the rightmost hop that is not one of them.

import type { IncomingHttpHeaders } from 'node:http'
import { contains, type IpAddress, type IpRange, networkOf, parseAddress } from '../../data/access/ip-range.ts'

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
