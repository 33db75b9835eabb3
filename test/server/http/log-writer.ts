// A process that logs numbered lines to stderr, in as many workers as the first word says (0: by itself); the second is how many lines
// each writes. It closes the log when its stdin ends.

import cluster from 'node:cluster'
import { once } from 'node:events'
import { createLines } from '../../../server/http/log.ts'

const [, , workers = '0', count = '0'] = process.argv
if (cluster.isPrimary && Number(workers) > 0) for (let n = 0; n < Number(workers); n++) cluster.fork()
else {
  // As in any process that has used it, a pipe refuses a write for which it has no room.
  process.stderr.write('')
  const lines = createLines(null)
  for (let n = 0; n < Number(count); n++) lines.write(`{"n":${n},"text":"${'x'.repeat(900 + (n % 150))}"}\n`)
  if (cluster.isPrimary) await once(process.stdin.resume(), 'end')
  else await new Promise((resolve) => setTimeout(resolve, 1000))
  await lines.close()
  cluster.worker?.disconnect()
}
