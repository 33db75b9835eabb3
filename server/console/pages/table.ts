import { type Html, html, type Part } from '../html.ts'

/**
 * A table that stacks its rows on a narrow screen. The roles stand there because a browser takes a row that is laid out
 * otherwise for no row.
 */
export function table(caption: string, columns: readonly string[], rows: readonly (readonly Part[])[]): Html {
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  (cells) => html`<tr role="row">${cells.map(
    (cell, index) =>
      html`<td role="cell" data-column="${columns[index]}">${isNothing(cell) ? html`<span class="soft">none</span>` : cell}</td>`,
  )}</tr>
`,
)}</tbody>
</table>`
}

/** @param at ISO 8601, UTC */
export function instant(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`
}

function isNothing(part: Part): boolean {
  return part === null || part === undefined || part === ''
}
