// The costs behind `hustings size`: each is fitted on two loads, and the model then predicts two others, which are measured too.
// `npx tsc -p tsconfig.bench.json && node dist-bench/test/bench/capacity.js` prints the costs and the errors.

import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { loadPartHashes } from '../../data/store/manifest.ts'
import { openState } from '../../data/store/state/open.ts'
import { loadExamples } from '../../server/openapi/openapi.ts'
import { describeMachine, loadAtStart, today } from '../proof/machine.ts'
import { openFixture } from '../server/fixture.ts'
import { requestOf } from './compare.ts'
import { AS_OF, makeSample, randomPoints } from './endpoints.ts'
import { ask, gather, openFeed } from './feed.ts'
import { usage } from './feed-contender.ts'
import { openLoad } from './load.ts'
import { cpuOf, serve } from './served.ts'
import { type BenchTable, printTables } from './table.ts'

const SECONDS = 12
const WARM_SECONDS = 4
/** Every load is measured once in each round, and its median counts. */
const ROUNDS = 3
const BAR = 0.2
const PAGE_BYTES = 4096
const TEST_SERVER = process.env.HUSTINGS_TEST_POSTGRES || `postgres://${userInfo().username}@127.0.0.1:5432/test`

interface RequestLoad {
  workers: number
  /** Of all requests, 0 to 1. */
  ballots: number
  connections: number
}

type RequestCost = {
  /** Microseconds of all processes of the server for each answer. */
  cpu: number
  bytes: number
  rate: number
  /** Of each worker, in bytes. */
  memory: number
}

interface StreamLoad {
  streams: number
  events: number
}

type StreamCost = {
  /** Busy cores of the process. */
  busy: number
  /** Of the process, for all streams. */
  memory: number
  bytes: number
}

interface Prediction {
  what: string
  predicted: number
  measured: number
}

const closing: (() => Promise<void> | void)[] = []
try {
  const costs: [string, number, string][] = []
  const predictions: Prediction[] = []
  const sample = makeSample(closing)

  const requestLoads: RequestLoad[] = [
    { workers: 2, ballots: 0, connections: 64 },
    { workers: 2, ballots: 1, connections: 64 },
    { workers: 2, ballots: 0.2, connections: 128 },
    { workers: 3, ballots: 0.6, connections: 48 },
  ]
  const [reads, ballots, ...otherRequests] = await measureAll(requestLoads, (load) => measureRequests(sample, load))
  costs.push(
    ['read_cpu', reads.cpu, 'µs'],
    ['ballot_cpu', ballots.cpu, 'µs'],
    ['read_bytes', reads.bytes, 'bytes'],
    ['ballot_bytes', ballots.bytes, 'bytes'],
    ['worker_memory', ballots.memory, 'bytes'],
  )
  for (const { load, cpu, bytes } of otherRequests) {
    const mixed = (one: number, other: number): number => (1 - load.ballots) * one + load.ballots * other
    const what = `${load.workers} workers, ${load.ballots * 100} % ballots, ${load.connections} connections`
    predictions.push(
      { what: `${what}: µs a request`, predicted: mixed(reads.cpu, ballots.cpu), measured: cpu },
      { what: `${what}: bytes a request`, predicted: mixed(reads.bytes, ballots.bytes), measured: bytes },
    )
  }

  const streamLoads: StreamLoad[] = [
    { streams: 1000, events: 5 },
    { streams: 4000, events: 5 },
    { streams: 2500, events: 10 },
    { streams: 6000, events: 2 },
  ]
  const [few, many, ...otherStreams] = await measureAll(streamLoads, measureStreams)
  const delivery_cpu = (many.busy - few.busy) / (deliveriesOf(many.load) - deliveriesOf(few.load))
  const feed_cpu = few.busy - deliveriesOf(few.load) * delivery_cpu
  const stream_memory = (few.memory + many.memory) / (few.load.streams + many.load.streams)
  costs.push(
    ['feed_cpu', feed_cpu * 1e6, 'µs a second'],
    ['delivery_cpu', delivery_cpu * 1e6, 'µs'],
    ['stream_memory', stream_memory, 'bytes'],
    ['event_bytes', few.bytes, 'bytes'],
  )
  for (const { load, busy, memory } of otherStreams) {
    const what = `${load.streams} streams, ${load.events} events/s`
    const cpu = feed_cpu + deliveriesOf(load) * delivery_cpu
    predictions.push(
      { what: `${what}: busy cores`, predicted: cpu, measured: busy },
      { what: `${what}: MB`, predicted: (load.streams * stream_memory) / 1e6, measured: memory / 1e6 },
    )
  }

  costs.push(['contest_bytes', await measureContest(), 'bytes'])
  const postgres = await measurePostgres(sample)
  costs.push(
    ['worker_statements', postgres.transactions, 'transactions a second'],
    ['round_trip', postgres.roundTrip, 'ms'],
  )
  console.log(`\nMeasured on ${today()}: ${describeMachine()}, load ${loadAtStart}`)
  printTables([toCosts(costs), toPredictions(predictions)])
} finally {
  for (const close of closing.reverse()) await close()
}

