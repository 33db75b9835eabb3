// From saving a line in an endorsement file to its event on an open stream, with 200,000 endorsements in the bundle, and where the
// time goes. The watch and the server are processes of their own.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { build } from '../../build/build.ts'
import { publishBundle } from '../../build/publish/publish.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import { hustings, printed, start } from '../cli/hustings.ts'
import { type Feed, line, makeWorld, type World } from '../cli/watched.ts'
import { FULL, median } from './compare.ts'
import { type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

const CONTESTS = 4000
const FEEDS: readonly Feed[] = [
  { name: 'small', endorsers: 10, picks: 40 },
  { name: 'large', endorsers: 250, picks: 200 },
  ...Array.from({ length: 8 }, (_, at) => ({ name: `other${at}`, endorsers: 94, picks: 200 })),
]
const ENDORSEMENTS = FEEDS.reduce((sum, { endorsers, picks }) => sum + endorsers * picks, 0)
const ROUNDS = { small: FULL ? 50 : 11, large: FULL ? 50 : 5 }
/** Contests that neither feed speaks of for its first endorser. */
const FREE_CONTEST = 3000
/** A time, so it applies to a machine without other work. */
const MEDIAN_MS = 1000
const STEPS = ['rest', 'lock', 'ingest', 'build', 'publish'] as const

export const WATCH = `From saving a line to the event on an open stream, ${ENDORSEMENTS} endorsements; milliseconds`

export interface WatchRow {
  what: string
  rounds: number
  median: number
  worst: number
  figure: BenchFigure
  /** Medians; `rest` is until the file was quiet, `told` from the publication to the stream, and what is left. */
  steps: Record<(typeof STEPS)[number] | 'told', number>
}

const change = z.object({
  steps: z.object({ rest: z.number(), lock: z.number(), ingest: z.number(), build: z.number(), publish: z.number() }),
  events: z.object({ created: z.number() }),
  fault: z.string().nullable(),
})

export async function benchWatch(): Promise<WatchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'hustings-bench-watch-'))
  const world = makeWorld(CONTESTS, FEEDS)
  const { keep, endAll } = keepChildren()
  try {
    const paths = pathsIn(join(root, 'sample'))
    await publishWorld(paths, world)
    const server = keep(start(root, 'serve', '--sample', '--port', '0'))
    const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
    const heard = await followStream(url, await makeKey(root, 'bench', ['--sample']))
    const script = fileURLToPath(new URL(`./watch-process${extname(import.meta.url)}`, import.meta.url))
    const watch = keep(fork(script, [paths.root, world.folder, ...FEEDS.map(({ name }) => name)]))
    await once(watch, 'message')
    const rows: WatchRow[] = []
    for (const name of ['small', 'large'] as const) rows.push(await measure(name, { world, watch, heard }))
    return rows
  } finally {
    await endAll()
    world.remove()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Processes to end, in their order. */
export function keepChildren() {
  const children: { child: ChildProcess; closed: Promise<unknown> }[] = []
  return {
    keep(child: ChildProcess): ChildProcess {
      children.push({ child, closed: once(child, 'exit') })
      return child
    },
    async endAll(): Promise<void> {
      for (const { child, closed } of children) {
        if (child.connected) child.disconnect()
        else child.kill('SIGTERM')
        await closed
      }
    },
  }
}

async function publishWorld(paths: Paths, { sources, folder }: World): Promise<void> {
  const now = new Date('2028-10-01T00:00:00Z')
  await ingest({ paths, sources, mirror: folder, states: null, now })
  const { bundle } = await build({ paths })
  const state = await openState(paths)
  await publishBundle({ paths, state, bundle, now: () => now, accept: false, retentionDays: 7 })
  await state.close()
}

/** @param flags that name the family */
export async function makeKey(root: string, account: string, flags: readonly string[]): Promise<string> {
  await hustings(root, 'accounts', 'create', account, '--plan', 'unlimited', ...flags)
  await hustings(root, 'accounts', 'approve', account, ...flags)
  const { stdout } = await hustings(root, 'keys', 'create', '--account', account, '--json', ...flags)
  return z.object({ key: z.string() }).parse(JSON.parse(stdout)).key
}

/** @returns waits for the next event, and gives the instant at which it came */
export async function followStream(url: string, key: string): Promise<() => Promise<number>> {
  let hear: (at: number) => void = () => undefined
  await new Promise<void>((resolve, reject) => {
    const asked = get(`${url}/v1/stream`, { headers: { Authorization: `Bearer ${key}` }, agent: false }, (reply) => {
      const parser = createParser({
        onEvent: ({ event }) => (event === 'ready' ? resolve() : hear(performance.now())),
      })
      reply.on('data', (chunk: Buffer) => parser.feed(chunk.toString('utf8')))
      if (reply.statusCode !== 200) reject(new Error(`the stream answered ${reply.statusCode}`))
      reply.on('error', () => undefined)
    })
    asked.on('error', reject)
  })
  return () =>
    new Promise((resolve) => {
      hear = resolve
    })
}

interface Parties {
  world: World
  watch: ChildProcess
  heard: () => Promise<number>
}

async function measure(name: 'small' | 'large', { world, watch, heard }: Parties): Promise<WatchRow> {
  const totals: number[] = []
  const steps: WatchRow['steps'][] = []
  // The first one warms what a long-lived process keeps.
  for (let round = -1; round < ROUNDS[name]; round++) {
    const [event, sent] = [heard(), once(watch, 'message')]
    const saved = performance.now()
    appendFileSync(world.file(name), `${line(name, 0, FREE_CONTEST + round + 1, round + 1, 'Saved just now.')}\n`)
    const total = (await event) - saved
    const [{ steps: took, events, fault }] = z
      .tuple([change])
      .rest(z.unknown())
      .parse(await sent)
    if (fault !== null || events.created !== 1)
      throw new Error(`one saved line made ${JSON.stringify(events)}: ${fault}`)
    await delay(400)
    if (round < 0) continue
    totals.push(total)
    steps.push({ ...took, told: total - STEPS.reduce((sum, step) => sum + took[step], 0) })
  }
  const what = `a file of ${name === 'small' ? '400' : '50,000'} lines`
  return {
    ...{ what, figure: toFigure(what, 'lower', totals) },
    rounds: totals.length,
    ...{ median: median(totals), worst: Math.max(...totals) },
    steps: mediansOf(steps),
  }
}

/** @param rounds the milliseconds of each step */
export function mediansOf(rounds: readonly WatchRow['steps'][]): WatchRow['steps'] {
  const of = (step: keyof WatchRow['steps']): number => median(rounds.map((one) => one[step]))
  const [rest, lock, ingest] = [of('rest'), of('lock'), of('ingest')]
  return { rest, lock, ingest, build: of('build'), publish: of('publish'), told: of('told') }
}

export function toWatchTable(rows: readonly WatchRow[]): BenchTable {
  return {
    ...{ title: WATCH, columns: ['feed', 'rounds', 'median', 'worst', 'medians of the steps', 'bar'], skipped: [] },
    rows: rows.map(({ what, rounds, median: middle, worst, steps }) => [
      ...[what, String(rounds), middle.toFixed(0), worst.toFixed(0), presentSteps(steps)],
      toVerdict(middle, { is: 'at most', at: MEDIAN_MS }),
    ]),
    figures: rows.map(({ figure }) => figure),
  }
}

export function presentSteps(steps: Readonly<Record<string, number>>): string {
  return Object.entries(steps)
    .map(([step, took]) => `${step} ${took.toFixed(0)}`)
    .join(', ')
}
