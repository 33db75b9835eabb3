// Finds the overlaps of all states: each state is a job of its own, and compiled code gives the jobs to all processors.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODE_ROOT } from '../../data/store/paths.ts'
import {
  findStateOverlaps,
  type LineOverlaps,
  type StateLines,
  splitByState,
  type ZipPoint,
} from './district-overlap.ts'
import type { Line } from './line.ts'

/** Source files that run as they are, as in tests, have no compiled worker. */
const WORKER = join(CODE_ROOT, 'build', 'lines', 'overlap-worker.js')
const isCompiled = import.meta.url.endsWith('.js')

/** The same rows in the same order, however many processors there are. @param near the bands along generalised lines */
export async function findOverlaps(
  lines: readonly Line[],
  near: readonly Line[],
  zips: readonly ZipPoint[],
): Promise<LineOverlaps> {
  const states = splitByState(lines, near, zips)
  const threads = isCompiled ? Math.min(availableParallelism(), states.length) : 1
  const found = threads > 1 ? await findInWorkers(states, threads) : states.map(findStateOverlaps)
  return { overlaps: found.flatMap((one) => one.overlaps), zipPoints: found.flatMap((one) => one.zipPoints) }
}

/** The largest states go first, so that no thread ends long after the others. @throws the fault of a worker */
async function findInWorkers(states: readonly StateLines[], threads: number): Promise<LineOverlaps[]> {
  const found: LineOverlaps[] = []
  const waiting = [...states.entries()].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  const workers = Array.from({ length: threads }, () => new Worker(WORKER))
  const work = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      let at = -1
      const next = (): void => {
        const [index, state] = waiting.shift() ?? []
        if (index === undefined || state === undefined) resolve()
        else {
          at = index
          worker.postMessage(state)
        }
      }
      worker.on('message', (overlaps: LineOverlaps) => {
        found[at] = overlaps
        next()
      })
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('a thread that finds overlaps ended early')))
      next()
    })
  try {
    await Promise.all(workers.map(work))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return found
}

function sizeOf({ drawn, zipAreas }: StateLines): number {
  return drawn.length * zipAreas.length + drawn.length
}
