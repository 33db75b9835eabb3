// A compiled server that reports its memory, descriptors and event-loop pauses to the process that started it. It needs --expose-gc.
// Arguments: HUSTINGS_VAR, and the options of the server as JSON.

import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathsIn } from '../../dist/data/store/paths.js'
import { limitHeapGrowth } from '../../dist/server/config.js'
import { startServer } from '../../dist/server/main.js'

const RESOLUTION_MS = 1
const [, , root, options = '{}'] = process.argv
// As the command does.
limitHeapGrowth()
const pauses = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const server = await startServer({ paths: pathsIn(root), port: 0, ...JSON.parse(options) })
pauses.enable()

process.on('message', (asked) => {
  if (asked === 'reset') {
    pauses.reset()
    process.send({ reset: true })
    return
  }
  // A sample of the histogram includes the interval of its timer.
  const pause = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  const pause_p99_ms = pause(pauses.percentile(99))
  const pause_max_ms = pause(pauses.max)
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  const descriptors = readdirSync('/proc/self/fd').length
  process.send({
    heap_mb: (heapUsed + external) / 2 ** 20,
    rss_mb: rss / 2 ** 20,
    descriptors,
    pause_p99_ms,
    pause_max_ms,
  })
})
process.on('SIGTERM', async () => {
  await server.close()
  process.disconnect()
})
process.send({ url: server.url })
