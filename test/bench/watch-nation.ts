// From saving one line of a real feed to its event on an open stream, over the nation, beside the sample's in the same run: wall time,
// and the processor time of the process that watches.
//
// HUSTINGS_BENCH_VAR names a folder in which a nightly of the nation ended; it is copied. Without it a small nation is built of the
// publishers' files.

import { type ChildProcess, fork } from 'node:child_process'
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
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { openServed } from '../../build/publish/bundle-reader.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { feeds } from '../../ingest/engine/registry.ts'
import { hustings, printed, start } from '../cli/hustings.ts'
import { hasMirror, MIRROR } from '../ingest/boundary/collect.ts'
import { sampleMirror } from '../whole/mirror.ts'
import { FULL, median } from './compare.ts'
import { ask, next } from './feed.ts'
import { type Bar, type BenchTable, toFigure, toVerdict } from './table.ts'
import { followStream, keepChildren, makeKey, mediansOf, presentSteps, STEPS, type Steps } from './watch.ts'

const GIVEN = process.env.HUSTINGS_BENCH_VAR
/** In place of the nation; no listing holds their primaries of 2018 and 2022, so that the feed creates each contest. */
const SMALL = 'NH,RI,VT'
const ROUNDS = FULL ? 21 : 5
const AT_MOST = 2

interface Feed {
  what: string
  /** In a mirror. */
  file: string
  /** Of the states that the rows are edited of, as the file has them. */
  isEdited: (row: Row) => boolean
  /** Columns that tell one contest from another. */
  contest: readonly string[]
  /** Each holds what one endorser says of the row's choice: nothing of all choices of the contest becomes Yes of one. */
  columns: readonly string[]
  nothing: string
}
type Row = Readonly<Record<string, string>>

const FEEDS: readonly Feed[] = [
  {
    what: 'FiveThirtyEight 2022',
    file: 'endorsements/fivethirtyeight/primary-project-2022/dem_candidates.csv',
    isEdited: ({ State = '' }) => (GIVEN ? ['Texas'] : ['New Hampshire', 'Rhode Island', 'Vermont']).includes(State),
    contest: ['State', 'Office', 'District'],
    columns: ['AOC', 'Sunrise'],
    nothing: 'N/A',
  },
  {
    what: 'FiveThirtyEight 2018',
    file: 'endorsements/fivethirtyeight/primary-candidates-2018/dem_candidates.csv',
    isEdited: ({ State = '' }) => (GIVEN ? ['TX'] : SMALL.split(',')).includes(State),
    contest: ['State', 'Office Type', 'District'],
    columns: ['VoteVets Endorsed?', 'WFP Endorsed?'],
    nothing: '',
  },
  {
    what: 'San Francisco 2016',
    file: 'endorsements/sf_2016/2016_November_endorsements.csv.gz',
    isEdited: ({ category }) => GIVEN !== undefined && category === 'SF Proposition',
    contest: ['endorser', 'candidate'],
    columns: ['endorsement'],
    nothing: 'NA',
  },
]

export interface EditRow {
  what: string
  endorsements: number
  /** Medians of the rounds, in milliseconds; `cpu` is of the process that watches, `told` from the publication to the stream. */
  wall: number
  cpu: number
  /** Each round's. */
  walls: number[]
  steps: Steps
}

export type NationBench = { skipped: string } | { sample: EditRow; nation: EditRow[]; rounds: number }

