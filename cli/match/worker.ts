// The thread that answers chunks of rows. Each worker opens the bundle read-only; all share one copy of its pages.

import { parentPort, workerData } from 'node:worker_threads'
import { openBundle } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import { createMatcher } from './answer.ts'
import { answerCsv, type CsvJob } from './csv-chunk.ts'
import type { Layer } from './layers.ts'

export interface WorkerSettings {
  paths: Paths
  /** Id of the bundle. */
  bundle: string
  layers: readonly Layer[]
  /** YYYY-MM-DD */
  asOf: string
}

const { paths, bundle: id, layers, asOf }: WorkerSettings = workerData
const matcher = createMatcher(openBundle(paths, loadManifest(paths, id)), layers, asOf)

parentPort?.on('message', (job: CsvJob) => parentPort?.postMessage(answerCsv(job, matcher)))
