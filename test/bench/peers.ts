// `/v1/ballot` beside a PostGIS and Express application that gives the same answers: answers for each second of processor time,
// latency, memory and disk. The application's time is that of its process and of PostgreSQL's.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { decodeMultiPolygon } from '../../data/geometry/polygon.ts'
import { type Bundle, openBundle, partsOf } from '../../data/store/bundle.ts'
import { loadManifest, loadPartHashes } from '../../data/store/manifest.ts'
import { type Paths, pathsIn, projectFile } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { findPoint } from '../../server/place/place.ts'
import { compiled } from '../compiled.ts'
import { hasMirror, MIRROR } from '../ingest/boundary/collect.ts'
import { type PostgresServer, startPostgres, whyWithoutPostgis } from '../postgres-server.ts'
import { CONNECTIONS, FULL, median, requestOf } from './compare.ts'
import { AS_OF, createKey, makeSample, randomPoints, runIn } from './endpoints.ts'
import { type Load, openLoad } from './load.ts'
import { drawPoints } from './lookup-points.ts'
import { fillTables } from './peers/fill.ts'
import { AREAS, FROM_ROWS, OF_AREAS, PREPARED } from './peers/statements.ts'
import { childrenOf, cpuOf, pssOf, readUntil, type Served, serve } from './served.ts'
import { type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'
import { copyFolder } from './watch-nation.ts'

const GIVEN = process.env.HUSTINGS_BENCH_VAR
const MILLISECONDS = FULL ? 10_000 : 4000
const WARM_MS = 6000
const ROUNDS = FULL ? 9 : 5
const POINTS = 1000
const KEPT_MB = 64
const BAR = 25
/** PostgreSQL on a machine of its own would have these; the data are read alone, and fit into shared buffers. */
const SETTINGS = {
  shared_buffers: '512MB',
  effective_cache_size: '2GB',
  work_mem: '32MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_generic_plan',
  update_process_title: 'off',
  track_activities: 'off',
  autovacuum: 'off',
} as const
const EXPLAINED = projectFile('dist-bench', 'peers-explain.txt')

interface World {
  what: string
  root: string
  paths: Paths
  asOf: string
  /** Slugs. */
  elections: string
  key: string
  /** For `serve`. */
  words: readonly string[]
}

interface Contender {
  what: string
  isOurs: boolean
  keeps: boolean
  server: Served
  requests: readonly string[]
  disk_mb: number
}

interface Round {
  per_s: number
  /** Answers for each second of processor time. */
  per_core: number
  p50: number
  p99: number
}

interface Row extends Round {
  contender: Contender
  memory_mb: number
  /** Round by round: ours without and with kept answers, to it. */
  ratios: { none: number[]; kept: number[] }
}

interface Side {
  world: World
  contenders: Contender[]
  client: pg.Client
  /** Of the requests. */
  paths: string[]
  /** Points without a request. */
  leftOut: number
  /** Of an answer of ours, the mean. */
  bytes: number
}

export type Peers = { skipped: string } | (Side & { rows: Row[] })

export async function benchPeers(): Promise<Peers> {
  const skipped = whyWithoutPostgis()
  if (skipped !== undefined) return { skipped }
  const closing: (() => Promise<void> | void)[] = []
  try {
    const side = await openPeers(!GIVEN && !hasMirror, closing)
    await explain(side)
    return { ...side, rows: await compare(side.contenders) }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Ours and the peers, in service. @throws if two of them answer a point differently */
export async function openPeers(isSample: boolean, closing: (() => Promise<void> | void)[]): Promise<Side> {
  const world = isSample ? openSample(closing) : openReal(closing)
  const bundle = await openCurrent(world.paths, closing)
  const postgres = await startPostgres()
  closing.push(() => postgres.remove())
  const client = await fill(postgres, world, bundle, closing)
  const { paths, leftOut } = drawPaths(world, bundle)
  const contenders = await openContenders({ world, paths, client, bundle, closing })
  const bytes = await requireSame(contenders, paths, world.key)
  return { world, contenders, client, paths, leftOut, bytes }
}

function openSample(closing: (() => void)[]): World {
  const elections = ['me', 'nm', 'nv', 'vt'].map((state) => `${state}-2028-11-07-general`).join(',')
  return { what: 'the sample', ...makeSample(closing), asOf: AS_OF, elections, words: ['--sample', '--as-of', AS_OF] }
}

/** North Carolina's primary of 2022, which has endorsements. */
function openReal(closing: (() => void)[]): World {
  const root = mkdtempSync(join(tmpdir(), 'hustings-bench-peers-'))
  closing.push(() => rmSync(root, { recursive: true }))
  if (GIVEN) copyFolder(GIVEN, root)
  else runIn(root, 'nightly', '--mirror', MIRROR, '--only', 'NC')
  const [paths, asOf] = [pathsIn(root), '2022-04-15']
  return {
    ...{ what: "North Carolina's primary of 2022", root, paths, asOf, elections: 'nc-2022-05-17-primary' },
    ...{ key: createKey(root, paths), words: ['--as-of', asOf] },
  }
}

async function openCurrent(paths: Paths, closing: (() => void)[]): Promise<Bundle> {
  const state = await openState(paths)
  const head = await state.head()
  await state.close()
  const bundle = openBundle(paths, loadManifest(paths, head?.bundle ?? ''))
  closing.push(() => {
    for (const part of partsOf(bundle)) part.close()
  })
  return bundle
}

async function fill(
  postgres: PostgresServer,
  { paths, asOf }: World,
  bundle: Bundle,
  closing: (() => Promise<void> | void)[],
): Promise<pg.Client> {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    return client
  }
  const first = await connect()
  for (const [name, value] of Object.entries(SETTINGS)) await first.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  await first.end()
  await postgres.restart()
  const client = await connect()
  closing.push(() => client.end())
  const warehouse = await openWarehouse(paths.work, { readonly: true })
  try {
    await fillTables(client, { bundle, warehouse, day: asOf })
  } finally {
    await warehouse.close()
  }
  return client
}

/**
 * Requests for points where people live. Left out are points in a gap between simplified lines, where our service answers with
 * the nearest districts and the peer with none.
 */
function drawPaths({ elections }: World, bundle: Bundle): { paths: string[]; leftOut: number } {
  const drawn = toPoints(bundle)
  const inside = drawn.filter(([lng, lat]) => findPoint(bundle, lat, lng).key.endsWith('|'))
  return {
    paths: inside.map(([lng, lat]) => `/v1/ballot?lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}&elections=${elections}`),
    leftOut: drawn.length - inside.length,
  }
}

function toPoints({ places }: Bundle): (readonly [lng: number, lat: number])[] {
  const shapes = places
    .statement<{ rings: Uint8Array }>(
      `SELECT rings
FROM boundary
JOIN district ON district.id = boundary.district_id
WHERE state = 'NC' AND type = 'state_lower' AND retired = 0
ORDER BY id`,
    )
    .all()
    .map(({ rings }) => decodeMultiPolygon(rings))
  if (shapes.length === 0) return randomPoints().slice(0, POINTS)
  const points = drawPoints([shapes], POINTS)
  return Array.from({ length: POINTS }, (_, at) => [(points[at * 2] ?? 0) / 1e6, (points[at * 2 + 1] ?? 0) / 1e6])
}

async function openContenders({
  world,
  paths,
  client,
  bundle,
  closing,
}: {
  world: World
  paths: readonly string[]
  client: pg.Client
  bundle: Bundle
  closing: (() => Promise<void> | void)[]
}): Promise<Contender[]> {
  const requests = paths.map((path) => requestOf(path, world.key))
  const disk = await postgresDisk(client)
  const contenders: Contender[] = []
  const open = async (what: string, keeps: boolean, way: string | undefined): Promise<void> => {
    const megabytes = keeps ? KEPT_MB : 0
    const server =
      way === undefined
        ? await serve(copyOf(world, closing), world.words, { HUSTINGS_CACHE_MB: String(megabytes) })
        : await startPeer(client, [way, world.asOf, String(megabytes)])
    closing.push(() => server.close())
    const disk_mb = way === undefined ? diskOf(world.paths, bundle.id) : disk
    contenders.push({ what, isOurs: way === undefined, keeps, server, requests, disk_mb })
  }
  await open('Hustings', false, undefined)
  await open('Hustings', true, undefined)
  await open('PostGIS and Express, JSON from rows', false, 'rows')
  await open('PostGIS and Express, prepared JSON', false, 'prepared')
  await open('PostGIS and Express, ballots kept by districts', false, 'sets')
  await open('PostGIS and Express, ballots kept by districts', true, 'sets')
  return contenders
}

/** Only one server may run in a folder. The parts are links. */
function copyOf({ root, paths }: World, closing: (() => void)[]): { root: string } {
  const copy = mkdtempSync(join(tmpdir(), 'hustings-bench-peers-'))
  closing.push(() => rmSync(copy, { recursive: true }))
  copyFolder(paths.root, join(copy, relative(root, paths.root)))
  return { root: copy }
}

/** The application with its PostgreSQL: its own connections, and the server's processes that all share. */
async function startPeer(client: pg.Client, words: readonly string[]): Promise<Served> {
  const setting = async (name: string): Promise<string> => {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name])
    return rows[0]?.value ?? ''
  }
  const server = { PGHOST: await setting('unix_socket_directories'), PGPORT: await setting('port'), PGUSER: 'hustings' }
  const child: ChildProcess = spawn(process.execPath, [compiled('test', 'bench', 'peers', 'app.ts'), ...words], {
    env: { ...process.env, ...server, PGDATABASE: 'postgres', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = Number(await readUntil(child, /http:\/\/127\.0\.0\.1:(\d+)/))
  const postmaster = Number(
    readFileSync(join(await setting('data_directory'), 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  return {
    port,
    pids: () => [child.pid ?? 0, postmaster, ...childrenOf(postmaster)],
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function postgresDisk(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  return Number(rows[0]?.bytes) / 1e6
}

/** Of the whole bundle: everything that the service answers from. */
function diskOf(paths: Paths, bundle: string): number {
  const parts = [...loadPartHashes(paths, bundle).values()]
  return parts.reduce((sum, sha256) => sum + statSync(join(paths.parts, `${sha256}.sqlite`)).size, 0) / 1e6
}

const ballot = z.object({
  data: z.object({
    location: z.object({ state: z.string() }),
    districts: z.array(z.unknown()),
    contests: z.array(z.unknown()),
  }),
})

/**
 * Districts and contests with match, choices and endorsements, in order.
 * @returns bytes of our answers, the mean
 * @throws at the first difference
 */
async function requireSame(contenders: readonly Contender[], paths: readonly string[], key: string): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const [ours, ...others] = await Promise.all(
      contenders.map(async ({ server: { port } }) => {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } })
        const text = await reply.text()
        if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${text}`)
        const { data } = ballot.parse(JSON.parse(text))
        return { bytes: Buffer.byteLength(text), answer: { ...data, location: data.location.state } }
      }),
    )
    bytes += ours?.bytes ?? 0
    for (const [at, other] of others.entries())
      if (!isDeepStrictEqual(ours?.answer, other.answer))
        throw new Error(
          `${contenders[at + 1]?.what} answers ${path} otherwise:\n${JSON.stringify(ours?.answer)}\n${JSON.stringify(other.answer)}`,
        )
  }
  if (paths.length === 0) throw new Error('there is no point to compare')
  return bytes / paths.length
}

/** Writes what PostgreSQL does for the first point beside the compiled bench. */
async function explain({ client, world: { asOf, elections }, paths: [first = ''] }: Side): Promise<void> {
  const { searchParams } = new URL(first, 'http://peer')
  const point = ['lng', 'lat'].map((name) => Math.round(Number(searchParams.get(name)) * 1e6))
  const { rows: found } = await client.query<{ areas: string }>(AREAS, point)
  const statements = {
    'JSON from rows': [FROM_ROWS, [elections.split(','), asOf, ...point]],
    'prepared JSON': [PREPARED, [elections.split(','), asOf, ...point]],
    'areas of a point': [AREAS, point],
    'ballot of areas': [OF_AREAS, [elections.split(','), asOf, found[0]?.areas]],
  } as const
  const plans: string[] = []
  for (const [name, [text, values]] of Object.entries(statements)) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values])
    plans.push([name, ...rows.map((row) => row['QUERY PLAN'])].join('\n'))
  }
  if (!existsSync(projectFile('dist-bench'))) mkdirSync(projectFile('dist-bench'))
  writeFileSync(EXPLAINED, `${plans.join('\n\n')}\n`)
}

/** In turn, each round by each. */
async function compare(contenders: readonly Contender[]): Promise<Row[]> {
  const [warm, load] = [openLoad(CONNECTIONS, WARM_MS), openLoad(CONNECTIONS, MILLISECONDS)]
  const rounds = contenders.map((): Round[] => [])
  try {
    for (const { server, requests } of contenders) await warm.run(server.port, requests)
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, one] of contenders.entries()) rounds[at]?.push(await measureRound(one, load))
  } finally {
    await warm.close()
    await load.close()
  }
  const of = (keeps: boolean): Round[] => rounds[contenders.findIndex((one) => one.isOurs && one.keeps === keeps)] ?? []
  const [none, kept] = [of(false), of(true)]
  return contenders.map((contender, at) => {
    const own = rounds[at] ?? []
    const middle = (figure: keyof Round): number => median(own.map((round) => round[figure]))
    const to = (ours: Round[]): number[] =>
      ours.map((one, round) => one.per_core / (own[round]?.per_core ?? Number.NaN))
    return {
      ...{ contender, memory_mb: pssOf(contender.server.pids()), ratios: { none: to(none), kept: to(kept) } },
      ...{ per_s: middle('per_s'), per_core: middle('per_core'), p50: middle('p50'), p99: middle('p99') },
    }
  })
}

async function measureRound({ server, requests }: Contender, load: Load): Promise<Round> {
  const before = cpuOf(server.pids())
  const { answers, seconds, p50, p99 } = await load.count(server.port, requests)
  return { per_s: answers / seconds, per_core: answers / (cpuOf(server.pids()) - before), p50, p99 }
}

export function toPeersTable(peers: Peers): BenchTable {
  const columns = [
    ...['application', 'keeps answers', 'answers/s', 'per core', 'p50, ms', 'p99, ms', 'memory, MB', 'disk, MB'],
    ...['ours, none kept, to it', 'ours, kept, to it', 'bar'],
  ]
  if ('skipped' in peers)
    return { title: 'Ballots beside PostGIS and Express', columns, rows: [], skipped: [peers.skipped] }
  const { world, rows, paths, leftOut, bytes } = peers
  return {
    title: `Ballots of ${world.what} at ${paths.length} points, ${(bytes / 1000).toFixed(0)} KB on average, ${CONNECTIONS} connections, one process and PostgreSQL; equal answers at each point; ratios of answers for each second of processor time`,
    columns,
    rows: rows.map(({ contender: { what, isOurs, keeps, disk_mb }, per_s, per_core, p50, p99, memory_mb, ratios }) => [
      ...[what, keeps ? 'yes' : 'no', per_s.toFixed(0), per_core.toFixed(0), p50.toFixed(1), p99.toFixed(1)],
      ...[memory_mb.toFixed(0), disk_mb.toFixed(0)],
      ...(isOurs ? ['', '', ''] : toRatios(ratios, keeps)),
    ]),
    skipped: leftOut > 0 ? [`${leftOut} points in gaps between simplified lines, where the peer has no districts`] : [],
    figures: rows.flatMap(toFigures),
  }
}

/** The bar applies to the side that keeps as much. */
function toRatios({ none, kept }: Row['ratios'], keeps: boolean): string[] {
  return [
    ...(keeps ? [''] : [median(none).toPrecision(3)]),
    median(kept).toPrecision(3),
    toVerdict(median(keeps ? kept : none), { is: 'at least', at: BAR }),
  ]
}

function toFigures({ contender: { what, isOurs, keeps }, ratios }: Row): BenchFigure[] {
  if (isOurs) return []
  return [toFigure(`to ${what}, ${keeps ? 'answers' : 'none'} kept`, 'higher', keeps ? ratios.kept : ratios.none)]
}