export async function benchWatchNation(): Promise<NationBench> {
  if (GIVEN && !existsSync(pathsIn(GIVEN).work)) throw new Error(`HUSTINGS_BENCH_VAR: no nightly ended in ${GIVEN}`)
  if (!hasMirror) return { skipped: `${MIRROR} with the publishers' files is not there (HUSTINGS_TEST_DATA names it)` }
  const root = mkdtempSync(join(tmpdir(), 'hustings-bench-nation-'))
  const sides: Side[] = []
  try {
    sides.push(await openSample(join(root, 'of-sample')))
    sides.push(await openNation(join(root, 'of-nation')))
    const edits = sides.flatMap((side) => side.saves.map((save) => ({ side, save, rounds: [] as Round[] })))
    // In turn, so that what else the machine does meets all. The first one warms what a long-lived process keeps.
    for (let round = -1; round < ROUNDS; round++)
      for (const { side, save, rounds } of edits) {
        const measured = await measure(side, save, round + 1)
        if (round >= 0) rounds.push(measured)
      }
    const [sample, ...nation] = edits.map(({ side, save, rounds }) => toRow(side, save, rounds))
    if (!sample) throw new Error('unreachable')
    return { sample, nation, rounds: ROUNDS }
  } finally {
    for (const side of sides) await side.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A published bundle that a server serves and a watch follows. */
interface Side {
  endorsements: number
  watch: ChildProcess
  heard: () => Promise<number>
  saves: readonly Save[]
  close: () => Promise<void>
}

/** Of one feed. */
interface Save {
  what: string
  /** Changes one line, another one each round. */
  save: (round: number) => Promise<void>
}

async function openSample(folder: string): Promise<Side> {
  const mirror = sampleMirror()
  await requireDone(folder, 'nightly', '--sample', '--mirror', mirror.folder)
  const file = join(mirror.folder, 'data', 'sample', 'endorsements.csv')
  const lines = readFileSync(file, 'utf8').split('\n')
  const save = async (round: number): Promise<void> => {
    const at = lines.findIndex((line, nth) => nth > round && /,\d{4}-\d\d-\d\d$/.test(line))
    lines[at] = (lines[at] ?? '').replace(/,\d{4}(-\d\d-\d\d)$/, `,20${10 + round}$1`)
    await writeFile(file, lines.join('\n'))
  }
  const saves = [{ what: 'the sample', save }]
  return openSide({ folder, family: 'sample', mirror: mirror.folder, states: '', saves, remove: mirror.remove })
}

async function openNation(folder: string): Promise<Side> {
  const mirror = join(dirname(folder), 'mirror')
  for (const { mirror: path } of feeds.filter(({ family }) => family === 'public').flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(mirror, path)), { recursive: true })
    cpSync(join(MIRROR, path), join(mirror, path))
  }
  if (GIVEN) copyFolder(GIVEN, folder)
  else await requireDone(folder, 'nightly', '--mirror', MIRROR, '--only', SMALL)
  const saves: Save[] = []
  for (const feed of FEEDS) saves.push(...(await openFeed(feed, join(mirror, feed.file))))
  return openSide({ folder, family: 'public', mirror, states: GIVEN ? '' : SMALL, saves, remove: () => undefined })
}

/** Writes the file in the quotes that each save uses. None where it speaks of no state that is edited. */
async function openFeed(feed: Feed, file: string): Promise<Save[]> {
  const packed = readFileSync(file)
  const isPacked = file.endsWith('.gz')
  const text = (isPacked ? gunzipSync(packed) : packed).toString('utf8')
  const table = z.array(z.array(z.string())).parse(parse(text, { relax_column_count: true }))
  const edits = findEdits(feed, table)
  if (edits.length === 0) return []
  const write = async (): Promise<void> => {
    const lines = table.map((cells) =>
      cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)),
    )
    const written = Buffer.from(`${lines.map((cells) => cells.join(',')).join('\n')}\n`)
    await writeFile(file, isPacked ? gzipSync(written) : written)
  }
  await write()
  return [
    {
      what: `${feed.what}${GIVEN ? '' : `, ${SMALL} alone`}`,
      async save(round) {
        const edit = edits[round]
        const cells = edit && table[edit.line]
        if (!cells) throw new Error(`${file} has ${edits.length} places to edit, expected more`)
        cells[edit.cell] = 'Yes'
        await write()
      },
    },
  ]
}