/** Measures the loads in turn, ROUNDS times; each figure is the median of its rounds. The first two loads are those that costs are fitted on. */
async function measureAll<Load, Cost extends Record<string, number>>(
  loads: readonly Load[],
  measure: (load: Load) => Promise<Cost>,
): Promise<[Measured<Load, Cost>, Measured<Load, Cost>, ...Measured<Load, Cost>[]]> {
  const rounds: Cost[][] = loads.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, load] of loads.entries()) rounds[at]?.push(await measure(load))
  const [first, second, ...others] = loads.map((load, at) => ({ load, ...medians(rounds[at] ?? []) }))
  if (!first || !second) throw new Error('two loads are needed to fit a line')
  return [first, second, ...others]
}

type Measured<Load, Cost> = Cost & { load: Load }

/** Of each figure. */
function medians<Cost extends Record<string, number>>(costs: readonly Cost[]): Cost {
  const [first] = costs
  if (!first) throw new Error('nothing was measured')
  const middle = (name: string): number =>
    costs.map((cost) => cost[name] ?? Number.NaN).sort((a, b) => a - b)[costs.length >> 1] ?? Number.NaN
  return Object.fromEntries(Object.keys(first).map((name) => [name, middle(name)])) as Cost
}

/** A second. */
function deliveriesOf({ streams, events }: StreamLoad): number {
  return streams * events
}

function toCosts(costs: readonly (readonly [string, number, string])[]): BenchTable {
  return {
    ...{ title: 'Costs, fitted', columns: ['cost', 'value', 'unit'], skipped: [] },
    rows: costs.map(([name, value, unit]) => [name, value.toPrecision(4), unit]),
  }
}

function toPredictions(predictions: readonly Prediction[]): BenchTable {
  return {
    ...{ title: 'Loads that were not fitted', columns: ['load', 'predicted', 'measured', 'error', 'bar'], skipped: [] },
    rows: predictions.map(({ what, predicted, measured }) => {
      const error = Math.abs(predicted - measured) / measured
      const percent = `${(error * 100).toFixed(0)} %`
      return [what, predicted.toPrecision(3), measured.toPrecision(3), percent, error <= BAR ? 'held' : '**missed**']
    }),
  }
}

function serveSample(sample: { root: string }, words: readonly string[], environment: Record<string, string> = {}) {
  return serve(sample, ['--sample', '--as-of', AS_OF, ...words], environment)
}

/** Resident without the mapped files: the bundle's pages are shared. */
function memoryOf(pid: number): number {
  const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
  return ((resident ?? 0) - (shared ?? 0)) * PAGE_BYTES
}

