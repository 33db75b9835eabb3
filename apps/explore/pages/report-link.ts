// The link beside a record of a list to the form that reports an error in it.

import { type ReportableKind, toReportUrl } from '../../../data/schema/correction.ts'
import { type Html, html } from '../../web/html.ts'
import { withLanguage } from '../../web/language.ts'
import type { View } from '../view.ts'

/** @param record `name` tells the links of a page apart */
export function reportLink(
  { words, lang }: View,
  { kind, id, name }: { kind: ReportableKind; id: number | string; name: string },
): Html {
  const url = withLanguage(toReportUrl(kind, id), lang)
  return html`<a class="inline small no-print" href="${url}">${words.reportError}<span class="unseen">: ${name}</span></a>`
}
