// A connection to a server, for requests that fetch would not send.

import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Connection {
  socket: Socket
  /** Everything received so far. */
  heard(): string
  /** Statuses of all replies so far. */
  statuses(): string[]
  isEnded(): boolean
  /** Everything received until the end of the connection. */
  whole: Promise<Buffer>
}

/** Sends the text. The connection ends with the test at the latest. */
export function openSocket(url: string, text = ''): Connection {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  const heard = () => Buffer.concat(chunks).toString()
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  onTestFinished(() => void socket.destroy())
  return {
    ...{ socket, heard, isEnded: () => socket.readableEnded },
    statuses: () => [...heard().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status),
    whole: new Promise((resolve) => socket.once('close', () => resolve(Buffer.concat(chunks)))),
  }
}
