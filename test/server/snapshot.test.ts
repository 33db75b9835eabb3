import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBody, list } from '../../data/schema/envelope.ts'
import { eventPage } from '../../data/schema/event.ts'
import { BUNDLE_FORMAT } from '../../data/schema/manifest.ts'
import { snapshot as snapshotRecord } from '../../data/schema/snapshot.ts'
import { toCursor } from '../../server/feed/position.ts'
import { fileRoutes, liveRoutes, routes } from '../../server/routes.ts'
import { PAST_OPENINGS_PER_MINUTE } from '../../server/serving/past-bundles.ts'
import { createSnapshots, SNAPSHOTS_LOOK_MS } from '../../server/serving/snapshots.ts'
import { walk } from './api.ts'
import { type Client, openClient } from './client.ts'
import { flip } from './damage.ts'
import { type Fixture, openFixture, openOwnFixture } from './fixture.ts'
import { GOOD } from './good.ts'
import { LIVE_GOOD, methodOf } from './live.ts'

const listOf = list(snapshotRecord)
const dataOf = z.object({ data: z.unknown() })
const row = z.looseObject({ id: z.number() })

/** The days of the publications, and what tells their bundles apart. */
const NIGHTS = [
  { day: '2024-10-01', at: '2024-10-01T23:59:59.999Z', mark: ' one', said: ' said one.' },
  { day: '2024-10-20', at: '2024-10-20T00:00:00.000Z', mark: ' two', said: ' said two.', vacant: true },
  { day: '2024-11-10', at: '2024-11-10T12:00:00.000Z', mark: ' three', said: ' said three.' },
] as const

