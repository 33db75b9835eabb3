// From saving one line of a real feed (FiveThirtyEight's primaries of 2022) to its event on an open stream, over the nation, beside the
// sample's in the same run: wall time, and the processor time of the process that watches.
//
// HUSTINGS_BENCH_VAR names a folder in which a nightly of the nation ended; it is copied. Without it a small nation is built of the
// publishers' files.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { openServed } from '../../build/served.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { feeds } from '../../ingest/registry.ts'
import { hustings, printed, start } from '../cli/hustings.ts'
import { hasMirror, MIRROR } from '../ingest/boundary/collect.ts'
import { sampleMirror } from '../whole/mirror.ts'
import { FULL, median } from './compare.ts'
import { followStream, makeKey } from './watch.ts'

const GIVEN = process.env.HUSTINGS_BENCH_VAR
const FEED = 'endorsements/fivethirtyeight/primary-project-2022/dem_candidates.csv'
const SAMPLE_FEED = 'data/sample/endorsements.csv'
/** Of the small nation; no listing holds their primaries of 2022, so that the feed creates each contest. */
const SMALL = { states: 'NH,RI,VT', names: ['New Hampshire', 'Rhode Island', 'Vermont'] } as const
const ROUNDS = FULL ? 21 : 7
const AT_MOST = 2
const STEPS = ['rest', 'lock', 'ingest', 'build', 'publish'] as const

export interface NationRow {
  what: string
  endorsements: number
  /** Medians of the rounds, in milliseconds; `cpu` is of the process that watches, `told` from the publication to the stream. */
  wall: number
  cpu: number
  steps: Record<(typeof STEPS)[number] | 'told', number>
}

export type NationBench = { skipped: string } | { sample: NationRow; nation: NationRow; rounds: number }

export async function benchWatchNation(): Promise<NationBench> {
  if (GIVEN && !existsSync(pathsIn(GIVEN).work)) throw new Error(`HUSTINGS_BENCH_VAR: no nightly ended in ${GIVEN}`)
  if (!hasMirror) return { skipped: `${MIRROR} with the publishers' files is not there (HUSTINGS_TEST_DATA names it)` }
  const root = mkdtempSync(join(tmpdir(), 'hustings-bench-nation-'))
  const sides: Side[] = []
  try {
    sides.push(await openSample(join(root, 'of-sample')))
    sides.push(await openNation(join(root, 'of-nation')))
    const rounds: Round[][] = sides.map(() => [])
    // In turn, so that what else the machine does meets both. The first one warms what a long-lived process keeps.
    for (let round = -1; round < ROUNDS; round++)
      for (const [at, side] of sides.entries()) {
        const measured = await measure(side, round + 1)
        if (round >= 0) rounds[at]?.push(measured)
      }
    const [sample, nation] = sides.map((side, at) => toRow(side, rounds[at] ?? []))
    if (!sample || !nation) throw new Error('unreachable')
    return { sample, nation, rounds: ROUNDS }
  } finally {
    for (const side of sides) await side.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A published bundle that a server serves and a watch follows. */
interface Side {
  what: string
  endorsements: number
  watch: ChildProcess
  heard: () => Promise<number>
  /** Changes one line, another one each round. */
  save: (round: number) => Promise<void>
  close: () => Promise<void>
}

async function openSample(folder: string): Promise<Side> {
  const mirror = sampleMirror()
  await requireDone(folder, 'nightly', '--sample', '--mirror', mirror.folder)
  const file = join(mirror.folder, SAMPLE_FEED)
  const lines = readFileSync(file, 'utf8').split('\n')
  return openSide('the sample', {
    ...{ folder, family: 'sample', mirror: mirror.folder, states: '', remove: mirror.remove },
    save: async (round) => {
      const at = lines.findIndex((line, nth) => nth > round && /,\d{4}-\d\d-\d\d$/.test(line))
      lines[at] = (lines[at] ?? '').replace(/,\d{4}(-\d\d-\d\d)$/, `,20${10 + round}$1`)
      await writeFile(file, lines.join('\n'))
    },
  })
}

async function openNation(folder: string): Promise<Side> {
  const mirror = join(dirname(folder), 'mirror')
  for (const { mirror: path } of feeds.filter(({ family }) => family === 'public').flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(mirror, path)), { recursive: true })
    cpSync(join(MIRROR, path), join(mirror, path))
  }
  if (GIVEN) copyFolder(GIVEN, folder)
  else await requireDone(folder, 'nightly', '--mirror', MIRROR, '--only', SMALL.states)
  const file = join(mirror, FEED)
  const lines = readFileSync(file, 'utf8').split('\n')
  const edits = findEdits(lines, GIVEN ? ['Texas'] : SMALL.names)
  return openSide(`FiveThirtyEight 2022${GIVEN ? '' : `, ${SMALL.states} alone`}`, {
    ...{ folder, family: 'public', mirror, states: GIVEN ? '' : SMALL.states, remove: () => undefined },
    save: async (round) => {
      const edit = edits[round]
      if (!edit) throw new Error(`${file} has ${edits.length} contests to endorse in, expected more`)
      lines[edit.at] = edit.line
      await writeFile(file, lines.join('\n'))
    },
  })
}

