// The process that watches in the bench over the nation: what `hustings watch` does. It sends each change's steps with the processor
// time that it has used so far, and that time alone when it is asked.
// Words: the folder that is written to, the mirror, the family, the states with commas (none: all).

import { followFiles } from '../../cli/publish/watch/loop.ts'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { feeds, sources } from '../../ingest/engine/registry.ts'

const [, , root = '', mirror = '', family = '', only = ''] = process.argv
const asked = STATE_CODES.filter((code) => only.split(',').includes(code))
const followed = feeds.filter(
  (feed) => feed.family === family && (only === '' || feed.states.some((one) => asked.includes(one))),
)
const stop = new AbortController()
process.once('disconnect', () => stop.abort())
process.on('message', () => process.send?.({ cpu: cpuMs() }))

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

await followFiles({
  ...{ paths: pathsIn(root), mirror, stop: stop.signal },
  registry: { findFeeds: () => feeds },
  ids: new Set(followed.map(({ id }) => id)),
  states: only === '' ? null : new Set(asked),
  order: sources.map(({ id }) => id),
  retentionDays: 7,
  now: () => new Date(),
  clock: () => performance.now(),
  onBegin: () => undefined,
  onWait: () => undefined,
  onChange: ({ steps, events, fault }) =>
    process.send?.({ steps, events, fault: fault === undefined ? null : String(fault), cpu: cpuMs() }),
})
