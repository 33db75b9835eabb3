// One server with its state in a file beside the same server with its state in PostgreSQL, in one run: answers a second, and how long one
// takes. Run it after `make setup` with: npx tsx test/bench/state-engines.ts

import autocannon from 'autocannon'
import { startIn } from '../cli/hustings.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { AS_OF, openFixture } from '../server/fixture.ts'
import { type Serving, toServing } from '../server/limits/serving.ts'
import { CONNECTIONS } from './compare.ts'
import { printTables } from './table.ts'

const ROUNDS = 5
const SECONDS = 4
const PATHS = ['/v1/states', '/v1/ballot?lat=35.5&lng=-78.5', '/v1/endorsements?limit=20']
/** Requests a second at which both are below their limit, so that waiting in a queue is no part of the time. */
const STEADY = 1000

interface Engine {
  name: string
  server: Serving
  key: string
  close(): Promise<void>
}
interface Measured {
  rate: number
  p50: number
  p99: number
}

async function open(name: string, stateServer?: string): Promise<Engine> {
  const fixture = await openFixture(undefined, stateServer)
  await fixture.publish({ fillers: 5 })
  const { key } = await fixture.makeKey()
  const settings = { HUSTINGS_LOG_LEVEL: 'error', ...(stateServer !== undefined && { HUSTINGS_STATE: stateServer }) }
  const server = await toServing(startIn(settings, fixture.paths.root, 'serve', '--port', '0', '--as-of', AS_OF))
  return {
    ...{ name, server, key },
    async close() {
      await server.stop('SIGTERM')
      await fixture.close()
    },
  }
}

/** @param rate requests a second; as many as are answered if it is not given */
async function measure({ server, key }: Engine, rate?: number): Promise<Measured> {
  const headers = { authorization: `Bearer ${key}` }
  const result = await autocannon({
    ...{ url: server.url, connections: CONNECTIONS, duration: SECONDS, headers },
    requests: PATHS.map((path) => ({ path })),
    ...(rate !== undefined && { overallRate: rate }),
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} answers are no 200, ${result.errors} failed`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function compareAt(engines: readonly Engine[], rate?: number): Promise<string[][]> {
  const all = new Map<Engine, Measured[]>(engines.map((one) => [one, []]))
  for (const one of engines) await measure(one, rate)
  for (let round = 0; round < ROUNDS; round++) for (const one of engines) all.get(one)?.push(await measure(one, rate))
  return [...all].map(([{ name }, found]) => [
    name,
    rate === undefined ? 'as fast as answered' : String(rate),
    ...[median(found.map((one) => one.rate)).toFixed(0), median(found.map((one) => one.p50)).toFixed(1)],
    median(found.map((one) => one.p99)).toFixed(1),
  ])
}

const postgres: PostgresServer = await startPostgres({ isDurable: true })
const engines = [await open('state.sqlite'), await open('PostgreSQL', `${postgres.url}?schema=engines`)]
try {
  printTables([
    {
      title: `One server, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turn; the database on the same machine waits for its disk`,
      columns: ['state', 'requests/s sent', 'answers/s', 'p50 ms', 'p99 ms'],
      rows: [...(await compareAt(engines)), ...(await compareAt(engines, STEADY))],
      skipped: [],
    },
  ])
} finally {
  for (const one of engines) await one.close()
  await postgres.remove()
}
