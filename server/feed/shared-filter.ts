// Shares one compiled filter among all requests with the same filter, for as long as one of them is open.

import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { compileFilter, type Matches, toCanonical } from './filter.ts'

export interface SharedFilter {
  matches: Matches
}

interface Use {
  filter: SharedFilter
  users: number
}

const uses = new Map<string, Use>()

/** Returns the same object for the same filter. */
export function acquireFilter(asked: FeedFilter): { filter: SharedFilter; release(): void } {
  const canonical = toCanonical(asked)
  const use = uses.get(canonical) ?? { filter: { matches: compileFilter(asked) }, users: 0 }
  uses.set(canonical, use)
  use.users += 1
  return {
    filter: use.filter,
    release() {
      use.users -= 1
      if (use.users === 0) uses.delete(canonical)
    },
  }
}

/** Number of distinct filters in use. */
export function countFilters(): number {
  return uses.size
}
