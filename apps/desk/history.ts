// Shows the changes of a desk in the language of the visitor.

import type { DeskChange } from '../../data/desk/change.ts'
import { type DeskVisit, findDeskContests } from './context.ts'
import { inLanguage } from './view.ts'

export function toHistory({ host, view }: DeskVisit, changes: readonly DeskChange[]): DeskChange[] {
  const ids = [...new Set(changes.map(({ contest_id }) => contest_id))]
  const contests = findDeskContests(host, view.lang === 'en' ? [] : ids, view.lang)
  return changes.map((change) => {
    const contest = contests.get(change.contest_id)
    const position = change.position && inLanguage(change.position, contest, view)
    return { ...change, title: contest?.title ?? change.title, position }
  })
}
