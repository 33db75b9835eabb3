// Streams of a real server, opened and closed like a client does.

import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { type OpenReader, openReader } from '../feed/reader.ts'
import { counted } from './serving.ts'

const reconnect = z.object({ reason: z.string() })
const open = new Set<OpenReader | Socket>()

/** Closes all open streams. */
export function leaveAll(): void {
  for (const one of open) 'leave' in one ? one.leave() : one.destroy()
  open.clear()
}

/** Opens a stream on its own connection. Resolves after the headers, or after the body of a refusal. */
export async function openStream(url: string, key: string, query = '', method = 'GET'): Promise<OpenReader> {
  const stream = await openReader({ url, key }, query, { method })
  open.add(stream)
  return stream
}

/** The reasons of its reconnect events. */
export function reasonsOf({ told }: OpenReader): string[] {
  return told.filter(({ name }) => name === 'reconnect').map(({ data }) => reconnect.parse(JSON.parse(data)).reason)
}

/** Requests a stream and closes its sending half, but keeps reading. Resolves once the server has closed. */
export function openHalf(url: string, key: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      socket.write(`GET /v1/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    })
    open.add(socket)
    socket.setEncoding('utf8').on('data', (chunk) => {
      if (text === '') socket.end()
      text += chunk
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}

/** Number of answers by status or code, of this many simultaneous requests, and the open streams. */
export async function openAtOnce(
  url: string,
  keys: readonly string[],
  times: number,
): Promise<{ counted: Record<string, number>; streams: OpenReader[] }> {
  const all = await Promise.all(Array.from({ length: times }, (_, at) => openStream(url, keys[at % keys.length] ?? '')))
  return { counted: counted(all), streams: all.filter(({ status }) => status === 200) }
}
