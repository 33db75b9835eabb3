// HTML of the preview: the position as readers see it, what is wrong with it, what deserves a second look, and what somebody else says.

import type { DeskContest } from '../../../data/desk/check.ts'
import type { DeskPosition } from '../../../data/desk/position.ts'
import type { HeldPosition } from '../../../data/store/state/desk.ts'
import { hiddenToken } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import { fill, fillHtml } from '../../web/sentence.ts'
import type { DeskPage } from '../reply.ts'
import { type DeskView, inLanguage } from '../view.ts'
import { moment, positionText } from './text.ts'

interface PreviewSeen {
  /** In the language of the page. */
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

export function previewPage(view: DeskView, seen: PreviewSeen): DeskPage {
  const { words, href } = view
  const { contest, position, problems, warnings, held, isNewer, late, endorser, path } = seen
  const at = `${path}/contests/${contest.id}`
  const conflict = (isNewer || late) && held !== null
  const by = (sentence: string): string => fill(sentence, { name: held?.changed_by ?? '' })
  return {
    title: fill(words.previewOf, { title: contest.title }),
    main: html`${
      problems.length > 0 &&
      html`<div class="problems" role="alert"><p>${position ? words.nothingWasPublished : words.cannotPublish}</p>
<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul></div>`
    }
${
  conflict &&
  html`<div class="problems" role="alert"><p>${by(held.published ? words.publishedMeanwhile : words.withdrawnMeanwhile)}</p></div>`
}
${
  warnings.length > 0 &&
  html`<div class="notice warnings"><p><b>${words.lookAgain}</b></p><ul>${warnings.map((one) => html`<li>${one}</li>`)}</ul></div>`
}
<div class="${conflict && 'both'}">
${
  conflict &&
  html`<section class="card" aria-labelledby="theirs"><h2 id="theirs">${by(words.publishedBy)}</h2>
<p class="small soft">${moment(held.changed_at)}</p>
${held.published ? positionText(words, inLanguage(held.published, contest, view)) : html`<p>${words.nothingWithdrawn}</p>`}</section>`
}
<section class="card" aria-labelledby="yours"><h2 id="yours">${conflict ? words.yourDraft : fill(position?.stance === undefined ? words.nameEndorses : words.nameEndorsesNone, { name: endorser })}</h2>
<p class="small soft">${contest.title}, ${contest.election.name}</p>
${position ? positionText(words, position) : html`<p>${words.correctFirst}</p>`}</section>
</div>
${position && publishForms(view, seen, at, conflict)}
<p><a href="${href(at)}">${words.backToForm}</a>${words.draftIsSaved}</p>
${
  conflict &&
  html`<form method="post" action="${href(`${at}/discard`)}">${hiddenToken(seen.token)}<button class="quiet">${words.keepTheirs}</button></form>`
}`,
  }
}

function publishForms(
  { words, href }: DeskView,
  { held, draft, token, now }: PreviewSeen,
  at: string,
  conflict: boolean,
): Html {
  return html`<form class="card" method="post" action="${href(`${at}/publish`)}">
${hiddenToken(token)}
<input type="hidden" name="version" value="${held?.version ?? 0}">
<input type="hidden" name="draft" value="${draft}">
<button name="act" value="now">${conflict ? words.publishInPlace : words.publishNow}</button>
<details class="later"><summary>${words.orLater}</summary>
<div class="field"><label for="publish_at">${words.timeUtc}</label>
<p class="hint" id="publish_at-hint">${fillHtml(words.nowIs, { moment: moment(now) })}</p>
<input id="publish_at" name="publish_at" type="datetime-local" min="${now.slice(0, 16)}" aria-describedby="publish_at-hint"></div>
<button name="act" value="schedule" class="quiet">${words.schedule}</button></details>
</form>`
}
