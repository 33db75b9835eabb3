import { describe, expect, it, vi } from 'vitest'
import { createFeed } from '../../../server/feed/feed.ts'
import { countFilters } from '../../../server/feed/filter.ts'
import { poll as waitForPage } from '../../../server/feed/poll.ts'
import { facetsOf } from './drawn.ts'
import { ofLevel, serveEpochs } from './epochs.ts'
import { poll, readPage } from './reader.ts'
import { serveFeed } from './served.ts'

const { served, base, cursorOf, ids } = await serveEpochs()

describe('a page', () => {
  it('has complete events in order, the next cursor, whether there is more, and no-store', async () => {
    const start = cursorOf(0)
    await served.publish(5)
    const { headers } = await poll(served, `?cursor=${start}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('ratelimit-limit')).not.toBeNull()
    const first = await readPage(served, `?cursor=${start}&limit=3`)
    expect(first.data.map(({ id }) => id)).toEqual(ids(1, 3))
    expect(first).toMatchObject({ next_cursor: cursorOf(3), has_more: true })
    const second = await readPage(served, `?cursor=${first.next_cursor}&limit=2`)
    expect(second.data.map(({ id }) => id)).toEqual(ids(4, 5))
    expect(second).toMatchObject({ next_cursor: cursorOf(5), has_more: false })
  })

  it('has 100 events by default, 1000 at most, 1 at least', async () => {
    const start = cursorOf(0)
    await served.publish(1200)
    expect((await readPage(served, `?cursor=${start}`)).data).toHaveLength(100)
    expect((await readPage(served, `?cursor=${start}&limit=1`)).data).toHaveLength(1)
    const most = await readPage(served, `?cursor=${start}&limit=1000`)
    expect(most.data.map(({ id }) => id)).toEqual(ids(1, 1000))
    expect(most.has_more).toBe(true)
    for (const query of ['limit=0', 'limit=1001', 'wait=26', 'wait=-1', 'wait=1.5', 'colour=red'])
      expect((await poll(served, `?${query}`)).status, query).toBe(400)
  })

  it('moves past skipped events, and has no more if nothing else matches', async () => {
    const start = cursorOf(0)
    await served.publish(20, { facets: (seq) => ({ ...facetsOf(seq), level: seq === base() + 4 ? 'school' : 'city' }) })
    const found = await readPage(served, `?cursor=${start}&levels=school&limit=1`)
    expect(found.data.map(({ id }) => id)).toEqual(ids(4))
    expect(found).toMatchObject({ next_cursor: cursorOf(20), has_more: false })
  })

  it('says that there may be more if it stops before it has checked all events', async () => {
    const start = cursorOf(0)
    for (let n = 0; n < 2; n++) await served.publish(1500, ofLevel('city'))
    const first = await readPage(served, `?cursor=${start}&levels=school`)
    expect(first).toMatchObject({ data: [], has_more: true })
    const second = await readPage(served, `?cursor=${first.next_cursor}&levels=school`)
    expect(second).toMatchObject({ data: [], next_cursor: cursorOf(3000), has_more: false })
  })

  it('is compressed if the client accepts it', async () => {
    const start = cursorOf(0)
    await served.publish(10)
    const headers = { Authorization: `Bearer ${served.key}`, 'Accept-Encoding': 'gzip' }
    const reply = await fetch(`${served.url}/v1/events?cursor=${start}`, { headers })
    expect(reply.headers.get('content-encoding')).toBe('gzip')
    expect(reply.headers.get('vary')).toBe('Accept-Encoding')
    expect(await reply.json()).toMatchObject({ next_cursor: cursorOf(10) })
  })
})

describe('waiting', () => {
  it('ends with the release of the first matching event, and with no other', async () => {
    const begun = performance.now()
    const waiting = readPage(served, `?cursor=${cursorOf(0)}&wait=25&levels=school`)
    await expect.poll(served.followers).toBe(1)
    await served.publish(2, ofLevel('city'))
    await served.stage(2, ofLevel('school'))
    expect(served.followers()).toBe(1)
    await served.release()
    const found = await waiting
    expect(found.data.map(({ id }) => id)).toEqual(ids(3, 4))
    expect(found).toMatchObject({ next_cursor: cursorOf(4), has_more: false })
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(served.followers()).toBe(0)
  })

  it('ends at the timeout, past the events skipped meanwhile', async () => {
    const begun = performance.now()
    const waiting = readPage(served, `?cursor=${cursorOf(0)}&wait=1&levels=school`)
    await expect.poll(served.followers).toBe(1)
    await served.publish(3, ofLevel('city'))
    expect(await waiting).toEqual({ data: [], next_cursor: cursorOf(3), has_more: false })
    expect(performance.now() - begun).toBeGreaterThan(990)
    expect(served.followers()).toBe(0)
  })

  it('ends when the client disconnects, and leaves nothing behind', async () => {
    const filters = countFilters()
    const leaving = new AbortController()
    const gone = [1, 2, 3].map((n) =>
      poll(served, `?wait=25&elections=e-${n}`, { signal: leaving.signal }).catch(() => 'gone'),
    )
    await expect.poll(served.followers).toBe(3)
    expect(countFilters()).toBe(filters + 3)
    leaving.abort()
    expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone'])
    await expect.poll(served.followers).toBe(0)
    await expect.poll(countFilters).toBe(filters)
  })

  it('waits at a position that is committed and not yet released', async () => {
    await served.stage(2)
    const waiting = readPage(served, `?cursor=${cursorOf(1)}&wait=25`)
    await expect.poll(served.followers).toBe(1)
    await served.release()
    expect((await waiting).data.map(({ id }) => id)).toEqual(ids(2))
  })

  it('answers 410 if another epoch begins meanwhile', async () => {
    const waiting = poll(served, `?cursor=${cursorOf(0)}&wait=25`)
    await expect.poll(served.followers).toBe(1)
    await served.state.beginEpoch()
    await served.release()
    expect(await waiting).toMatchObject({ status: 410, text: expect.stringContaining('cursor_expired') })
  })

  it('ends when another epoch begins, not when its time is over', async () => {
    const feed = createFeed(served.state)
    const follow = vi.fn(feed.follow)
    const position = { epoch: 'a'.repeat(16), seq: 0 }
    await feed.advance({ ...position, publication: 1 })
    const over = new AbortController()
    const onEnd = (end: () => void) => {
      over.signal.addEventListener('abort', end)
      return () => undefined
    }
    let ended: unknown
    const asked = { position, matches: () => true, limit: 1, wait: 2 ** 30, onEnd }
    const waiting = waitForPage({ ...feed, follow }, asked).catch((fault: unknown) => {
      ended = fault
    })
    await expect.poll(() => follow.mock.calls.length).toBe(1)
    try {
      await feed.advance({ epoch: 'b'.repeat(16), seq: 0, publication: 2 })
      await expect.poll(() => ended).toMatchObject({ code: 'cursor_expired' })
    } finally {
      over.abort()
      await waiting
    }
  })

  it('ends at once when the server shuts down, with the events so far', async () => {
    const other = await serveFeed()
    await other.publish(0)
    const waiting = readPage(other, '?wait=25')
    await expect.poll(other.followers).toBe(1)
    other.streams.drain()
    expect(await waiting).toMatchObject({ data: [], has_more: false })
    await other.close()
  })
})
