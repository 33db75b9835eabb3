// The published Python client of a service with the same contract, pointed here by its base_url.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endorsedIn } from '../server/endorsements.ts'
import { type Feed, openFeed } from './feed.ts'
import { installClient, type Line, type Session } from './python.ts'

const python = installClient()
const missing = 'missing' in python ? python.missing : null
if (missing) console.warn(`The Python client ballotdata: ${missing}.`)

const refusal = z.object({
  ...{ kind: z.string(), status: z.number(), code: z.string() },
  ...{ request_id: z.string().regex(/^req_/), retry_after: z.number().nullable() },
})

let feed: Feed
const sessions: Session[] = []

function run(...words: string[]): Session {
  if ('missing' in python) return expect.fail(python.missing)
  const session = python.run(feed, ...words)
  sessions.push(session)
  return session
}

/** All that was printed, by name; the last of each. */
async function seen(...words: string[]): Promise<Line> {
  const lines = await run(...words).ended
  return Object.fromEntries(lines.flatMap((one) => Object.entries(one)))
}

const idsOf = ({ lines }: Session): unknown[] => lines.filter(({ id }) => id !== undefined).map(({ id }) => id)

function toText(refused: unknown): string {
  const { kind, status, code } = refusal.parse(refused)
  return `${kind} ${status} ${code}`
}

describe.skipIf(missing !== null)(`ballotdata 1.0.0${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    feed = await openFeed()
    await feed.publish()
  })
  afterAll(async () => {
    for (const { child } of sessions) child.kill()
    await feed?.close()
    if ('remove' in python) python.remove()
  })

  test('lists, walks pages, gets single records, and reads the limits', async () => {
    const { endorsements, endorsers } = endorsedIn({ fillers: 0 })
    const upcoming = endorsements.filter(({ election }) => election.date >= '2024-10-15').map(({ id }) => id)
    const got = await seen('read')
    expect(got.states).toHaveLength(56)
    expect(got).toMatchObject({ limit: 1_000_000_000, daily: null, coverage: endorsements.length })
    expect(got.elections).toEqual([
      ...['dc-2022-11-08-general', 'nc-2022-11-08-general', 'nc-2024-03-05-primary', 'nc-2024-10-15-special'],
      ...['dc-2024-11-05-general', 'nc-2024-11-05-general', 'nc-2024-12-03-runoff'],
    ])
    expect(got.endorsers).toHaveLength(endorsers.length)
    expect(got.named).toEqual(['ferreteros'])
    expect(got.endorsements).toEqual(upcoming)
    const pages = Math.ceil(upcoming.length / 3)
    expect(got.sizes).toHaveLength(pages)
    const contests = endorsements.filter(({ id }) => upcoming.includes(id)).map(({ contest }) => contest.id)
    expect(got.groups).toBe(new Set(contests).size)
    expect(got.endorsement).toBe(upcoming[0])
    expect(got).toMatchObject({ positions: expect.any(Number), contest_title: expect.any(String), seats: 1 })
  })

  test('streams what is published, resumes after the last cursor, and reconnects to a server that comes back', async () => {
    const first = run('stream', 'from_', 'earliest', '3')
    await first.ended
    const committed = await feed.committed()
    expect(idsOf(first)).toEqual(committed.slice(0, 3))
    const { cursor } = first.lines.at(-1) ?? {}
    const published = await feed.publish()
    const wanted = [...committed, ...published].slice(3)
    const second = run('stream', 'cursor', String(cursor), String(wanted.length + published.length))
    await expect.poll(() => idsOf(second)).toEqual(wanted)
    await feed.stop('SIGTERM')
    wanted.push(...(await feed.publish()))
    await feed.start()
    await second.ended
    expect(idsOf(second)).toEqual(wanted)
    expect(second.lines).toContainEqual({ reconnect: 'reconnect' })
    expect(second.lines.filter((one) => 'ready' in one).length).toBeGreaterThanOrEqual(2)
  })

  test('a new stream begins at the newest change; the asyncio client reads the same', async () => {
    const { length } = await feed.publish()
    const stream = run('stream', 'none', '', String(length))
    await expect.poll(() => stream.lines.length).toBe(1)
    const [{ ready, subscription } = {}] = stream.lines
    expect(subscription).toBeNull()
    const other = run('async', String(ready), String(length))
    const published = await feed.publish()
    await Promise.all([stream.ended, other.ended])
    expect([idsOf(stream), idsOf(other)]).toEqual([published, published])
  })

  test('polls page by page, then long-polls what comes', async () => {
    const committed = await feed.committed()
    const { length } = await feed.publish()
    const session = run('poll', String(length))
    await expect.poll(() => session.lines.some((one) => 'waiting' in one)).toBe(true)
    const published = await feed.publish()
    await session.ended
    expect(idsOf(session)).toEqual(await feed.committed())
    expect(idsOf(session).length).toBe(committed.length + length + published.length)
  })

  test('starts at an instant', async () => {
    const before = new Date().toISOString()
    const published = await feed.publish()
    expect((await seen('since', before.replace('Z', '+00:00'))).ids).toEqual(published)
    expect((await seen('since', before.replace('Z', '456+00:00'))).ids).toEqual(published)
  })

  test('subscriptions: create, list, get, replace, read by, delete', async () => {
    const got = await seen('subscriptions')
    expect(got.made).toMatchObject({ name: 'NC labor', filter: { categories: ['labor'], states: ['NC'] } })
    expect(got).toMatchObject({ listed: ['everything', 'NC labor'], every: {}, got: true, same: true })
    expect(toText(got.taken)).toBe('ConflictError 409 invalid_parameter')
    expect(got.replaced).toMatchObject({
      name: 'NC newspapers',
      filter: { categories: ['newspaper'], types: ['updated'] },
    })
    const filtered = z.array(z.array(z.string())).nonempty().parse(got.filtered)
    expect([...new Set(filtered.map(String))]).toEqual(['newspaper,endorsement.updated'])
    expect(got.left).toEqual(['NC newspapers'])
    for (const one of [got.gone, got.unknown]) expect(toText(one)).toBe('NotFoundError 404 not_found')
  })

  test('what is refused is raised as its own kind of error', async () => {
    const narrow = await feed.makeKey({ scopes: ['stream:read'] })
    const poor = await feed.makeKey({ limits: { requests_per_minute: 1 } })
    const first = run('stream', 'from_', 'earliest', '1')
    await first.ended
    await feed.fixture.state.beginEpoch()
    const got = await seen('refused', String(first.lines.at(-1)?.cursor), narrow, poor)
    expect(Object.fromEntries(Object.entries(got).map(([name, one]) => [name, toText(one)]))).toEqual({
      missing: 'NotFoundError 404 not_found',
      slug: 'BadRequestError 400 invalid_parameter',
      malformed: 'BadRequestError 400 invalid_parameter',
      parameter: 'BadRequestError 400 invalid_parameter',
      expired: 'CursorExpiredError 410 cursor_expired',
      stream_expired: 'CursorExpiredError 410 cursor_expired',
      stream_malformed: 'BadRequestError 400 invalid_parameter',
      wrong: 'AuthenticationError 401 invalid_api_key',
      stream_wrong: 'AuthenticationError 401 invalid_api_key',
      scope: 'PermissionDeniedError 403 insufficient_scope',
      write: 'PermissionDeniedError 403 insufficient_scope',
      over: 'RateLimitError 429 rate_limit_exceeded',
    })
    expect(refusal.parse(got.over).retry_after).toBeGreaterThan(0)
  })
})
