// Runs jobs on all processors: compiled code gives each job to a thread, and code that runs as it is, as in tests, runs them here.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODE_ROOT } from '../../data/store/paths.ts'

/** Work that needs nothing but its input. Both are plain data, and the thread has copies of them. */
export interface Job<Input, Output> {
  name: string
  run(input: Input): Output
}

const WORKER = join(CODE_ROOT, 'build', 'lines', 'worker.js')
const isCompiled = import.meta.url.endsWith('.js')
/** Clipper's points are many and live briefly: with V8's default of 48 MB, collecting them takes 8 % more time. */
const YOUNG_MEGABYTES = 192

/**
 * The same outputs in the order of their inputs, however many processors there are. The largest inputs go first, so that no thread ends
 * long after the others. @throws the fault of a job
 */
export async function runJobs<Input, Output>(
  { name, run }: Job<Input, Output>,
  inputs: readonly Input[],
  sizeOf: (input: Input) => number,
): Promise<Output[]> {
  const threads = isCompiled ? Math.min(availableParallelism(), inputs.length) : 1
  if (threads <= 1) return inputs.map(run)
  const outputs: Output[] = []
  const sizes = inputs.map(sizeOf)
  const waiting = [...inputs.entries()].sort(([a], [b]) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
  const workers = Array.from({ length: threads }, () => new Worker(WORKER, { workerData: name, resourceLimits }))
  const work = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      let at = -1
      const next = (): void => {
        const job = waiting.shift()
        if (job) {
          at = job[0]
          worker.postMessage(job[1])
        } else resolve()
      }
      worker.on('message', (output: Output) => {
        outputs[at] = output
        next()
      })
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error(`a thread of the job ${name} ended early`)))
      next()
    })
  try {
    await Promise.all(workers.map(work))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return outputs
}
