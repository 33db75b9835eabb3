import { describe, expect, it } from 'vitest'
import { countFilters } from '../../../server/feed/filter.ts'
import { parseCursor } from '../../../server/feed/position.ts'
import { openSocket } from '../socket.ts'
import { ofLevel, serveEpochs } from './epochs.ts'
import { openReader, readPage } from './reader.ts'

const { served, base, cursorOf, ids } = await serveEpochs()
const ONE_SUBSCRIPTION = { name: 'Schools', filter: { levels: ['school' as const] } }

async function subscribe(): Promise<number> {
  for (const { id } of await served.state.subscriptions(served.account_id))
    await served.state.deleteSubscription({ id, account_id: served.account_id })
  const made = await served.state.createSubscription(served.account_id, ONE_SUBSCRIPTION, '2024-10-01T00:00:00.000Z')
  if ('refused' in made) throw new Error(made.refused)
  return made.id
}

const askFor = (path: string, version = '1.1'): string =>
  `GET ${path} HTTP/${version}\r\nHost: h\r\nAuthorization: Bearer ${served.key}\r\n\r\n`

describe('a stream', () => {
  it('sends the retry time, then ready, then each event with its position', async () => {
    const stream = await openReader(served)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
      'ratelimit-limit': '1000000000',
      'last-event-id': cursorOf(0),
      'transfer-encoding': 'chunked',
    })
    await served.publish(2)
    await expect.poll(stream.events).toEqual(ids(1, 2))
    expect(stream.retry).toBe(3000)
    expect(stream.told.map(({ name, id }) => [name, id])).toEqual([
      ['ready', cursorOf(0)],
      ['endorsement', cursorOf(1)],
      ['endorsement', cursorOf(2)],
    ])
    expect(JSON.parse(stream.told[1]?.data ?? '')).toMatchObject({ id: ids(1)[0] })
    stream.leave()
    await expect.poll(served.followers).toBe(0)
  })

  it('leaves no filter and no timer behind when the client disconnects', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const [filters, before] = [countFilters(), timers()]
    const streams = await Promise.all(
      Array.from({ length: 20 }, (_, at) => openReader(served, `?elections=e-${at % 5}`)),
    )
    await served.publish(1)
    await expect.poll(served.followers).toBe(1)
    expect(countFilters()).toBe(filters + 5)
    expect(timers()).toBeGreaterThan(before + 20)
    for (const stream of streams) stream.leave()
    await expect.poll(countFilters).toBe(filters)
    await expect.poll(served.followers).toBe(0)
    await expect.poll(() => timers() < before + 10).toBe(true)
  })

  it('begins with `retry` on the wire, in the block of `ready`, and each event is four lines; over HTTP/1.0 without chunks', async () => {
    const { heard, socket } = openSocket(served.url, askFor('/v1/stream', '1.0'))
    await expect.poll(served.followers).toBe(1)
    await served.publish(1)
    await expect
      .poll(heard)
      .toMatch(
        /\r\n\r\nretry: 3000\nid: [\w-]{20}\nevent: ready\ndata: \{.*\}\n\nid: [\w-]{20}\nevent: endorsement\ndata: \{.*\}\n\n$/,
      )
    socket.destroy()
  })

  it('is refused on a connection with another request in progress', async () => {
    const { heard, socket } = openSocket(served.url, askFor('/v1/events?wait=1') + askFor('/v1/stream'))
    await expect.poll(heard).toContain('expected a connection of its own')
    socket.destroy()
  })

  it('sends past and then new events, each once and in order, during publications', async () => {
    await served.publish(1700)
    const streams = [await openReader(served, `?cursor=${cursorOf(0)}`)]
    for (let n = 0; n < 12; n++) {
      await served.publish(n === 5 ? 900 : 1 + n)
      streams.push(await openReader(served, `?cursor=${cursorOf(n * 100)}`))
    }
    const last = (served.feed.released()?.seq ?? 0) - base()
    for (const [n, stream] of streams.entries()) {
      await expect.poll(stream.lastId).toBe(cursorOf(last))
      expect(stream.events()).toEqual(ids(n === 0 ? 1 : (n - 1) * 100 + 1, last))
      stream.leave()
    }
  })

  it('ends with its epoch, and resuming it is an error', async () => {
    const stream = await openReader(served)
    await served.publish(1)
    await expect.poll(stream.events).toHaveLength(1)
    await served.state.beginEpoch()
    await served.release()
    await stream.ended
    expect(stream.told.at(-1)).toMatchObject({ name: 'reconnect', id: cursorOf(1) })
    expect((await openReader(served, '', { lastEventId: cursorOf(1) })).status).toBe(410)
  })
})

