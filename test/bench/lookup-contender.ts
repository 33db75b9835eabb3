// One way to look up points, and how it is timed.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** @returns ordinals, rising */
export type Find = (x: number, y: number) => number[]

export interface Contender {
  what: string
  find: Find
  build_s: number
  /** On disk; 0 for a contender in memory only. */
  disk_mb: number
  /** Memory in this process; 0 for a contender in another process. */
  memory_mb: number
  /** Lookups per second, in one round. */
  rate(): number
  /** Of single lookups, microseconds. */
  percentiles(): [p50: number, p99: number]
}

/** One of this process, warm. @param points [x0, y0, x1, y1, …] that it is asked for */
export async function openContender(
  what: string,
  points: Int32Array,
  open: () => Find | Promise<Find>,
): Promise<Contender> {
  const used = usedMemory()
  const started = performance.now()
  const find = await open()
  const build_s = (performance.now() - started) / 1000
  rateOf(find, points)
  return {
    ...{ what, find, build_s, disk_mb: 0, memory_mb: (usedMemory() - used) / 1e6 },
    rate: () => rateOf(find, points),
    percentiles: () => percentilesOf(find, points),
  }
}

function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  // The second run frees memory that the first made unreachable, such as arrays outside the heap.
  for (let i = 0; i < 2; i++) runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function rateOf(find: Find, points: Int32Array): number {
  const started = performance.now()
  for (let i = 0; i < points.length; i += 2) find(points[i] ?? 0, points[i + 1] ?? 0)
  return (points.length / 2 / (performance.now() - started)) * 1000
}

function percentilesOf(find: Find, points: Int32Array): [p50: number, p99: number] {
  const times = new Float64Array(points.length / 2)
  for (let i = 0; i < times.length; i++) {
    const started = performance.now()
    find(points[i * 2] ?? 0, points[i * 2 + 1] ?? 0)
    times[i] = (performance.now() - started) * 1000
  }
  return percentiles(times)
}

export function percentiles(times: Float64Array): [p50: number, p99: number] {
  const sorted = times.toSorted()
  return [sorted[Math.floor(sorted.length * 0.5)] ?? 0, sorted[Math.floor(sorted.length * 0.99)] ?? 0]
}

/** Points where two do not agree. */
export function countDifferences(one: Find, other: Find, points: Int32Array): number {
  let differences = 0
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    if (one(x, y).join() !== other(x, y).join()) differences++
  }
  return differences
}
