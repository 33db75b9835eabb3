// `/metrics` of the operator's port: what it counts, that its labels reveal nothing, and that the log has a line for each request.

import { chmodSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { loadApps } from '../../../cli/operate/apps.ts'
import { writeLastRun } from '../../../data/store/last-run.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { createLog } from '../../../server/http/log.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { createRequestTally } from '../../../server/metrics/metrics.ts'
import { freshFolder } from '../../temporary.ts'
import { AS_OF } from '../fixture.ts'
import { findFreePort } from '../free-port.ts'
import { fixture, freshFixture } from '../shared-fixture.ts'
import { readMetrics, type Scrape } from './scrape.ts'

const AT = '2024-10-15T12:00:30.000Z'
const CANARY = 'Zanzibar Canary Lane 47-11'

const folder = freshFolder()
let server: RunningServer
let admin: string
freshFixture()
beforeEach(async () => {
  await fixture.publish({ fillers: 0 })
})
afterEach(async () => {
  await server.close()
})

async function start(clock?: () => number): Promise<void> {
  const adminPort = await findFreePort()
  admin = `http://127.0.0.1:${adminPort}`
  const options = { paths: fixture.paths, port: 0, asOf: AS_OF, publicExplorer: true, drainIdle: 10 }
  server = await startServer(
    { ...options, guests: await loadApps(null), adminPort, logFile: join(folder, 'log') },
    clock,
  )
}
const scrape = (): Promise<Scrape> => readMetrics(admin)
/** Samples with their labels, and the values that they must have. */
async function expectSamples(expected: Readonly<Record<string, unknown>>): Promise<void> {
  const { value } = await scrape()
  expect(Object.fromEntries(Object.keys(expected).map((sample) => [sample, value(sample)]))).toEqual(expected)
}

const line = z.object({
  ...{ request_id: z.string(), route: z.string().nullable(), status: z.number(), duration: z.number() },
  ...{ account: z.number().nullable(), error: z.string().nullable(), refused: z.string().nullable() },
})

/** The lines of requests, by request id. The server writes the last ones when it closes. */
function readLog(): Map<string, z.output<typeof line>> {
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  const found = lines.map((text) => line.safeParse(JSON.parse(text)).data).filter((one) => one !== undefined)
  return new Map(found.map((one) => [one.request_id, one]))
}

test('an address appears in no metric and no line of the log, whatever part of a request it is in', async () => {
  await start()
  const { key, account } = await fixture.makeKey()
  const typed = encodeURIComponent(CANARY)
  const v1 = ['ballot?location=', 'recommendations?address=', 'contests/', 'endorsers/'].map((path) => `v1/${path}`)
  const others = ['', 'docs/', 'docs/search?q=', 'assets/', 'explore/', 'console/']
  const asked: [string, RequestInit?][] = [
    ...[...v1, ...others].map((path): [string] => [`/${path}${typed}`]),
    [`/explore/ballot`, { method: 'POST', body: new URLSearchParams({ location: CANARY }) }],
    [`/v1/ballot?location=${typed}`, { headers: { Authorization: `Bearer ${CANARY}`, 'User-Agent': CANARY } }],
    [`/v1/states`, { method: 'ZANZIBAR' }],
  ]
  for (const [path, init] of asked) {
    const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': '203.0.113.77', ...init?.headers }
    await (await fetch(server.url + path, { ...init, headers })).arrayBuffer()
  }
  const { text, routes } = await scrape()
  for (const hidden of ['anzibar', 'Canary', 'canary', '47-11', '203.0.113', '127.0.0.1', account, key, key.slice(-6)])
    expect(text).not.toContain(hidden)
  expect([...routes].sort()).toEqual(expect.arrayContaining(['/v1/ballot', '/v1/contests/{id}', 'none']))
  for (const route of routes) expect(route).toMatch(/^(none|\/[a-z0-9{}/._-]*)$/)
  await server.close()
  expect(readFileSync(join(folder, 'log'), 'utf8')).not.toMatch(/zanzibar|canary|47-11/i)
})

test('requests count by route and status, refusals by the limit, and each is a line of the log', async () => {
  await start(() => Date.parse(AT))
  const { key, account } = await fixture.makeKey({ limits: { requests_per_minute: 3 } })
  const ask = async (path: string, bearer: string | null = key) => {
    const headers: Record<string, string> = bearer === null ? {} : { Authorization: `Bearer ${bearer}` }
    const reply = await fetch(server.url + path, { headers })
    await reply.arrayBuffer()
    return { status: reply.status, id: reply.headers.get('x-request-id') ?? '' }
  }
  const asked = []
  for (const path of ['/v1/states', '/v1/states', '/v1/contests?states=XX', '/v1/states']) asked.push(await ask(path))
  asked.push(await ask('/v1/states', null), await ask('/no-such-path', null))
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 400, 429, 401, 404])
  for (let n = 0; n < 120; n++) await ask('/v1/states', null)

  await expectSamples({
    'hustings_requests_total{route="/v1/states",status="200"}': 2,
    'hustings_requests_total{route="/v1/contests",status="400"}': 1,
    'hustings_requests_total{route="none",status="404"}': 1,
    'hustings_requests_refused_total{reason="rate_limit_exceeded"}': 1,
    'hustings_requests_refused_total{reason="keyless"}': 2,
    'hustings_request_duration_seconds_count{route="/v1/contests"}': 1,
    'hustings_request_duration_seconds_bucket{route="/v1/contests",le="+Inf"}': 1,
    'hustings_cache_lookups_total{result="hit"}': 1,
    'hustings_cache_lookups_total{result="miss"}': 1,
    nodejs_eventloop_lag_p99_seconds: expect.any(Number),
  })
  expect((await scrape()).value('process_resident_memory_bytes')).toBeGreaterThan(1e6)

  await server.close()
  const log = readLog()
  const { id } = (await fixture.state.findAccount(account)) ?? { id: 0 }
  expect(asked.map((one) => log.get(one.id))).toMatchObject([
    { route: '/v1/states', status: 200, account: id, error: null, refused: null },
    { route: '/v1/states', status: 200, account: id },
    { route: '/v1/contests', status: 400, account: id, error: 'invalid_parameter' },
    { route: '/v1/states', status: 429, account: id, error: 'rate_limit_exceeded', refused: 'rate_limit_exceeded' },
    { route: '/v1/states', status: 401, account: null, error: 'missing_api_key' },
    { route: null, status: 404, account: null, error: 'not_found' },
  ])
})

