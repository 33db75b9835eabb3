// A thousand requests with addresses to a real server leave no address anywhere.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { endAll, type Serving, serve } from '../server/limits/serving.ts'
import { fillAddresses } from '../server/place/address/addresses.ts'
import { answering, type Behaviour, matching, openReplay, type Replay } from '../server/place/census/census-replay.ts'
import { shareFolder } from '../temporary.ts'
import { canaryOf, finder, type Keys, KIND_COUNT, sendRaw, visitExplorer } from './canaries.ts'
import { SPELLINGS, searchFiles } from './traces.ts'

const REQUESTS = 1000
const AT_ONCE = 20
const GUARD = pathToFileURL(projectFile('test', 'whole', 'network-guard.mjs')).href
const HERE = { lng: -78.514142135, lat: 35.418281827 }

let fixture: Fixture
let replay: Replay
let keys: Keys
const folder = shareFolder()
let guarded: string
beforeAll(async () => {
  fixture = await openFixture()
  replay = await openReplay()
  await fixture.publish({ fills: { addresses: fillAddresses } })
  await fixture.state.setPlan(
    { name: 'one', requests_per_minute: 1, requests_per_day: 1, streams: 1 },
    { by: 'a test', at: '2024-10-01T00:00:00.000Z' },
  )
  keys = {
    key: (await fixture.makeKey()).key,
    spent: (await fixture.makeKey({ plan: 'one' })).key,
    cookie: '',
    token: '',
  }
  guarded = join(folder, 'guard')
  mkdirSync(join(folder, 'tmp'))
})
afterEach(endAll)
afterAll(async () => {
  await fixture.close()
  await replay.close()
})

async function start(environment: Record<string, string>, ...options: string[]): Promise<Serving> {
  writeFileSync(guarded, '')
  const set = { NODE_OPTIONS: `--import=${GUARD}`, HUSTINGS_TEST_GUARD: guarded, TMPDIR: join(folder, 'tmp') }
  for (const [name, value] of Object.entries({
    ...set,
    HUSTINGS_LOG_LEVEL: 'trace',
    HUSTINGS_PUBLIC_EXPLORER: '1',
    ...environment,
  }))
    vi.stubEnv(name, value)
  const serving = await serve(fixture, ...options)
  vi.unstubAllEnvs()
  keys = { ...keys, ...(await visitExplorer(serving.url)) }
  return serving
}

/** The replies, in any order, and their number by status. */
async function sendAll({ url }: Serving): Promise<{ replies: Buffer[]; statuses: Record<string, number> }> {
  const port = Number(new URL(url).port)
  const replies: Buffer[] = []
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < REQUESTS) replies.push(await sendRaw(port, canaryOf(next++, keys)))
  }
  await sendRaw(port, canaryOf(0, { ...keys, key: keys.spent }))
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  const statuses: Record<string, number> = {}
  for (const reply of replies) {
    const status = reply.subarray(9, 12).toString() || 'none'
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return { replies, statuses }
}

