import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../../data/schema/api-error.ts'
import { portOf } from '../../../../server/main.ts'
import { createGeocoder, type Geocoder, REPLY_BYTES_MAX } from '../../../../server/place/census.ts'
import { hasMirror } from '../../../ingest/boundary/collect.ts'
import { answering, type Behaviour, matching, openReplay, type Replay, recorded } from './census-replay.ts'

const ADDRESS = '1 Main St, Raleigh, NC'
const HERE = { lng: -78.5, lat: 35.5 }
/** Milliseconds; a test without an answer waits twice as long. */
const IMPATIENT = 600

let replay: Replay
let geocoder: Geocoder
let clock: number
let told: string[]
beforeAll(async () => {
  replay = await openReplay()
})
afterAll(() => replay.close())
beforeEach(() => {
  clock = 0
  told = []
  replay.play()
  geocoder = open()
})

const open = (timeout = 60_000, url = replay.url): Geocoder =>
  createGeocoder({ url, timeout, steady: () => clock, warn: (sentence) => told.push(sentence) })

async function refusalOf(asked = geocoder) {
  const fault: unknown = await asked.find(ADDRESS).then(
    (points) => expect.fail(`it answers ${JSON.stringify(points)}`),
    (reason) => reason,
  )
  if (!(fault instanceof ApiError)) throw fault
  const { status, code, message, headers } = fault
  return { status, code, message, retryAfter: headers[headers.indexOf('Retry-After') + 1] }
}

test('the request asks only for the point, with the address in one line, and has nothing about the caller', async () => {
  replay.play(answering(200, matching(HERE)))
  expect(await geocoder.find('12½ Élm St & Main #4, San José, CA')).toEqual([HERE])
  const [asked] = replay.asked
  expect(asked?.path).toBe('/geocoder/locations/onelineaddress')
  expect(Object.fromEntries(asked?.search ?? [])).toEqual({
    address: '12½ Élm St & Main #4, San José, CA',
    benchmark: 'Public_AR_Current',
    format: 'json',
  })
  expect(asked?.headers.join(' ')).not.toMatch(/referer|forwarded|cookie|authorization/i)
})

describe.skipIf(!hasMirror)('recorded answers', () => {
  test.each(['address-locations', 'address-geographies', 'onelineaddress'])('%s: one match', async (name) => {
    replay.play(answering(200, recorded(name)))
    expect(await geocoder.find(ADDRESS)).toEqual([{ lng: -77.03535, lat: 38.898754 }])
  })

  test('two matches 142 m apart are a tie, which the ZIP code would tell', async () => {
    replay.play(answering(200, recorded('test_benchmark_vintage')))
    expect(await refusalOf()).toMatchObject({ status: 400, message: expect.stringMatching(/add the ZIP code/) })
  })

  test('the answer to another request has another format', async () => {
    replay.play(answering(200, recorded('coordinates')))
    expect((await refusalOf()).status).toBe(503)
    expect(replay.asked).toHaveLength(1)
  })
})

describe('several matches', () => {
  const METRES_A_DEGREE = 111_320
  const shrunk = Math.cos((HERE.lat * Math.PI) / 180)
  const north = (metres: number) => ({ ...HERE, lat: HERE.lat + metres / METRES_A_DEGREE })
  const east = (metres: number) => ({ ...HERE, lng: HERE.lng + metres / METRES_A_DEGREE / shrunk })

  test.each([north, east])('within 100 m are one place', async (away) => {
    replay.play(answering(200, matching(HERE, away(99))))
    expect(await geocoder.find(ADDRESS)).toHaveLength(2)
    replay.play(answering(200, matching(HERE, HERE, away(101))))
    expect((await refusalOf()).status).toBe(400)
  })

  test('each is compared with every other', async () => {
    replay.play(answering(200, matching(HERE, north(80), north(-80))))
    expect((await refusalOf()).status).toBe(400)
  })

  test.each<[Record<string, string>, string, metres?: number]>([
    [{ state: 'SC', city: 'CARY', zip: '1' }, 'the state'],
    [{ state: 'SC' }, 'the state', 0],
    [{ city: 'CARY', zip: '27513' }, 'the city'],
    [{ zip: '27603' }, 'the ZIP code'],
    [{ suffixDirection: 'SW' }, 'the direction of the street'],
    [{ preDirection: 'N', suffixType: 'AVE' }, 'the direction of the street'],
    [{ suffixType: 'AVE' }, 'the kind of street'],
    [{}, 'the city and the ZIP code'],
  ])('that differ in %o: the error names the part to add', async (parts, words, metres = 500) => {
    replay.play(answering(200, matching(HERE, { ...north(metres), parts })))
    const { status, code, message } = await refusalOf()
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(message).toContain(`add ${words}`)
    expect(message).not.toMatch(/Main|Raleigh|cary|27603/i)
  })
})

test('no match and a text that is no address are both 404, and not failures of the geocoder', async () => {
  const refusal = JSON.stringify({ errors: ['Address cannot be empty'], status: '400' })
  for (let time = 0; time < 4; time++)
    for (const behaviour of [answering(200, matching()), answering(400, refusal)]) {
      replay.play(behaviour)
      expect(await refusalOf()).toMatchObject({ status: 404, code: 'not_found' })
      expect(replay.asked).toHaveLength(1)
    }
  expect(told).toEqual([])
})

