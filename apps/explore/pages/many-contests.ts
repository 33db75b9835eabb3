// The page of a place with more contests than a page can show: its elections, and the form for a smaller place.

import type { Election } from '../../../data/schema/election.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import { electionList } from './elections.ts'

interface ManyContestsSeen {
  elections: readonly Election[]
  /** Of the place. */
  label: string | null
  form: Html
}

export function manyContestsMain(view: View, { elections, label, form }: ManyContestsSeen): Html {
  const { words, href } = view
  return html`<div class="notes" role="note"><p>${words.manyContests}</p></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${words.elections}</h2>${electionList(view, elections)}</section>
<section class="card place-card">${form}</section>
${label !== null && html`<p><a href="${href('/explore/officeholders', { place: label })}">${fill(words.officeholdersFor, { place: label })}</a></p>`}`
}
