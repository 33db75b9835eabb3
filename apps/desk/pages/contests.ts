// HTML of the search for a contest.

import type { DeskContest } from '../../../data/desk/check.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, html } from '../../web/html.ts'
import { countOf, fill } from '../../web/sentence.ts'
import { table } from '../../web/table.ts'
import type { DeskPage } from '../reply.ts'
import type { DeskView } from '../view.ts'

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
  /** Other elections with matches, if the chosen one has none. */
  elsewhere: readonly { slug: string; name: string; count: number }[]
  path: string
  token: string
}

export function contestsPage(
  view: DeskView,
  { elections, search, found, elsewhere, path, token }: ContestsSeen,
  problems: Problems,
): DeskPage {
  const { words, href } = view
  return {
    title: words.findContest,
    main: html`${summary(problems, words)}
${
  elections.length === 0
    ? html`<p>${words.noElections}</p>`
    : html`<form class="card find" method="post" action="${href(`${path}/contests`)}" role="search">
${hiddenToken(token)}
<div class="field"><label for="election">${words.election}</label>
<select id="election" name="election">${elections.map(
        ({ slug, name, date }) =>
          html`<option value="${slug}"${slug === search.election && html` selected`}>${name} (${date})</option>`,
      )}</select></div>
${field({ name: 'title', label: words.titleContains, value: search.title, hint: words.titleHint }, problems)}
${field({ name: 'place', label: words.place, value: search.place, autocomplete: 'off', hint: words.placeHint }, problems)}
<button>${words.search}</button>
</form>`
}
${
  found &&
  html`<section class="card" aria-labelledby="found-title">
<h2 id="found-title">${found.of === 0 ? fill(words.noMatch, { election: nameOf(elections, search) }) : countOf(found.of, words.contestsOne, words.contestsMany)}</h2>
${found.of === 0 && (elsewhere.length > 0 ? elsewhereForm(view, { elsewhere, search, path, token }) : html`<p>${words.tryFewer}</p>`)}
${found.contests.length < found.of && html`<p>${fill(words.firstShown, { count: found.contests.length })}</p>`}
${
  found.contests.length > 0 &&
  table({
    caption: words.contestsFound,
    captionUnseen: true,
    columns: [words.contest, words.district, words.choices, words.endorse],
    rows: found.contests.map(({ id, title, district, choices }) => [
      html`<b>${title}</b>`,
      district.name,
      choices.map(({ label }) => label).join(', ') || words.none,
      html`<a href="${href(`${path}/contests/${id}`)}">${found.published.has(id) ? words.correct : words.endorse}<span class="unseen">${fill(words.inTitle, { title })}</span></a>`,
    ]),
  })
}
</section>`
}`,
  }
}

/** The same search in another election. Buttons, because a place must be in no link. */
function elsewhereForm(
  { words, href }: DeskView,
  { elsewhere, search, path, token }: Pick<ContestsSeen, 'elsewhere' | 'search' | 'path' | 'token'>,
): Html {
  return html`<form method="post" action="${href(`${path}/contests`)}" aria-labelledby="elsewhere-title">
${hiddenToken(token)}<input type="hidden" name="title" value="${search.title}"><input type="hidden" name="place" value="${search.place}">
<p id="elsewhere-title">${elsewhere.length === 1 ? words.elsewhereOne : words.elsewhereMany}</p>
<p class="row">${elsewhere.map(
    ({ slug, name, count }) =>
      html`<button class="quiet" name="election" value="${slug}">${fill(words.inElection, { contests: countOf(count, words.contestsOne, words.contestsMany), election: name })}</button>`,
  )}</p>
</form>`
}

function nameOf(elections: ContestsSeen['elections'], { election }: Search): string {
  return elections.find(({ slug }) => slug === election)?.name ?? election
}
