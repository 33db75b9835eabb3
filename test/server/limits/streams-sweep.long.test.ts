// The sweep ends the streams of keys that may no longer read the feed, and no others; over real accounts and keys.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAddress } from '../../../data/access/ip-range.ts'
import { hashKey } from '../../../data/access/key.ts'
import type { ReconnectReason } from '../../../data/schema/vocabulary.ts'
import { loadPepper } from '../../../data/store/pepper.ts'
import { createStreams, type OpenStream, type Streams } from '../../../server/feed/stream.ts'
import { createGrants, type Grants, type Peer } from '../../../server/http/auth.ts'
import { type Fixture, openFixture } from '../fixture.ts'

const CHANGE = { by: 'command line', at: '2024-10-01T00:00:00.000Z' }
const NOW = Date.parse('2024-10-15T12:00:00Z')
const HOME = peerOf('192.0.2.7')

let fixture: Fixture
let pepper: Uint8Array
let grants: Grants
let streams: Streams
beforeAll(async () => {
  fixture = await openFixture()
  pepper = await loadPepper(fixture.paths, fixture.state)
  grants = createGrants(fixture.state)
  streams = createStreams(grants)
})
afterAll(() => fixture.close())

function peerOf(text: string): Peer {
  return { address: parseAddress(text) ?? expect.fail(), network: text }
}

interface Opened {
  heard: ReconnectReason[]
  stream: OpenStream
  remove: () => void
}

/** Behaves like an open stream: removes itself when it ends. */
async function open(key: string, peer: Peer = HOME, to: Streams = streams): Promise<Opened> {
  await grants.load()
  const heard: ReconnectReason[] = []
  const grant = grants.find(hashKey(key, pepper)) ?? expect.fail()
  const stream: OpenStream = {
    ...{ grant, peer },
    end(reason) {
      heard.push(reason)
      remove()
    },
  }
  const remove = to.add(stream)
  return { heard, stream, remove }
}

async function sweep(now = NOW): Promise<void> {
  await grants.load()
  streams.sweep(now)
}

type Made = Awaited<ReturnType<Fixture['makeKey']>>
const LOSSES: readonly [string, (made: Made) => Promise<unknown>][] = [
  ['revoked', ({ id }) => fixture.state.revokeKey({ id, account_id: null }, CHANGE)],
  ['its account suspended', ({ account }) => fixture.state.setAccountStatus(account, 'suspend', CHANGE)],
  ['without the scope', ({ id }) => change(id, { scopes: ['data:read', 'subscriptions:write'] })],
  ['for other addresses', ({ id }) => change(id, { addresses: ['192.0.2.8', '2001:db8::/32'] })],
  ['expired since', ({ id }) => change(id, { expires_at: '2024-10-15T11:59:59.999Z' })],
  ['expired this moment', ({ id }) => change(id, { expires_at: '2024-10-15T12:00:00.000Z' })],
]
function change(id: number, to: Parameters<Fixture['state']['changeKey']>[1]) {
  return fixture.state.changeKey({ id, account_id: null }, to, CHANGE)
}

test.each(LOSSES)('streams of a key that is %s end, once; no other stream ends', async (_, lose) => {
  const made = await fixture.makeKey()
  const [first, second] = [await open(made.key), await open(made.key, peerOf('192.0.2.7'))]
  const other = await open((await fixture.makeKey()).key)
  await sweep()
  expect([first.heard, second.heard]).toEqual([[], []])
  await lose(made)
  await sweep()
  await sweep()
  expect([first.heard, second.heard, other.heard]).toEqual([['revoked'], ['revoked'], []])
  other.remove()
})

const KEPT: readonly [string, (made: Made) => Promise<unknown>][] = [
  ['has another label', ({ id }) => change(id, { label: 'changed' })],
  ['has the scope alone', ({ id }) => change(id, { scopes: ['stream:read'] })],
  ['is for addresses that hold this one', ({ id }) => change(id, { addresses: ['192.0.2.0/24'] })],
  ['expires in a millisecond', ({ id }) => change(id, { expires_at: '2024-10-15T12:00:00.001Z' })],
]
test.each(KEPT)('streams of a key that %s stay open', async (_, alter) => {
  const made = await fixture.makeKey()
  const { heard, remove } = await open(made.key)
  await alter(made)
  await sweep()
  expect(heard).toEqual([])
  remove()
})

test('narrowing the allowed addresses ends only streams from addresses outside the list', async () => {
  const { key, id } = await fixture.makeKey()
  const [home, away, near] = [
    await open(key),
    await open(key, peerOf('2001:db8::1')),
    await open(key, peerOf('2001:db8::2')),
  ]
  await change(id, { addresses: ['192.0.2.7', '2001:db8::2'] })
  await sweep()
  expect([home.heard, away.heard, near.heard]).toEqual([[], ['revoked'], []])
  home.remove()
  near.remove()
})

test('streams end when their key expires, even if the state does not change', async () => {
  const { key } = await fixture.makeKey({ expires_at: '2024-10-15T12:00:30.000Z' })
  const { heard } = await open(key)
  await sweep(NOW + 29_999)
  expect(heard).toEqual([])
  await sweep(NOW + 30_000)
  expect(heard).toEqual(['revoked'])
})

test('a removed stream receives nothing; removing it twice removes no other stream', async () => {
  const { key, id } = await fixture.makeKey()
  const [gone, stays] = [await open(key), await open(key)]
  gone.remove()
  gone.remove()
  await change(id, { scopes: [] })
  await sweep()
  expect([gone.heard, stays.heard]).toEqual([[], ['revoked']])
})

test('a sweep of 10,000 streams checks each key and address once', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, async () => (await fixture.makeKey()).key))
  const opened: Opened[] = []
  for (let at = 0; at < 10_000; at++) opened.push(await open(keys[at % keys.length] ?? '', peerOf(`10.0.0.${at % 7}`)))
  let found = 0
  const counting = createStreams({
    isCurrent: grants.isCurrent,
    find(hash) {
      found += 1
      return grants.find(hash)
    },
  })
  for (const { stream } of opened) counting.add(stream)
  counting.sweep(NOW)
  expect(found).toBe(20 * 7)
  for (const { remove } of opened) remove()
})

test('drain ends all streams, and a later stream as soon as it has registered', async () => {
  const draining = createStreams(grants)
  const { key } = await fixture.makeKey()
  const [first, second] = [await open(key, HOME, draining), await open(key, peerOf('192.0.2.9'), draining)]
  const gone = await open(key, HOME, draining)
  gone.remove()
  draining.drain()
  expect([first.heard, second.heard, gone.heard]).toEqual([['shutdown'], ['shutdown'], []])
  const late = await open(key, HOME, draining)
  const left = await open(key, HOME, draining)
  await Promise.resolve()
  expect([late.heard, left.heard]).toEqual([['shutdown'], ['shutdown']])
  draining.drain()
  draining.sweep(NOW + 1e12)
  expect([first.heard, late.heard]).toEqual([['shutdown'], ['shutdown']])
})
