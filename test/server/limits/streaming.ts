// Streams of a real server, opened and closed like a client does.

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'

export interface Streaming {
  status: number
  /** Of a refusal. */
  code: string | undefined
  headers: IncomingMessage['headers']
  /** Names of the events so far. */
  events: string[]
  /** Of the reconnect event. */
  reasons: string[]
  /** True if the server has ended it. */
  ended: Promise<void>
  leave(): void
}

const refusal = z.object({ error: z.object({ code: z.string() }) })
const reconnect = z.object({ reason: z.string() })
const open = new Set<ClientRequest | Socket>()

/** Closes all open streams. */
export function leaveAll(): void {
  for (const one of open) one.destroy()
  open.clear()
}

/** Opens a stream on its own connection. Resolves after the headers, or after the body of a refusal. */
export function openStream(url: string, key: string, query = '', method = 'GET'): Promise<Streaming> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` }
    const asked = request(`${url}/v1/stream${query}`, { method, headers, agent: false }, (reply) => {
      const { statusCode: status = 0 } = reply
      const [events, reasons]: [string[], string[]] = [[], []]
      const parser = createParser({
        onEvent({ event = '', data }) {
          events.push(event)
          if (event === 'reconnect') reasons.push(reconnect.parse(JSON.parse(data)).reason)
        },
      })
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        if (status === 200) parser.feed(chunk)
        else text += chunk
      })
      const ended = new Promise<void>((end) => reply.once('close', end))
      reply.on('error', () => undefined)
      const leave = (): void => {
        asked.destroy()
      }
      const streaming = { status, code: undefined, headers: reply.headers, events, reasons, ended, leave }
      if (status === 200 && method === 'GET') resolve(streaming)
      else
        reply.once('end', () => {
          resolve({ ...streaming, code: text === '' ? undefined : refusal.parse(JSON.parse(text)).error.code })
        })
    })
    asked.on('error', reject)
    open.add(asked)
    asked.end()
  })
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
): Promise<{ counted: Record<string, number>; streams: Streaming[] }> {
  const all = await Promise.all(Array.from({ length: times }, (_, at) => openStream(url, keys[at % keys.length] ?? '')))
  const counted: Record<string, number> = {}
  for (const { status, code } of all) counted[code ?? status] = (counted[code ?? status] ?? 0) + 1
  return { counted, streams: all.filter(({ status }) => status === 200) }
}
