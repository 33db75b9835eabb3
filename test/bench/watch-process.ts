// The process that watches in the bench: what `hustings watch` does, over the bench's own sources. It sends each change's steps.
// Words: the folder that is written to, the mirror, the names of the feeds.

import { followFiles } from '../../cli/publish/watch/loop.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { worldSources } from '../cli/watched.ts'

const [, , root = '', mirror = '', ...names] = process.argv
const sources = worldSources(names.map((name) => ({ name })))
const stop = new AbortController()
process.once('disconnect', () => stop.abort())
await followFiles({
  ...{ paths: pathsIn(root), mirror, states: null, stop: stop.signal },
  findSources: () => sources.filter(({ id }) => id.startsWith('feed-')),
  order: sources.map(({ id }) => id),
  retentionDays: 7,
  now: () => new Date(),
  clock: () => performance.now(),
  onBegin: () => undefined,
  onWait: () => undefined,
  onChange: ({ steps, events, fault }) =>
    process.send?.({ steps, events, fault: fault === undefined ? null : String(fault) }),
})
