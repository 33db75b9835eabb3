import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { errorBody } from '../../data/schema/envelope.ts'
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
    const { status, body } = await local.get(`${path}?${HOME}`)
    expect([status, errorBody.parse(body).error.code]).toEqual([404, 'not_found'])
    expect(errorBody.parse(body).error.message).toContain('This server has no address data for North Carolina')
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
  await fixture.state.setPlan(
    { name: 'one', requests_per_minute: 1, requests_per_day: null, streams: 1 },
    { by: 'a test', at: '2024-10-01T00:00:00.000Z' },
  )
  const { key: spent } = await fixture.makeKey({ plan: 'one' })
  await client.get('/v1/states', { key: spent })
  for (const [status, query, key] of [
    [400, `${HOME}&lang=fr`, undefined],
    [400, `${HOME}&elections=`, undefined],
    [400, `${HOME}&lat=35.5&lng=-78.5`, undefined],
    [400, `${HOME}&unknown=1`, undefined],
    [404, `${HOME}&subscription=nobody's`, undefined],
    [401, HOME, null],
    [401, HOME, 'wrong'],
    [403, HOME, pending],
    [403, HOME, other],
    [429, HOME, spent],
  ] as const) {
    const init = key === undefined ? {} : { key }
    expect((await client.get(`/v1/recommendations?${query}`, init)).status, query).toBe(status)
  }
  expect(replay.asked).toEqual([])
})

describe('with local addresses', async () => {
  const own = await openFixture()
  afterAll(() => own.close())
  await own.publish({ fills: { addresses: fillAddresses } })
  const both = await startAsking(own)

  const ask = async (text: string) => both.get(`/v1/ballot?location=${encodeURIComponent(text)}`)
  const resolverOf = ({ body }: { body: unknown }) => located.parse(body).data.location.resolver

  test('known and ambiguous addresses are not sent', async () => {
    for (const text of ['70000123 Oak Ave, Ráleigh, NC', '70000123 oak, 27601'])
      expect(resolverOf(await ask(text))).toBe('local')
    expect(replay.asked).toEqual([])
  })

  test('unknown addresses are sent', async () => {
    for (const text of ['12 Oak Ave, Ráleigh, NC', '70000123 Fir Ave, Ráleigh, NC'])
      expect(resolverOf(await ask(text))).toBe('census')
    expect(replay.asked).toHaveLength(2)
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
  for (const query of [
    'location=27601',
    'location=99999',
    'location=Twin,%20DC',
    'address=Nowhere,%20NC',
    'location=NC',
  ])
    await client.get(`/v1/ballot?${query}`)
  expect((await client.get('/v1/ballot?lat=0&lng=0')).status).toBe(404)
  expect(replay.asked).toEqual([])
})

test('a result outside every state counts as no result', async () => {
  replay.play(answering(200, matching({ lng: 0, lat: 0 })))
  expect((await client.get(`/v1/ballot?${HOME}`)).status).toBe(404)
})

test('nearby matches in several districts are ambiguous', async () => {
  const border = -78
  replay.play(answering(200, matching({ lng: border - 0.0001, lat: 35.3 }, { lng: border + 0.0001, lat: 35.3 })))
  const { status, body } = await client.get(`/v1/ballot?${HOME}`)
  expect(status).toBe(400)
  expect(errorBody.parse(body).error.message).toContain('in different districts')
  replay.play(answering(200, matching({ lng: border - 0.0001, lat: 35.3 }, { lng: border - 0.0002, lat: 35.3 })))
  expect((await client.get(`/v1/ballot?${HOME}`)).status).toBe(200)
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
