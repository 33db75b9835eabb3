// A table that the page's script sorts by a column; it stacks on a narrow screen. Without the script it keeps its order.

import type { View } from '../web/ballot/view.ts'
import { type Html, type HtmlPart, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'

interface SortableTable {
  caption: string
  columns: readonly string[]
  /** Its cells share lines on a narrow screen: for many rows. */
  isDense?: boolean
  /** `value`: what the column is sorted by. */
  rows: readonly (readonly { shown: HtmlPart; value: string }[])[]
}

export function sortableTable({ words }: View, { caption, columns, rows, isDense = false }: SortableTable): Html {
  return html`<table class="stacks${isDense && ' dense'}" role="table" data-sorts>
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader"><button type="button" class="sort" title="${fill(words.sortBy, { column })}">${column}</button></th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (
      cells,
    ) => html`<tr role="row">${cells.map(({ shown, value }, at) => html`<td role="cell" data-column="${columns[at]}" data-value="${value}"><div>${shown}</div></td>`)}</tr>
`,
  )}</tbody></table>`
}
