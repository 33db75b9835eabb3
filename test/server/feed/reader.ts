// A client of the stream and of long polls that records every event.

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { errorBody } from '../../../data/schema/envelope.ts'
import { event } from '../../../data/schema/event.ts'

export interface Told {
  name: string
  id: string | undefined
  data: string
}

export interface OpenReader {
  status: number
  headers: IncomingMessage['headers']
  /** Of a refusal. */
  body: string
  code: string | undefined
  told: Told[]
  comments: string[]
  retry: number | undefined
  /** The ids of endorsement events, `evt_…`. */
  events(): string[]
  lastId(): string | undefined
  ended: Promise<void>
  isEnded(): boolean
  /** Stops reading and leaves the connection open. */
  stall(): void
  leave(): void
}

export interface Asking {
  url: string
  key: string
}

const eventId = z.object({ id: z.string() })

/** Resolves once the headers are here; a refusal's body too. */
export function openReader(
  { url, key }: Asking,
  query = '',
  { lastEventId, method = 'GET', path = '/v1/stream' }: { lastEventId?: string; method?: string; path?: string } = {},
): Promise<OpenReader> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
    if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId
    const asked: ClientRequest = request(`${url}${path}${query}`, { method, headers, agent: false }, (reply) => {
      const { statusCode: status = 0 } = reply
      const told: Told[] = []
      const comments: string[] = []
      let over = false
      const parser = createParser({
        onEvent: ({ event: name = '', id, data }) => told.push({ name, id, data }),
        onComment: (comment) => comments.push(comment),
        onRetry: (retry) => {
          reader.retry = retry
        },
      })
      const ended = new Promise<void>((end) =>
        reply.once('close', () => {
          over = true
          end()
        }),
      )
      const reader: OpenReader = {
        ...{ status, headers: reply.headers, body: '', code: undefined, told, comments, retry: undefined, ended },
        isEnded: () => over,
        events: () =>
          told.filter(({ name }) => name === 'endorsement').map(({ data }) => eventId.parse(JSON.parse(data)).id),
        lastId: () => told.findLast(({ id }) => id !== undefined)?.id,
        stall: () => void reply.pause(),
        leave: () => void asked.destroy(),
      }
      reply.on('error', () => undefined)
      reply.setEncoding('utf8').on('data', (text: string) => {
        if (status === 200) parser.feed(text)
        else reader.body += text
      })
      if (status === 200 && method === 'GET') resolve(reader)
      else
        reply.once('end', () => {
          if (reader.body !== '') reader.code = errorBody.parse(JSON.parse(reader.body)).error.code
          resolve(reader)
        })
    })
    asked.on('error', (fault) => reject(fault))
    asked.end()
  })
}

export const page = z.object({ data: z.array(event), next_cursor: z.string(), has_more: z.boolean() })

export async function poll(
  { url, key }: Asking,
  query = '',
  { lastEventId, signal }: { lastEventId?: string; signal?: AbortSignal } = {},
) {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
  if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId
  const reply = await fetch(`${url}/v1/events${query}`, { headers, ...(signal && { signal }) })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text }
}

/** Throws unless the answer is 200 with a page of complete events. */
export async function readPage(asking: Asking, query = '', options: Parameters<typeof poll>[2] = {}) {
  const { status, text } = await poll(asking, query, options)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return page.parse(JSON.parse(text))
}
