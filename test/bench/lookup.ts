// Point → areas from a sealed places part, beside flatbush + point-in-polygon-hao over the same polygons, in one run.
// Points lie evenly inside a random shape of a layer whose shapes hold about as many people each: for North Carolina and the
// District of Columbia the state house districts and the wards, for the nation (which has no such layer) counties.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import Flatbush from 'flatbush'
import pointInPolygon from 'point-in-polygon-hao'
import { buildCells } from '../../build/cells.ts'
import { insertIndex } from '../../build/places-part.ts'
import type { MultiPolygon } from '../../data/schema/multipolygon.ts'
import { openPart } from '../../data/store/bundle.ts'
import { writePart } from '../../data/store/part.ts'
import { areasAt } from '../../server/place/point.ts'
import { atlasLayers, carolinaLayers, hasTestData, type Layer, toAreas } from '../build/cells-layers.ts'

export interface LookupRow {
  polygons: string
  shapes: number
  vertices: number
  build_s: number
  per_s: number
  p50_us: number
  p99_us: number
  p99_to_p50: number
  hao_per_s: number
  ratio: number
  index_bytes: number
  /** Index bytes to the polygons' coordinates as int32. */
  size_ratio: number
  /** Points where the two do not agree; on borders they may. */
  differences: number
}

export function printLookup(rows: readonly LookupRow[]): void {
  console.log('Point → areas from the sealed part, beside flatbush + point-in-polygon-hao over the same polygons')
  const short = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)
  for (const row of rows)
    console.table(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, short(value)])))
}

type Lookup = (x: number, y: number) => number[]

/** One row a set of polygons; real full-detail ones only where the test data lie. */
export async function benchLookup(points = 100_000): Promise<LookupRow[]> {
  const rows = [benchLayers('us-atlas states, counties', atlasLayers(), ['counties'], points)]
  if (hasTestData)
    rows.push(benchLayers('NC and DC, full detail', await carolinaLayers(), ['nc lower', 'dc wards'], points))
  return rows
}

function benchLayers(polygons: string, layers: readonly Layer[], peopled: readonly string[], count: number): LookupRow {
  const areas = toAreas(layers)
  const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-'))
  const started = performance.now()
  const index = buildCells(areas)
  const { sha256, bytes } = writePart(folder, 'places.sql', (writer) => insertIndex(writer, index))
  const build_s = (performance.now() - started) / 1000
  const part = openPart(join(folder, `${sha256}.sqlite`), sha256)
  try {
    const shapes = layers.filter(({ name }) => peopled.includes(name)).flatMap((layer) => layer.shapes)
    const points = pointsIn(shapes, count)
    const ours: Lookup = (x, y) => areasAt({ places: part }, x, y)
    const theirs = flatbushLookup(areas.map((area) => area.polygons))
    const few = points.slice(0, Math.max(2000, Math.floor(count / 50) * 2))
    const differences = countDifferences(ours, theirs, few)
    const per_s = rate(ours, points)
    const hao_per_s = rate(theirs, few)
    const [p50_us, p99_us] = percentiles(ours, points)
    const vertices = areas.flatMap((area) => area.polygons.flat()).reduce((sum, ring) => sum + ring.length / 2, 0)
    const sizes = { shapes: areas.length, vertices, build_s, index_bytes: bytes, size_ratio: bytes / (vertices * 8) }
    const speeds = { per_s, p50_us, p99_us, p99_to_p50: p99_us / p50_us, hao_per_s, ratio: per_s / hao_per_s }
    return { polygons, ...sizes, ...speeds, differences }
  } finally {
    part.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function flatbushLookup(shapes: readonly MultiPolygon[]): Lookup {
  const items = shapes.flatMap((polygons, i) =>
    polygons.map((rings) => ({ ordinal: i + 1, rings: rings.map(toClosed) })),
  )
  const tree = new Flatbush(items.length)
  for (const { rings } of items) {
    const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)]
    const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b))
    const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b))
    tree.add(least(xs), least(ys), most(xs), most(ys))
  }
  tree.finish()
  return (x, y) => {
    const found = new Set<number>()
    for (const at of tree.search(x, y, x, y)) {
      const item = items[at]
      if (item && pointInPolygon([x, y], item.rings) !== false) found.add(item.ordinal)
    }
    return [...found].sort((a, b) => a - b)
  }
}

function toClosed(ring: Int32Array): [number, number][] {
  const at = (i: number): [number, number] => [ring[i % ring.length] ?? 0, ring[(i % ring.length) + 1] ?? 0]
  return Array.from({ length: ring.length / 2 + 1 }, (_, i) => at(i * 2))
}

/** A fixed sequence, so that runs look up the same points. */
function pointsIn(shapes: readonly MultiPolygon[], count: number): Int32Array {
  let seed = 1
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const points = new Int32Array(count * 2)
  for (let i = 0; i < count * 2; ) {
    const rings = shapes[Math.floor(random() * shapes.length)]?.[0] ?? []
    const outer = rings[0] ?? new Int32Array(0)
    const xs = outer.filter((_, j) => j % 2 === 0).toSorted()
    const ys = outer.filter((_, j) => j % 2 === 1).toSorted()
    const between = (sorted: Int32Array): number =>
      Math.round((sorted[0] ?? 0) + random() * ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)))
    const closed = rings.map(toClosed)
    for (let tries = 0; tries < 8 && i < count * 2; tries++) {
      const [x, y] = [between(xs), between(ys)]
      if (pointInPolygon([x, y], closed) !== true) continue
      points[i++] = x
      points[i++] = y
    }
  }
  return points
}

function countDifferences(ours: Lookup, theirs: Lookup, points: Int32Array): number {
  let differences = 0
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    if (ours(x, y).join() !== theirs(x, y).join()) differences++
  }
  return differences
}

/** Lookups a second, the best of three passes. */
function rate(lookup: Lookup, points: Int32Array): number {
  let best = 0
  for (let pass = 0; pass < 3; pass++) {
    const started = performance.now()
    for (let i = 0; i < points.length; i += 2) lookup(points[i] ?? 0, points[i + 1] ?? 0)
    best = Math.max(best, (points.length / 2 / (performance.now() - started)) * 1000)
  }
  return best
}

function percentiles(lookup: Lookup, points: Int32Array): [number, number] {
  const times = new Float64Array(points.length / 2)
  for (let i = 0; i < times.length; i++) {
    const started = performance.now()
    lookup(points[i * 2] ?? 0, points[i * 2 + 1] ?? 0)
    times[i] = (performance.now() - started) * 1000
  }
  times.sort()
  return [times[Math.floor(times.length * 0.5)] ?? 0, times[Math.floor(times.length * 0.99)] ?? 0]
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) printLookup(await benchLookup())
