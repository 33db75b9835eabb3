// HTML of the preview: the position as readers see it, what is wrong with it, what deserves a second look, and what somebody else says.

import type { DeskContest } from '../../../data/desk/check.ts'
import type { DeskPosition } from '../../../data/desk/position.ts'
import type { HeldPosition } from '../../../data/store/state/desk.ts'
import { hiddenToken } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import type { DeskPage } from '../reply.ts'
import { moment, positionText } from './text.ts'

interface PreviewSeen {
  contest: DeskContest
  /** Null if it cannot be published. */
  position: DeskPosition | null
  problems: readonly string[]
  warnings: readonly string[]
  held: HeldPosition | null
  /** The position was changed since the draft began. */
  isNewer: boolean
  /** It was changed while the editor looked at the preview. */
  late: boolean
  /** The draft's version. */
  draft: number
  endorser: string
  path: string
  token: string
  /** ISO 8601 */
  now: string
}

export function previewPage(seen: PreviewSeen): DeskPage {
  const { contest, position, problems, warnings, held, isNewer, late, endorser, path } = seen
  const at = `${path}/contests/${contest.id}`
  const conflict = (isNewer || late) && held !== null
  return {
    title: `Preview: ${contest.title}`,
    main: html`${
      problems.length > 0 &&
      html`<div class="problems" role="alert"><p>${position ? 'Nothing was published:' : 'This cannot be published yet. Your draft is kept:'}</p>
<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul></div>`
    }
${
  conflict &&
  html`<div class="problems" role="alert"><p>${held.changed_by} has ${held.published ? 'published another version' : 'withdrawn this position'} since you began. Nothing of yours is lost: compare the two.</p></div>`
}
${
  warnings.length > 0 &&
  html`<div class="notice warnings"><p><b>Look at this again:</b></p><ul>${warnings.map((one) => html`<li>${one}</li>`)}</ul></div>`
}
<div class="${conflict && 'both'}">
${
  conflict &&
  html`<section class="card" aria-labelledby="theirs"><h2 id="theirs">Published by ${held.changed_by}</h2>
<p class="small soft">${moment(held.changed_at)}</p>
${held.published ? positionText(held.published) : html`<p>Nothing: the position was withdrawn.</p>`}</section>`
}
<section class="card" aria-labelledby="yours"><h2 id="yours">${conflict ? 'Your draft' : `${endorser} endorses`}</h2>
<p class="small soft">${contest.title}, ${contest.election.name}</p>
${position ? positionText(position) : html`<p>Correct the draft to see its preview.</p>`}</section>
</div>
${position && publishForms(seen, at, conflict)}
<p><a href="${at}">Back to the form</a>. Your draft is saved.</p>
${
  conflict &&
  html`<form method="post" action="${at}/discard">${hiddenToken(seen.token)}<button class="quiet">Keep theirs and discard my draft</button></form>`
}`,
  }
}

function publishForms({ held, draft, token, now }: PreviewSeen, at: string, conflict: boolean): Html {
  return html`<form class="card" method="post" action="${at}/publish">
${hiddenToken(token)}
<input type="hidden" name="version" value="${held?.version ?? 0}">
<input type="hidden" name="draft" value="${draft}">
<button name="act" value="now">${conflict ? 'Publish mine in its place' : 'Publish now'}</button>
<details class="later"><summary>Or publish later</summary>
<div class="field"><label for="publish_at">Date and time, in UTC</label>
<p class="hint" id="publish_at-hint">It is now ${now.slice(0, 10)} ${now.slice(11, 16)} UTC.</p>
<input id="publish_at" name="publish_at" type="datetime-local" min="${now.slice(0, 16)}" aria-describedby="publish_at-hint"></div>
<button name="act" value="schedule" class="quiet">Schedule</button></details>
</form>`
}
