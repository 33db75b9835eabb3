import { html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { ExplorerPage } from '../show.ts'
import type { View } from '../view.ts'

/** @param refusal.id the request's, which the operator finds in the log */
export function refusalPage({ words, href }: View, { sentence, id }: { sentence: string; id: string }): ExplorerPage {
  return {
    title: words.refused,
    main: html`<p class="lead">${sentence}</p>
<p class="small soft">${fill(words.reference, { id })}</p>
<p><a href="${href('/explore')}">${words.back}</a></p>`,
  }
}
