// Bundles whose statements contain the number of their publication, to compare delivered events with served data.

import { expect } from 'vitest'
import { z } from 'zod'
import { publishBundle } from '../../build/publish/publish.ts'
import { event } from '../../data/schema/event.ts'
import { parseCursor } from '../../server/feed/position.ts'
import type { Fixture } from '../server/fixture.ts'
import type { Told } from './follower.ts'

const list = z.object({ data: z.array(z.object({ id: z.number(), statement: z.string().nullable() })) })

export async function publishNumbered({ paths, state, write }: Fixture, number: number): Promise<void> {
  const bundle = write({ fillers: 0, said: ` (${number})` })
  await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
}

/** A server that is stopped during a write holds the state's lock until it continues. The publisher then runs again. */
const ATTEMPTS_MAX = 30

export async function publishWhenFree(fixture: Fixture, number: number, attempt = 1): Promise<void> {
  try {
    await publishNumbered(fixture, number)
  } catch (fault) {
    const busy = fault instanceof Error && 'code' in fault && fault.code === 'SQLITE_BUSY'
    if (!busy || attempt === ATTEMPTS_MAX) throw fault
    await publishWhenFree(fixture, number, attempt + 1)
  }
}

export function numberIn(statement: string | null): number {
  return Number(/\((\d+)\)$/.exec(statement ?? '')?.[1] ?? Number.NaN)
}

export interface Heard extends Told {
  endorsement: number
  /** The number of its publication. */
  number: number
  /** The path that serves it. */
  path: string
}

export function toHeard({ seq, data }: Told): Heard {
  const { endorsement, contest, endorser } = event.parse(JSON.parse(data))
  const path = `/v1/endorsements?contest=${contest.id}&endorsers=${endorser.slug}`
  return { seq, data, endorsement: endorsement.id, number: numberIn(endorsement.statement), path }
}

/** Requests until the answer is a page. Undefined if the server stopped or `over` is true. */
export async function readPage(
  url: string,
  path: string,
  key: string,
  over: () => boolean,
): Promise<Response | undefined> {
  while (!over()) {
    const reply = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } }).catch(() => undefined)
    if (!reply || reply.status === 200) return reply
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    await reply.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return undefined
}

/**
 * Expects that the reply has the data of a delivered event, or newer data, and that its cursor is not ahead of the released events:
 * a client that follows from it misses nothing. False if the reply broke off.
 */
export async function expectSeen(
  { state }: Pick<Fixture, 'state'>,
  heard: Heard,
  reply: Response | undefined,
): Promise<boolean> {
  const text = await reply?.text().catch(() => undefined)
  if (!reply || text === undefined) return false
  const found = list.parse(JSON.parse(text)).data.find(({ id }) => id === heard.endorsement)
  expect(heard.number).toBeGreaterThan(0)
  expect(numberIn(found?.statement ?? null)).toBeGreaterThanOrEqual(heard.number)
  const at = parseCursor(reply.headers.get('x-feed-cursor') ?? '')
  const released = await state.released()
  expect(at).toBeDefined()
  // The released sequence number never decreases.
  if (released) expect(at?.seq).toBeLessThanOrEqual(released.seq)
  return true
}
