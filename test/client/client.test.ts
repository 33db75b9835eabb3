import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type ClientOptions, createClient, HustingsError, type OperationId, type Retry } from '../../client/client.ts'
import { dataOperations, liveOperations } from '../../data/schema/operations.ts'
import { contestId } from '../server/ballots.ts'
import { openFixture, openOwnFixture } from '../server/fixture.ts'
import { districtId } from '../server/geography.ts'
import { personOf } from '../server/officeholders.ts'
import { type MeddlingProxy, openProxy } from './proxy.ts'

const proxies: MeddlingProxy[] = []
const fixture = await openFixture()
afterAll(() => fixture.close())
await fixture.publish({ fillers: 3 })
await fixture.publish({ fillers: 3, said: ' (again)', told: true })
const { key } = await fixture.makeKey()
await fixture.state.openCorrection({ record: 'contest/1', text: 'It is wrong.' }, '2024-10-15T12:00:00.000Z')
await fixture.state.releaseCorrection(1, { by: 'the test', at: '2024-10-15T13:00:00.000Z' })
const { url } = await fixture.start()
const client = createClient({ url, key })
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close()
})

type Meddle = Parameters<typeof openProxy>[1]

/** A client behind a proxy. It waits for nothing but what a server states. */
async function behind(meddle: Meddle, options: Partial<ClientOptions> = {}) {
  const proxy = await openProxy(url, meddle)
  proxies.push(proxy)
  const retries: Retry[] = []
  const made = createClient({ url: proxy.url, key, onRetry: (retry) => retries.push(retry), ...options })
  return { proxy, retries, client: made }
}

async function failureOf(call: Promise<unknown>): Promise<HustingsError> {
  const error = await call.then(
    () => expect.fail('it succeeded'),
    (thrown: unknown) => thrown,
  )
  return error instanceof HustingsError ? error : expect.fail(`it failed with ${String(error)}`)
}

const place = { lat: 35.5, lng: -78.5 }
let subscriptionId = 0
/** A call of each operation; the compiler asks for every one. Writing ones use what createSubscription made. */
const CALLS: { readonly [Id in OperationId]: () => Promise<unknown> } = {
  listStates: () => client.listStates(),
  listElections: () => client.listElections().toArray(),
  listEndorserAgreement: () => client.listEndorserAgreement('nc-2024-11-05-general', { min_shared: 2 }).toArray(),
  listContestAgreement: () => client.listContestAgreement('nc-2024-11-05-general', { min_positions: 2 }).toArray(),
  listContests: () => client.listContests({ elections: ['nc-2024-11-05-general'] }).toArray(),
  getContest: () => client.getContest(contestId('nc-2024-11-05-general/bond')),
  getBallot: () => client.getBallot({ ...place, lang: 'es' }),
  getRecommendations: () => client.getRecommendations({ ...place, explain: true }),
  getRepresentatives: () => client.getRepresentatives(place),
  listDistricts: () => client.listDistricts().toArray(),
  getDistrict: () => client.getDistrict(districtId('alder'), { boundary: true }),
  listEndorserCategories: () => client.listEndorserCategories(),
  listEndorsers: () => client.listEndorsers().toArray(),
  getEndorser: () => client.getEndorser('oak-party'),
  listEndorsements: () => client.listEndorsements({ limit: 9 }).toArray(),
  getEndorsement: async () => {
    for await (const { id } of client.listEndorsements()) return client.getEndorsement(id)
    return undefined
  },
  listOfficeholders: () => client.listOfficeholders().toArray(),
  getOfficeholder: () => client.getOfficeholder(personOf('Ed Elm')),
  listCoverage: () => client.listCoverage({ upcoming: false }),
  listEndorserCoverage: () => client.listEndorserCoverage({ upcoming: false }).toArray(),
  listCorrections: () => client.listCorrections().toArray(),
  listSnapshots: () => client.listSnapshots(),
  listEvents: () => client.listEvents({ from: 'earliest', limit: 2 }).toArray(),
  openStream: async () => {
    for await (const event of client.openStream({ from: 'earliest' })) return [event]
    return []
  },
  createSubscription: async () => {
    const made = await client.createSubscription({ name: 'Made', filter: { states: ['NC'] } })
    subscriptionId = made.id
    return made
  },
  listSubscriptions: () => client.listSubscriptions(),
  getSubscription: () => client.getSubscription(subscriptionId),
  replaceSubscription: () => client.replaceSubscription(subscriptionId, { name: 'Replaced' }),
  createFeedToken: () => client.createFeedToken(subscriptionId),
  getFeedToken: () => client.getFeedToken(subscriptionId),
  revokeFeedToken: () => client.revokeFeedToken(subscriptionId),
  deleteSubscription: () => client.deleteSubscription(subscriptionId),
}

