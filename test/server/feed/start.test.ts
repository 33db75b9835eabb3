// The start of a reader: every parameter, each at its limits, over both endpoints.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../data/schema/scalar.ts'
import { parseCursor, toCursor } from '../../../server/feed/position.ts'
import { openReader, poll, readPage } from './reader.ts'
import { RETENTION, type Served, serveFeed } from './served.ts'

let served: Served
let epoch: string
let base: number

beforeAll(async () => {
  served = await serveFeed()
})
afterAll(() => served.close())

it('no feed exists before the first publication: 503 with Retry-After', async () => {
  const { status, headers } = await poll(served)
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  expect((await openReader(served)).status).toBe(503)
})

describe('from', () => {
  beforeEach(async () => {
    await served.publish(0)
    epoch = await served.state.beginEpoch()
    await served.release()
    base = served.feed.released()?.seq ?? 0
    served.clock.now += 30 * DAY
  })

  /** The status and, for 200, the number of events before the start: the same over both endpoints. */
  const begin = async (query: string, lastEventId?: string): Promise<number | string> => {
    const options = lastEventId === undefined ? {} : { lastEventId }
    const stream = await openReader(served, query, options)
    const polled = await poll(served, query.replace('?', '?limit=1&'), options)
    expect(polled.status).toBe(stream.status)
    if (stream.status !== 200) {
      stream.leave()
      expect(JSON.parse(polled.text).error.code).toBe(JSON.parse(stream.body).error.code)
      expect(stream.headers['content-type']).toMatch('application/json')
      // An expired position's error says how to resume.
      if (stream.status === 410) expect(polled.text).toContain('X-Feed-Cursor')
      return `${stream.status} ${JSON.parse(stream.body).error.code}`
    }
    await expect.poll(() => stream.told[0]?.name).toBe('ready')
    stream.leave()
    const [ready] = stream.told
    const from = parseCursor(ready?.id ?? '')
    expect(JSON.parse(ready?.data ?? '')).toEqual({ subscription: null, cursor: ready?.id })
    expect(stream.headers['last-event-id']).toBe(ready?.id)
    expect(from?.epoch).toBe(epoch)
    const page = JSON.parse(polled.text)
    if (page.data.length > 0) expect(page.data[0].endorsement.id).toBe((from?.seq ?? 0) + 1)
    return (from?.seq ?? 0) - base
  }
  const expectNotReady = async (): Promise<void> => {
    for (const query of ['?', '?from=earliest', `?cursor=${cursorOf(3)}`]) {
      const { status, headers } = await poll(served, query)
      expect([status, headers.get('retry-after')], query).toEqual([503, '5'])
    }
  }
  type Row = readonly [query: string, expected: number | string, lastEventId?: string]
  const expectBegins = async (...rows: readonly Row[]): Promise<void> => {
    for (const [query, expected, lastEventId] of rows)
      expect(await begin(query, lastEventId), `${query} ${lastEventId}`).toBe(expected)
  }
  const cursorOf = (seq: number): string => toCursor({ epoch, seq: base + seq })
  const at = (seq: number): string => `?cursor=${cursorOf(seq)}`
  const instant = (ago: number): string => new Date(served.clock.now - ago).toISOString()
  const sinceOf = (ago: number): string => `?since=${instant(ago)}`
  /** Three events, each this many milliseconds ago. */
  const threeAgo = async (...agos: number[]): Promise<void> => {
    for (const ago of agos) await served.publish(1, { at: instant(ago) })
  }
  const [BAD, GONE] = ['400 invalid_parameter', '410 cursor_expired']

  it('the newest, the oldest that is retained, an instant, or a position', async () => {
    await threeAgo(3 * HOUR, 2 * HOUR, HOUR)
    const other = toCursor({ epoch: 'f'.repeat(16), seq: base })
    await expectBegins(
      ['?', 3],
      ['?from=latest', 3],
      ['?from=earliest', 0],
      ['?from=oldest', BAD],
      [sinceOf(2 * HOUR), 1],
      [sinceOf(2 * HOUR - 1), 2],
      [sinceOf(2 * HOUR + 1), 1],
      [sinceOf(0), 3],
      [`${sinceOf(HOUR)}&from=earliest`, BAD],
      [at(0), 0],
      [at(3), 3],
      [at(4), BAD],
      [`?cursor=${other}`, GONE],
      [at(1), 2, cursorOf(2)],
      ['?cursor=nonsense', 2, cursorOf(2)],
      [at(1), BAD, 'nonsense'],
      [at(1), BAD, cursorOf(4)],
      [at(1), GONE, other],
      [at(1), 1, ''],
      ['?from=earliest', 0, ''],
      ['?from=earliest', 2, cursorOf(2)],
      [`${sinceOf(90 * DAY)}&from=latest&cursor=${cursorOf(1)}`, 1],
      [`?since=yesterday&cursor=${cursorOf(1)}`, 1],
      ['?cursor=', BAD],
    )
  })

  it('since: an instant with its offset or Z, within the window, at most a minute ahead', async () => {
    await threeAgo(3 * HOUR, 2 * HOUR, HOUR)
    const shifted = new Date(served.clock.now - 2 * HOUR + 5 * HOUR + HOUR / 2).toISOString().replace('Z', '')
    await expectBegins(
      [`?since=${shifted}%2B05:30`, 1],
      [`?since=${shifted}+05:30`, BAD],
      [`?since=${shifted}`, BAD],
      [`?since=${instant(0).slice(0, 10)}`, BAD],
      ['?since=2024-02-30T12:00:00Z', BAD],
      ['?since=1729000000', BAD],
      [sinceOf(-60_000), 3],
      [sinceOf(-60_001), BAD],
      [sinceOf(RETENTION), 0],
      [sinceOf(RETENTION + 1), BAD],
    )
  })

  it.each([
    ['an event at the edge of the window', RETENTION, 0],
    ['an event a millisecond outside it', RETENTION + 1, GONE],
  ])('a position with %s after it', async (_what, ago, expected) => {
    await threeAgo(ago, HOUR)
    const earliest = expected === 0 ? 0 : 1
    await expectBegins([at(0), expected], ['?', expected, cursorOf(0)], [at(1), 1], ['?from=earliest', earliest])
  })

  it('a position at the head is valid after a month without events', async () => {
    await threeAgo(3 * HOUR, 2 * HOUR, HOUR)
    served.clock.now += 30 * DAY
    await expectBegins([at(3), 3], [at(2), GONE], ['?from=earliest', 3])
    expect((await readPage(served, at(3))).next_cursor).toBe(cursorOf(3))
  })

  it('a position before pruned events is expired, one after them is not', async () => {
    await threeAgo(3 * HOUR, 2 * HOUR, HOUR)
    await served.state.dropEvents(base + 2)
    await expectBegins([at(1), GONE], [at(2), 2], ['?from=earliest', 2])
    await expectBegins([sinceOf(DAY), GONE], [sinceOf(2 * HOUR), GONE], [sinceOf(2 * HOUR - 1), 2])
  })

  it('no start reaches back over a publication whose changes have no events', async () => {
    await threeAgo(5 * HOUR, 4 * HOUR, 3 * HOUR)
    const head = await served.state.head()
    const publication = { expectedPublication: head?.publication ?? null, bundle: 'not compared', staged: null }
    await served.state.publish({ ...publication, published_at: instant(2 * HOUR), baseline: true })
    await expectNotReady()
    await served.release()
    const expectAll = async (last: number): Promise<void> => {
      epoch = (await served.state.head())?.epoch ?? ''
      await expectBegins(['?from=earliest', 3], ['?from=latest', last], [at(2), GONE], [at(3), 3])
      for (const ago of [6 * HOUR, 4 * HOUR, 2 * HOUR + 1, 2 * HOUR]) await expectBegins([sinceOf(ago), GONE])
      await expectBegins([sinceOf(2 * HOUR - 1), 3])
    }
    await expectAll(3)
    await served.publish(1, { at: instant(HOUR) })
    await expectAll(4)
    // An epoch that begins over the same bundle reaches equally far back.
    await served.state.beginEpoch()
    await served.release()
    await expectAll(4)
  })

  it('an epoch that begins over the same bundle may reach back: its events describe all changes', async () => {
    await threeAgo(3 * HOUR, 2 * HOUR, HOUR)
    epoch = await served.state.beginEpoch()
    await served.release()
    await expectBegins(['?from=earliest', 0], [sinceOf(2 * HOUR), 1])
  })

  it('a position that is committed but not yet released', async () => {
    await served.stage(2)
    await expectBegins([at(1), 1], ['?', 0])
    const waiting = await openReader(served, `?cursor=${cursorOf(1)}`)
    const late = await openReader(served, `?cursor=${cursorOf(2)}`)
    await served.release()
    await expect.poll(waiting.lastId).toBe(cursorOf(2))
    expect(waiting.events()).toHaveLength(1)
    await served.publish(1)
    await expect.poll(late.events).toHaveLength(1)
    expect(late.lastId()).toBe(cursorOf(3))
    waiting.leave()
    late.leave()
  })
})

const made = toCursor({ epoch: '0123456789abcdef', seq: 2 ** 40 })

it('has one encoding and one version', () => {
  const later = Buffer.from(made, 'base64url')
  later.writeUInt8(2)
  const wrong = ['', 'A', made.slice(1), `${made}A`, `${made}=`, ` ${made}`, made.replace(/.$/, '+'), '%20']
  for (const text of [...wrong, later.toString('base64url'), `${made}, ${made}`])
    expect(parseCursor(text), text).toBeUndefined()
})
