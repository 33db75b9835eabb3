// The changes of a contest, or of all, in the language of the visitor.

import type { DeskChange } from '../../data/desk/position.ts'
import { html } from '../web/html.ts'
import { fillHtml } from '../web/sentence.ts'
import { soft, table } from '../web/table.ts'
import { moment, positionText } from './position-text.ts'
import { type DeskPage, type DeskSession, type DeskView, findDeskContests, inLanguage } from './session.ts'

export function toHistory({ host, view }: DeskSession, changes: readonly DeskChange[]): DeskChange[] {
  const ids = [...new Set(changes.map(({ contest_id }) => contest_id))]
  const contests = findDeskContests(host, view.lang === 'en' ? [] : ids, view.lang)
  return changes.map((change) => {
    const contest = contests.get(change.contest_id)
    const position = change.position && inLanguage(change.position, contest, view)
    return { ...change, title: contest?.title ?? change.title, position }
  })
}

// The HTML.

export function historyPage(
  { words, href }: DeskView,
  title: string,
  changes: readonly DeskChange[],
  path: string,
): DeskPage {
  return {
    title,
    main: html`<section class="card">${
      changes.length === 0
        ? html`<p>${words.historyNone}</p>`
        : table({
            caption: words.newestFirst,
            columns: [words.time, words.who, words.what, words.contest, words.position],
            rows: changes.map(({ at, by, action, title: contest, contest_id, position, publish_at }) => [
              moment(at),
              by,
              html`${words[`did_${action}`]}${publish_at !== null && fillHtml(words.forMoment, { moment: moment(publish_at) })}`,
              html`<a href="${href(`${path}/contests/${contest_id}`)}">${contest}</a>`,
              position ? positionText(words, position) : soft(words.none),
            ]),
          })
    }</section>
<p><a href="${href(path)}">${words.backToPositions}</a></p>`,
  }
}
