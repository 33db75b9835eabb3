// Every endpoint over the sample, and ballots at random points of its states.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Paths, pathsIn, projectFile } from '../../data/store/paths.ts'
import { Database } from '../../data/store/sqlite.ts'
import { startServer } from '../../server/main.ts'
import { loadExamples } from '../../server/openapi/openapi.ts'
import { CONNECTIONS, compare, FULL, listenBare, listenPolka, type Row, requestOf } from './compare.ts'
import { type Load, openLoad } from './load.ts'

export const AS_OF = '2028-10-15'
const ENDPOINT_MS = FULL ? 1000 : 300
const BALLOT_MS = FULL ? 3000 : 1000
const ROUNDS = FULL ? 7 : 3
const POINTS = 5000
/** Boxes inside the sample's states, west south east north, by state. */
const BOXES = {
  ME: [-69.9, 44.6, -68.2, 46.3],
  NM: [-108.5, 32.2, -103.5, 36.5],
  NV: [-119.5, 39.5, -114.5, 41.5],
  VT: [-73.1, 43.1, -72.6, 44.8],
} as const

export const ENDPOINTS = `Every endpoint, as in data/sample/examples.json, at ${CONNECTIONS} connections; ratio to bare node:http, constant body of the same size`
export const BALLOTS = `Ballots at ${POINTS} random points of the sample, mean size, at ${CONNECTIONS} connections; ratio to Polka writing the same ballots, known beforehand, in turn`

export async function benchSample(): Promise<{ endpoints: Row[]; ballots: Row[] }> {
  const closing: (() => Promise<void> | void)[] = []
  try {
    const sample = await serveSample(closing)
    const { port, ask, key } = sample
    const endpoints: Row[] = []
    const short = openLoad(CONNECTIONS, ENDPOINT_MS)
    closing.push(() => short.close())
    for (const [path, { request }] of Object.entries(loadExamples())) {
      const body = await ask(request)
      const bare = await listenBare(body, closing)
      const [, row] = await compare(
        [
          { what: 'bare', port: bare, requests: [requestOf(request)], bytes: body.length, bar: null },
          { what: path, port, requests: [requestOf(request, key)], bytes: body.length, bar: null },
        ],
        ROUNDS,
        short,
      )
      if (row) endpoints.push(row)
    }
    const long = openLoad(CONNECTIONS, BALLOT_MS)
    closing.push(() => long.close())
    return { endpoints, ballots: await benchBallots(sample, long, closing) }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

interface Sample {
  port: number
  portWithoutCache: number
  key: string
  /** The reply's body, uncompressed. */
  ask(path: string): Promise<Buffer>
}

async function benchBallots(
  { port, portWithoutCache, ask, key }: Sample,
  load: Load,
  closing: (() => void)[],
): Promise<Row[]> {
  const paths = randomPoints().map(([lng, lat]) => `/v1/ballot?lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}`)
  const bodies = await askAll(paths, ask)
  const bytes = Math.round(bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length)
  const requests = paths.map((path) => requestOf(path, key))
  const floor = await listenPolka(bodies, closing)
  return await compare(
    [
      { what: 'Polka, known ballots', port: floor, requests: [requestOf('/v1/ballot')], bytes, bar: null },
      { what: 'Hustings, answers kept', port, requests, bytes, bar: 0.55 },
      { what: 'Hustings, none kept', port: portWithoutCache, requests, bytes, bar: 0.35 },
    ],
    ROUNDS,
    load,
  )
}

/** The reply to each path; equal ones once in memory, as a server that keeps them has them. */
async function askAll(paths: readonly string[], ask: Sample['ask']): Promise<Buffer[]> {
  const known = new Map<string, Buffer>()
  const bodies: Buffer[] = []
  for (const path of paths) {
    const body = await ask(path)
    const text = body.toString('latin1')
    const first = known.get(text) ?? body
    known.set(text, first)
    bodies.push(first)
  }
  return bodies
}

/** The same ones in each run, in the states in turn. */
export function randomPoints(): readonly (readonly [number, number])[] {
  let seed = 20281107
  const random = (): number => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  const boxes = Object.values(BOXES)
  return Array.from({ length: POINTS }, (_, at) => {
    const [west, south, east, north] = boxes[at % boxes.length] ?? BOXES.ME
    return [west + random() * (east - west), south + random() * (north - south)]
  })
}

/** A published sample in a folder of its own, and a key without a limit. */
export function makeSample(closing: (() => Promise<void> | void)[]): { root: string; paths: Paths; key: string } {
  const root = mkdtempSync(join(tmpdir(), 'hustings-bench-'))
  closing.push(() => rmSync(root, { recursive: true }))
  runIn(root, 'nightly', '--sample')
  const paths = pathsIn(join(root, 'sample'))
  return { root, paths, key: createKey(root, paths, '--sample') }
}

/** A key without a limit. */
export function createKey(root: string, paths: Paths, ...options: string[]): string {
  runIn(root, 'accounts', 'create', 'bench', '--plan', 'unlimited', ...options)
  runIn(root, 'accounts', 'approve', 'bench', ...options)
  const key = runIn(root, 'keys', 'create', '--account', 'bench', ...options).trim()
  const database = new Database(paths.state)
  database.exec("UPDATE plan SET requests_per_minute = 1000000000 WHERE name = 'unlimited'")
  database.close()
  return key
}

/** A command over the files of a folder. @returns its output @throws with what it printed on stderr */
export function runIn(root: string, ...words: string[]): string {
  return execFileSync(process.execPath, [projectFile('dist', 'cli.js'), ...words], {
    env: { ...process.env, HUSTINGS_VAR: root },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function serveSample(closing: (() => Promise<void> | void)[]): Promise<Sample> {
  const { paths, key } = makeSample(closing)
  const options = { paths, port: 0, asOf: AS_OF, logFile: '/dev/null' }
  const server = await startServer(options)
  closing.push(() => server.close())
  const without = await startServer({ ...options, cacheMegabytes: 0 })
  closing.push(() => without.close())
  return {
    port: server.port,
    portWithoutCache: without.port,
    key,
    async ask(path) {
      const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' }
      const reply = await fetch(server.url + path, { headers })
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return Buffer.from(await reply.arrayBuffer())
    },
  }
}
