// The list of an election's latest changes. The script renews it while the page is open.

import type { Event } from '../../../data/schema/event.ts'
import { EXPLORER_RENEW_SECONDS } from '../../../server/constants.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import { instantInWords, labelOf } from '../words/words.ts'

const SENTENCES = {
  'endorsement.created': 'changeCreated',
  'endorsement.updated': 'changeUpdated',
  'endorsement.deleted': 'changeDeleted',
} as const

export function changeList({ words, lang, href }: View, changes: readonly Event[]): Html {
  return html`<section class="card" data-live="${EXPLORER_RENEW_SECONDS}">
<h2>${words.latestChanges}</h2>
<p class="soft">${words.latestChangesHint}</p>
<ol class="elections" aria-live="polite" data-renewed="changes">${changes.map(
    ({
      type,
      occurred_at,
      endorser,
      choice,
      contest,
    }) => html`<li><a href="${href(`/explore/endorsers/${endorser.slug}`)}">${endorser.name}</a>
${fill(words[SENTENCES[type]], { choice: labelOf(choice, words) })}: <a href="${href(`/explore/contests/${contest.id}`)}">${contest.title}</a>
<span class="soft"><time datetime="${occurred_at}">${instantInWords(occurred_at, lang)}</time></span></li>
`,
  )}</ol>
</section>`
}