const fixture = await openFixture()
afterAll(() => fixture.close())
const { key } = await fixture.makeKey()
/** Of each night. */
const bundles: string[] = []
/** The answer to every request on the evening of its night, by night and request. */
const answered: Map<string, { status: number; data: unknown }>[] = []

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`
const ask = (path: string, snapshot: string) => client.get(withQuery(path, `snapshot=${snapshot}`))
const REQUESTS = [
  ...Object.values(GOOD),
  ...['/v1/elections?upcoming=true', '/v1/contests?upcoming=true&limit=5', '/v1/endorsements?upcoming=true'],
  ...['/v1/ballot?location=27601', '/v1/recommendations?location=NC', '/v1/coverage?upcoming=false'],
]

for (const { day, ...night } of NIGHTS) {
  bundles.push(await fixture.publish({ ...night, fillers: 0 }))
  const server = await fixture.start({ asOf: day })
  const then = await openClient(server.url, key)
  const answers = new Map<string, { status: number; data: unknown }>()
  for (const path of REQUESTS) {
    const { status, body } = await then.get(path)
    answers.set(path, { status, data: status === 200 ? dataOf.parse(body).data : null })
  }
  answered.push(answers)
  await server.close()
}
const clock = () => Date.parse('2024-11-20T12:00:00.000Z')
const client = await openClient((await fixture.start({ asOf: null, clock })).url, key)

describe.each(routes.map((route) => [route.path, route] as const))('%s', (path) => {
  const requests = REQUESTS.filter((request) => request === GOOD[path] || request.startsWith(`${path}?`))

  test('answers by day and by id as it did then', async () => {
    expect(requests.length).toBeGreaterThan(0)
    for (const [at, { day }] of NIGHTS.entries())
      for (const request of requests) {
        const then = answered[at]?.get(request)
        for (const snapshot of [day, bundles[at] ?? '', (bundles[at] ?? '').slice(0, 8)]) {
          const got = await ask(request, snapshot)
          expect(got.headers.get('x-snapshot'), request).toBe(bundles[at])
          // A retry cannot help where an old bundle has no officeholders.
          expect(got.status, `${request} ${snapshot}`).toBe(then?.status === 503 ? 404 : then?.status)
          if (got.status === 200) expect(dataOf.parse(got.body).data, `${request} ${snapshot}`).toEqual(then?.data)
        }
      }
  })

  test('any other name is refused, a day before the first publication and an unknown id are not found', async () => {
    const wrong = ['latest', '2024-02-30', '2024-11', 'abcdef1', 'ABCDEF01', 'abcdefg1', `${bundles[0]}0`, '*']
    for (const name of [...wrong, '2024-09-30', 'f'.repeat(64)]) {
      const { status, text } = await ask(GOOD[path] ?? '', encodeURIComponent(name))
      const expected = wrong.includes(name)
        ? [400, 'expected a bundle id of 64 hexadecimal digits']
        : [404, 'not_found']
      expect([status, text], name).toEqual([expected[0], expect.stringContaining(String(expected[1]))])
    }
  })
})

test.each([
  ...Object.entries(LIVE_GOOD).map(([operation, { path }]) => [methodOf(operation), path] as const),
  ...fileRoutes.map(({ method }) => [method, `/downloads/${'0'.repeat(64)}/contest.parquet`] as const),
])('%s %s does not know the parameter', async (method, path) => {
  expect([...liveRoutes, ...fileRoutes].length).toBe(Object.keys(LIVE_GOOD).length + 1)
  const { status, body } = await client.get(`${path.replace('{id}', '1')}?snapshot=2024-10-01`, { method })
  expect([status, errorBody.parse(body).error.message]).toEqual([400, expect.stringContaining('`snapshot` is unknown')])
})

describe('the day of the service', () => {
  const upcoming = async (snapshot: string) => (await ask('/v1/elections?states=NC&upcoming=true', snapshot)).text

  test('is that of each request, also where one bundle answers for several days', async () => {
    for (const day of ['2024-11-05', '2024-11-06', '2024-11-05', '2024-11-06']) {
      const { text, headers } = await ask('/v1/ballot?lat=35.5&lng=-78.5', day)
      expect(headers.get('x-snapshot')).toBe(bundles[1])
      expect(text.includes('nc-2024-11-05-general'), day).toBe(day === '2024-11-05')
    }
  })

  test('is the day of the publication for an id, also of the current bundle and of the earlier two publications', async () => {
    expect(await upcoming(bundles[1] ?? '')).toContain('nc-2024-11-05-general')
    expect(await upcoming(bundles[2] ?? '')).not.toContain('nc-2024-11-05-general')
    expect((await ask('/v1/elections', bundles[2] ?? '')).headers.get('x-snapshot')).toBe(bundles[2])
  })

  test('wins over the pinned day of the server', async () => {
    const pinned = await openClient((await fixture.start({ asOf: '2024-12-31' })).url, key)
    const path = '/v1/elections?states=NC&upcoming=true'
    expect((await pinned.get(`${path}&snapshot=2024-10-01`)).text).toContain('nc-2024-11-05-general')
    expect((await pinned.get(path)).text).not.toContain('nc-2024-11-05-general')
  })
})

describe('caching and paging', () => {
  test('answers of several snapshots and of the present are never mixed', async () => {
    const etags = new Set<string | null>()
    const names = [...NIGHTS.map(({ day }) => day), ...bundles, '2024-11-06', undefined]
    for (let turn = 0; turn < 2; turn++)
      for (const name of names) {
        const { text, headers } = await client.get(withQuery('/v1/contests?limit=500', name ? `snapshot=${name}` : ''))
        const at = bundles.indexOf(headers.get('x-snapshot') ?? '')
        for (const [other, { mark }] of NIGHTS.entries())
          expect(text.includes(`${mark}"`), `${name} ${mark}`).toBe(other === at)
        etags.add(headers.get('etag'))
      }
    expect(etags.size).toBe(names.length)
  })

  test('an answer is validated by its own ETag only', async () => {
    const etagOf = async (name: string) => (await ask('/v1/elections', name)).headers.get('etag') ?? ''
    const [one, two] = [await etagOf('2024-10-01'), await etagOf('2024-10-20')]
    const send = (name: string, etag: string) =>
      client.get(`/v1/elections?snapshot=${name}`, { headers: { 'If-None-Match': etag } })
    expect((await send('2024-10-01', one)).status).toBe(304)
    expect((await send('2024-10-01', two)).status).toBe(200)
  })

  test('a cursor continues within its snapshot, and with no other', async () => {
    const one = '/v1/contests?snapshot=2024-10-01'
    expect(await walk(client, row, one, 5)).toEqual(await walk(client, row, `/v1/contests?snapshot=${bundles[0]}`))
    const { next_cursor } = z.object({ next_cursor: z.string() }).parse((await client.get(`${one}&limit=5`)).body)
    for (const other of ['', '&snapshot=2024-10-02', `&snapshot=${bundles[0]}`]) {
      const { status, body } = await client.get(`/v1/contests?limit=5&cursor=${next_cursor}${other}`)
      expect([status, errorBody.parse(body).error.message], other).toEqual([
        400,
        expect.stringContaining('another list'),
      ])
    }
  })
})

