// Coverage by state: in words, and as a table.

import type { Coverage } from '../../../data/schema/coverage.ts'
import type { BallotCoverage } from '../../../data/schema/vocabulary.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import { COVERAGE_SHADES } from './coverage-map.ts'
import { sortableTable } from './sortable-table.ts'

export function coverageText({ words }: View, states: readonly Coverage[]): Html {
  const count = (wanted: BallotCoverage): number =>
    states.filter(({ next_election_coverage }) => next_election_coverage === wanted).length
  return html`<p>${fill(words.coverageCounts, { full: count('full'), partial: count('partial'), none: count('none') })}</p>`
}

export function coverageTable(view: View, states: readonly Coverage[]): Html {
  const { words, href } = view
  const number = (value: number) => ({ shown: value.toLocaleString('en-US'), value: String(value) })
  return html`<div id="coverage-table" tabindex="-1">${sortableTable(view, {
    caption: words.coverage,
    columns: [
      words.state,
      words.coverageNext,
      words.coverageBallots,
      words.contests,
      words.measures,
      words.endorsementCount,
      words.updated,
    ],
    rows: states.map((one) => [
      { shown: html`<a href="${href('/explore/ballot', { place: one.name })}">${one.name}</a>`, value: one.name },
      { shown: one.next_election, value: one.next_election ?? '' },
      {
        shown:
          one.next_election_coverage === 'none'
            ? html`<span class="soft">${words.coverageNone}</span>`
            : html`<span class="state ${one.next_election_coverage === 'full' ? 'active' : 'pending'}">${words[COVERAGE_SHADES[one.next_election_coverage].name]}</span>`,
        value: words[COVERAGE_SHADES[one.next_election_coverage].name],
      },
      number(one.contest_count),
      number(one.measure_count),
      number(one.endorsement_count),
      { shown: one.updated_at?.slice(0, 10) ?? '–', value: one.updated_at ?? '' },
    ]),
  })}</div>`
}
