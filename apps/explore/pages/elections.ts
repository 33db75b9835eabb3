// Lists of elections.

import type { Contest } from '../../../data/schema/contest.ts'
import type { Election, ElectionSummary } from '../../../data/schema/election.ts'
import { compareText } from '../../../data/schema/text-order.ts'
import { LEVELS, type PrimarySystem } from '../../../data/schema/vocabulary.ts'
import { type Html, html } from '../../web/html.ts'
import { countOf, fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import { dayInWords, labelOf, nameOf, partyIn, type Words } from '../words/words.ts'
import { groupBy, LEVEL_WORDS } from './ballot.ts'
import { overlayMark, overlayNote } from './overlay.ts'

/** By day, as given; those of one day by name. */
export function electionList(view: View, elections: readonly Election[]): Html {
  const { words, lang, href } = view
  return html`${groupBy(elections, ({ date }) => date).map(
    ([date, own]) =>
      html`<section class="day"><h3>${dayInWords(date, lang)}</h3><ul class="elections columns">${own
        .toSorted((a, b) => compareText(a.name, b.name))
        .map(
          (
            election,
          ) => html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${nameOf(election)}</a>${overlayMark(view, election)}<span class="soft small">${countsOf(words, election).join(' · ')}</span></li>
`,
        )}</ul></section>`,
  )}`
}

function countsOf(words: Words, { contest_count, endorsement_count }: Election): string[] {
  return [
    countOf(contest_count, words.contestsOne, words.contestsMany),
    endorsement_count > 0 && countOf(endorsement_count, words.endorsementsOne, words.endorsementsMany),
  ].filter((text) => typeof text === 'string')
}

const PRIMARY_WORDS: Readonly<Record<PrimarySystem, keyof Words | null>> = {
  none: null,
  closed: 'primaryClosed',
  semi_closed: 'primarySemiClosed',
  open: 'primaryOpen',
  top_two: 'primaryTopTwo',
  nonpartisan: 'primaryNonpartisan',
}

export function electionFacts(view: View, election: Election): Html {
  const { words, lang } = view
  const { info_url, primary_system, type, details } = election
  const primary = primary_system !== null && type.includes('primary') && PRIMARY_WORDS[primary_system]
  const facts = [
    ...countsOf(words, election),
    primary && words[primary],
    details.runoff_date !== undefined && fill(words.runoff, { date: dayInWords(details.runoff_date, lang) }),
  ].filter((fact) => typeof fact === 'string')
  return html`${overlayNote(view, election)}<p class="soft" data-renewed="facts">${facts.join(' · ')}${info_url !== null && html` · <a href="${info_url}" rel="noreferrer">${words.officialPage}</a>`}</p>`
}

/** Contests by level, in ballot order, with their choices in a line. */
export function listedContests(view: View, contests: readonly Contest[]): Html {
  const { words, lang, href } = view
  return html`${LEVELS.map((level) => {
    const own = contests.filter((contest) => contest.level === level)
    return (
      own.length > 0 &&
      html`<section><h3 class="level">${words[LEVEL_WORDS[level]]}</h3><ul class="elections columns">${own.map(
        ({
          id,
          title,
          party,
          choices,
          overlay,
        }) => html`<li><a href="${href(`/explore/contests/${id}`)}">${title}</a>${overlayMark(view, { overlay })}
<span class="soft">${party !== null && html`${fill(words.primaryOf, { party: partyIn(party, lang) })} · `}${choices.map((choice) => labelOf(choice, words)).join(', ')}</span></li>
`,
      )}</ul></section>`
    )
  })}`
}

export function electionLinks({ lang, href }: View, elections: readonly ElectionSummary[]): Html {
  return html`<ul class="elections">${elections.map(
    (election) => html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${nameOf(election)}</a>
<span class="soft">${dayInWords(election.date, lang)}</span></li>
`,
  )}</ul>`
}
