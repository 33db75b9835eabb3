// The nightly of the nation as an operator runs it, over every file of the mirror: from scratch, stage by stage, after one state's file has
// changed, and after nothing has; then the start of a server over it.

import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { findLastRun } from '../../data/store/last-run.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { hasMirror, MIRROR } from '../ingest/boundary/collect.ts'
import { median } from './compare.ts'
import { createKey } from './endpoints.ts'
import { serve } from './served.ts'
import { type BenchTable, toFigure, toVerdict } from './table.ts'

/** A state's list of candidates. */
const CHANGED = 'ballots/nc_ncsbe/Candidate_Listing_2024.csv.gz'
const STARTS = 5
const POINT = '/v1/ballot?lat=35.7796&lng=-78.6382'

interface Work {
  what: string
  seconds: number
  /** Processor time, which other work on the machine hardly changes. */
  processor_seconds?: number
  /** The most memory that the process held, in bytes. */
  memory?: number
  /** To the nightly from scratch; undefined where that says nothing. */
  ratio?: number
  /** At most: the ratio, or the seconds of what has none. */
  bar?: number
}

export type Nightlies = { skipped: string } | { sources: number; read: number; works: Work[] }

export async function benchNightly(): Promise<Nightlies> {
  if (!hasMirror) return { skipped: `${MIRROR} with the publishers' files is not there (HUSTINGS_TEST_DATA names it)` }
  const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-nightly-'))
  try {
    const [root, mirror] = [join(folder, 'var'), join(folder, 'mirror')]
    mkdirSync(root)
    linkFiles(realpathSync(MIRROR), mirror)
    const whole = runNightly(root, mirror)
    dropLine(join(mirror, CHANGED))
    const [one, none] = [runNightly(root, mirror), runNightly(root, mirror)]
    const start = median(await timeStarts(root))
    const toRatio = ({ seconds, processor_seconds, memory }: Night) => ({
      ...{ seconds, processor_seconds, memory },
      ratio: seconds / whole.seconds,
    })
    const works: Work[] = [
      { what: 'from scratch', ...toRatio(whole) },
      ...whole.stages.map(({ what, seconds }) => ({ what: `… ${what}`, seconds })),
      { what: "after a change in one state's file", ...toRatio(one), bar: 0.2 },
      { what: 'after no change', ...toRatio(none) },
      { what: 'a server, from its start to its first ballot, the median', seconds: start, bar: 1 },
    ]
    const { sources, read } = whole
    return { sources, read, works }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function toNightlyTable(measured: Nightlies): BenchTable {
  const table = { columns: ['work', 's', 'ratio', 'processor, s', 'memory, GB', 'bar'], rows: [], skipped: [] }
  if ('skipped' in measured) return { ...table, title: 'The nightly of the nation', skipped: [measured.skipped] }
  return {
    ...table,
    title: `The nightly of the nation as an operator runs it, in which ${measured.read} of ${measured.sources} sources have files to read, and the start of a server over it. The 133 s of an earlier page left out 195 sources, with 95 % of the records`,
    rows: measured.works.map(({ what, seconds, processor_seconds, memory, ratio, bar }) => [
      ...[what, seconds.toFixed(2), ratio === undefined ? '' : ratio.toFixed(3)],
      processor_seconds === undefined ? '' : processor_seconds.toFixed(1),
      memory === undefined ? '' : (memory / 1e9).toFixed(2),
      toVerdict(ratio ?? seconds, bar === undefined ? null : { is: 'at most', at: bar }),
    ]),
    figures: measured.works.flatMap(({ what, ratio }) =>
      ratio === undefined || ratio === 1 ? [] : [toFigure(what, 'lower', [ratio])],
    ),
  }
}

interface Night {
  seconds: number
  processor_seconds: number
  memory: number
  stages: { what: string; seconds: number }[]
  sources: number
  /** Those that had files. */
  read: number
}

/** Writes what the process has used into the file that USAGE names. */
const TELL_USAGE = `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.USAGE, JSON.stringify(process.resourceUsage())))`
/** Microseconds, and kB. */
const usage = z.object({ userCPUTime: z.number(), systemCPUTime: z.number(), maxRSS: z.number() })

/** @throws with what it printed on stderr, if a source fails */
function runNightly(root: string, mirror: string): Night {
  const file = `${root}-usage`
  const words = [`--import=data:text/javascript,${encodeURIComponent(TELL_USAGE)}`, projectFile('dist', 'cli.js')]
  const began = performance.now()
  execFileSync(process.execPath, [...words, 'nightly', '--mirror', mirror], {
    env: { ...process.env, HUSTINGS_VAR: root, USAGE: file },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 26,
  })
  const seconds = (performance.now() - began) / 1000
  const { run, audit } = findLastRun(pathsIn(root)) ?? {}
  if (!run?.ended_at) throw new Error('the nightly left no record')
  const stages: Night['stages'] = (run.steps ?? []).map((step) => ({ what: step.step, seconds: step.seconds }))
  if (audit) stages.push({ what: 'audit', seconds: (Date.parse(audit.at) - Date.parse(run.ended_at)) / 1000 })
  const used = usage.parse(JSON.parse(readFileSync(file, 'utf8')))
  return {
    ...{ seconds, stages, memory: 1024 * used.maxRSS, ...countSources(pathsIn(root).reports) },
    processor_seconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
  }
}

const summary = z.object({
  sources: z.array(z.unknown()),
  totals: z.object({ status: z.object({ read: z.number(), unchanged: z.number() }) }),
})

/** Of the newest report: the sources of the run, and those that had files. */
function countSources(reports: string): Pick<Night, 'sources' | 'read'> {
  const newest = readdirSync(reports).sort().at(-1) ?? ''
  const { sources, totals } = summary.parse(JSON.parse(readFileSync(join(reports, newest, 'summary.json'), 'utf8')))
  return { sources: sources.length, read: totals.status.read + totals.status.unchanged }
}

/** The same tree of folders, whose files are links. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else symlinkSync(source, target)
  }
}

/** Replaces the link by a copy without the last line. */
function dropLine(file: string): void {
  const text = gunzipSync(readFileSync(file)).toString('latin1').trimEnd()
  rmSync(file)
  writeFileSync(file, gzipSync(Buffer.from(text.slice(0, text.lastIndexOf('\n') + 1), 'latin1')))
}

/** Seconds from the start of the command to the last byte of a ballot. */
async function timeStarts(root: string): Promise<number[]> {
  const key = createKey(root, pathsIn(root))
  const times: number[] = []
  for (let nth = 0; nth < STARTS; nth++) {
    const began = performance.now()
    const server = await serve({ root }, [])
    const reply = await fetch(`http://127.0.0.1:${server.port}${POINT}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    if (reply.status !== 200) throw new Error(`${POINT}: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    times.push((performance.now() - began) / 1000)
    await server.close()
  }
  return times
}
