// Opens the counts of requests: in usage.sqlite for one server, in the database of the state for several.

import type { Paths } from '../../data/store/paths.ts'
import { openSharedUsage } from '../../data/store/state/open.ts'
import { openUsage, type UsageHistory } from '../../data/store/usage.ts'
import { type AnyOwner, createOwner } from './owner.ts'
import { openSharedOwner, type SharedOwnerOptions } from './shared-owner.ts'

interface ReadableCounts {
  history: UsageHistory
  /** After the owner. */
  close(): Promise<void>
}

type CountingPaths = Pick<Paths, 'usage' | 'stateServer'>

/** For the one process of this server that counts. Throws StateUnavailable. */
export async function openCounting(
  paths: CountingPaths,
  options: Omit<SharedOwnerOptions, 'usage' | 'tell'> & { tell(fault: Error): void },
): Promise<ReadableCounts & { owner: AnyOwner }> {
  const { now, tell } = options
  const shared = await openSharedUsage(paths)
  if (shared) {
    const owner = await openSharedOwner({ ...options, usage: shared, tell: (sentence) => tell(new Error(sentence)) })
    return { owner, history: shared, close: shared.close }
  }
  const usage = openUsage(paths)
  return { owner: createOwner(usage, now, tell), history: usage, close: async () => usage.close() }
}

/** For a worker. */
export async function openHistory(paths: CountingPaths): Promise<ReadableCounts> {
  const shared = await openSharedUsage(paths)
  if (shared) return { history: shared, close: shared.close }
  const usage = openUsage(paths, { readonly: true, optional: true })
  return { history: usage, close: async () => usage.close() }
}