test('X-Feed-Cursor of a snapshot is the position of its publication: the feed leads from there to the present', async () => {
  const own = await openOwnFixture()
  const first = await own.publish({ fillers: 0, said: ' before.', told: true, at: '2024-10-01T00:00:00.000Z' })
  await own.publish({ fillers: 0, said: ' after.', told: true, at: '2024-10-02T00:00:00.000Z' })
  const { key: other } = await own.makeKey()
  const clock = () => Date.parse('2024-10-03T00:00:00.000Z')
  const reader = await openClient((await own.start({ asOf: null, clock })).url, other)
  const { headers } = await reader.get(`/v1/endorsements?snapshot=${first}`)
  const head = await own.state.head()
  const cursor = headers.get('x-feed-cursor') ?? ''
  expect([headers.get('x-snapshot'), cursor]).toEqual([first, toCursor({ epoch: head?.epoch ?? '', seq: 0 })])
  const { data } = eventPage.parse((await reader.get(`/v1/events?limit=1000&cursor=${cursor}`)).body)
  expect([data.length > 0, data.length]).toEqual([true, head?.seq])
  const now = (await reader.get('/v1/endorsements?snapshot=2024-10-02')).headers.get('x-feed-cursor')
  expect(now).toBe((await reader.get('/v1/endorsements')).headers.get('x-feed-cursor'))
  // A later epoch leaves the old position to the feed, which refuses it.
  await own.state.beginEpoch()
  await expect.poll(async () => (await reader.get(`/v1/events?cursor=${cursor}`)).status).toBe(410)
  expect((await reader.get(`/v1/endorsements?snapshot=${first}`)).headers.get('x-feed-cursor')).toBe(cursor)
})

describe('bundles that are not here', () => {
  let own: Fixture
  let reader: Client
  const kept: string[] = []
  const refusal = async (snapshot: string) => {
    const { status, body } = await reader.get(`/v1/elections?snapshot=${snapshot}`)
    const { code, message } = errorBody.parse(body).error
    return { status, code, message }
  }
  const short = (at: number): string => `${kept[at]?.slice(0, 12)} of 2024-10-0${at + 1}`

  beforeAll(async () => {
    own = await openFixture()
    for (let at = 1; at <= 5; at++)
      kept.push(await own.publish({ fillers: 0, mark: ` ${at}`, at: `2024-10-0${at}T12:00:00.000Z` }))
    reader = await openClient((await own.start()).url, (await own.makeKey()).key)
  })
  afterAll(() => own.close())

  test('a part that garbage collection has deleted: the nearest kept ones are named', async () => {
    rmSync(own.partOf(kept[1] ?? '', 'ballots'))
    for (const name of ['2024-10-02', kept[1] ?? '', kept[1]?.slice(0, 10) ?? ''])
      expect(await refusal(name)).toEqual({
        ...{ status: 404, code: 'not_found' },
        message: `Parameter \`snapshot\`: The bundle ${short(1)} is no longer kept. The nearest kept ones: ${short(0)} before it, ${short(2)} after it.`,
      })
  })

  test('a manifest of another format is refused by a sentence', async () => {
    const file = join(own.paths.bundles, `${kept[2]}.json`)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(`"format": ${BUNDLE_FORMAT}`, '"format": 99'))
    expect(await refusal('2024-10-03')).toMatchObject({
      ...{ status: 404, message: expect.stringContaining('Another version must read the bundle.') },
    })
    writeFileSync(file, text)
    expect((await reader.get('/v1/elections?snapshot=2024-10-03')).headers.get('x-snapshot')).toBe(kept[2])
  })

  test('a bundle whose parts go while it is open still answers; without its manifest it is gone', async () => {
    const part = own.partOf(kept[3] ?? '', 'ballots')
    expect((await reader.get('/v1/elections?snapshot=2024-10-04')).status).toBe(200)
    rmSync(part)
    expect((await reader.get('/v1/contests?snapshot=2024-10-04')).status).toBe(200)
    rmSync(join(own.paths.bundles, `${kept[3]}.json`))
    await expect.poll(async () => (await refusal('2024-10-04').catch(() => ({ status: 200 }))).status).toBe(404)
    expect((await refusal('2024-10-04')).message).toContain(`${short(2)} before it, ${short(4)} after it`)
  })

  test('a damaged part is no answer: 500, and the current bundle still answers', async () => {
    const part = own.partOf(kept[0] ?? '', 'ballots')
    flip(part, statSync(part).size - 100)
    expect(await refusal('2024-10-01')).toMatchObject({ status: 500, code: 'internal_error' })
    expect((await reader.get('/v1/elections')).headers.get('x-snapshot')).toBe(kept[4])
  })

  test('before anything is published, the answer is 503', async () => {
    const empty = await openOwnFixture()
    const early = await openClient((await empty.start()).url, (await empty.makeKey()).key)
    expect((await early.get('/v1/elections?snapshot=2024-10-01')).status).toBe(503)
  })
})

