// HTML of the search for a contest.

import type { DeskContest } from '../../../data/desk/check.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import { table } from '../../web/table.ts'
import type { DeskPage } from '../reply.ts'

export interface Search {
  election: string
  title: string
  place: string
}

interface ContestsSeen {
  elections: readonly { slug: string; name: string; date: string }[]
  search: Search
  /** Null before a search. */
  found: { contests: readonly DeskContest[]; of: number; published: ReadonlySet<number> } | null
  path: string
  token: string
}

export function contestsPage({ elections, search, found, path, token }: ContestsSeen, problems: Problems): DeskPage {
  return {
    title: 'Find a contest',
    main: html`${summary(problems)}
${
  elections.length === 0
    ? html`<p>There is no coming election in the data.</p>`
    : html`<form class="card find" method="post" action="${path}/contests" role="search">
${hiddenToken(token)}
<div class="field"><label for="election">Election</label>
<select id="election" name="election">${elections.map(
        ({ slug, name, date }) =>
          html`<option value="${slug}"${slug === search.election && html` selected`}>${name} (${date})</option>`,
      )}</select></div>
${field({ name: 'title', label: 'Title or district contains', value: search.title, hint: 'For example: mayor, senate, question 1. Leave it empty for all.' }, problems)}
${field({ name: 'place', label: 'On the ballot of this place', value: search.place, autocomplete: 'off', hint: 'A city with its state, a ZIP code, a county or an address. It is not stored and not logged. Leave it empty for all.' }, problems)}
<button>Search</button>
</form>`
}
${
  found &&
  html`<section class="card" aria-labelledby="found-title">
<h2 id="found-title">${found.of === 0 ? 'No contest matches' : `${found.of} ${found.of === 1 ? 'contest' : 'contests'}`}</h2>
${found.of === 0 && html`<p>Try fewer words, or leave one of the two fields empty.</p>`}
${found.contests.length < found.of && html`<p>These are the first ${found.contests.length}. Add a word to see fewer.</p>`}
${
  found.contests.length > 0 &&
  table({
    caption: 'Contests found',
    captionUnseen: true,
    columns: ['Contest', 'District', 'Choices', 'Endorse'],
    rows: found.contests.map(({ id, title, district, choices }) => [
      html`<b>${title}</b>`,
      district.name,
      choices.map(({ label }) => label).join(', '),
      html`<a href="${path}/contests/${id}">${found.published.has(id) ? 'Correct' : 'Endorse'}<span class="unseen"> in ${title}</span></a>`,
    ]),
  })
}
</section>`
}`,
  }
}
