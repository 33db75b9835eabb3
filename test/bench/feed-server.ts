// The feed in a process of its own, as a server runs it: it looks at the state every few milliseconds, and tells what another process
// has published. Started by feed.ts; with `quiet` where each byte is counted, without comments that keep connections open.

import { HOUR } from '../../data/schema/duration.ts'
import { STREAM_TIMING } from '../../server/feed/stream.ts'
import { serveFeed } from '../feed/served.ts'
import { answerUsage, tellInstant } from './feed-contender.ts'

const POLL_MS = 5

const quiet = { ...STREAM_TIMING, keepAlive: HOUR }
const served = await serveFeed(process.argv[2] === 'quiet' ? quiet : undefined)
await served.publish(0)
answerUsage()

let seen = -1
let through = 0
let looking = true
const look = async (): Promise<void> => {
  const version = await served.state.version()
  const head = version === seen ? undefined : await served.state.head()
  seen = version
  if (head && head.seq !== through) {
    through = head.seq
    tellInstant()
    await served.release()
  }
  if (looking) setTimeout(look, POLL_MS)
}
void look()
process.once('disconnect', async () => {
  looking = false
  await served.close()
  process.exit()
})
process.send?.({ port: Number(new URL(served.url).port), key: served.key, root: served.paths.root })
