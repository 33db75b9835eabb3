// Why an endorser has no position in a contest, with its source and day.

import type { EndorserStance } from '../../../data/schema/stance.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import { dayInWords } from '../words/words.ts'

/** @param of names the source for people who cannot see where it stands */
export function stanceFacts(
  { words, lang }: Pick<View, 'words' | 'lang'>,
  { stance, source_url, published_on }: Omit<EndorserStance, 'endorser'>,
  of: string,
): Html {
  return html`<b>${words[`stance_${stance}`]}</b>${source_url !== null && html` <a class="inline small" href="${source_url}" rel="noreferrer">${words.source}<span class="unseen">: ${of}</span></a>`}${published_on !== null && html` <span class="soft small">${fill(words.on, { date: dayInWords(published_on, lang) })}</span>`}`
}
