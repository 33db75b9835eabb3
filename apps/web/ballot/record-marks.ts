// Notes beside a record: the newsroom's own entry, the link that reports an error, and why an endorser has no position.

import { type ReportableKind, toReportUrl } from '../../../data/schema/correction.ts'
import type { Overlaid } from '../../../data/schema/overlay.ts'
import type { EndorserStance } from '../../../data/schema/position.ts'
import { type Html, html } from '../html.ts'
import { withLanguage } from '../page.ts'
import { fill } from '../sentence.ts'
import type { View } from './view.ts'
import { dayInWords } from './words/words.ts'

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

/** @param record `name` tells the links of a page apart */
export function reportLink(
  { words, lang }: View,
  { kind, id, name }: { kind: ReportableKind; id: number | string; name: string },
): Html {
  const url = withLanguage(toReportUrl(kind, id), lang)
  return html`<a class="inline small no-print" href="${url}">${words.reportError}<span class="unseen">: ${name}</span></a>`
}

/** @param of names the source for people who cannot see where it stands */
export function stanceFacts(
  { words, lang }: Pick<View, 'words' | 'lang'>,
  { stance, source_url, published_on }: Omit<EndorserStance, 'endorser'>,
  of: string,
): Html {
  return html`<b>${words[`stance_${stance}`]}</b>${source_url !== null && html` <a class="inline small" href="${source_url}" rel="noreferrer">${words.source}<span class="unseen">: ${of}</span></a>`}${published_on !== null && html` <span class="soft small">${fill(words.on, { date: dayInWords(published_on, lang) })}</span>`}`
}
