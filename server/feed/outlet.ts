// The connection of a stream. What is sent is framed already, for all streams at once, and goes to the socket as it is: through the
// response each write would be framed again.

import type { ServerResponse } from 'node:http'
import type { Chunk } from './frame.ts'

/** How often in the time that a reader may stand still it is looked at. */
const LOOKS = 6

export interface Outlet {
  write(chunk: Chunk): void
  /** Bytes that the reader has not taken yet. */
  waiting(): number
  /** At once where little waits; else when all of it has drained, or the connection is gone. */
  drained(): Promise<void> | undefined
  /** Writes the last, and ends the response. */
  end(chunk: Chunk): void
  /** Cuts the connection. */
  cut(): void
}

/**
 * @param response its head and first bytes are written already, and nothing else writes to it; it has its socket
 * @param stalled milliseconds after which a reader is cut off that takes nothing of what waits
 */
export function openOutlet(response: ServerResponse, stalled: number): Outlet {
  const { socket, chunkedEncoding } = response
  if (!socket) throw new Error('a stream has no connection')
  let taken = 0
  let still = 0
  const looking = setInterval(() => {
    const waiting = socket.writableLength
    const before = taken
    taken = socket.bytesWritten - waiting
    still = waiting === 0 || taken !== before ? 0 : still + 1
    if (still === LOOKS) socket.destroy()
  }, stalled / LOOKS)
  response.once('close', () => clearInterval(looking))
  const write = ({ framed, plain }: Chunk): void => {
    if (socket.writable) socket.write(chunkedEncoding ? framed : plain)
  }
  return {
    write,
    waiting: () => socket.writableLength,
    drained() {
      if (!socket.writableNeedDrain || socket.destroyed) return undefined
      return new Promise((resolve) => {
        const done = (): void => {
          socket.off('drain', done).off('close', done)
          resolve()
        }
        socket.on('drain', done).on('close', done)
      })
    },
    end(chunk) {
      write(chunk)
      response.end()
    },
    cut: () => {
      socket.destroy()
    },
  }
}