test('durations are in seconds', () => {
  const tally = createRequestTally()
  const log = tally.counting(createLog('silent', null))
  const request = { time: 0, request_id: 'r', method: 'GET', route: '/v1/states', status: 200, account: null }
  for (const duration of [4, 400]) log.request({ ...request, duration, error: null, refused: null })
  const sample = (name: string, le?: number) =>
    tally
      .metrics()
      .flatMap(({ values }) => values)
      .find((one) => one.metricName === `hustings_request_duration_seconds_${name}` && one.labels.le === le)?.value
  expect([sample('sum'), sample('bucket', 0.005), sample('bucket', 0.5)]).toEqual([0.404, 1, 2])
})

test('publications: the bundle in service, the events, and how long until streams had them', async () => {
  await start()
  const { key } = await fixture.makeKey()
  const stopped = new AbortController()
  const stream = await fetch(`${server.url}/v1/stream`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: stopped.signal,
  })
  expect((await scrape()).value('hustings_streams_open')).toBe(1)
  const bundle = await fixture.publish({ fillers: 0, said: ' (new)', told: true })
  const head = await fixture.state.head()
  await expect.poll(async () => (await scrape()).value('hustings_publish_to_stream_seconds_count')).toBe(1)
  await expectSamples({
    hustings_events_published_total: head?.seq,
    hustings_events_released_total: head?.seq,
    hustings_publication_newest: 2,
    hustings_publication_served: 2,
    [`hustings_bundle_served{bundle="${bundle}"}`]: 1,
    hustings_ready: 1,
  })
  const { value } = await scrape()
  expect(value('hustings_publish_to_stream_seconds_sum')).toBeLessThan(60)
  expect(value('hustings_wal_bytes{database="state"}')).toBeGreaterThan(0)
  stopped.abort()
  await stream.body?.cancel().catch(() => undefined)
  await expect.poll(async () => (await scrape()).value('hustings_streams_open')).toBe(0)
})

