import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { eventId } from '../../../data/schema/event.ts'
import { STREAM_TIMING } from '../../../server/feed/stream.ts'
import { openReader } from './reader.ts'
import { type Served, serveFeed } from './served.ts'

const STALLED = 50
const OTHERS = 5
const LENGTH = 50_000
/** More bytes than the kernel buffers for one connection. */
const BYTES = 16 * 1024 * 1024

let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

/** Reads only the head. */
function openStalled({ url, key }: Served, query = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.write(`GET /v1/stream${query} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.pause()
      resolve(socket)
    })
  })
}

it('fifty clients with more than 1 MiB pending are disconnected; the others get every event', async () => {
  served = await serveFeed()
  const one = served
  await one.publish(0)
  const epoch = one.feed.released()?.epoch ?? ''
  const stalled = await Promise.all(Array.from({ length: STALLED }, () => openStalled(one)))
  const others = await Promise.all(Array.from({ length: OTHERS }, () => openReader(one)))
  expect(await one.connections()).toBe(STALLED + OTHERS)
  let published = 0
  for (; (await one.connections()) > OTHERS && published * LENGTH < BYTES; published += 4) {
    await one.publish(4, { statement: 'x'.repeat(LENGTH) })
    for (const other of others) await expect.poll(() => other.events().length, { interval: 5 }).toBe(published + 4)
  }
  expect(await one.connections()).toBe(OTHERS)
  const expected = Array.from({ length: published }, (_, at) => eventId(epoch, at + 1))
  for (const other of others) {
    expect(other.isEnded()).toBe(false)
    expect(other.events()).toEqual(expected)
    other.leave()
  }
  for (const socket of stalled) socket.destroy()
})

it('a client that reads nothing for long is disconnected, a slow reader is not', async () => {
  served = await serveFeed({ timing: { ...STREAM_TIMING, stalled: 1500 } })
  const one = served
  await one.publish(0)
  await one.publish(BYTES / LENGTH, { statement: 'x'.repeat(LENGTH) })
  const stalled = await Promise.all(Array.from({ length: 5 }, () => openStalled(one, '?from=earliest')))
  const idle = await openReader(one)
  const slow = await openStalled(one, '?from=earliest')
  let bytes = 0
  slow.on('data', (chunk) => {
    bytes += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  slow.resume()
  await expect.poll(one.connections, { timeout: 60_000 }).toBe(2)
  await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(BYTES)
  expect(idle.isEnded()).toBe(false)
  for (const socket of [...stalled, slow]) socket.destroy()
  idle.leave()
})
