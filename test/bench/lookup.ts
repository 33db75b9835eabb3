// Point → areas: from the sealed part and from memory, beside PostGIS and beside boxes with a plain test, over the same polygons
// and points, in one run.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertIndex } from '../../build/bundle/places-part.ts'
import { buildCells } from '../../build/index/cells.ts'
import type { MultiPolygon } from '../../data/geometry/polygon.ts'
import { type OpenPart, openPart } from '../../data/store/bundle.ts'
import { writePart } from '../../data/store/part.ts'
import { areasAt, loadPlacesIndex } from '../../server/place/point.ts'
import { openBoxes } from './boxes.ts'
import { FULL, median } from './compare.ts'
import { type Contender, countDifferences, type Find, openContender } from './lookup-contender.ts'
import { drawPoints } from './lookup-points.ts'
import { readNation } from './national.ts'
import { openPostgis } from './postgis.ts'
import { type Bar, type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

const POINTS = 100_000
/** For those that are slow. */
const FEW = 4000
const ROUNDS = FULL ? 9 : 5

interface Row extends Pick<Contender, 'what' | 'build_s' | 'disk_mb' | 'memory_mb'> {
  /** Median of the rounds. */
  per_s: number
  p50_us: number
  p99_us: number
  /** Of FEW points those where it does not answer as the sealed part does; on borders it may. */
  differences: number
}

interface Bound {
  what: string
  value: number
  bar: Bar
  /** Undefined if it was measured once and varies. */
  figure: BenchFigure | undefined
}

interface Growth {
  states: number
  shapes: number
  vertices: number
  build_s: number
  mb: number
  /** Index bytes to the polygons' coordinates as int32. */
  to_coordinates: number
}

export interface Lookups {
  polygons: string
  rows: Row[]
  bars: Bound[]
  growth: Growth[]
  skipped: string[]
}

export function toLookupTables({ polygons, rows, bars, growth, skipped }: Lookups): BenchTable[] {
  const short = (value: string | number | undefined): string =>
    typeof value === 'number' ? String(Number(value.toPrecision(4))) : (value ?? '')
  return [
    {
      title: `Lookups of ${POINTS} points where people live in ${polygons}`,
      columns: ['program', 'lookups/s', 'p50, µs', 'p99, µs', 'build, s', 'disk, MB', 'memory, MB', 'other answers'],
      rows: rows.map((row) =>
        [
          ...[row.what, row.per_s, row.p50_us, row.p99_us],
          ...[row.build_s, row.disk_mb, row.memory_mb, row.differences],
        ].map(short),
      ),
      skipped,
    },
    {
      ...{ title: 'Ratios of lookups', columns: ['ratio', 'value', 'bar'], skipped: [] },
      figures: bars.flatMap(({ figure }) => (figure ? [figure] : [])),
      rows: bars.map(({ what, value, bar }) => [what, value.toPrecision(3), toVerdict(value, bar)]),
    },
    {
      title: 'The index as states come in',
      columns: ['states', 'shapes', 'vertices', 'build, s', 'MB', 'to int32 coordinates'],
      rows: growth.map((row) =>
        [row.states, row.shapes, row.vertices, row.build_s, row.mb, row.to_coordinates].map(short),
      ),
      skipped: [],
    },
  ]
}

/** The nation's polygons only where the test data lie, PostGIS only where the machine has it. */
export async function benchLookup(): Promise<Lookups> {
  const { name, shapes, peopled, growing, absent } = await readNation()
  const skipped = absent.map((path) => `${path} is not there`)
  const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-'))
  const closing = [() => rmSync(folder, { recursive: true })]
  try {
    const written = growing.map((some) => ({ states: some.states, ...writeIndex(folder, some.shapes) }))
    const growth = written.map(({ file: _, ...row }) => row)
    const [whole, file = ''] = [growth.at(-1), written.at(-1)?.file]
    const points = drawPoints(peopled, POINTS)
    const few = points.slice(0, FEW * 2)
    const open = (): OpenPart => {
      const part = openPart(file, file)
      closing.push(() => part.close())
      return part
    }
    const sqlite = await openContender('sealed part', points, () => findIn(open()))
    const memory = await openContender('sealed part in memory', points, async () => {
      const part = open()
      await loadPlacesIndex(part, () => true)
      return findIn(part)
    })
    for (const own of [sqlite, memory]) Object.assign(own, { build_s: whole?.build_s, disk_mb: whole?.mb })
    const boxes = await openContender('flatbush + point-in-polygon-hao', few, () => openBoxes(shapes))
    const postgis = await openPostgis(shapes, few)
    if (typeof postgis === 'string') skipped.push(`PostGIS: ${postgis}`)
    else closing.push(() => postgis.close())
    const contenders = [sqlite, memory, boxes, ...(typeof postgis === 'string' ? [] : [postgis])]
    const rates = compare(contenders)
    const rows = contenders.map((one) => toRow(one, rates.get(one) ?? [], sqlite.find, few))
    const ratio = (what: string, one: Contender, other: Contender, at: number): Bound => {
      const rounds = (rates.get(one) ?? []).map((rate, round) => rate / (rates.get(other)?.[round] ?? Number.NaN))
      return { what, value: median(rounds), bar: { is: 'at least', at }, figure: toFigure(what, 'higher', rounds) }
    }
    const indexBytes = whole?.to_coordinates ?? Number.NaN
    const bars: Bound[] = [
      ...(typeof postgis === 'string'
        ? []
        : [ratio('sealed part to PostGIS', sqlite, postgis, 110), ratio('in memory to PostGIS', memory, postgis, 200)]),
      ratio('in memory to flatbush + point-in-polygon-hao', memory, boxes, 250),
      ...rows.slice(0, 2).map(
        ({ what, p50_us, p99_us }): Bound => ({
          ...{ what: `${what}, p99 to p50`, value: p99_us / p50_us, bar: { is: 'at most', at: 3 }, figure: undefined },
        }),
      ),
      {
        ...{ what: 'index bytes to int32 coordinate bytes', value: indexBytes, bar: { is: 'at most', at: 0.45 } },
        figure: toFigure('index bytes to int32 coordinate bytes', 'lower', [indexBytes]),
      },
    ]
    return { polygons: `${name}, ${shapes.length} shapes`, rows, bars, growth, skipped }
  } finally {
    for (const close of closing.reverse()) close()
  }
}

function findIn(places: OpenPart): Find {
  return (x, y) => areasAt({ places }, x, y)
}

function writeIndex(folder: string, shapes: readonly MultiPolygon[]): Omit<Growth, 'states'> & { file: string } {
  const started = performance.now()
  const index = buildCells(shapes.map((polygons, i) => ({ ordinal: i + 1, polygons })))
  const { sha256, bytes } = writePart(folder, 'places', (writer) => insertIndex(writer, index))
  const build_s = (performance.now() - started) / 1000
  const vertices = shapes.reduce((sum, shape) => sum + shape.flat().reduce((all, ring) => all + ring.length / 2, 0), 0)
  const size = { mb: bytes / 1e6, to_coordinates: bytes / (vertices * 8) }
  return { shapes: shapes.length, vertices, build_s, ...size, file: join(folder, `${sha256}.sqlite`) }
}

/** @returns lookups a second, round by round */
function compare(contenders: readonly Contender[]): Map<Contender, number[]> {
  const rates = new Map<Contender, number[]>(contenders.map((one) => [one, []]))
  for (let round = 0; round < ROUNDS; round++) for (const one of contenders) rates.get(one)?.push(one.rate())
  return rates
}

function toRow(contender: Contender, rates: readonly number[], truth: Find, points: Int32Array): Row {
  const { what, build_s, disk_mb, memory_mb, find } = contender
  const [p50_us, p99_us] = contender.percentiles()
  const differences = countDifferences(truth, find, points)
  return { what, per_s: median(rates), p50_us, p99_us, build_s, disk_mb, memory_mb, differences }
}
