// Lists: a table that the page's script sorts by a column, and the fields of the form that filters a list.

import { STATES } from '../../data/schema/states.ts'
import type { View } from '../web/ballot/view.ts'
import { placeAlone } from '../web/ballot/words/words.ts'
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

/** It stacks on a narrow screen. Without the script it keeps its order. */
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

interface ChoiceField {
  name: string
  label: string
  /** What the list says if nothing is chosen. */
  first: string
  options: readonly { slug: string; name: string }[]
  chosen: string | undefined
}

export function choiceField({ name, label, first, options, chosen }: ChoiceField): Html {
  return html`<p><label for="${name}">${label}</label> <select id="${name}" name="${name}"><option value="">${first}</option>${options.map(
    (one) => html`<option value="${one.slug}"${one.slug === chosen && html` selected`}>${one.name}</option>`,
  )}</select></p>
`
}

/** In the language of the page, and in its order. */
export function stateOptions({ lang }: View): ChoiceField['options'] {
  return STATES.map(({ code, name }) => ({ slug: code, name: placeAlone(name, lang) })).sort((a, b) =>
    a.name.localeCompare(b.name, lang),
  )
}

/** Keeps the language of the page, where the browser asks for another one. */
export function languageField({ lang, preferred }: View): Html | null {
  return lang === 'en' && preferred === 'en' ? null : html`<input type="hidden" name="lang" value="${lang}">`
}
