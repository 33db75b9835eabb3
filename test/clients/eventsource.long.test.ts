// The npm package `eventsource`: it reconnects by itself after whatever ends the stream, and loses nothing.

import { EventSource } from 'eventsource'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Feed, openFeed } from './feed.ts'

const event = z.looseObject({ id: z.string() })
const reconnect = z.object({ cursor: z.string(), reason: z.string() })
const NAMES = ['ready', 'endorsement', 'checkpoint', 'reconnect'] as const

/** Ids of events, names of messages, reasons of reconnect events, codes of errors. */
const nothing = () => ({ ids: [] as string[], names: [] as string[], reasons: [] as string[], codes: [] as unknown[] })

let feed: Feed
const sources: EventSource[] = []

function listen(query: string, key = feed.key) {
  const asked: (string | null)[] = []
  const source = new EventSource(`${feed.url}/v1/stream${query}`, {
    fetch: (url, init) => {
      const headers = new Headers(init.headers)
      asked.push(headers.get('last-event-id'))
      headers.set('Authorization', `Bearer ${key}`)
      return fetch(url, { ...init, headers })
    },
  })
  sources.push(source)
  const heard = { source, asked, ...nothing() }
  for (const name of NAMES) source.addEventListener(name, () => heard.names.push(name))
  source.addEventListener('endorsement', ({ data }) => heard.ids.push(event.parse(JSON.parse(data)).id))
  source.addEventListener('reconnect', ({ data }) => heard.reasons.push(reconnect.parse(JSON.parse(data)).reason))
  source.addEventListener('error', ({ code }) => heard.codes.push(code))
  return heard
}

afterEach(() => {
  for (const source of sources.splice(0)) source.close()
})

describe('one process', () => {
  beforeAll(async () => {
    feed = await openFeed()
  })
  afterAll(() => feed.close())

  test('hears every event once, in order', async () => {
    await feed.publish()
    const { ids, names } = listen('?from=earliest')
    await expect.poll(() => ids).toEqual(await feed.committed())
    await feed.publish()
    await expect.poll(() => ids).toEqual(await feed.committed())
    expect(names[0]).toBe('ready')
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'a server ended by %s and started again: it resumes by Last-Event-ID, without loss or repeat',
    async (signal) => {
      const { ids, asked, reasons, source } = listen('?from=earliest')
      await expect.poll(() => ids).toEqual(await feed.committed())
      await feed.stop(signal)
      await feed.publish()
      await feed.start()
      await feed.publish()
      await expect.poll(() => ids).toEqual(await feed.committed())
      expect(source.readyState).toBe(EventSource.OPEN)
      // A connection that was opened ahead is answered still: it is told again.
      expect([...new Set(reasons)]).toEqual(signal === 'SIGTERM' ? ['shutdown'] : [])
      expect(asked[0]).toBeNull()
      expect(asked.at(-1)).toMatch(/^[\w-]+$/)
    },
  )

  test('a refusal closes it for good: a wrong key, a wrong parameter, a malformed position', async () => {
    const old = listen('')
    await expect.poll(() => old.names).toEqual(['ready'])
    const heard = [listen('', 'hst_live_wrong'), listen('?states=XX'), listen('?cursor=AAAA')]
    for (const [at, { source, codes }] of heard.entries()) {
      await expect.poll(() => source.readyState).toBe(EventSource.CLOSED)
      expect(codes).toEqual([[401, 400, 400][at]])
    }
  })

  test('a revoked key ends it, and it does not come back', async () => {
    const made = await feed.fixture.makeKey()
    const headers = { Authorization: `Bearer ${made.key}` }
    await expect.poll(async () => (await fetch(`${feed.url}/v1/states`, { headers })).status).toBe(200)
    const { reasons, source, codes } = listen('', made.key)
    await expect.poll(() => source.readyState).toBe(EventSource.OPEN)
    await feed.fixture.revokeKey(made.id)
    await expect.poll(() => reasons).toEqual(['revoked'])
    await expect.poll(() => source.readyState).toBe(EventSource.CLOSED)
    expect(codes.at(-1)).toBe(401)
  })
})

describe('two workers', () => {
  beforeAll(async () => {
    feed = await openFeed('--workers', '2')
  })
  afterAll(() => feed.close())

  test('each worker killed in turn, with publications between: none is lost, none repeated', async () => {
    const heard = [listen('?from=earliest'), listen('?from=earliest'), listen('?from=earliest')]
    for (let round = 0; round < 2; round++) {
      await feed.publish()
      for (const { ids } of heard) await expect.poll(() => ids).toEqual(await feed.committed())
      process.kill(feed.workers()[0] ?? 0, 'SIGKILL')
      await feed.publish()
      await expect.poll(() => feed.workers().length).toBe(2)
    }
    for (const { ids } of heard) await expect.poll(() => ids).toEqual(await feed.committed())
    expect(heard.flatMap(({ asked }) => asked).length).toBeGreaterThan(3)
  })
})
