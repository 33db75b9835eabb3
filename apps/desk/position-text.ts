// Renders a position: its picks or its stance, its statements as text, its source and its date.

import { byRank } from '../../data/desk/file.ts'
import type { DeskPosition, DeskText } from '../../data/desk/position.ts'
import { type Html, html } from '../web/html.ts'
import type { Words } from './words/words.ts'

export function positionText(words: Words, { picks, stance, text }: DeskPosition): Html {
  if (stance !== undefined)
    return html`<div class="position"><p><b>${words[`stance_${stance}`]}</b></p>${texts(text)}</div>`
  const sorted = picks.some(({ rank }) => rank !== null) ? picks.toSorted(byRank) : picks
  return html`<div class="position">
<ul class="picks">${sorted.map(
    ({ label, rank, text: own }) =>
      html`<li>${rank !== null && html`<span class="rank">${rank}.</span> `}<b>${label}</b>${own && texts(own)}</li>`,
  )}</ul>
${(picks.length === 0 || picks.some(({ text: own }) => own === null)) && texts(text)}
</div>`
}

function texts({ statement, statement_es, source_url, published_on }: DeskText): Html {
  return html`${statement !== null && html`<p class="said" lang="en">${statement}</p>`}
${statement_es !== null && html`<p class="said" lang="es">${statement_es}</p>`}
${
  (source_url !== null || published_on !== null) &&
  html`<p class="small soft">${published_on !== null && html`<time datetime="${published_on}">${published_on}</time>`}
${source_url !== null && html`<a href="${source_url}" rel="noopener noreferrer nofollow">${source_url}</a>`}</p>`
}`
}

/** @param at ISO 8601 */
export function moment(at: string): Html {
  return html`<time datetime="${at}">${timeOf(at)}</time>`
}

/** @param at ISO 8601 */
export function timeOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}
