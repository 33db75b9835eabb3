// Titles of contests that only their county tells apart.

import type { ListedContest } from '../listed.ts'

/** `Garrison Diversion Conservancy Director` of fifteen counties: each title names its county. */
export function withCounties<Row extends { contest: ListedContest; county: string | null }>(
  rows: readonly Row[],
): Row[] {
  const counts = new Map<string, Set<string>>()
  for (const { contest } of rows) {
    const divisions = counts.get(contest.title) ?? new Set<string>()
    counts.set(contest.title, divisions.add(contest.division.ocd_id))
  }
  return rows.map((row) => {
    const { contest, county } = row
    const isShared = (counts.get(contest.title)?.size ?? 0) > 1 && contest.counties?.length === 1
    if (!isShared || county === null || contest.title.includes(county)) return row
    const [, title = '', suffix = ''] = /^(.+?)( \(Unexpired\))?$/.exec(contest.title) ?? []
    return { ...row, contest: { ...contest, title: `${title}, ${county}${suffix}` } }
  })
}
