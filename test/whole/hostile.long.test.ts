// Hostile and careless callers at one server: no 5xx, no crash, errors that repeat no markup, flat memory, and a normal caller who is
// answered as before.

import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { explorerRoutes } from '../../apps/explore/explore.ts'
import { beginSession } from '../../apps/web/session.ts'
import { hashKey } from '../../data/access/key.ts'
import { projectFile } from '../../data/store/paths.ts'
import { loadPepper } from '../../data/store/pepper.ts'
import { fileRoutes, liveRoutes, routes } from '../../server/routes.ts'
import { tokenIn } from '../apps/console/visitor.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { isRunning } from '../server/limits/serving.ts'
import { keepOne } from '../server/live.ts'
import { type Asked, ask, findFault, type Heard, openSlow, SLOW_KINDS, sendBytes } from './hostile-caller.ts'
import { hostileBodies, hostileForms, injections } from './injections.ts'
import { generateMalformed } from './malformed-requests.ts'
import { CANNOT_MEASURE, type MeasuredServer, type Measures, startMeasured } from './measured-server.ts'

const MALFORMED = 4000
const SLOW = 500
const STRINGS = 200
/** Each has a quiet time and an attack. */
const ROUNDS = 12
/** Until caches are filled and every statement is prepared. */
const WARM_ROUNDS = 2
const QUIET_MS = 2000
const ATTACKERS = 4
/** All together: as many as the largest plan permits, 6,000 a minute. */
const REQUESTS_PER_SECOND = 100
const PERIOD_MS = (1000 * ATTACKERS) / REQUESTS_PER_SECOND
/** Most of the time for which slow connections are watched: longer than the server's limits for a head and for a body. */
const SLOW_WATCHED_MS = 100_000
const SLOW_BYTE_MS = 500

const PLACE = 'location=Raleigh%2C%20NC'
const EXPLORER_PARAMETERS = ['place', 'endorsers', 'categories', 'before', 'cursor', 'q', 'lang', 'snapshot']
const timings = z.object({ took: z.array(z.number()), failures: z.number() })

let fixture: Fixture
let server: MeasuredServer
beforeEach(async () => {
  if (PROOF_ONLY ?? CANNOT_MEASURE) return
  fixture = await openFixture()
  await fixture.publish({ fillers: 5, told: true })
})
afterEach(async () => {
  await server?.stop()
  await fixture?.close()
})

/** Every string in every parameter of every GET route, and in every page of the explorer. */
function injected(strings: readonly string[], key: string, cookie: string): Asked[] {
  const api = { Authorization: `Bearer ${key}` }
  const page = { Cookie: cookie }
  const reads = [
    ...routes.map((route) => ({ ...route, base: route.cachePolicy === 'location' ? PLACE : '' })),
    ...[...liveRoutes, ...fileRoutes].filter(({ method }) => method === 'GET').map((route) => ({ ...route, base: '' })),
  ]
  const fill = (template: string, text: string): string => template.replace(/\{\w+\}/g, () => encodeURIComponent(text))
  const ofRoute = (text: string): Asked[] => [
    ...reads.flatMap(({ path, query, base }) => [
      ...(path.includes('{') ? [{ method: 'GET', path: fill(path, text), headers: api }] : []),
      ...Object.keys(query.shape).map((name) => {
        const others = ['location', 'address', 'lat', 'lng'].includes(name) || base === '' ? '' : `&${base}`
        const coordinate = name === 'lat' ? '&lng=-78.5' : name === 'lng' ? '&lat=35.5' : ''
        const search = `${name}=${encodeURIComponent(text)}${others}${coordinate}`
        return { method: 'GET', path: `${fill(path, '1')}?${search}`, headers: api }
      }),
    ]),
    ...explorerRoutes
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) => [
        ...(path.includes('{') ? [{ method: 'GET', path: fill(path, text), headers: page }] : []),
        ...EXPLORER_PARAMETERS.map((name) => {
          const search = `${name}=${encodeURIComponent(text)}${name === 'place' ? '' : '&place=NC'}`
          return { method: 'GET', path: `${fill(path, '1')}?${search}`, headers: page }
        }),
      ]),
    { method: 'GET', path: `/docs/search?q=${encodeURIComponent(text)}`, headers: page },
    { method: 'GET', path: `/docs/${encodeURIComponent(text)}`, headers: page },
  ]
  return strings.flatMap(ofRoute)
}