/** A page that nobody may keep repeats what was typed: in its field for the place, and nowhere else. */
function withoutTyped(reply: Buffer): Buffer {
  const text = reply.toString('latin1')
  const [head = ''] = text.split('\r\n\r\n', 1)
  if (!/\r\ncache-control: no-store\r?$/im.test(head)) return reply
  return Buffer.from(text.replace(/(<input id="place" [^>]*value=")[^"]*"/g, '$1"'), 'latin1')
}

/** Searches the files of the server while it runs: they include the WAL, and others that it deletes at the end. */
function expectNoTrace(replies: readonly Buffer[]): void {
  const told = replies
    .map(withoutTyped)
    .filter((reply) => finder.find(reply).length > 0)
    .map((reply) => String(reply).slice(-300))
  expect(told.slice(0, 5)).toEqual([])
  for (const written of [fixture.paths.root, folder]) {
    const { files, bytes, hits } = searchFiles(finder, written)
    expect(hits).toEqual([])
    expect(Math.min(files, bytes)).toBeGreaterThan(0)
  }
  expect(existsSync(`${fixture.paths.state}-wal`)).toBe(true)
}

test('the finder finds addresses in any encoding, in files of any name', () => {
  const secret = '4711 Quexzylvane Ave Apt 9, Raleigh'
  const places = join(folder, 'found')
  mkdirSync(places)
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    expect(finder.find(spell(secret)), name).not.toEqual([])
    expect(finder.find(spell('4711 Elm Ave Apt 9, Raleigh')), name).toEqual([])
    writeFileSync(join(places, name.replace(/\W/g, '')), Buffer.concat([Buffer.alloc(5000, 0x9c), spell(secret)]))
  }
  writeFileSync(join(places, 'quexzylvane'), '')
  expect(searchFiles(finder, places).hits.length).toBeGreaterThan(Object.keys(SPELLINGS).length)
  rmSync(places, { recursive: true })
  expect(canaryOf(0, keys).text).toContain('Quexzylvane')
  expect(REQUESTS / KIND_COUNT).toBeGreaterThan(10)
})

test('only local data: no address is written, and no outgoing connection is made', async () => {
  const log = join(folder, 'log')
  const serving = await start({ HUSTINGS_LOG_FILE: log })
  const { replies, statuses } = await sendAll(serving)
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '404', '405', '414', '429', '431']),
  )
  expect(replies.filter((reply) => reply.includes('"resolver":"local"')).length).toBeGreaterThan(20)
  expectNoTrace(replies)
  const { stderr } = await serving.stop('SIGTERM')
  expect(finder.find(Buffer.from(stderr))).toEqual([])
  expect(searchFiles(finder, folder).hits).toEqual([])
  expect(readFileSync(log, 'utf8').split('\n').length).toBeGreaterThan(REQUESTS * 0.9)
  expect(readFileSync(guarded, 'utf8')).toBe('')
})

test('with the Census geocoder and two workers: only the geocoder receives them, and even its echo is not written', async () => {
  const echo = (address: string): string => JSON.stringify({ result: { input: { address } }, errors: [address] })
  const strange: readonly Behaviour[] = [
    answering(200, matching()),
    answering(200, matching(HERE, { ...HERE, lat: 35.6 })),
    (response, address) => answering(200, `<html>${address}</html>`)(response, address),
    (response, address) => answering(400, echo(address))(response, address),
    (response, address) =>
      answering(302, '', { Location: `/?address=${encodeURIComponent(address)}` })(response, address),
    (response, address) => answering(500, echo(address), { 'X-Echo': encodeURIComponent(address) })(response, address),
    (response) => void response.destroy(),
  ]
  // Only sometimes, so that the circuit breaker stays closed; at the end always.
  replay.play((response, address) => {
    const number = Number.parseInt(address, 10)
    const odd = number % 9 === 0 || number > REQUESTS * 0.9
    const behaviour = odd ? strange[number % strange.length] : undefined
    if (behaviour) behaviour(response, address)
    else setTimeout(() => answering(200, matching(HERE))(response, address), number % 20)
  })
  const serving = await start(
    { HUSTINGS_GEOCODER: 'census', HUSTINGS_CENSUS_URL: replay.url, HUSTINGS_LOG_FILE: '' },
    ...['--workers', '2'],
  )
  const { replies, statuses } = await sendAll(serving)
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '404', '414', '429', '431', '503']),
  )
  // 67 on a quiet machine. On a busy one, a worker's circuit breaker may open earlier.
  expect(replies.filter((reply) => reply.includes('"resolver":"census"')).length).toBeGreaterThan(20)
  expect(replay.asked.length).toBeGreaterThan(50)
  expectNoTrace(replies)
  const { stderr } = await serving.stop('SIGTERM')
  expect(stderr).toContain('"route":"/v1/ballot"')
  expect(finder.find(Buffer.from(stderr))).toEqual([])
  const { host } = new URL(replay.url)
  expect([...new Set(readFileSync(guarded, 'utf8').trim().split('\n'))]).toEqual([`connect ${host}`])
})
