// Decides whether an event matches a filter: different fields combine with AND, values within a field with OR.

import type { EventFacets } from '../../data/schema/event.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'

export type Matches = (facets: EventFacets) => boolean

interface Field {
  name: keyof FeedFilter
  /** The property of the event that it compares. */
  facet: keyof EventFacets
}

/** In a fixed order; a test checks that none is missing. */
const FIELDS: readonly Field[] = [
  { name: 'categories', facet: 'category' },
  { name: 'endorsers', facet: 'endorser_slug' },
  { name: 'endorser_states', facet: 'endorser_state' },
  { name: 'states', facet: 'state' },
  { name: 'elections', facet: 'election_slug' },
  { name: 'contest_kinds', facet: 'contest_kind' },
  { name: 'levels', facet: 'level' },
  { name: 'types', facet: 'kind' },
]

/** Equal for equal filters, independent of the order of their values. */
export function toCanonical(filter: FeedFilter): string {
  return FIELDS.some(({ name }) => filter[name]) ? listValues(filter) : EVERYTHING
}

function listValues(filter: FeedFilter): string {
  return JSON.stringify(
    FIELDS.map(({ name }) => {
      const values = filter[name]
      return values ? [...new Set<string>(values)].sort() : null
    }),
  )
}

/** Of the filter without a field, which most requests have. */
const EVERYTHING = listValues({})

export function compileFilter(filter: FeedFilter): Matches {
  const tests = FIELDS.flatMap(({ name, facet }) => {
    const values = filter[name]
    return values ? [{ facet, values: new Set<string>(values) }] : []
  })
  return (facets) => {
    for (const { facet, values } of tests) if (!values.has(facets[facet])) return false
    return true
  }
}

// Shares one compiled filter among all requests with the same filter, for as long as one of them is open.

export interface SharedFilter {
  matches: Matches
}

const uses = new Map<string, { filter: SharedFilter; users: number }>()

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
