// A client that follows the stream of one server, and comes back by the last id that it has heard, whatever happens to that server.

import { type ClientRequest, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { type Event, event } from '../../data/schema/event.ts'
import { parseCursor } from '../../server/feed/cursor.ts'

const RETRY_MS = 100

export interface Heard {
  /** Of the event's own id on the stream. */
  seq: number
  event: Event
}

export interface Follower {
  heard: Heard[]
  connections(): number
  /** Resolves once it has been answered for the first time. */
  ready: Promise<void>
  leave(): Promise<void>
}

/** @param where its server is now, which may be another one each time */
export function follow(where: () => string, key: string, onEvent: (heard: Heard) => void = () => undefined): Follower {
  const heard: Heard[] = []
  let last: string | undefined
  let left = false
  let connections = 0
  let current: ClientRequest | undefined
  let begun = (): void => undefined
  const ready = new Promise<void>((resolve) => {
    begun = resolve
  })

  const parse = () =>
    createParser({
      onEvent({ event: name, id, data }) {
        last = id ?? last
        if (name === 'ready') begun()
        if (name !== 'endorsement') return
        const seq = parseCursor(id ?? '')?.seq ?? Number.NaN
        const one = { seq, event: event.parse(JSON.parse(data)) }
        heard.push(one)
        onEvent(one)
      },
    })
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const headers = { Authorization: `Bearer ${key}`, ...(last !== undefined && { 'Last-Event-ID': last }) }
      current = get(`${where()}/v1/stream`, { headers, agent: false }, (reply) => {
        const { statusCode: status = 0 } = reply
        if (status === 200) connections += 1
        const parser = parse()
        reply.setEncoding('utf8')
        reply.on('data', (text: string) => {
          if (status === 200) parser.feed(text)
        })
        reply.on('error', () => undefined)
        reply.on('close', resolve)
      })
      current.on('error', () => resolve())
    })
  const living = (async () => {
    while (!left) {
      await connect()
      if (!left) await wait(RETRY_MS)
    }
  })()
  return {
    heard,
    connections: () => connections,
    ready,
    async leave() {
      left = true
      current?.destroy()
      await living
    },
  }
}
