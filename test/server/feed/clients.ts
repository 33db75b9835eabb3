// Clients of the model: each uses the stream or polls, leaves, resumes in every possible way, and records its events.

import { z } from 'zod'
import type { FeedFilter } from '../../../data/schema/subscription.ts'
import { parseCursor } from '../../../server/feed/position.ts'
import { type OpenReader, openReader, readPage } from './reader.ts'
import type { Served } from './served.ts'

export const ENDPOINTS = ['stream', 'poll'] as const
/** How it resumes: by the header, by the parameter, or by the time of its last event. */
export const RESUMES = ['header', 'cursor', 'since'] as const

export interface Coming {
  endpoint: (typeof ENDPOINTS)[number]
  resume: (typeof RESUMES)[number]
  /** Of a poll. */
  limit: number
}

export interface Client {
  /** Sequence number after which its first connection began; undefined before that. */
  began(): number | undefined
  /** The sequence numbers of the events received, without duplicates, in the order of arrival. */
  seqs(): number[]
  streams(): boolean
  /** Resolves after a poll has ended or a stream has begun. */
  come(how: Coming): Promise<void>
  leave(): void
  /** Polls until there are no more events. */
  finish(): Promise<void>
}

const told = z.object({ id: z.string(), occurred_at: z.string(), endorsement: z.object({ id: z.number() }) })

export interface Beginning {
  filter: FeedFilter
  /** Of its first connection; repeated if it resumes with a position. */
  start: 'from=latest' | 'from=earliest'
  /** Before the earliest event. */
  base: number
}

export function createClient(served: Served, { filter, start, base }: Beginning): Client {
  const filters = Object.entries(filter).map(([name, values]) => `${name}=${values?.join(',')}`)
  const seen = new Set<string>()
  const seqs: number[] = []
  let began: number | undefined
  let lastId: string | undefined
  let lastAt: string | undefined
  let stream: OpenReader | undefined

  const take = (events: readonly unknown[]): void => {
    let before = 0
    for (const { id, occurred_at, endorsement } of events.map((one) => told.parse(one))) {
      if (endorsement.id <= before) throw new Error(`event ${endorsement.id} after ${before} on one connection`)
      before = endorsement.id
      lastAt = occurred_at
      if (!seen.has(id)) seqs.push(endorsement.id)
      seen.add(id)
    }
  }
  const drain = (): void => {
    if (!stream) return
    take(stream.told.filter(({ name }) => name === 'endorsement').map(({ data }) => JSON.parse(data)))
    lastId = stream.lastId() ?? lastId
  }
  const read = async (query: string[], options: { lastEventId?: string }): Promise<boolean> => {
    const page = await readPage(served, `?${[...query, ...filters].join('&')}`, options)
    take(page.data)
    const [first] = page.data
    if (start === 'from=earliest') began = base
    else began ??= first ? first.endorsement.id - 1 : parseCursor(page.next_cursor)?.seq
    lastId = page.next_cursor
    return page.has_more
  }
  const leave = (): void => {
    drain()
    stream?.leave()
    stream = undefined
  }
  const positionOf = (resume: Coming['resume']): { query: string[]; options: { lastEventId?: string } } => {
    if (lastId === undefined) return { query: [start], options: {} }
    if (resume === 'header') return { query: [start], options: { lastEventId: lastId } }
    if (resume === 'since' && lastAt !== undefined) return { query: [`since=${lastAt}`], options: {} }
    return { query: [start, `cursor=${lastId}`], options: {} }
  }
  return {
    began: () => began,
    seqs() {
      drain()
      return seqs
    },
    streams: () => stream !== undefined,
    async come({ endpoint, resume, limit }) {
      leave()
      const { query, options } = positionOf(resume)
      if (endpoint === 'poll') {
        await read([...query, `limit=${limit}`], options)
        return
      }
      stream = await openReader(served, `?${[...query, ...filters].join('&')}`, options)
      if (stream.status !== 200) throw new Error(`${stream.status} ${stream.body}`)
      began ??= parseCursor(String(stream.headers['last-event-id']))?.seq
    },
    leave,
    async finish() {
      leave()
      for (let more = true; more; ) more = await read(positionOf('cursor').query, {})
    },
  }
}
