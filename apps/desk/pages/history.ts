// HTML of the history of one contest, or of all.

import type { DeskChange } from '../../../data/desk/change.ts'
import { html } from '../../web/html.ts'
import { fillHtml } from '../../web/sentence.ts'
import { soft, table } from '../../web/table.ts'
import type { DeskPage } from '../reply.ts'
import type { DeskView } from '../view.ts'
import { moment, positionText } from './text.ts'

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
