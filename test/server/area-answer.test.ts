// Answers about an area: computed in slices beside other work, limited in number per account, and streamed if long.

import { existsSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { record } from '../../data/schema/envelope.ts'
import { AREA_ELECTIONS_MAX } from '../../data/schema/operations.ts'
import { type RecommendedContest, recommendations } from '../../data/schema/recommendation.ts'
import { AREA_ANSWERS_AT_ONCE, AREA_ANSWERS_WAITING } from '../../server/limits/limits.ts'
import { openApi } from './api.ts'
import { type Fixture, isPartOpen, openOwnFixture } from './fixture.ts'

const CONTESTS = 800
const STATE = '/v1/recommendations?location=NC'
const POINT = '/v1/recommendations?lat=35.5&lng=-78.5'

const { fixture, client, url, key } = await openApi({ fillers: CONTESTS })

interface Received extends IncomingMessage {
  body: Buffer
}

function ask(
  path: string,
  { as = key, ...options }: { as?: string; agent?: Agent; headers?: object; method?: string } = {},
) {
  return new Promise<Received>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${as}`, ...options.headers }
    get(url + path, { ...options, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => resolve(Object.assign(reply, { body: Buffer.concat(chunks) })))
      reply.on('error', reject)
    }).on('error', reject)
  })
}

/** Subsets of categories, a different one for each number below 511, so that no answer is cached. */
const CATEGORIES = 'advocacy business civic environment labor newspaper official party person'.split(' ')
const other = (nth: number): string =>
  `${STATE}&categories=${CATEGORIES.filter((_, at) => (nth + 1) & (1 << at)).join(',')}`

describe('a long answer', () => {
  test('is the same bytes in every encoding, with every header but a length', async () => {
    const plain = await ask(STATE)
    expect(plain.statusCode).toBe(200)
    expect(plain.body.length).toBeGreaterThan(1024 * 1024)
    expect(JSON.parse(plain.body.toString()).data.contests).toHaveLength(CONTESTS + 6)
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { body, headers } = await ask(STATE, { headers: { 'Accept-Encoding': encoding } })
      expect(headers['content-encoding']).toBe(encoding)
      expect(decode(body).equals(plain.body)).toBe(true)
    }
    const { headers } = await client.get(STATE)
    expect(headers.has('content-length')).toBe(false)
    expect(headers.get('cache-control')).toBe('no-store')
    const head = await ask(STATE, { method: 'HEAD' })
    // Headers about the body, which HEAD does not have.
    delete plain.headers['transfer-encoding']
    expect(head.statusCode).toBe(200)
    expect(Object.keys(head.headers).sort()).toEqual(Object.keys(plain.headers).sort())
  })

  test('leaves the connection open for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const [first, second] = [await ask(STATE, { agent }), await ask(POINT, { agent })]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.socket).toBe(first.socket)
    agent.destroy()
  })

  test('does not delay other requests', async () => {
    const agent = new Agent({ keepAlive: true })
    await ask('/healthz', { agent })
    const done: string[] = []
    await Promise.all([
      ask(other(100)).then(() => done.push('long')),
      ask('/healthz', { agent }).then(() => done.push('short')),
    ])
    expect(done).toEqual(['short', 'long'])
    agent.destroy()
  })

  /** A reply whose body is not read yet, from a server of its own. */
  async function holdReply(own: Fixture, path: string) {
    const headers = { Authorization: `Bearer ${(await own.makeKey()).key}` }
    const { url: served } = await own.start()
    const reply = await new Promise<IncomingMessage>((resolve) => void get(served + path, { headers }, resolve))
    const snapshotOf = async (query = '') =>
      (await fetch(`${served}/v1/states${query}`, { headers })).headers.get('x-snapshot')
    const titles = async (): Promise<string[]> => {
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      const { contests } = JSON.parse(Buffer.concat(chunks).toString()).data
      return contests.map(({ title }: { title: string }) => title)
    }
    return { snapshot: reply.headers['x-snapshot'], snapshotOf, titles }
  }

  test.each(['a publication', 'requests that name other bundles'])('keeps its bundle open during %s', async (what) => {
    const own = await openOwnFixture()
    const old = await own.publish({ fillers: CONTESTS, mark: ' of old' })
    const others: string[] = []
    const publishOthers = async (...marks: string[]) => {
      for (const mark of marks) others.push(await own.publish({ fillers: 0, mark }))
    }
    if (what !== 'a publication') await publishOthers(' one', ' two', ' three', ' now')
    const slow = await holdReply(own, what === 'a publication' ? STATE : `${STATE}&snapshot=${old}`)
    expect(slow.snapshot).toBe(old)
    if (what === 'a publication') {
      await publishOthers(' anew')
      await expect.poll(() => slow.snapshotOf()).toBe(others[0])
    }
    const askOthers = async () => {
      for (const id of others) expect(await slow.snapshotOf(`?snapshot=${id}`)).toBe(id)
    }
    await askOthers()
    const titles = await slow.titles()
    expect(titles).toHaveLength(CONTESTS + 6)
    expect(titles.filter((title) => !title.endsWith(' of old'))).toEqual([])
    // The replaced bundle closes after its last answer.
    await askOthers()
    if (existsSync('/proc/self/fd')) await expect.poll(() => isPartOpen(own, old, 'ballots')).toBe(false)
  })
})

describe('filters', () => {
  test('that choose all, no or some endorsers give the same answer as without slices: contest by contest', async () => {
    const all = await contestsOf(STATE)
    for (const chosen of [['labor'], ['labor', 'newspaper', 'party'], CATEGORIES, ['nothing']]) {
      const query = `${STATE}&categories=${chosen.join(',')}`
      const some = await contestsOf(query)
      const backed = await contestsOf(`${query}&only_endorsed=true`)
      expect(backed).toEqual(some.filter(({ recommendation }) => recommendation.endorser_count > 0))
      expect(some.map((one) => backersOf(one))).toEqual(all.map((one) => backersOf(one, chosen)))
    }
  })

  const contestsOf = async (query: string) =>
    record(recommendations).parse(JSON.parse((await ask(query)).body.toString())).data.contests
  const backersOf = ({ choices }: RecommendedContest, chosen = CATEGORIES) =>
    choices
      .flatMap(({ id, endorsed_by }) => endorsed_by.map(({ endorser }) => ({ choice: id, endorser })))
      .filter(({ endorser }) => chosen.includes(endorser.category.slug))
      .map(({ choice, endorser }) => `${choice} ${endorser.slug}`)
      .sort()
})

describe('limits', () => {
  const expectAll = async (asked: readonly Promise<Received>[]) => {
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
  }

  test('one request above the running and waiting ones is refused, and does not count against the rate limits', async () => {
    const most = AREA_ANSWERS_AT_ONCE + AREA_ANSWERS_WAITING
    const account = await fixture.makeKey()
    const agent = new Agent({ keepAlive: true, maxSockets: most + 10 })
    const open = Array.from({ length: most + 10 }, () => ask('/healthz', { agent }))
    await Promise.all(open)
    const asked = await Promise.all(
      Array.from({ length: most + 10 }, (_, nth) => ask(other(200 + nth), { as: account.key, agent })),
    )
    const refused = asked.filter(({ statusCode }) => statusCode === 429)
    expect(asked.filter(({ statusCode }) => statusCode === 200)).toHaveLength(most)
    expect(refused).toHaveLength(10)
    for (const { headers, body } of refused) {
      expect(headers['retry-after']).toBe('5')
      expect(JSON.parse(body.toString()).error).toMatchObject({
        code: 'rate_limit_exceeded',
        message: 'The account has too many area requests running and waiting: retry in 5 s.',
      })
    }
    const limit = 1_000_000_000
    const minute = await ask('/v1/states', { as: account.key })
    // Unless a new minute began in between.
    expect([limit - most - 1, limit - 1]).toContain(Number(minute.headers['ratelimit-remaining']))
    await expectAll(Array.from({ length: most }, (_, nth) => ask(other(300 + nth), { as: account.key })))
    agent.destroy()
  })

  test('a client that disconnects frees its place, running or waiting', async () => {
    const account = await fixture.makeKey()
    const { port } = new URL(url)
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: 20 }, (_, nth) => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.write(
          `GET ${other(round * 20 + nth)} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${account.key}\r\n\r\n`,
        )
        return socket
      })
      await ask('/healthz')
      for (const socket of sockets) socket.destroy()
      await ask('/healthz')
    }
    await expectAll(Array.from({ length: 20 }, (_, nth) => ask(other(400 + nth), { as: account.key })))
  })

  const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `nc-${2000 + at}-11-05-general`)

  test.each(['/v1/ballot', '/v1/recommendations'])(
    `%s names at most ${AREA_ELECTIONS_MAX} elections for an area`,
    async (path) => {
      const most = named(AREA_ELECTIONS_MAX).join(',')
      for (const place of ['location=NC', 'location=27601', 'location=Alder+County'])
        expect((await client.get(`${path}?${place}&elections=${most}`)).status, place).toBe(200)
      const over = await client.get(`${path}?location=NC&elections=${most},nc-1999-11-05-general`)
      expect(over.status).toBe(400)
      expect(over.text).toContain(`Parameter \`elections\`: got 33 elections, expected at most 32 for an area`)
      expect((await client.get(`${path}?lat=35.5&lng=-78.5&elections=${named(100).join(',')}`)).status).toBe(200)
    },
  )

  test('a subscription with more elections is refused too', async () => {
    for (const [name, count, status] of [
      ['few', AREA_ELECTIONS_MAX, 200],
      ['many', AREA_ELECTIONS_MAX + 1, 400],
    ] as const) {
      await client.send('POST', '/v1/subscriptions', { name, filter: { elections: named(count) } })
      expect((await client.get(`${STATE}&subscription=${name}`)).status).toBe(status)
      expect((await client.get(`${POINT}&subscription=${name}`)).status).toBe(200)
    }
  })
})
