// Runs jobs on all processors. Compiled code gives them to threads; uncompiled code, as in tests, and a single job need none.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODE_ROOT } from '../../data/store/paths.ts'

/** Work that needs nothing but its input. Input and output are plain data, which a thread copies, and a job changes no input. */
export interface Job<Input, Output> {
  name: string
  run(input: Input): Output
}

const WORKER = join(CODE_ROOT, 'build', 'boundaries', 'worker.js')
const isCompiled = import.meta.url.endsWith('.js')
/** Clipper's points are many and live briefly: with V8's default, collecting them takes 8 % more time. */
const YOUNG_MEGABYTES = { default: 48, ofAll: 384 } as const

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
  if (threads <= 1) return inputs.map((input) => run(input))
  const outputs: Output[] = []
  const sizes = inputs.map(sizeOf)
  const waiting = [...inputs.entries()].sort(([a], [b]) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
  const resourceLimits = {
    maxYoungGenerationSizeMb: Math.max(YOUNG_MEGABYTES.default, YOUNG_MEGABYTES.ofAll / threads),
  }
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
      worker.on('messageerror', reject)
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