test('each refused bundle counts once, and the log names it', async () => {
  await start()
  const refused: string[] = []
  for (const mark of [' two', ' three']) {
    const bundle = fixture.write({ fillers: 0, mark })
    const file = fixture.partOf(bundle, 'ballots')
    chmodSync(file, 0o644)
    truncateSync(file, 5000)
    const expectedPublication = refused.length + 1
    await fixture.state.publish({ expectedPublication, bundle, published_at: AT, staged: null })
    refused.push(bundle)
    await expect.poll(async () => (await scrape()).value('hustings_bundles_refused_total')).toBe(refused.length)
  }
  // It is tried again every half second.
  await new Promise((resolve) => setTimeout(resolve, 1200))
  await expectSamples({
    hustings_bundles_refused_total: 2,
    'hustings_degraded{reason="older_publication"}': 1,
    hustings_publication_served: 1,
    hustings_publication_newest: 3,
  })
  await server.close()
  for (const bundle of refused)
    expect(readFileSync(join(folder, 'log'), 'utf8')).toContain(`bundle ${bundle} is refused`)
})

test('the sources and the last run, with its steps', async () => {
  await start()
  const at = '2026-11-20T03:00:00.000Z'
  const source = { kind: 'ballots' as const, published_on: '2026-11-01', checked_at: at }
  writeLastRun(fixture.paths, {
    format: 1,
    run: {
      ...{ command: 'nightly', began_at: at, ended_at: '2026-11-20T03:02:00.000Z', outcome: 'failed', error: 'full' },
      publication: null,
      steps: [
        { step: 'ingest', seconds: 100, failed: false },
        { step: 'build', seconds: 20, failed: true },
      ],
    },
    sources: { listing: { ...source, error: 'got "x"', failed_nights: 2, failed_on: '2026-11-22' } },
    audit: {
      ...{ at, publication: 2, bundle: 'b', seconds: 9 },
      questions: [
        { id: 'grid', asked: 50, failed: 3, broken: { held: 1, since: 2, sources: ['listing'] } },
        { id: 'chambers', asked: 99, failed: 1, broken: null },
      ],
    },
  })
  await expect.poll(async () => (await scrape()).text).toContain('hustings_source_failed_nights{source="listing"')
  const labels = '{source="listing",kind="ballots"}'
  await expectSamples({
    [`hustings_source_failed_nights${labels}`]: 2,
    [`hustings_source_checked_timestamp_seconds${labels}`]: Date.parse(at) / 1000,
    [`hustings_source_published_timestamp_seconds${labels}`]: Date.parse('2026-11-01') / 1000,
    'hustings_run_outcome{command="nightly",outcome="failed"}': 1,
    'hustings_run_outcome{command="nightly",outcome="done"}': 0,
    'hustings_run_step_seconds{command="nightly",step="build"}': 20,
    'hustings_run_step_failed{command="nightly",step="build"}': 1,
    'hustings_run_step_failed{command="nightly",step="ingest"}': 0,
    'hustings_audit_asked{question="grid"}': 50,
    'hustings_audit_failed{question="grid"}': 3,
    'hustings_audit_broken{question="grid"}': 1,
    'hustings_audit_broken{question="chambers"}': 0,
    hustings_audit_timestamp_seconds: Date.parse(at) / 1000,
  })
  const { text, names } = await scrape()
  expect(text).not.toContain('got')
  // The guide lists every metric, and no other.
  const guide = readFileSync(projectFile('docs', 'operator.md'), 'utf8')
  const listed = [...guide.matchAll(/^\| `(hustings_\w+)` \|/gm)].map(([, name]) => name)
  const kinds = /^The kinds of values of a bundle in memory are ([^.]+)\./m.exec(guide)?.[1] ?? ''
  expect([...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => kind)).toEqual(
    [...text.matchAll(/^hustings_bundle_cache_bytes\{kind="(\w+)"/gm)].map(([, kind]) => kind),
  )
  const others = ['hustings_workers', 'hustings_part_fetches_total', 'hustings_part_fetched_bytes_total']
  expect(listed.sort()).toEqual([...names, ...others].filter((name) => name.startsWith('hustings_')).sort())
})
