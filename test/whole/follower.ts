// Clients of the feed that resume from their last received id after any failure of the server: one for the stream, one for polls.

import { type ClientRequest, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { parseCursor } from '../../server/feed/position.ts'

const RETRY_MS = 100

/** Many streams receive the same event: its text is kept once. */
const texts = new Map<string, string>()
function once(text: string): string {
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}

export interface Follower<Heard> {
  heard: Heard[]
  /** Number of answers. */
  answers(): number
  /** Resolves once it has a position. */
  ready: Promise<void>
  /** Rejects for an unexpected answer. */
  leave(): Promise<void>
}

export interface Told {
  /** Of the id that came with it. */
  seq: number
  /** The event, JSON. */
  data: string
}

/** @param where its server is now, which may be another one each time */
export function followStream(
  where: () => string,
  key: string,
  onEvent: (told: Told) => void = () => undefined,
): Follower<Told> {
  const heard: Told[] = []
  let last: string | undefined
  const connect = (begun: () => void, leaving: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const parser = createParser({
        onEvent({ event: name, id, data }) {
          last = id ?? last
          if (name === 'ready') begun()
          if (name !== 'endorsement') return
          const told = { seq: parseCursor(id ?? '')?.seq ?? Number.NaN, data: once(data) }
          heard.push(told)
          onEvent(told)
        },
      })
      const headers = { Authorization: `Bearer ${key}`, ...(last !== undefined && { 'Last-Event-ID': last }) }
      const asked: ClientRequest = get(`${where()}/v1/stream`, { headers, agent: false, signal: leaving }, (reply) => {
        reply.setEncoding('utf8')
        reply.on('data', (text: string) => {
          if (reply.statusCode === 200) parser.feed(text)
        })
        reply.on('error', () => undefined)
        reply.on('close', resolve)
      })
      asked.on('error', () => resolve())
    })
  return { heard, ...keepOn(connect) }
}

const page = z.object({ data: z.array(z.looseObject({ id: z.string() })), next_cursor: z.string() })

/** Follows `/v1/events` with long polls. Collects the ids of the events. */
export function followPolls(where: () => string, key: string): Follower<string> {
  const heard: string[] = []
  let cursor: string | undefined
  const poll = async (begun: () => void, leaving: AbortSignal): Promise<void> => {
    const query = cursor === undefined ? '' : `?wait=25&cursor=${cursor}`
    const headers = { Authorization: `Bearer ${key}` }
    const reply = await fetch(`${where()}/v1/events${query}`, { headers, signal: leaving }).catch(() => undefined)
    const text = await reply?.text().catch(() => undefined)
    if (!reply || text === undefined) return
    // A 503 means that there is no feed yet: the next poll tries again.
    if (reply.status === 503) return
    if (reply.status !== 200) throw new Error(`${reply.status} ${text}`)
    const { data, next_cursor } = page.parse(JSON.parse(text))
    heard.push(...data.map(({ id }) => id))
    cursor = next_cursor
    begun()
  }
  return { heard, ...keepOn(poll, 0) }
}

function keepOn(
  turn: (begun: () => void, leaving: AbortSignal) => Promise<void>,
  pause = RETRY_MS,
): Omit<Follower<never>, 'heard'> {
  const leaving = new AbortController()
  let answers = 0
  let begun = (): void => undefined
  const ready = new Promise<void>((resolve) => {
    begun = () => {
      answers += 1
      resolve()
    }
  })
  const living = (async () => {
    while (!leaving.signal.aborted) {
      const before = answers
      await turn(begun, leaving.signal)
      if (!leaving.signal.aborted) await wait(answers === before ? RETRY_MS : pause)
    }
  })()
  living.catch(() => undefined)
  return {
    answers: () => answers,
    ready: Promise.race([ready, living]),
    async leave() {
      leaving.abort()
      await living
    },
  }
}
