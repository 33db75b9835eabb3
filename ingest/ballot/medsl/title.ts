// Titles of contests that only their county, or a district without a name, tells apart.

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
    return { ...row, contest: { ...contest, title: extended(contest.title, county) } }
  })
}

/** Of a body that numbers no districts in the file, and elects its members by them. */
const BY_DISTRICT: Readonly<Partial<Record<ListedContest['level'], string>>> = {
  county: 'by District',
  school: 'by District',
  special: 'by Subdistrict',
}

/** `Educational Service Unit 13` of five contests of one text and area: each title says that it is of one district. */
export function withDistricts<Row extends { contest: ListedContest; text: string }>(rows: readonly Row[]): Row[] {
  const keyOf = ({ contest: { title, division }, text }: Row): string => JSON.stringify([title, division.ocd_id, text])
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return rows.map((row) => {
    const { contest } = row
    const words = BY_DISTRICT[contest.level]
    // `DIRECTOR, ZONE 2` of two counties names its district.
    const isNamed = contest.division.ocd_id.includes('/district:')
    if (counts.get(keyOf(row)) === 1 || words === undefined || isNamed || contest.kind !== 'candidate') return row
    const [title, short_title] = [contest.title, contest.short_title].map((name) =>
      name.includes(words) ? name : extended(name, words),
    )
    return { ...row, contest: { ...contest, title: title ?? '', short_title: short_title ?? '' } }
  })
}

/** `Mayor, Lee County (Unexpired)` */
function extended(title: string, words: string): string {
  const [, name = '', suffix = ''] = /^(.+?)( \(Unexpired\))?$/.exec(title) ?? []
  return `${name}, ${words}${suffix}`
}
