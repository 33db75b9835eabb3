// Finds the election that last filled a seat. The seat uses the lines of that election's plan.

import { novemberElection } from '../../data/reference/election-day.ts'
import type { Cycle } from '../../data/reference/legislatures.ts'

/** The November election of the last even year before a day, YYYY-MM-DD. */
export function lastGeneralElection(day: string): string {
  const year = Number(day.slice(0, 4))
  const even = year - (year % 2)
  return novemberElection(even) < day ? novemberElection(even) : novemberElection(even - 2)
}

/**
 * A holder who took office between two regular elections has the lines of the earlier one. Null if districts take turns without a
 * fixed rule, unless the holder took office with the last of them.
 * @param until the source's day
 */
export function regularElection(
  cycle: Cycle,
  { district, start, until }: { district: string; start: string | null; until: string },
): string | null {
  if ('turns' in cycle && cycle.turns === null) {
    const last = lastGeneralElection(until)
    return start !== null && start >= last ? last : null
  }
  const known = 'turns' in cycle ? cycle.turns?.(district) : cycle.year
  if (known === undefined) return null
  const dayOf = (year: number): string =>
    'day' in cycle && cycle.day !== undefined && year === cycle.year ? cycle.day : novemberElection(year)
  let year = known + Math.floor((Number(until.slice(0, 4)) - known) / cycle.every) * cycle.every
  if (dayOf(year) > until) year -= cycle.every
  return dayOf(year)
}
