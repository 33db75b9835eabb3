import { expect, test } from 'vitest'
import { parseAddress } from '../../../data/access/ip-range.ts'
import type { ReconnectReason } from '../../../data/schema/vocabulary.ts'
import type { KeyGrant } from '../../../data/store/state/keys.ts'
import { createStreams, type OpenStream } from '../../../server/feed/stream.ts'
import { grantsOf, keyGrant } from '../http/grants.ts'

const NOW = Date.parse('2024-10-15T12:00:00Z')

async function openStreams() {
  const keys = new Map<string, KeyGrant>()
  let [version, checked] = [0, 0]
  const grants = grantsOf([], { keyGrants: async () => [...keys.values()], grantsVersion: async () => version })
  const streams = createStreams({
    isCurrent: grants.isCurrent,
    find(hash) {
      checked += 1
      return grants.find(hash)
    },
  })
  /** Makes a key, changes it, or removes it. */
  const set = async (hash: string, some: Partial<KeyGrant> | null): Promise<void> => {
    version += 1
    if (some) keys.set(hash, keyGrant({ hash, scopes: ['stream:read'], ...some }))
    else keys.delete(hash)
    await grants.load()
  }
  /** As an open stream does, it removes itself when it ends. */
  const open = (hash: string, from = '192.0.2.7') => {
    const heard: ReconnectReason[] = []
    const peer = { address: parseAddress(from) ?? expect.fail(), network: from }
    const end: OpenStream['end'] = (reason) => {
      heard.push(reason)
      remove()
    }
    const remove = streams.add({ grant: grants.find(hash) ?? expect.fail(), peer, end })
    return { heard, remove }
  }
  await set('own', {})
  await set('other', { id: 2 })
  return { streams, set, open, sweep: () => streams.sweep(NOW), checked: () => checked }
}

test.each<[what: string, some: Partial<KeyGrant> | null, ends: boolean]>([
  ['gone', null, true],
  ['revoked', { revoked_at: '2024-10-15T11:00:00.000Z' }, true],
  ['of a suspended account', { account_status: 'suspended' }, true],
  ['without the scope', { scopes: ['data:read', 'subscriptions:write'] }, true],
  ['for other addresses', { addresses: ['192.0.2.8', '2001:db8::/32'] }, true],
  ['expired this moment', { expires_at: '2024-10-15T12:00:00.000Z' }, true],
  ['with another label', { label: 'changed' }, false],
  ['with more scopes', { scopes: ['data:read', 'stream:read'] }, false],
  ['for addresses that hold this one', { addresses: ['192.0.2.0/24'] }, false],
  ['about to expire in a millisecond', { expires_at: '2024-10-15T12:00:00.001Z' }, false],
])('the streams of a key that is now %s end once, or stay; no other stream ends', async (_, some, ends) => {
  const { set, open, sweep } = await openStreams()
  const [first, second, other] = [open('own'), open('own', '192.0.2.7'), open('other')]
  sweep()
  expect([first.heard, second.heard]).toEqual([[], []])
  await set('own', some)
  sweep()
  sweep()
  const expected = ends ? ['revoked'] : []
  expect([first.heard, second.heard, other.heard]).toEqual([expected, expected, []])
})

test('narrower addresses end only streams from addresses outside of them', async () => {
  const { set, open, sweep } = await openStreams()
  const streams = ['192.0.2.7', '2001:db8::1', '2001:db8::2'].map((from) => open('own', from))
  await set('own', { addresses: ['192.0.2.7', '2001:db8::2'] })
  sweep()
  expect(streams.map(({ heard }) => heard)).toEqual([[], ['revoked'], []])
})

test('streams end when their key expires, even if the state does not change', async () => {
  const { streams, set, open } = await openStreams()
  await set('own', { expires_at: '2024-10-15T12:00:30.000Z' })
  const { heard } = open('own')
  streams.sweep(NOW + 29_999)
  expect(heard).toEqual([])
  streams.sweep(NOW + 30_000)
  expect(heard).toEqual(['revoked'])
})

test('a removed stream receives nothing; removing it twice removes no other stream', async () => {
  const { set, open, sweep } = await openStreams()
  const [gone, stays] = [open('own'), open('own')]
  gone.remove()
  gone.remove()
  await set('own', { scopes: [] })
  sweep()
  expect([gone.heard, stays.heard]).toEqual([[], ['revoked']])
})

test('a sweep checks each key and address once', async () => {
  const { open, sweep, checked } = await openStreams()
  for (let at = 0; at < 1000; at++) open(at % 2 ? 'own' : 'other', `10.0.0.${at % 7}`)
  sweep()
  expect(checked()).toBe(2 * 7)
})

test('drain ends all streams, and a later stream as soon as it has registered', async () => {
  const { streams, open, sweep } = await openStreams()
  const [first, gone] = [open('own'), open('own')]
  gone.remove()
  streams.drain()
  const late = open('other')
  await Promise.resolve()
  streams.drain()
  sweep()
  expect([first.heard, gone.heard, late.heard]).toEqual([['shutdown'], [], ['shutdown']])
})