async function measureRequests(
  sample: { root: string; key: string },
  { workers, ballots, connections }: RequestLoad,
): Promise<RequestCost> {
  const server = await serveSample(sample, workers === 1 ? [] : ['--workers', String(workers)])
  const shared = Object.values(loadExamples()).map(({ request }) => request)
  const points = randomPoints().map(([lng, lat]) => `/v1/ballot?lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}`)
  // So many of ten are ballots.
  const paths = points.flatMap((point, at) =>
    at % 10 < Math.round(ballots * 10) ? point : (shared[at % shared.length] ?? point),
  )
  const requests = paths.map((path) => requestOf(path, sample.key))
  const warm = openLoad(connections, WARM_SECONDS * 1000)
  const load = openLoad(connections, SECONDS * 1000)
  try {
    await warm.run(server.port, requests)
    const before = cpuOf(server.pids())
    const { answers, received, seconds } = await load.count(server.port, requests)
    const cpu = cpuOf(server.pids()) - before
    const memory = Math.max(...server.pids().map(memoryOf))
    return { cpu: (cpu / answers) * 1e6, bytes: received / answers, rate: answers / seconds, memory }
  } finally {
    await warm.close()
    await load.close()
    await server.close()
  }
}

async function measureStreams({ streams, events }: StreamLoad): Promise<StreamCost> {
  const one = await openFeed(streams, 'looking')
  const busyFor = async (seconds: number, act: () => Promise<unknown>): Promise<number> => {
    const [before, begun] = [await ask(one.server, 'usage', usage), performance.now()]
    await act()
    await pause(Math.max(0, begun + seconds * 1000 - performance.now()))
    const after = await ask(one.server, 'usage', usage)
    return (after.cpu - before.cpu) / 1000 / (performance.now() - begun)
  }
  try {
    const send = async (seconds: number): Promise<void> => {
      const begun = performance.now()
      for (let n = 1; n <= seconds * events; n++) {
        await (await one.draw()).send()
        await pause(Math.max(0, begun + (n * 1000) / events - performance.now()))
      }
    }
    await send(WARM_SECONDS)
    await gather(one.client, WARM_SECONDS * events * streams)
    const busy = await busyFor(SECONDS, () => send(SECONDS))
    await gather(one.client, SECONDS * events * streams)
    return { busy, memory: one.memory * streams, bytes: (await one.draw()).bytes }
  } finally {
    await one.close()
  }
}

/** Bytes of a bundle for each further contest. */
async function measureContest(): Promise<number> {
  const fixture = await openFixture()
  try {
    const sizeWith = (fillers: number): number =>
      [...loadPartHashes(fixture.paths, fixture.write({ fillers })).values()]
        .map((sha256) => statSync(join(fixture.paths.parts, `${sha256}.sqlite`)).size)
        .reduce((sum, bytes) => sum + bytes, 0)
    const [few, many] = [500, 3000]
    return (sizeWith(many) - sizeWith(few)) / (many - few)
  } finally {
    await fixture.close()
  }
}

/** Transactions a second of one idle server, and milliseconds of one that waits for the disk. */
async function measurePostgres(sample: {
  root: string
  paths: { state: string }
}): Promise<{ transactions: number; roundTrip: number }> {
  const name = `hustings_capacity_${process.pid}`
  const admin = new pg.Client({ connectionString: TEST_SERVER })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(TEST_SERVER)
  url.pathname = `/${name}`
  const count = async (): Promise<number> => {
    const { rows } = await admin.query('SELECT xact_commit FROM pg_stat_database WHERE datname = $1', [name])
    return Number(rows[0]?.xact_commit)
  }
  try {
    url.searchParams.set('schema', 'hustings_sample')
    const state = await openState({ state: '', stateServer: url.href })
    await state.load(sample.paths.state, false)
    const times: number[] = []
    for (let n = 0; n < 300; n++) {
      const begun = performance.now()
      await state.pin('a', null, today())
      await state.unpin({ bundle: 'a' })
      times.push((performance.now() - begun) / 2)
    }
    await state.close()
    url.searchParams.delete('schema')
    const server = await serveSample(sample, [], { HUSTINGS_STATE: url.href })
    await pause(5000)
    const [before, begun] = [await count(), performance.now()]
    await pause(20_000)
    const transactions = ((await count()) - before) / ((performance.now() - begun) / 1000)
    await server.close()
    return { transactions, roundTrip: times.sort((a, b) => a - b)[150] ?? Number.NaN }
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
}
