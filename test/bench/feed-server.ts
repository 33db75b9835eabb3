// The feed in a process of its own. Started by feed.ts. As a server runs it, it looks at the state every few milliseconds, and tells what
// another process has published; with `quiet`, where each byte counts, it does so when it is told to, and no comment keeps connections open.

import { HOUR } from '../../data/schema/scalar.ts'
import { STREAM_TIMING } from '../../server/feed/stream.ts'
import { serveFeed } from '../server/feed/served.ts'
import { answerUsage, tellInstant } from './feed-contender.ts'

const POLL_MS = 5

const quiet = process.argv[2] === 'quiet'
const served = await serveFeed(quiet ? { timing: { ...STREAM_TIMING, keepAlive: HOUR } } : {})
await served.publish(0)
answerUsage()

let seen = await served.state.version()
let looking = !quiet
const look = async (): Promise<void> => {
  if (!looking) return
  const version = await served.state.version()
  if (version !== seen) await served.release()
  seen = version
  setTimeout(look, POLL_MS)
}
if (looking) void look()
process.on('message', (message) => {
  if (message !== 'release') return
  tellInstant()
  void served.release()
})
process.once('disconnect', async () => {
  looking = false
  await served.close()
  process.exit()
})
process.send?.({ port: Number(new URL(served.url).port), key: served.key, root: served.paths.root })