/** A cell of each contest in which the endorser of its column has said nothing. */
function findEdits(feed: Feed, [header = [], ...lines]: readonly string[][]): { line: number; cell: number }[] {
  const places = new Map(header.map((name, cell) => [name.trim(), cell]))
  const rows = lines.map(
    (cells): Row => Object.fromEntries([...places].map(([name, cell]) => [name, cells[cell] ?? ''])),
  )
  const contests = new Map<string, number[]>()
  for (const [at, row] of rows.entries()) {
    if (!feed.isEdited(row)) continue
    const key = JSON.stringify(feed.contest.map((column) => row[column]))
    contests.set(key, [...(contests.get(key) ?? []), at])
  }
  return feed.columns.flatMap((column) =>
    [...contests.values()]
      .filter((all) => all.every((at) => rows[at]?.[column] === feed.nothing))
      .map(([first = 0]) => ({ line: first + 1, cell: places.get(column) ?? Number.NaN })),
  )
}

/** The rest is read again where it is asked for: kept bytes, reports, the analysts' copy. */
export function copyFolder(from: string, to: string): void {
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

interface SideOptions {
  /** HUSTINGS_VAR; those of the sample lie in a folder inside. */
  folder: string
  family: 'public' | 'sample'
  mirror: string
  /** With commas; empty: all. */
  states: string
  saves: readonly Save[]
  remove: () => void
}

async function openSide({ folder, family, mirror, states, saves, remove }: SideOptions): Promise<Side> {
  const paths = pathsIn(family === 'sample' ? join(folder, 'sample') : folder)
  const flags = family === 'sample' ? ['--sample'] : []
  const { keep, endAll } = keepChildren()
  const close = async (): Promise<void> => {
    await endAll()
    remove()
  }
  try {
    const script = fileURLToPath(new URL(`./watch-nation-process${extname(import.meta.url)}`, import.meta.url))
    const watch = keep(fork(script, [paths.root, mirror, family, states]))
    // A nightly of other code than this is built whole first: minutes.
    await next(watch, change)
    const server = keep(start(folder, 'serve', ...flags, '--port', '0'))
    const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
    const heard = await followStream(url, await makeKey(folder, `bench-${Date.now()}`, flags))
    return { endorsements: await countServed(paths), watch, heard, saves, close }
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

type Round = Pick<EditRow, 'wall' | 'cpu' | 'steps'>

async function measure({ watch, heard }: Side, { what, save }: Save, round: number): Promise<Round> {
  const before = await ask(watch, 'cpu', spent)
  const [event, sent] = [heard(), next(watch, change)]
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

function toRow({ endorsements }: Side, { what }: Save, rounds: readonly Round[]): EditRow {
  const walls = rounds.map(({ wall }) => wall)
  const cpu = median(rounds.map((one) => one.cpu))
  return { what, endorsements, wall: median(walls), walls, cpu, steps: mediansOf(rounds.map(({ steps }) => steps)) }
}

export function toNationTables(bench: NationBench): BenchTable[] {
  const title =
    'From saving one line of a real feed to its event on an open stream, beside the sample; milliseconds, medians'
  const columns = ['feed', 'endorsements', 'wall', 'processor', 'steps', "to the sample's wall", 'bar']
  if ('skipped' in bench) return [{ title, columns, rows: [], skipped: [bench.skipped] }]
  const { sample, nation, rounds } = bench
  const toCells = ({ what, endorsements, wall, cpu, steps }: EditRow, bar: Bar | null): string[] => [
    ...[what, String(endorsements), wall.toFixed(0), cpu.toFixed(0), presentSteps(steps)],
    ...[(wall / sample.wall).toFixed(2), toVerdict(wall / sample.wall, bar)],
  ]
  const rows = [toCells(sample, null), ...nation.map((row) => toCells(row, { is: 'at most', at: AT_MOST }))]
  const figures = nation.map(({ what, walls }) => {
    const ratios = walls.map((wall) => wall / sample.wall)
    return toFigure(what, 'lower', ratios)
  })
  return [{ title: `${title} of ${rounds} edits`, columns, rows, skipped: [], figures }]
}