/** The rest is read again where it is asked for: kept bytes, reports, the analysts' copy. */
function copyFolder(from: string, to: string): void {
  const { raw, reports, warehouse, lock } = pathsIn(from)
  const { parts } = pathsIn(to)
  const left = [raw, reports, warehouse, lock, pathsIn(from).parts]
  cpSync(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !left.includes(path),
  })
  mkdirSync(parts)
  // They are never written again.
  for (const name of readdirSync(pathsIn(from).parts)) {
    const [held, copy] = [join(pathsIn(from).parts, name), join(parts, name)]
    try {
      linkSync(held, copy)
    } catch {
      cpSync(held, copy)
    }
  }
}

const candidate = z.object({
  ...{ Candidate: z.string(), State: z.string(), Office: z.string(), District: z.string() },
  ...{ Sunrise: z.string(), AOC: z.string() },
})

/** A line of each contest in which an endorser has picked nobody, as it says that the endorser picks one. */
function findEdits(lines: readonly string[], states: readonly string[]): { at: number; line: string }[] {
  const rows = z.array(candidate).parse(parse(lines.join('\n'), { columns: true }))
  const contests = new Map<string, number[]>()
  for (const [at, { State, Office, District }] of rows.entries()) {
    if (!states.includes(State)) continue
    const key = JSON.stringify([State, Office, District])
    contests.set(key, [...(contests.get(key) ?? []), at])
  }
  const free = (column: 'Sunrise' | 'AOC') =>
    [...contests.values()].filter((all) => all.every((at) => rows[at]?.[column] === 'N/A')).map(([first = 0]) => first)
  // The last cells of a line are Sunrise, Sanders, AOC, Party Committee; its lines have no line end inside quotes.
  const withAoc = (line: string) => line.replace(/N\/A(,[^,]*)$/, 'Yes$1')
  const withSunrise = (line: string) => line.replace(/N\/A(,[^,]*,[^,]*,[^,]*)$/, 'Yes$1')
  const inAoc = free('AOC').map((row) => ({ at: row + 1, line: withAoc(lines[row + 1] ?? '') }))
  const inSunrise = free('Sunrise').map((row) => {
    const aoc = inAoc.find(({ at }) => at === row + 1)?.line
    return { at: row + 1, line: withSunrise(aoc ?? lines[row + 1] ?? '') }
  })
  return [...inAoc, ...inSunrise]
}

interface SideOptions {
  /** HUSTINGS_VAR; those of the sample lie in a folder inside. */
  folder: string
  family: 'public' | 'sample'
  mirror: string
  /** With commas; empty: all. */
  states: string
  save: Side['save']
  remove: () => void
}

