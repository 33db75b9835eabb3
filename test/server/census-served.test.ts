import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openApi } from './api.ts'
import { type Client, openClient } from './client.ts'
import { isPartOpen, openFixture } from './fixture.ts'
import { HAS_PROC } from './limits/serving.ts'
import { fillAddresses } from './place/address/addresses.ts'
import { answering, matching, openReplay } from './place/census/census-replay.ts'

const replay = await openReplay()
afterAll(() => replay.close())
beforeEach(() => replay.play(answering(200, matching(HERE))))
const { fixture, key, client: local } = await openApi()
const client = await startAsking()

const HERE = { lng: -78.5, lat: 35.5 }
const HOME = `location=${encodeURIComponent('5 Elm St, Ráleigh, NC')}`
const PATHS = ['/v1/ballot', '/v1/recommendations', '/v1/representatives']

/** A server with its own circuit breaker, initially closed. Its clock stands, so no test crosses the end of a minute. */
async function startAsking(of = fixture): Promise<Client> {
  vi.stubEnv('HUSTINGS_GEOCODER', 'census')
  vi.stubEnv('HUSTINGS_CENSUS_URL', replay.url)
  const now = Date.parse('2024-10-15T12:00:00.000Z')
  const { url } = await of.start({ clock: () => now })
  vi.unstubAllEnvs()
  return openClient(url, of === fixture ? key : (await of.makeKey()).key)
}

const located = z.object({ data: z.looseObject({ location: z.looseObject({}) }) })

describe.each(PATHS)('%s', (path) => {
  test('an address gets the answer of its point, and the name of the geocoder', async () => {
    const [found, point] = await Promise.all([client.get(`${path}?${HOME}`), client.get(`${path}?lat=35.5&lng=-78.5`)])
    const expected = located.parse(point.body).data
    const kind = { kind: 'address', resolver: 'census' }
    expect(found.body).toEqual({ data: { ...expected, location: { ...expected.location, ...kind } } })
    expect(expected.location).toMatchObject({ kind: 'coordinates', resolver: 'coordinates', exact: true, label: null })
    expect(found.headers.get('cache-control')).toBe('no-store')
    expect(found.headers.get('x-snapshot')).toMatch(/^[0-9a-f]{64}$/)
    expect(replay.asked).toHaveLength(1)
  })

  test('switched off, no request is sent, and the message says what this server lacks', async () => {
    const { status, text } = await local.get(`${path}?${HOME}`)
    expect([status, text]).toEqual([404, expect.stringContaining('no address data for North Carolina')])
    expect(replay.asked).toEqual([])
  })

  test('each address is sent every time, without a cache', async () => {
    await client.get(`${path}?${HOME}`)
    await client.get(`${path}?${HOME}`)
    expect(replay.asked).toHaveLength(2)
  })
})

test('other errors are reported before the address is sent', async () => {
  const { key: pending } = await fixture.makeKey({ approved: false })
  const { key: other } = await fixture.makeKey({ scopes: ['stream:read'] })
  const { key: spent } = await fixture.makeKey({ limits: { requests_per_minute: 1 } })
  await client.get('/v1/states', { key: spent })
  for (const [status, more, by] of [
    [400, '&lang=fr', key],
    [400, '&elections=', key],
    [400, '&lat=35.5&lng=-78.5', key],
    [400, '&unknown=1', key],
    [404, "&subscription=nobody's", key],
    [401, '', null],
    [401, '', 'wrong'],
    [403, '', pending],
    [403, '', other],
    [429, '', spent],
  ] as const)
    expect((await client.get(`/v1/recommendations?${HOME}${more}`, { key: by })).status, more).toBe(status)
  expect(replay.asked).toEqual([])
})

describe('with local addresses', async () => {
  const own = await openFixture()
  afterAll(() => own.close())
  await own.publish({ fills: { addresses: fillAddresses } })
  const both = await startAsking(own)

  const ask = async (text: string) => both.get(`/v1/ballot?location=${encodeURIComponent(text)}`)
  const resolverOf = ({ body }: { body: unknown }) => located.parse(body).data.location.resolver

  test.each([
    ['known', 'local', ['70000123 Oak Ave, Ráleigh, NC', '70000123 oak, 27601']],
    ['unknown', 'census', ['12 Oak Ave, Ráleigh, NC', '70000123 Fir Ave, Ráleigh, NC']],
  ])('%s addresses are found by the resolver %s, and only the Census gets them', async (_, resolver, texts) => {
    for (const text of texts) expect(resolverOf(await ask(text))).toBe(resolver)
    expect(replay.asked).toHaveLength(resolver === 'local' ? 0 : texts.length)
  })

  test('addresses without a point, or in a state without lines, are not sent', async () => {
    for (const text of ['PO Box 12, Raleigh, NC', 'Oak Ave & Elm St, Raleigh, NC', '12 Oak Ave, Columbus, OH', '12'])
      expect((await ask(text)).status).toBe(404)
    expect((await ask('12 Oak Ave, Columbus, OH 43215')).text).toContain('no district lines for Ohio')
    expect(replay.asked).toEqual([])
  })

  test('switched off, the message says which is missing: addresses of the state, or this address', async () => {
    const alone = await openClient((await own.start()).url, (await own.makeKey()).key)
    const textOf = async (text: string) => (await alone.get(`/v1/ballot?location=${encodeURIComponent(text)}`)).text
    expect(await textOf('12 Oak Ave, Raleigh, NC')).toContain(
      'address data for North Carolina does not hold that address',
    )
    expect(await textOf('12 Oak Ave, Washington, DC')).toContain('no address data for District of Columbia')
    expect(replay.asked).toEqual([])
  })
})

test('only addresses are sent: no ZIP code, name or point, known or not', async () => {
  for (const query of ['location=27601', 'location=99999', 'address=Nowhere,%20NC', 'location=NC', 'lat=0&lng=0'])
    await client.get(`/v1/ballot?${query}`)
  expect(replay.asked).toEqual([])
})

test('a result outside every state counts as no result', async () => {
  replay.play(answering(200, matching({ lng: 0, lat: 0 })))
  expect((await client.get(`/v1/ballot?${HOME}`)).status).toBe(404)
})

test('nearby matches in several districts are ambiguous', async () => {
  // A border is at -78.
  const ask = (...lngs: number[]) => {
    replay.play(answering(200, matching(...lngs.map((lng) => ({ lng, lat: 35.3 })))))
    return client.get(`/v1/ballot?${HOME}`)
  }
  const { status, text } = await ask(-78.0001, -77.9999)
  expect([status, text]).toEqual([400, expect.stringContaining('in different districts')])
  expect((await ask(-78.0001, -78.0002)).status).toBe(200)
})

test.skipIf(!HAS_PROC)('a bundle published meanwhile answers: no bundle is held while the geocoder works', async () => {
  const before = (await client.get('/v1/states')).headers.get('x-snapshot') ?? ''
  const waiting: ServerResponse[] = []
  replay.play((response) => void waiting.push(response))
  const asking = client.get(`/v1/ballot?${HOME}`)
  await expect.poll(() => waiting.length).toBe(1)
  const bundle = await fixture.publish({ said: ' anew' })
  await expect.poll(async () => (await client.get('/v1/states')).headers.get('x-snapshot')).toBe(bundle)
  await expect.poll(() => [before, bundle].map((id) => isPartOpen(fixture, id, 'endorsements'))).toEqual([false, true])
  waiting[0]?.end(matching(HERE))
  const { status, headers } = await asking
  expect([status, headers.get('x-snapshot')]).toEqual([200, bundle])
})