function posted(key: string, cookie: string, token: string, id: number): Asked[] {
  const json = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const form = { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' }
  return [
    ...hostileBodies().flatMap((body) => [
      { method: 'POST', path: '/v1/subscriptions', headers: json, body },
      { method: 'PUT', path: `/v1/subscriptions/${id}`, headers: json, body },
    ]),
    ...hostileForms(token).flatMap((body) =>
      explorerRoutes
        .filter(({ method }) => method === 'POST')
        .map(({ path }) => ({ method: 'POST', path, headers: form, body })),
    ),
  ]
}

const turnsOf = <Item>(items: readonly Item[], round: number): Item[] =>
  items.filter((_, nth) => nth % ROUNDS === round)
const p99 = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

const SKIPPED = PROOF_ONLY ?? CANNOT_MEASURE

describe.skipIf(SKIPPED !== null)(`hostile callers${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  test('no attack causes a server error, ends the process, grows its memory or slows others', {
    timeout: 1_800_000,
  }, async () => {
    const { key } = await fixture.makeKey()
    const { key: attackKey, account } = await fixture.makeKey()
    const { paths, state } = fixture
    const pepper = await loadPepper(paths, state)
    const attacker = await state.findAccount(account)
    if (!attacker) throw new Error('no account')
    const [cookie = ''] = (
      await beginSession({ state, hmac: (text) => hashKey(text, pepper) }, attacker, Date.now())
    ).split(';')
    const id = await keepOne(state, account)
    server = await startMeasured(paths.root, { cacheMegabytes: 4 })
    const { url } = server
    const token = tokenIn(await (await fetch(`${url}/explore`, { headers: { Cookie: cookie } })).text())

    const normal = new Worker(projectFile('test', 'whole', 'normal-caller.mjs'), {
      workerData: { url, key, paths: ['/v1/ballot?lat=35.5&lng=-78.5', '/v1/contests?limit=50', '/v1/states'] },
    })
    const idle = new Worker(projectFile('test', 'whole', 'idle-pause.mjs'))
    let normalFailures = 0
    const normalTook = async (): Promise<number[]> => {
      const told = once(normal, 'message')
      normal.postMessage('tell')
      const { took, failures } = timings.parse((await told)[0])
      normalFailures = failures
      return took
    }

    const faults: string[] = []
    const statuses: Record<number, number> = {}
    const judge = (heard: readonly Heard[], what: string, isHead = false): void => {
      for (const one of heard) {
        statuses[one.status] = (statuses[one.status] ?? 0) + 1
        const fault = findFault(one, isHead)
        if (fault !== undefined) faults.push(`${what}: ${fault}`)
      }
    }
    const malformed = generateMalformed(MALFORMED, attackKey)
    const requests = [...injected(injections(STRINGS), attackKey, cookie), ...posted(attackKey, cookie, token, id)]
    const agent = new Agent({ keepAlive: true, maxSockets: ATTACKERS })
    let unanswered = 0
    const attack = async (round: number): Promise<void> => {
      const jobs = [
        ...turnsOf(malformed, round).map((one, nth) => async () => {
          const isHead = one.bytes.subarray(0, 5).toString('latin1') === 'HEAD '
          const shown = `${one.what} ${JSON.stringify(one.bytes.subarray(0, 200).toString('latin1'))}`
          judge(await sendBytes(url, one, round * 1000 + nth), shown, isHead)
        }),
        ...turnsOf(requests, round).map((asked) => async () => {
          const heard = await ask(url, agent, asked)
          if (heard) judge([heard], `${asked.method} ${asked.path.slice(0, 200)} ${asked.body?.slice(0, 100) ?? ''}`)
          else unanswered += 1
        }),
      ].values()
      const work = async (): Promise<void> => {
        for (const job of jobs) {
          const next = performance.now() + PERIOD_MS
          await job()
          await wait(Math.max(1, next - performance.now()))
        }
      }
      await Promise.all(Array.from({ length: ATTACKERS }, work))
    }

    const quiet: number[] = []
    const attacked: number[] = []
    const samples: Measures[] = []
    const pause = async (): Promise<void> => {
      await wait(100)
      await normalTook()
      await wait(QUIET_MS)
      quiet.push(...(await normalTook()))
    }
    await wait(500)
    for (let round = 0; round < ROUNDS; round++) {
      await pause()
      await attack(round)
      attacked.push(...(await normalTook()))
      samples.push(await server.measure())
    }
    agent.destroy()

    await pause()
    const slow = Array.from({ length: SLOW }, (_, nth) => openSlow(url, { key: attackKey, cookie }, nth))
    const until = performance.now() + SLOW_WATCHED_MS
    while (performance.now() < until && slow.some((one) => one.isOpen())) {
      for (const one of slow) one.sendByte()
      await wait(SLOW_BYTE_MS)
    }
    const slowed = await normalTook()
    for (const one of slow) judge(one.answers(), `slow ${one.kind}`)
    const left = SLOW_KINDS.map((kind) => ({
      what: `slow connections still open, ${kind}`,
      value: slow.filter((one) => one.kind === kind && one.isOpen()).length,
    }))
    for (const one of slow) one.leave()
    await wait(500)
    const last = await server.measure()
    const warm = samples.slice(WARM_ROUNDS)
    const half = Math.floor(warm.length / 2)
    const growth = (field: 'heap_mb' | 'rss_mb'): number =>
      mean(warm.slice(-half).map((one) => one[field])) / mean(warm.slice(0, half).map((one) => one[field]))
    const alive = isRunning(server.pid) && (await fetch(`${url}/healthz`)).status === 200
    const ended = once(normal, 'exit')
    normal.postMessage('end')
    await ended
    const machine = once(idle, 'message')
    idle.postMessage('end')
    const idlePause = z.object({ p99: z.number() }).parse((await machine)[0]).p99
    const { code, output } = await server.stop()

    const serverErrors = Object.entries(statuses).reduce(
      (sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0),
      0,
    )
    proved('hostile', [
      { what: 'malformed requests', value: malformed.length },
      { what: 'requests with hostile strings and bodies', value: requests.length },
      { what: 'answers', value: Object.values(statuses).reduce((sum, count) => sum + count, 0) },
      { what: 'requests whose connection was closed without an answer', value: unanswered },
      { what: 'requests a second during the attack', value: REQUESTS_PER_SECOND },
      { what: 'answers with a 5xx', value: serverErrors, atMost: 0 },
      { what: 'errors that are not JSON, or repeat markup', value: faults.length - serverErrors, atMost: 0 },
      { what: 'heap after collection, second half to first', value: growth('heap_mb'), atMost: 1.1 },
      { what: 'heap at the end', value: last.heap_mb, unit: 'MB' },
      { what: 'resident memory, second half to first', value: growth('rss_mb') },
      { what: 'resident memory at the end', value: last.rss_mb, unit: 'MB' },
      { what: 'a normal caller, p99 without an attack', value: p99(quiet), unit: 'ms' },
      { what: 'its p99 during the attack, to that without an attack', value: p99(attacked) / p99(quiet), atMost: 2 },
      { what: 'its requests that failed', value: normalFailures, atMost: 0 },
      { what: 'slow connections', value: SLOW },
      ...left,
      {
        what: 'p99 of the normal caller during slow connections, to that without an attack',
        value: p99(slowed) / p99(quiet),
        atMost: 2,
      },
      { what: 'pause of an idle thread in the same time, p99', value: idlePause, unit: 'ms' },
    ])
    expect(faults.slice(0, 20)).toEqual([])
    expect([alive, code, normalFailures]).toEqual([true, 0, 0])
    expect(output).toBe('')
    expect(growth('heap_mb')).toBeLessThan(1.5)
    for (const status of [200, 400, 404]) expect(statuses[status] ?? 0, `some ${status}`).toBeGreaterThan(0)
  })
})