async function openSide(what: string, options: SideOptions): Promise<Side> {
  const { folder, family, mirror, states, save, remove } = options
  const paths = pathsIn(family === 'sample' ? join(folder, 'sample') : folder)
  const flags = family === 'sample' ? ['--sample'] : []
  const children: { child: ChildProcess; closed: Promise<unknown> }[] = []
  const keep = (child: ChildProcess): ChildProcess => {
    children.push({ child, closed: once(child, 'exit') })
    return child
  }
  const close = async (): Promise<void> => {
    for (const { child, closed } of children) {
      if (child.connected) child.disconnect()
      else child.kill('SIGTERM')
      await closed
    }
    remove()
  }
  try {
    const script = fileURLToPath(new URL(`./watch-nation-process${extname(import.meta.url)}`, import.meta.url))
    const watch = keep(fork(script, [paths.root, mirror, family, states]))
    // A nightly of other code than this is built whole first: minutes.
    await hear(watch, change)
    const server = keep(start(folder, 'serve', ...flags, '--port', '0'))
    const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
    const heard = await followStream(url, await makeKey(folder, `bench-${Date.now()}`, flags))
    return { what, endorsements: await countServed(paths), watch, heard, save, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function countServed(paths: Paths): Promise<number> {
  const state = await openState(paths)
  const head = await state.head()
  await state.close()
  if (!head) throw new Error(`nothing is published in ${paths.root}`)
  const served = openServed(paths, head.bundle)
  const count = [...served.walk()].length
  served.close()
  return count
}

async function requireDone(folder: string, ...words: string[]): Promise<void> {
  const { code, stderr } = await hustings(folder, ...words)
  if (code !== 0) throw new Error(`hustings ${words.join(' ')} ended with ${code}: ${stderr.slice(-2000)}`)
}

const change = z.object({
  steps: z.object({ rest: z.number(), lock: z.number(), ingest: z.number(), build: z.number(), publish: z.number() }),
  events: z.object({ created: z.number(), updated: z.number(), deleted: z.number() }),
  fault: z.string().nullable(),
  /** Of the process so far, in milliseconds. */
  cpu: z.number(),
})
const spent = z.strictObject({ cpu: z.number() })

/** The next message of this shape. */
function hear<Message>(watch: ChildProcess, shape: z.ZodType<Message>): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`the process that watches ended with ${code}`))
    const listen = (message: unknown): void => {
      const { data } = shape.safeParse(message)
      if (data === undefined) return
      watch.off('message', listen).off('exit', fail)
      resolve(data)
    }
    watch.on('message', listen).once('exit', fail)
  })
}

type Round = Pick<NationRow, 'wall' | 'cpu' | 'steps'>

async function measure({ what, watch, heard, save }: Side, round: number): Promise<Round> {
  const asked = hear(watch, spent)
  watch.send('cpu')
  const before = await asked
  const [event, sent] = [heard(), hear(watch, change)]
  const saved = performance.now()
  await save(round)
  const first = await Promise.race([event, sent.then(() => delay(5000))])
  const { steps, events, fault, cpu } = await sent
  if (first === undefined || fault !== null || events.created + events.updated !== 1 || events.deleted !== 0)
    throw new Error(`${what}: one saved line made ${JSON.stringify(events)}: ${fault}`)
  const wall = first - saved
  await delay(400)
  const told = wall - STEPS.reduce((sum, step) => sum + steps[step], 0)
  return { wall, cpu: cpu - before.cpu, steps: { ...steps, told } }
}

function toRow({ what, endorsements }: Side, rounds: readonly Round[]): NationRow {
  const of = (step: keyof Round['steps']): number => median(rounds.map(({ steps }) => steps[step]))
  return {
    ...{ what, endorsements, wall: median(rounds.map(({ wall }) => wall)), cpu: median(rounds.map(({ cpu }) => cpu)) },
    steps: {
      ...{ rest: of('rest'), lock: of('lock'), ingest: of('ingest') },
      ...{ build: of('build'), publish: of('publish'), told: of('told') },
    },
  }
}

export function printWatchNation(bench: NationBench): void {
  console.log(
    'From saving one line of a real feed to its event on an open stream, beside the sample; milliseconds, medians',
  )
  if ('skipped' in bench) {
    console.log(`skipped: ${bench.skipped}`)
    return
  }
  const { sample, nation, rounds } = bench
  for (const { what, endorsements, wall, cpu, steps } of [sample, nation]) {
    const parts = Object.entries(steps).map(([step, took]) => `${step} ${took.toFixed(0)}`)
    console.log(
      `${what.padEnd(36)} ${String(endorsements).padStart(6)} endorsements  wall ${wall.toFixed(0).padStart(5)}  cpu ${cpu.toFixed(0).padStart(5)}   ${parts.join(', ')}`,
    )
  }
  const ratio = nation.wall / sample.wall
  const verdict = ratio <= AT_MOST ? 'held' : 'MISSED'
  console.log(
    `of ${rounds} edits each: wall ${ratio.toFixed(2)} of the sample's  bar ${AT_MOST.toFixed(2)} ${verdict}  (cpu ${(nation.cpu / sample.cpu).toFixed(2)})`,
  )
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  printWatchNation(await benchWatchNation())