test('one key that names one snapshot after the other is refused; other keys and the present are not', async () => {
  // Of four in turn, none is among the two that are open.
  const others: string[] = []
  for (let at = 1; at <= 5; at++)
    others.push(await fixture.publish({ fillers: 0, mark: ` other ${at}`, at: `2023-01-0${at}T00:00:00.000Z` }))
  others.pop()
  const { key: greedy } = await fixture.makeKey({ limits: { requests_per_day: 100_000 } })
  await expect.poll(async () => (await client.get('/v1/states', { key: greedy })).status).toBe(200)
  const statuses: number[] = []
  let remaining = Number.NaN
  for (let at = 0; at < PAST_OPENINGS_PER_MINUTE + 2; at++) {
    const { status, headers } = await client.get(`/v1/elections?snapshot=${others[at % 4]}`, { key: greedy })
    statuses.push(status)
    const left = Number(headers.get('x-daily-remaining'))
    // A refused request is taken back.
    if (status === 429) expect([Number(headers.get('retry-after')) > 0, left]).toEqual([true, remaining])
    remaining = left
  }
  expect(statuses.indexOf(429)).toBe(PAST_OPENINGS_PER_MINUTE)
  expect(statuses.slice(PAST_OPENINGS_PER_MINUTE)).toEqual([429, 429])
  for (const id of others) expect((await ask('/v1/elections', id)).status).toBe(200)
  expect((await client.get('/v1/elections', { key: greedy })).status).toBe(200)
})

test('the folders and the files of exports are read once, and a new export appears within a moment', async () => {
  const own = await openOwnFixture()
  const bundle = await own.publish({ fillers: 0 })
  let now = 0
  let reads = 0
  const kept = () => {
    reads += 1
    return [bundle]
  }
  const { exports } = own.paths
  const snapshots = createSnapshots({ state: own.state, bundles: { kept }, exports, steady: () => now })
  const list = await snapshots.list()
  expect([await snapshots.list(), reads]).toEqual([list, 1])
  const writing = join(own.paths.root, 'writing')
  mkdirSync(writing)
  mkdirSync(exports, { recursive: true })
  writeFileSync(join(writing, 'contest.csv'), 'id\n')
  writeFileSync(join(writing, 'SHA256SUMS'), `${'0'.repeat(64)}  contest.csv\n`)
  renameSync(writing, join(exports, bundle))
  now += SNAPSHOTS_LOOK_MS
  const exported = listOf.parse(JSON.parse(String(await snapshots.list()))).data[0]
  expect(exported?.exports).toMatchObject([{ name: 'contest.csv', bytes: 3 }])
  // The size is not read again.
  writeFileSync(join(exports, bundle, 'contest.csv'), 'id\n1\n')
  now += SNAPSHOTS_LOOK_MS
  expect(listOf.parse(JSON.parse(String(await snapshots.list()))).data[0]).toEqual(exported)
  rmSync(join(exports, bundle), { recursive: true })
  now += SNAPSHOTS_LOOK_MS
  expect(listOf.parse(JSON.parse(String(await snapshots.list()))).data[0]?.exports).toEqual([])
})
