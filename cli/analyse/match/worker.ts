// The thread that answers chunks of rows. Each worker opens the bundle read-only; all share one copy of its
// pages, and each reads into memory the parts of the place index where its points lie.

import { parentPort, workerData } from 'node:worker_threads'
import { openBundle } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { createMatcher } from './answer.ts'
import { answerCsv, answerValues, createNumbering } from './answer-chunk.ts'
import type { Chunk, Job } from './chunk.ts'
import type { Layer } from './layers.ts'

export interface WorkerSettings {
  paths: Paths
  /** Id of the bundle. */
  bundle: string
  layers: readonly Layer[]
  /** YYYY-MM-DD */
  asOf: string
}

/** The worker's position among the workers of a pool. */
export interface WorkerSeat {
  seat: number
  seats: number
}

const { paths, bundle: id, layers, asOf, seat, seats }: WorkerSettings & WorkerSeat = workerData
const bundle = openBundle(paths, loadManifest(paths, id))
const matcher = createMatcher(bundle, layers, asOf)
const numbering = createNumbering(seat, seats)

parentPort?.on('message', (job: Job) => {
  const chunk = answer(job)
  chunk.answers = numbering.takeNew()
  // The bytes move to the other thread and are not copied.
  parentPort?.postMessage(chunk, chunk.bytes.length > 0 ? [chunk.bytes.buffer] : [])
})

function answer(job: Job): Chunk {
  switch (job.kind) {
    case 'csv':
      return answerCsv(job, matcher, numbering)
    case 'values':
      return answerValues(job, matcher, numbering)
    default:
      return job satisfies never
  }
}
