// `hustings match`, file to file: rows a second with one worker and with all, beside bare lookups of the same points.
//
// HUSTINGS_BENCH_VAR names a folder in which a nightly of the nation ended; without it, the sample is built.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Bundle, openBundle, partsOf } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { areasAt } from '../../server/place/point.ts'
import { randomFrom } from '../server/lines-drawn.ts'
import { FULL, median } from './compare.ts'
import { type BenchFigure, type BenchTable, toFigure } from './table.ts'

const GIVEN = process.env.HUSTINGS_BENCH_VAR
const ROWS = FULL ? 5_000_000 : 500_000
const ROUNDS = FULL ? 5 : 3
/** South, west, height and width of a box without gaps: Chittenden County, Vermont; in the nation, the middle of North Carolina. */
const BOX = GIVEN ? ([35.2, -80, 1, 2] as const) : ([44.36, -73.15, 0.22, 0.17] as const)

interface Rate {
  what: string
  rows_per_s: number
  /** To bare lookups on one core, in the same round. */
  ratio: number
  figure: BenchFigure
}

const summary = z.object({ rows_per_second: z.number(), bundle: z.string(), rejected: z.literal(0) })

export function benchMatch(): Rate[] {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-match-'))
  const root = GIVEN ?? folder
  const run = (...words: string[]): string =>
    execFileSync(process.execPath, [projectFile('dist', 'cli.js'), ...words, ...(GIVEN ? [] : ['--sample'])], {
      ...{ env: { ...process.env, HUSTINGS_VAR: root }, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
    })
  try {
    if (!GIVEN) run('nightly')
    const points = randomPoints()
    const input = join(folder, 'points.csv')
    writeFileSync(input, `id,lat,lng\n${points.map(([lat, lng], id) => `${id},${lat},${lng}\n`).join('')}`)
    const match = (threads: number) => {
      const words = ['match', input, '-o', join(folder, 'matched.csv'), '--threads', String(threads)]
      return summary.parse(JSON.parse(run(...words, ...'--lat lat --lng lng --json --force'.split(' '))))
    }
    const paths = pathsIn(GIVEN ? root : join(root, 'sample'))
    const bundle = openBundle(paths, loadManifest(paths, match(1).bundle))
    const rounds = Array.from({ length: ROUNDS }, () => ({
      bare: lookUp(bundle, points),
      one: match(1).rows_per_second,
      all: match(availableParallelism()).rows_per_second,
    }))
    for (const part of partsOf(bundle)) part.close()
    const rate = (what: string, key: 'bare' | 'one' | 'all'): Rate => {
      const ratios = rounds.map((round) => round[key] / round.bare)
      return {
        ...{ what, rows_per_s: median(rounds.map((round) => round[key])), ratio: median(ratios) },
        figure: toFigure(what, 'higher', ratios),
      }
    }
    return [
      rate('bare lookups, one core', 'bare'),
      rate('match, one worker', 'one'),
      rate(`match, ${availableParallelism()} workers`, 'all'),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function toMatchTable(rates: readonly Rate[]): BenchTable {
  const where = GIVEN ? 'North Carolina' : 'the sample'
  return {
    title: `hustings match, ${ROWS} points of ${where}, CSV to CSV, with the start of the workers; ratio to bare lookups on one core`,
    columns: ['program', 'rows/s', 'ratio'],
    rows: rates.map(({ what, rows_per_s, ratio }) => [what, rows_per_s.toFixed(0), ratio.toFixed(3)]),
    skipped: [],
    // The first row is the baseline.
    figures: rates.slice(1).map(({ figure }) => figure),
  }
}

/** Degrees with six decimals, the same in each run. */
function randomPoints(): (readonly [lat: string, lng: string])[] {
  const random = randomFrom(1)
  const [south, west, height, width] = BOX
  return Array.from({ length: ROWS }, () => [
    (south + random() * height).toFixed(6),
    (west + random() * width).toFixed(6),
  ])
}

/** @returns lookups a second */
function lookUp(bundle: Bundle, points: readonly (readonly [lat: string, lng: string])[]): number {
  const [xs, ys] = [1, 0].map((at) => Int32Array.from(points, (point) => Math.round(Number(point[at]) * 1e6)))
  const started = performance.now()
  for (let at = 0; at < points.length; at++) areasAt(bundle, xs?.[at] ?? 0, ys?.[at] ?? 0)
  return (points.length / (performance.now() - started)) * 1000
}
