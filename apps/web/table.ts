import { type Html, type HtmlPart, html } from './html.ts'

export interface HtmlTable {
  caption: string
  /** Hides the caption if the heading above says the same. */
  captionUnseen?: true
  columns: readonly string[]
  rows: readonly (readonly HtmlPart[])[]
}

/**
 * A table that stacks its rows on a narrow screen. The roles are explicit because a browser no longer treats a row with another layout
 * as a row.
 */
export function table({ caption, captionUnseen, columns, rows }: HtmlTable): Html {
  return html`<table class="stacks" role="table">
<caption>${captionUnseen ? html`<span class="unseen">${caption}</span>` : caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  (cells) => html`<tr role="row">${cells.map((cell, index) => toCell(cell, columns[index]))}</tr>
`,
)}</tbody>
</table>`
}

function toCell(cell: HtmlPart, column: string | undefined): Html {
  const shown = isNothing(cell) ? soft('none') : cell
  return html`<td role="cell" data-column="${column}"><div>${shown}</div></td>`
}

export function soft(text: string): Html {
  return html`<span class="soft">${text}</span>`
}

/** A user's text, of any length. */
export function long(text: string | null): Html | null {
  return text === null ? null : html`<span class="long">${text}</span>`
}

/** A user's text of several lines. */
export function lines(text: string): Html {
  return html`<span class="long">${text.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))}</span>`
}

/** @param at ISO 8601, UTC */
export function instant(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`
}

/** @param on YYYY-MM-DD */
export function day(on: string): Html {
  return html`<time datetime="${on}">${on}</time>`
}

function isNothing(part: HtmlPart): boolean {
  return part === null || part === undefined || part === false || part === ''
}
