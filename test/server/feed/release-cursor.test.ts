import { expect, test } from 'vitest'
import { parseCursor } from '../../../server/feed/position.ts'
import { openWorld } from '../world.ts'

const LIST = '/v1/endorsements?limit=1'
const { fixture, client } = await openWorld({ fillers: 0 })

async function positionOf(init?: RequestInit) {
  const { headers } = await client.get(LIST, init)
  return parseCursor(headers.get('x-feed-cursor') ?? '')
}
async function committed() {
  const head = await fixture.state.head()
  return head && { epoch: head.epoch, seq: head.seq }
}

test('on 200, 304 and HEAD, only for the list of endorsements', async () => {
  await fixture.publish({ fillers: 0, said: ' two', told: true })
  const at = await committed()
  expect(at?.seq).toBeGreaterThan(0)
  await expect.poll(() => positionOf()).toEqual(at)
  expect(await positionOf({ method: 'HEAD' })).toEqual(at)
  const etag = (await client.get(LIST)).headers.get('etag') ?? ''
  const same = await client.get(LIST, { headers: { 'If-None-Match': etag } })
  expect([same.status, parseCursor(same.headers.get('x-feed-cursor') ?? '')]).toEqual([304, at])
  for (const path of ['/v1/states', '/v1/contests', '/v1/endorsers', '/v1/ballot?lat=35.5&lng=-78.5'])
    expect((await client.get(path)).headers.has('x-feed-cursor'), path).toBe(false)
  expect((await client.get('/v1/endorsements?limit=0')).headers.has('x-feed-cursor')).toBe(false)
})

test('a bundle that is rolled back to has the same ETag and another position', async () => {
  const first = (await client.get(LIST)).headers
  await fixture.publish({ fillers: 0, said: ' three', told: true })
  await expect.poll(async () => (await client.get(LIST)).headers.get('etag')).not.toBe(first.get('etag'))
  await fixture.publish({ fillers: 0, said: ' two', told: true })
  await expect.poll(async () => (await client.get(LIST)).headers.get('etag')).toBe(first.get('etag'))
  expect(await positionOf()).toEqual(await committed())
  expect((await positionOf())?.seq).toBeGreaterThan(parseCursor(first.get('x-feed-cursor') ?? '')?.seq ?? 0)
  const epoch = await fixture.state.beginEpoch()
  await expect.poll(async () => (await positionOf())?.epoch).toBe(epoch)
  expect((await client.get(LIST)).headers.get('etag')).toBe(first.get('etag'))
})
