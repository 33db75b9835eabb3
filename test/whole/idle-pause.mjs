// A thread that only measures its own event-loop pauses: those that the machine causes.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'

const pauses = monitorEventLoopDelay({ resolution: 1 })
pauses.enable()
parentPort.once('message', () => {
  parentPort.postMessage({ p99: pauses.percentile(99) / 1e6 - 1, max: pauses.max / 1e6 - 1 })
  parentPort.close()
})
