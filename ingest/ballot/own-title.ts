// Contests that only their candidates tell apart, such as those of a board's districts of which the source gives no number.

import type { Sink } from '../read/source.ts'
import type { ListedContest } from './listed.ts'
import { readable } from './title-case.ts'

/** Longer lists of names make no title; the contests are numbered. */
const WORDS_MAX = 200

/**
 * Contests of one title, division and party each get the names of their candidates added to their titles, else a number, and an issue
 * `same-title`: `Adair County Board of Supervisors, by District: Ann Lee / Bo Diaz`.
 */
export function withOwnTitles(contests: readonly ListedContest[], sink: Pick<Sink, 'issue'>): ListedContest[] {
  const same = groupBy(contests, ({ title, division, party = null }) => JSON.stringify([title, division.ocd_id, party]))
  const words = new Map<ListedContest, string>()
  for (const group of same.values()) {
    if (group.length < 2) continue
    const named = groupBy(group, namesOf)
    for (const [names, alike] of named)
      for (const [at, contest] of alike.entries()) {
        const number = `${group.indexOf(contest) + 1} of ${group.length}`
        words.set(contest, names === '' ? number : alike.length > 1 ? `${names}, ${at + 1}` : names)
      }
  }
  return contests.map((contest) => {
    const own = words.get(contest)
    if (own === undefined) return contest
    const { at, title, short_title, title_es = null, short_title_es = null } = contest
    const message =
      'other contests have this title and this area; the names of the candidates were added to their titles'
    sink.issue({ ...at, field: null, code: 'same-title', value: title, message, severity: 'mended' })
    return {
      ...contest,
      ...{ title: `${title}: ${own}`, short_title: `${short_title}: ${own}` },
      title_es: title_es === null ? null : `${title_es}: ${own}`,
      short_title_es: short_title_es === null ? null : `${short_title_es}: ${own}`,
    }
  })
}

function namesOf({ choices }: ListedContest): string {
  const names = choices.flatMap(({ label, option, answer }) => (option || answer ? [] : [readable(label)])).join(' / ')
  return names.length > WORDS_MAX ? '' : names
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
