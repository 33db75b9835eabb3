// HTML of the history of one contest, or of all.

import type { DeskAction, DeskChange } from '../../../data/desk/change.ts'
import { html } from '../../web/html.ts'
import { table } from '../../web/table.ts'
import type { DeskPage } from '../reply.ts'
import { moment, positionText } from './text.ts'

const WORDS: Record<DeskAction, string> = {
  published: 'published',
  corrected: 'corrected',
  scheduled: 'scheduled',
  unscheduled: 'cancelled the schedule of',
  withdrawn: 'withdrew',
  imported: 'imported',
}

export function historyPage(title: string, changes: readonly DeskChange[], path: string): DeskPage {
  return {
    title,
    main: html`<section class="card">${
      changes.length === 0
        ? html`<p>Nothing was published yet.</p>`
        : table({
            caption: 'The newest change first',
            columns: ['Time', 'Who', 'What', 'Contest', 'Position'],
            rows: changes.map(({ at, by, action, title: contest, contest_id, position, publish_at }) => [
              moment(at),
              by,
              html`${WORDS[action]}${publish_at !== null && html` for ${moment(publish_at)}`}`,
              html`<a href="${path}/contests/${contest_id}">${contest}</a>`,
              position && positionText(position),
            ]),
          })
    }</section>
<p><a href="${path}">Back to the positions</a></p>`,
  }
}
