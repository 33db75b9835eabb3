// Comparisons: two endorsers over a ballot, which the script fills in, and the candidates of a contest side by side.

import { groupBy } from '../../data/core/group-by.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Officeholder } from '../../data/schema/officeholder.ts'
import type { CardContest } from '../web/ballot/card-contest.ts'
import { officeKey } from '../web/ballot/card-contest.ts'
import { type Backer, backersOf } from '../web/ballot/contest-details.ts'
import { titleIn } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { COMPARE_SCRIPT_WORDS } from '../web/ballot/words/choices.ts'
import { partyOf } from '../web/ballot/words/parties.ts'
import { dayInWords, labelOf } from '../web/ballot/words/words.ts'
import { type Html, type HtmlPart, html } from '../web/html.ts'
import { countOf, fill } from '../web/sentence.ts'
import type { Look } from './look.ts'

/** The script shows it where two endorsers take a position, and reads them from the cards. */
export function comparePanel({ words }: View): Html {
  const names = [
    ...COMPARE_SCRIPT_WORDS,
    ...(['contest', 'contestsOne', 'contestsMany'] as const),
    ...(['stance_no_position', 'stance_declined', 'stance_rescinded'] as const),
  ]
  const told = Object.fromEntries(names.map((name) => [name, words[name]]))
  return html`<details class="card compare no-print" data-compare data-words="${JSON.stringify(told)}" hidden><summary><h2>${words.compareTitle}</h2></summary>
<p class="small soft">${words.compareLead}</p>
<p class="compare-who"><label>${words.compareOne} <select autocomplete="off"></select></label><label>${words.compareOther} <select autocomplete="off"></select></label></p>
<p role="status" data-compare-said></p>
<div data-compare-table></div>
</details>`
}

/** The holders of the seats of a contest's district, by name and district. A bundle may have none. */
export async function loadHolders(look: Look, { district }: CardContest): Promise<ReadonlyMap<string, Officeholder>> {
  try {
    const asked = { districts: district.ocd_id, lang: look.lang, snapshot: look.named }
    const { data } = await look.load('listOfficeholders', asked)
    return new Map(data.map((one) => [officeKey(one.name, one.district_ocd_id), one]))
  } catch (fault) {
    if (fault instanceof ApiError) return new Map()
    throw fault
  }
}

/** Null for a contest with fewer than two candidates, and where a table would only repeat the card. */
export function sideBySide(view: View, contest: CardContest, holders: ReadonlyMap<string, Officeholder>): Html | null {
  const { words, lang } = view
  const { choices, kind, district, election } = contest
  const candidates = choices.flatMap((choice) =>
    choice.candidate ? [{ choice, name: choice.candidate.full_name }] : [],
  )
  if (kind !== 'candidate' || candidates.length < 2) return null
  const columns = candidates.map(({ choice, name }) => {
    const holder = holders.get(officeKey(name, district.ocd_id))
    const isHolder = holder !== undefined && holder.updated_at.slice(0, 10) <= election.date
    return { choice, holder: isHolder ? holder : undefined, backers: backersOf(contest, choice) }
  })
  type Column = (typeof columns)[number]
  const day = (on: string): string => dayInWords(on.slice(0, 10), lang)
  const rows: [string, (column: Column) => HtmlPart][] = [
    [words.sideParty, ({ choice }) => partyOf(choice, lang)],
    [
      words.sideOffice,
      ({ holder }) =>
        holder &&
        `${titleIn({ title: holder.office_title }, lang).text} (${fill(words.asOf, { date: day(holder.updated_at) })})`,
    ],
    [words.sideDesignation, ({ choice }) => choice.ballot_designation],
    [words.sideEndorsers, ({ backers }) => kindsOf(view, backers)],
    [
      words.sideWebsite,
      ({ choice, holder }) =>
        holder?.website != null &&
        html`<a href="${holder.website}" rel="noreferrer">${new URL(holder.website).host}<span class="unseen">: ${choice.label}</span></a>`,
    ],
  ]
  const known = rows.filter(([, cell]) => columns.some((column) => isSomething(cell(column))))
  if (known.length < 2) return null
  return html`<section class="side" aria-labelledby="side-title"><h2 id="side-title">${words.sideTitle}</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="side-title"><table aria-labelledby="side-title">
<thead><tr><td></td>${columns.map(({ choice }) => html`<th scope="col">${labelOf(choice, words)}${choice.withdrawn && html` <span class="state revoked">${words.withdrawn}</span>`}</th>`)}</tr></thead>
<tbody>${known.map(
    ([name, cell]) =>
      html`<tr><th scope="row">${name}</th>${columns.map((column) => {
        const shown = cell(column)
        return html`<td>${isSomething(shown) ? shown : html`<span class="soft">${name === words.sideEndorsers ? words.sideNobody : '–'}</span>`}</td>`
      })}</tr>
`,
  )}</tbody></table></div></section>`
}

function isSomething(part: HtmlPart): boolean {
  return part !== null && part !== undefined && part !== false && part !== ''
}

/** How many endorsers of which kinds, most first. */
function kindsOf({ words }: View, backers: readonly Backer[]): Html | null {
  if (backers.length === 0) return null
  const kinds = [...groupBy(backers, ({ by }) => by.category.name)].sort(([, a], [, b]) => b.length - a.length)
  return html`${countOf(backers.length, words.endorsersOne, words.endorsersMany)}<ul>${kinds.map(([kind, own]) => html`<li>${kind}: ${own.length}</li>`)}</ul>`
}
