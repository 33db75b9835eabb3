// A thread that does one kind of job, for one input after the other.

import { parentPort, workerData } from 'node:worker_threads'
import { CONGRESS_BOUNDARIES } from './congressional.ts'
import { OVERLAPS } from './districts-of-areas.ts'
import { SEPARATION } from './exclusive.ts'
import type { Job } from './worker-pool.ts'

const jobs: readonly Job<unknown, unknown>[] = [SEPARATION, CONGRESS_BOUNDARIES, OVERLAPS]
const job = jobs.find(({ name }) => name === workerData)
if (!job) throw new Error(`there is no job ${workerData}`)
parentPort?.on('message', (input) => parentPort?.postMessage(job.run(input)))