describe('out of order', () => {
  let elsewhere: Server
  let visits = 0
  beforeAll(async () => {
    elsewhere = createServer((_, response) => {
      visits += 1
      response.end(matching(HERE))
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void elsewhere.close())

  const html = '<html><body>Service unavailable</body></html>'
  const large = Buffer.alloc(REPLY_BYTES_MAX + 1, ' ')
  const drip: Behaviour = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  const away: Behaviour = (response) =>
    void response.writeHead(302, { Location: `http://127.0.0.1:${portOf(elsewhere.address())}/` }).end()

  const breaking: Behaviour = (response) => void response.writeHead(200).write('{', () => response.destroy())

  test.each<[string, Behaviour, tries: number]>([
    ['a connection that breaks', (response) => void response.destroy(), 2],
    ['one that breaks in the midst', breaking, 2],
    ['500', answering(500, html), 2],
    ['403', answering(403, html), 1],
    ['429', answering(429, html, { 'Retry-After': '1' }), 1],
    ['a redirect', away, 1],
    ['an HTML page', answering(200, html, { 'Content-Type': 'text/html' }), 1],
    ['an HTML page with 400', answering(400, html), 1],
    ['half of the JSON', answering(200, matching(HERE).slice(0, -9)), 1],
    ['other JSON', answering(200, '{"result":{}}'), 1],
    ['a point that is none', answering(200, matching({ lng: 500, lat: 0 })), 1],
    ['a body too large', answering(200, large), 1],
    ['one too large once unpacked', answering(200, gzipSync(large), { 'Content-Encoding': 'gzip' }), 1],
  ])('%s', async (_, behaviour, tries) => {
    replay.play(behaviour)
    await expectFailure(tries)
  })

  test.each<[string, Behaviour]>([
    ['nothing at all', () => undefined],
    ['a slow drip', drip],
  ])('%s, for the whole time', async (_, behaviour) => {
    const began = performance.now()
    geocoder = open(IMPATIENT)
    replay.play(behaviour)
    await expectFailure(2)
    expect(performance.now() - began).toBeGreaterThan(IMPATIENT)
  })

  async function expectFailure(tries: number): Promise<void> {
    const { message, ...refusal } = await refusalOf()
    expect(refusal).toEqual({ status: 503, code: 'internal_error', retryAfter: '5' })
    expect(message).toContain('Census geocoder')
    expect(message).not.toMatch(/Main|Raleigh|127\.0\.0\.1/)
    expect(replay.asked).toHaveLength(tries)
    expect(visits).toBe(0)
  }

  test.each<[string, Behaviour]>([
    ['a broken connection', (response) => void response.destroy()],
    ['silence', () => undefined],
  ])('%s succeeds at the second try', async (_, behaviour) => {
    geocoder = open(2000)
    replay.play(behaviour, answering(200, matching(HERE)))
    expect(await geocoder.find(ADDRESS)).toEqual([HERE])
    expect(replay.asked).toHaveLength(2)
  })

  test('nobody there', async () => {
    const gone = await openReplay()
    await gone.close()
    expect((await refusalOf(open(60_000, gone.url))).status).toBe(503)
  })
})

describe('the circuit breaker', () => {
  const broken = answering(500, '')
  const whole = answering(200, matching(HERE))
  const fail = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) expect((await refusalOf()).status).toBe(503)
  }

  test('opens with the fifth failure in a row; then no request is sent for 30 s', async () => {
    replay.play(broken)
    await fail(4)
    replay.play(whole)
    await geocoder.find(ADDRESS)
    replay.play(broken)
    await fail(4)
    expect(told).toEqual([])
    expect((await refusalOf()).retryAfter).toBe('30')
    expect(told).toEqual([expect.stringContaining('status 500')])
    replay.play(whole)
    clock = 12_300
    expect((await refusalOf()).retryAfter).toBe('18')
    clock = 29_999
    expect((await refusalOf()).retryAfter).toBe('1')
    expect(replay.asked).toEqual([])
  })

  test('then one request tries, and its result decides for all', async () => {
    replay.play(broken)
    await fail(5)
    clock = 30_000
    let go = (): void => undefined
    replay.play((response) => {
      go = () => void response.writeHead(400).end('no')
    })
    const trial = refusalOf()
    await expect.poll(() => replay.asked).toHaveLength(1)
    expect((await refusalOf()).retryAfter).toBe('1')
    go()
    expect((await trial).retryAfter).toBe('30')
    clock = 60_000
    replay.play(whole)
    await Promise.all([geocoder.find(ADDRESS), refusalOf()])
    await Promise.all([geocoder.find(ADDRESS), geocoder.find(ADDRESS)])
    expect(told).toEqual([expect.stringContaining('fails'), expect.stringContaining('answers')])
  })

  test('many failures at once open it once, and an earlier request does not prolong it', async () => {
    let go = (): void => undefined
    replay.play((response) => {
      go = () => void response.writeHead(429).end()
    }, broken)
    const patient = open()
    const first = refusalOf(patient)
    await expect.poll(() => replay.asked).toHaveLength(1)
    await Promise.all(Array.from({ length: 40 }, () => refusalOf(patient)))
    expect(told).toHaveLength(1)
    clock = 10_000
    go()
    expect((await first).retryAfter).toBe('20')
    clock = 30_000
    replay.play(whole)
    expect(await patient.find(ADDRESS)).toEqual([HERE])
  })
})
