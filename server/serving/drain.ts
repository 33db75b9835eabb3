// Ends an HTTP server without cutting off a request.

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as NetServer } from 'node:net'
import { DRAIN_MS } from '../constants.ts'

/**
 * @param idleMs after which a connection without a request is closed
 * @returns a function that accepts no further connection, answers the requests that come over open ones, and resolves after the last
 * connection. `close` of an HTTP server would at once close each connection without a request, also one whose last answer is not sent
 * yet, or whose next request has arrived and is not read yet.
 */
export function createDrain(server: Server, idleMs: number): () => Promise<void> {
  /** Requests under way, by connection. */
  const connections = new Map<Socket, number>()
  server.on('connection', (socket) => {
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  // One function for all responses, each of which closes once.
  function end(this: ServerResponse): void {
    const { socket } = this.req
    const under = connections.get(socket)
    if (under !== undefined) connections.set(socket, under - 1)
  }
  server.on('request', ({ socket }, response) => {
    connections.set(socket, (connections.get(socket) ?? 0) + 1)
    response.on('close', end)
  })
  const endIdle = (): void => {
    for (const [socket, under] of connections) if (under === 0) socket.destroySoon()
  }
  return async () => {
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    })
    // Requests that have arrived are read between the timer and the immediate.
    const idle = setInterval(() => setImmediate(endIdle), idleMs)
    const all = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(idle)
    clearTimeout(all)
    // Ends its checks for silent connections.
    server.close()
  }
}