describe('a subscription', () => {
  it.each(['id', 'name'])('is used by its %s, and named in ready', async (by) => {
    const id = await subscribe()
    const reference = by === 'id' ? id : 'Schools'
    const stream = await openReader(served, `?subscription=${reference}`)
    await served.publish(2, ofLevel('city'))
    await served.publish(1, ofLevel('school'))
    await expect.poll(stream.events).toEqual(ids(3))
    expect(JSON.parse(stream.told[0]?.data ?? '')).toEqual({ subscription: 'Schools', cursor: cursorOf(0) })
    expect((await readPage(served, `?subscription=${reference}&cursor=${cursorOf(0)}`)).data).toHaveLength(1)
    stream.leave()
  })

  it('cannot be combined with a filter, and an unknown one is 404', async () => {
    await subscribe()
    for (const path of ['/v1/stream', '/v1/events']) {
      expect((await openReader(served, '?subscription=Schools&states=NC', { path })).status).toBe(400)
      expect((await openReader(served, '?subscription=Nobody', { path })).status).toBe(404)
      expect((await openReader(served, '?subscription=999999', { path })).status).toBe(404)
    }
  })

  it('keeps its filter in open streams and polls after it is changed or deleted', async () => {
    const id = await subscribe()
    const reference = { id, account_id: served.account_id }
    const stream = await openReader(served, '?subscription=Schools')
    const waiting = readPage(served, `?subscription=Schools&cursor=${cursorOf(0)}&wait=25`)
    await expect.poll(served.followers).toBe(2)
    await served.state.replaceSubscription(reference, { name: 'Cities', filter: { levels: ['city'] } }, '2024')
    await served.publish(2, ofLevel('city'))
    await served.state.deleteSubscription(reference)
    await served.publish(2, ofLevel('school'))
    await expect.poll(stream.events).toEqual(ids(3, 4))
    expect((await waiting).data.map((one) => one.id)).toEqual(ids(3, 4))
    stream.leave()
  })
})

describe('checkpoints', () => {
  const places = (told: { name: string; id: string | undefined }[]): [string, number][] =>
    told.map(({ name, id }) => [name, (parseCursor(id ?? '')?.seq ?? 0) - base()])

  it('come after each 500 skipped events, also among past events', async () => {
    await served.publish(1200, ofLevel('city'))
    await served.publish(1, ofLevel('school'))
    await served.publish(499, ofLevel('city'))
    const stream = await openReader(served, `?levels=school&cursor=${cursorOf(0)}`)
    await expect.poll(stream.events).toHaveLength(1)
    await served.publish(1, ofLevel('city'))
    await served.publish(499, ofLevel('city'))
    await served.publish(502, ofLevel('city'))
    await served.publish(1, ofLevel('school'))
    await expect.poll(stream.events).toHaveLength(2)
    expect(places(stream.told)).toEqual([
      ['ready', 0],
      ['checkpoint', 500],
      ['checkpoint', 1000],
      ['endorsement', 1201],
      ['checkpoint', 1701],
      ['checkpoint', 2201],
      ['checkpoint', 2701],
      ['endorsement', 2703],
    ])
    expect(JSON.parse(stream.told[1]?.data ?? '')).toEqual({ cursor: cursorOf(500) })
    stream.leave()
  })

  it('can be resumed from', async () => {
    await served.publish(600, ofLevel('city'))
    const stream = await openReader(served, `?levels=school&cursor=${cursorOf(0)}`)
    await expect.poll(() => stream.told.at(-1)?.name).toBe('checkpoint')
    stream.leave()
    await served.publish(1, ofLevel('school'))
    const back = await openReader(served, '?levels=school', { lastEventId: stream.lastId() ?? '' })
    await expect.poll(back.events).toEqual(ids(601))
    expect(places(back.told)[0]).toEqual(['ready', 500])
    back.leave()
  })
})