describe('every operation', () => {
  const responses = { ...dataOperations, ...liveOperations }

  it.each(Object.entries(CALLS))('%s answers with the type of its schema', async (id, call) => {
    const data = await call()
    if (Array.isArray(data)) expect(data.length).toBeGreaterThan(0)
    const found = Object.entries(responses).find(([name]) => name === id)?.[1] ?? expect.fail()
    // A list is compared as one page, the stream as a page of events.
    const { response } = id === 'openStream' ? liveOperations.listEvents : found
    if (response === null) expect(data).toBeUndefined()
    else {
      const next_cursor = id === 'listEvents' || id === 'openStream' ? 'AAAA' : null
      const times_to_fix = { count: 0, p50: null, p90: null }
      expect(response.parse({ data, next_cursor, has_more: false, times_to_fix })).toMatchObject({ data })
    }
  })

  it('takes addresses with a path before /v1 and slashes at the end', async () => {
    const seen: string[] = []
    const spy: typeof fetch = (input) => {
      seen.push(String(input))
      return Promise.resolve(new Response('{"data":[]}'))
    }
    await createClient({ url: 'https://example.org/ballots//', fetch: spy }).listStates()
    await createClient({ url: '', fetch: spy })
      .listEndorsers({ categories: ['labor', 'civic'], q: 'ä&b' })
      .toArray()
    expect(seen).toEqual([
      'https://example.org/ballots/v1/states',
      '/v1/endorsers?categories=labor%2Ccivic&q=%C3%A4%26b',
    ])
  })
})

describe('lists', () => {
  it('walk every page, from the beginning in each loop', async () => {
    const whole = await client.listEndorsements({ limit: 500 }).toArray()
    const small = client.listEndorsements({ limit: 9 })
    expect(await small.toArray()).toEqual(whole)
    const looped = []
    for await (const endorsement of small) looped.push(endorsement)
    expect(looped).toEqual(whole)
    expect(whole.length).toBeGreaterThan(18)
  })

  it('go on from the cursor of a page, and name the bundle and the position of the feed', async () => {
    const seen = []
    for await (const page of client.listEndorsements({ limit: 9 }).pages()) {
      expect(page.snapshot).toMatch(/^[0-9a-f]{64}$/)
      expect(page.feed_cursor).toMatch(/^[\w-]{20}$/)
      seen.push(...page.data)
      if (page.next_cursor === null) continue
      const rest = await client.listEndorsements({ limit: 500, cursor: page.next_cursor }).toArray()
      expect([...seen, ...rest]).toEqual(await client.listEndorsements().toArray())
    }
  })

  it('ask for a page only when the loop reaches it', async () => {
    const { proxy, client: counted } = await behind(() => false)
    for await (const _ of counted.listEndorsements({ limit: 9 })) break
    expect(proxy.asked.length).toBe(1)
  })

  it('of events end at the newest one, with the cursor from which to go on', async () => {
    const pages = []
    for await (const page of client.listEvents({ from: 'earliest', limit: 5 }).pages()) pages.push(page)
    expect(pages.length).toBeGreaterThan(1)
    const last = pages.at(-1)?.next_cursor ?? expect.fail()
    expect(await client.listEvents({ cursor: last }).toArray()).toEqual([])
  })
})

describe('errors', () => {
  it('carry code, status, message and request id', async () => {
    const refused = await failureOf(client.getContest(1))
    expect(refused).toMatchObject({ code: 'not_found', status: 404, retry_after: null, name: 'HustingsError' })
    expect(refused.message).toBe('There is no contest with the id 1.')
    expect(refused.request_id).toMatch(/^req_/)
    expect(await failureOf(createClient({ url }).listStates())).toMatchObject({ code: 'missing_api_key', status: 401 })
    expect(await failureOf(client.listElections({ limit: 501 }).toArray())).toMatchObject({ code: 'invalid_parameter' })
    expect(await failureOf(client.createSubscription({ name: '7' }))).toMatchObject({ status: 400 })
  })

  it.each<[what: string, meddle: Meddle, status: number | null]>([
    ['a status of a proxy', (reply) => Boolean(reply.writeHead(502).end('<h1>Bad gateway</h1>')), 502],
    ['JSON of a firewall', (reply) => Boolean(reply.writeHead(403).end('{"error":"a firewall"}')), 403],
    ['a page in HTML', (reply) => Boolean(reply.writeHead(200).end('<h1>Sign in to this network</h1>')), null],
    ['half of an answer', () => ({ cutAfter: 30 }), null],
    ['no server', (reply) => Boolean(reply.destroy()), null],
  ])('tell that %s is no answer', async (_, meddle, status) => {
    const { client: near } = await behind(meddle, { retries: 0 })
    expect(await failureOf(near.listStates())).toMatchObject({ code: 'no_answer', status, request_id: null })
  })

  it('never hold the location', async () => {
    const canary = 'Canary Street 4711'
    const failures = [
      await failureOf(client.getBallot({ location: canary })),
      await failureOf((await behind(() => ({ cutAfter: 1 }), { retries: 0 })).client.getBallot({ location: canary })),
      await failureOf(createClient({ url: 'http://127.0.0.1:1', retries: 0 }).getBallot({ location: canary })),
    ]
    const { client: slow, retries } = await behind((response) => Boolean(response), { retries: 1, timeoutMs: 20 })
    failures.push(await failureOf(slow.getBallot({ address: canary })), ...retries.map(({ error }) => error))
    for (const { message, cause, stack } of failures)
      expect(JSON.stringify([message, String(cause), stack, retries])).not.toMatch(/Canary|4711/)
    expect(failures.at(-1)?.message).toBe('GET /v1/ballot: no answer within 0.02 s.')
  })

  // Undefined as a program in plain JavaScript gives it.
  it.each([undefined, '', '/proxy', 'ballots.example.org', 'http://', 'https://ballots.example.org/v1/'])(
    'refuse %j as the address of a server',
    (wrong) => {
      const said = wrong?.endsWith('/v1/') ? 'the address of the server without /v1' : 'an address with http://'
      expect(() => Reflect.apply(createClient, null, [{ url: wrong }])).toThrow(`url: expected ${said}`)
    },
  )
})

