import { afterAll, afterEach, expect, it } from 'vitest'
import { type Client, createClient, type Event, HustingsError, type Reconnect } from '../../client/client.ts'
import { STREAM_RECONNECT_MS, STREAM_SILENT_MS } from '../../client/stream.ts'
import { STREAM_RETRY_MS } from '../../server/feed/frame.ts'
import { toCursor } from '../../server/feed/position.ts'
import { KEEP_ALIVE_SECONDS } from '../../server/feed/stream.ts'
import { openFixture } from '../server/fixture.ts'
import { type MeddlingProxy, openProxy } from './proxy.ts'

let publications = 0
const proxies: MeddlingProxy[] = []

async function publish(): Promise<void> {
  publications += 1
  await fixture.publish({ fillers: 0, said: ` (${publications})`, told: true })
}

/** Ids of all events, in order. */
async function committed(): Promise<string[]> {
  return (await client.listEvents({ from: 'earliest' }).toArray()).map(({ id }) => id)
}

/** Takes this many events. */
async function take(stream: AsyncIterable<Event>, wanted: number): Promise<string[]> {
  const ids: string[] = []
  if (wanted > 0)
    for await (const { id } of stream) {
      ids.push(id)
      if (ids.length === wanted) break
    }
  return ids
}

const fixture = await openFixture()
afterAll(() => fixture.close())
for (let nth = 0; nth < 3; nth++) await publish()
const { key: own } = await fixture.makeKey()
const { url } = await fixture.start()
const client = createClient({ url, key: own })
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close()
})

it('gives every event once and in order, those that exist and those that come', async () => {
  const before = await committed()
  const stream = client.openStream({ from: 'earliest' })
  expect(stream.cursor).toBeNull()
  expect(before.length).toBeGreaterThan(3)
  expect(await take(stream, before.length)).toEqual(before)
  const rest = take(stream, 1)
  await publish()
  expect(await rest).toEqual((await committed()).slice(before.length, before.length + 1))
})

it('goes on from the cursor of the event that the loop took last, in another stream too', async () => {
  const all = await committed()
  const stream = client.openStream({ from: 'earliest' })
  const first = await take(stream, 2)
  const cursor = stream.cursor ?? expect.fail()
  const after = client.openStream({ cursor })
  expect([...first, ...(await take(after, all.length - 2))]).toEqual(all)
  // The cursor is one of the whole feed.
  expect((await client.listEvents({ cursor }).toArray()).map(({ id }) => id)).toEqual(all.slice(2))
})

it('has the numbers of the server', () => {
  expect(STREAM_SILENT_MS).toBe(3 * KEEP_ALIVE_SECONDS * 1000)
  expect(STREAM_RECONNECT_MS).toBe(STREAM_RETRY_MS)
})

it('takes a filter', async () => {
  const made = await client.createSubscription({ name: 'Updates', filter: { types: ['updated'] } })
  for (const query of [{ types: ['updated' as const] }, { subscription: 'Updates' }])
    for await (const event of client.openStream({ ...query, from: 'earliest' })) {
      expect(event.type).toBe('endorsement.updated')
      break
    }
  await client.deleteSubscription(made.id)
})

it('loses and repeats nothing over connections that break at any byte', async () => {
  const all = await committed()
  const reconnects: Reconnect[] = []
  const { key } = await fixture.makeKey()
  // The first connections end within the ready event, within the first endorsement, and later each time.
  const proxy = await openProxy(url, (_response, nth) => (nth < 9 ? { cutAfter: 60 + nth * nth * 137 } : false))
  proxies.push(proxy)
  // The stream asks for 3 seconds before a reconnection: a wait that only slows this test.
  const quick: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (bytes, out) =>
          out.enqueue(Buffer.from(Buffer.from(bytes).toString().replace('retry: 3000', 'retry: 3'))),
      }),
    )
    return new Response(body ?? null, response)
  }
  const broken = createClient({ url: proxy.url, key, fetch: quick })
  const stream = broken.openStream({ from: 'earliest' }, { onReconnect: (reconnect) => reconnects.push(reconnect) })
  expect(await take(stream, all.length)).toEqual(all)
  expect(reconnects.length).toBeGreaterThan(5)
  // Node.js tells a connection that ends early as an end: the stream must not take it for one.
  expect(reconnects.map(({ reason }) => reason)).toEqual(reconnects.map(() => 'lost'))
  const [first, ...later] = proxy.asked.map(({ lastEventId }) => lastEventId)
  expect(first).toBeUndefined()
  expect(new Set(later.filter((id) => id !== undefined)).size).toBeGreaterThan(3)
})

it('closes its connection when the loop ends, and when the signal aborts', async () => {
  const { key } = await fixture.makeKey({ limits: { streams: 1 } })
  // With a stream left open, the next one would get 429 at once.
  const narrow = createClient({ url, key, retries: 0 })
  const opened = async () => {
    const stop = new AbortController()
    const reason = new Error('the end')
    const stream = narrow.openStream({ from: 'earliest' }, { signal: stop.signal })
    const reading = (async () => {
      for await (const _ of stream) stop.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
  }
  const free = () =>
    expect.poll(() => take(narrow.openStream({ from: 'earliest' }), 1).then(({ length }) => length, String)).toBe(1)
  await free()
  await free()
  await expect.poll(() => opened().then(() => 'opened', String)).toBe('opened')
  await free()
})

it('throws what no waiting can mend: a wrong key, a wrong parameter, a cursor of another epoch, no server', async () => {
  const refused = async (made: Client, query: Parameters<Client['openStream']>[0]) => {
    const error = await take(made.openStream(query), 1).catch((thrown: unknown) => thrown)
    return error instanceof HustingsError ? error.code : expect.fail(String(error))
  }
  expect(await refused(createClient({ url, key: 'hst_live_wrong' }), {})).toBe('invalid_api_key')
  expect(await refused(client, { since: 'yesterday' })).toBe('invalid_parameter')
  expect(await refused(client, { cursor: toCursor({ epoch: '0'.repeat(16), seq: 1 }) })).toBe('cursor_expired')
  expect(await refused(createClient({ url: 'http://127.0.0.1:1', retries: 0 }), {})).toBe('no_answer')
})

it('ends with an error when its key is revoked', async () => {
  const made = await fixture.makeKey()
  const reconnects: Reconnect[] = []
  const stream = createClient({ url, key: made.key }).openStream(
    { from: 'earliest' },
    { onReconnect: (reconnect) => reconnects.push(reconnect) },
  )
  const reading = (async () => {
    for await (const _ of stream) await fixture.revokeKey(made.id)
  })()
  await expect(reading).rejects.toMatchObject({ code: 'revoked_api_key', status: 401 })
  expect(reconnects).toMatchObject([{ reason: 'revoked', error: null }])
})
