// The nightly of the nation: from scratch, after one state's file has changed, and after nothing has; then the start of a server over it.
// Without the sources that were added when every state's returns came in, so that the time compares with that of earlier versions.

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
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { hasMirror, MIRROR } from '../ingest/boundary/collect.ts'
import { median } from './compare.ts'
import { createKey, runIn } from './endpoints.ts'
import { serve } from './served.ts'
import { type BenchTable, toFigure, toVerdict } from './table.ts'

/** Ids of the sources that are left out. */
const LATER = 'nightly-later-sources.json'
/** A state's list of candidates. */
const CHANGED = 'ballots/nc_ncsbe/Candidate_Listing_2024.csv.gz'
const STARTS = 5
const POINT = '/v1/ballot?lat=35.7796&lng=-78.6382'

interface Work {
  what: string
  seconds: number
  /** To the nightly from scratch; undefined where that says nothing. */
  ratio?: number
  /** At most: the ratio, or the seconds of what has none. */
  bar?: number
}

export type Nightlies = { skipped: string } | { sources: number; works: Work[] }

export async function benchNightly(): Promise<Nightlies> {
  if (!hasMirror) return { skipped: `${MIRROR} with the publishers' files is not there (HUSTINGS_TEST_DATA names it)` }
  const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-nightly-'))
  try {
    const [root, mirror] = [join(folder, 'var'), join(folder, 'mirror')]
    mkdirSync(root)
    linkFiles(realpathSync(MIRROR), mirror)
    const later = z.array(z.string()).parse(JSON.parse(readFileSync(projectFile('test', 'bench', LATER), 'utf8')))
    writeFileSync(join(root, 'sources.yaml'), `version: 1\ndisabled: [${later.join(', ')}]\n`)
    const sources = z.array(z.object({ id: z.string() })).parse(JSON.parse(runIn(root, 'sources', 'list', '--json')))
    const nightly = (): number => timeOf(() => runIn(root, 'nightly', '--mirror', mirror))
    const whole = nightly()
    dropLine(join(mirror, CHANGED))
    const [one, none] = [nightly(), nightly()]
    const start = median(await timeStarts(root))
    const works: Work[] = [
      { what: 'from scratch', seconds: whole, ratio: 1 },
      { what: "after a change in one state's file", seconds: one, ratio: one / whole, bar: 0.2 },
      { what: 'after no change', seconds: none, ratio: none / whole },
      { what: 'a server, from its start to its first ballot, the median', seconds: start, bar: 1 },
    ]
    return { sources: sources.length - later.length, works }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function toNightlyTable(measured: Nightlies): BenchTable {
  const table = { columns: ['work', 's', 'ratio', 'bar'], rows: [], skipped: [] }
  if ('skipped' in measured) return { ...table, title: 'The nightly of the nation', skipped: [measured.skipped] }
  return {
    ...table,
    title: `The nightly of the nation over ${measured.sources} sources, and the start of a server over it`,
    rows: measured.works.map(({ what, seconds, ratio, bar }) => [
      ...[what, seconds.toFixed(2), ratio === undefined ? '' : ratio.toFixed(3)],
      toVerdict(ratio ?? seconds, bar === undefined ? null : { is: 'at most', at: bar }),
    ]),
    figures: measured.works.flatMap(({ what, ratio }) =>
      ratio === undefined || ratio === 1 ? [] : [toFigure(what, 'lower', [ratio])],
    ),
  }
}

function timeOf(work: () => void): number {
  const began = performance.now()
  work()
  return (performance.now() - began) / 1000
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