describe('repetitions', () => {
  it("wait as long as the plan's limit asks, and succeed then", async () => {
    const limited = await openOwnFixture()
    // The server's clock stands until the limit is used up, and then the minute has 1.5 seconds left.
    let clock = () => Date.parse('2024-10-15T12:00:00.000Z')
    await limited.publish({ fillers: 0 })
    const made = await limited.makeKey({ limits: { requests_per_minute: 2 } })
    const server = await limited.start({ clock: () => clock() })
    const retries: Retry[] = []
    const small = createClient({ url: server.url, key: made.key, onRetry: (retry) => retries.push(retry) })
    await small.listStates()
    await small.listStates()
    const [started, late] = [Date.now(), Date.parse('2024-10-15T12:00:58.500Z')]
    clock = () => late + Date.now() - started
    expect((await small.listStates()).length).toBeGreaterThan(50)
    expect(retries).toMatchObject([{ path: '/v1/states', error: { code: 'rate_limit_exceeded', status: 429 } }])
    const { error, wait_ms } = retries[0] ?? expect.fail()
    expect(error.retry_after).toBeGreaterThanOrEqual(1)
    expect(wait_ms).toBeGreaterThanOrEqual((error.retry_after ?? 0) * 1000)
  })

  it('do not wait for tomorrow', async () => {
    const made = await fixture.makeKey({ limits: { requests_per_day: 1 } })
    const daily = createClient({ url, key: made.key, onRetry: () => expect.fail('it waits') })
    await expect.poll(() => daily.listStates().then(() => 'answered', String)).toBe('answered')
    const refused = await failureOf(daily.listStates())
    expect(refused).toMatchObject({ code: 'daily_limit_exceeded', status: 429 })
    expect(refused.retry_after).toBeGreaterThan(90)
  })

  it('follow a 503 with Retry-After, in seconds or as a date, and a broken connection', async () => {
    const date = { Date: 'Tue, 15 Oct 2024 12:00:00 GMT' }
    const { client: near, retries } = await behind((response, nth) => {
      if (nth === 1) response.writeHead(503, { 'Retry-After': '0' }).end()
      else if (nth === 2) response.writeHead(503, { ...date, 'Retry-After': 'Tue, 15 Oct 2024 12:00:01 GMT' }).end()
      else if (nth === 3) response.destroy()
      else return false
      return true
    })
    expect((await near.listStates()).length).toBeGreaterThan(50)
    expect(retries.map(({ error }) => error.retry_after)).toEqual([0, 1, null])
    expect(retries[1]?.wait_ms).toBeGreaterThanOrEqual(1000)
  })

  const busy: Meddle = (response) => Boolean(response.writeHead(503, { 'Retry-After': '0' }).end())
  it.each<[what: string, meddle: Meddle, ask: (by: typeof client) => Promise<unknown>, methods: string[]]>([
    ['a GET as often as the options allow', busy, (by) => by.listStates(), ['GET', 'GET', 'GET']],
    ['a PUT too', busy, (by) => by.replaceSubscription(1, { name: 'One' }), ['PUT', 'PUT', 'PUT']],
    ['a POST never', busy, (by) => by.createSubscription({ name: 'One' }), ['POST']],
    ['a refusal never', () => false, (by) => by.getContest(1), ['GET']],
  ])('send %s', async (_, meddle, call, methods) => {
    const { proxy, client: near } = await behind(meddle, { retries: 2 })
    await failureOf(call(near))
    expect(proxy.asked.map(({ method }) => method)).toEqual(methods)
  })
})

it('ends a request before it is sent, while it runs, and while the client waits to repeat it', async () => {
  const reason = new Error('the user left')
  await expect(client.listStates({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const silent = await behind((response) => Boolean(response))
  const running = new AbortController()
  const call = silent.client.listElections({}, { signal: running.signal }).toArray()
  await expect.poll(() => silent.proxy.asked.length).toBe(1)
  running.abort(reason)
  await expect(call).rejects.toBe(reason)
  const waiting = new AbortController()
  const later = await behind((response) => Boolean(response.writeHead(503, { 'Retry-After': '60' }).end()), {
    onRetry: () => setTimeout(() => waiting.abort(reason)),
  })
  await expect(later.client.listStates({}, { signal: waiting.signal })).rejects.toBe(reason)
  expect(later.proxy.asked.length).toBe(1)
})
