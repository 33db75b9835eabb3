// Lists of elections.

import type { Contest } from '../../../data/schema/contest.ts'
import type { Election, ElectionSummary } from '../../../data/schema/election.ts'
import { LEVELS } from '../../../data/schema/vocabulary.ts'
import { type Html, html } from '../../web/html.ts'
import type { View } from '../view.ts'
import { countOf, dayInWords, fill } from '../words/words.ts'
import { LEVEL_WORDS } from './ballot.ts'

export function electionList({ words, lang, href }: View, elections: readonly Election[]): Html {
  return html`<ul class="elections">${elections.map(
    ({
      slug,
      name,
      date,
      contest_count,
      endorsement_count,
    }) => html`<li><a href="${href(`/explore/elections/${slug}`)}">${name}</a>
<span class="soft">${dayInWords(date, lang)} · ${countOf(contest_count, words.contestsOne, words.contestsMany)} · ${fill(words.endorsementsMany, { count: endorsement_count })}</span></li>
`,
  )}</ul>`
}

export function electionFacts(
  { words }: View,
  { info_url, primary_system, contest_count, endorsement_count, details }: Election,
): Html {
  const facts = [
    countOf(contest_count, words.contestsOne, words.contestsMany),
    fill(words.endorsementsMany, { count: endorsement_count }),
    primary_system !== null && fill(words.primarySystem, { system: primary_system.replaceAll('_', ' ') }),
    details.runoff_date !== undefined && fill(words.runoff, { date: details.runoff_date }),
  ].filter((fact) => typeof fact === 'string')
  return html`<p class="soft">${facts.join(' · ')}${info_url !== null && html` · <a href="${info_url}" rel="noreferrer">${words.officialPage}</a>`}</p>`
}

/** Contests by level, in ballot order, with their choices in a line. */
export function listedContests({ words, href }: View, contests: readonly Contest[]): Html {
  return html`${LEVELS.map((level) => {
    const own = contests.filter((contest) => contest.level === level)
    return (
      own.length > 0 &&
      html`<section><h3 class="level">${words[LEVEL_WORDS[level]]}</h3><ul class="elections">${own.map(
        ({ id, title, party, choices }) => html`<li><a href="${href(`/explore/contests/${id}`)}">${title}</a>
<span class="soft">${party !== null && html`${fill(words.primaryOf, { party })} · `}${choices.map(({ label }) => label).join(', ')}</span></li>
`,
      )}</ul></section>`
    )
  })}`
}

export function electionLinks({ lang, href }: View, elections: readonly ElectionSummary[]): Html {
  return html`<ul class="elections">${elections.map(
    ({ slug, name, date }) => html`<li><a href="${href(`/explore/elections/${slug}`)}">${name}</a>
<span class="soft">${dayInWords(date, lang)}</span></li>
`,
  )}</ul>`
}
