// A server before the real one that refuses, delays or cuts as a test tells it.

import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface MeddlingProxy {
  url: string
  /** Method, path and Last-Event-ID of each request. */
  asked: { method: string; path: string; lastEventId: string | undefined }[]
  close(): void
}

/**
 * @param meddle returns true if it answers by itself; otherwise the request is forwarded, and a byte limit cuts the answer
 * @param key for the forwarded requests, as the own server of a site adds it
 */
export async function openProxy(
  upstream: string,
  meddle: (response: ServerResponse, nth: number, incoming: IncomingMessage) => boolean | { cutAfter: number },
  key?: string,
): Promise<MeddlingProxy> {
  const asked: MeddlingProxy['asked'] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    asked.push({ method, path, lastEventId: headers['last-event-id']?.toString() })
    const told = meddle(outgoing, asked.length, incoming)
    if (told === true) return
    const sent = key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` }
    const forwarded = request(`${upstream}${path}`, { method, headers: sent }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 0, reply.headers)
      let left = told === false ? Number.POSITIVE_INFINITY : told.cutAfter
      reply.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, left)
        left -= part.length
        if (left > 0) outgoing.write(part)
        else outgoing.write(part, () => outgoing.destroy())
      })
      reply.once('end', () => outgoing.end())
      reply.once('error', () => outgoing.destroy())
    })
    forwarded.once('error', () => outgoing.destroy())
    outgoing.once('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
