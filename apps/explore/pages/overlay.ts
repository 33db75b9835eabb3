// The newsroom's own entry on a record: marked, with its author, the reason, and the published values that it replaced.

import type { Overlaid } from '../../../data/schema/overlay.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'

/** For a list: that the record has an entry, which its page shows. */
export function overlayMark({ words }: Pick<View, 'words'>, { overlay }: Overlaid): Html | undefined {
  return overlay && html` <span class="state own-mark">${words.overlayMark}</span>`
}

/** Undefined for a record without an entry. */
export function overlayNote({ words }: Pick<View, 'words'>, { overlay_entry: entry }: Overlaid): Html | undefined {
  if (!entry) return undefined
  const { by, why, note, fields } = entry
  const published = Object.values(fields).map((value) => value ?? words.overlayNothing)
  return html`<div class="own" role="note"><p><b>${words.overlay}</b>${note !== null && html` <span class="own-note">${note}</span>`}</p>
<p class="small soft">${fill(words.overlayBy, { by, why })}${published.length > 0 && html` ${fill(words.overlayPublished, { values: published.join(' · ') })}`}</p></div>`
}
