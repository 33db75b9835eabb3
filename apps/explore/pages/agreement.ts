// Agreement: a matrix of endorsers, pairs of endorsers, and the contests in which endorsers are split.

import type { ContestAgreement, EndorserAgreement } from '../../../data/schema/agreement.ts'
import type { EndorserRecord, EndorserSummary } from '../../../data/schema/endorser.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import type { Words } from '../words/words.ts'
import { sortableTable } from './sortable-table.ts'

type Counted = Pick<EndorserAgreement, 'shared_contests' | 'agreed_contests'>

interface Matrix {
  endorsers: readonly Pick<EndorserSummary, 'slug' | 'name'>[]
  cells: readonly (readonly (Counted | null)[])[]
}

/** Steps of the scale from none to most. */
const SHADES = 5

/** @param labelledBy id of the heading that names the table */
export function agreementMatrix({ words, href }: View, { endorsers, cells }: Matrix, labelledBy: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${labelledBy}"><table class="matrix" aria-labelledby="${labelledBy}">
<thead><tr><td></td>${endorsers.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${endorsers.map(
    (
      { slug, name },
      row,
    ) => html`<tr><th scope="row"><a href="${href(`/explore/endorsers/${slug}`)}">${name}</a></th>${(cells[row] ?? []).map((cell) => (cell === null ? html`<td><span class="soft">–</span></td>` : html`<td class="shade-${shadeOf(cell)}">${countsOf(words, cell)}</td>`))}</tr>
`,
  )}</tbody></table></div>`
}

function shadeOf({ shared_contests, agreed_contests }: Counted): number {
  return Math.min(SHADES - 1, Math.floor((agreed_contests / shared_contests) * SHADES))
}

function countsOf(words: Words, { shared_contests, agreed_contests }: Counted): string {
  return fill(words.agreementCell, { same: agreed_contests, both: shared_contests })
}

/** On an endorser's page. */
export function endorserAgreementSection(view: View, matrix: Matrix, { name }: EndorserSummary): Html {
  const { words } = view
  return html`<section aria-labelledby="agreement-title"><h2 id="agreement-title">${words.agreement}</h2>
${matrix.endorsers.length < 2 ? html`<p>${words.agreementNone}</p>` : html`<p class="soft">${fill(words.agreementLead, { name })}</p>${agreementMatrix(view, matrix, 'agreement-title')}`}</section>`
}

/** Links to the endorsers like this one, by election. */
export function likeLinks({ words, href }: View, { slug, elections }: EndorserRecord): Html {
  return html`<section aria-labelledby="like-title"><h3 id="like-title">${words.likeThis}</h3><ul class="elections">${elections.map(
    ({ election, name }) =>
      html`<li><a href="${href(`/explore/elections/${election}/agreement`, { endorser: slug })}">${name}</a></li>
`,
  )}</ul></section>`
}

/** The cells of the endorsers, in their order. @param pairs of them, in any order */
export function toMatrix(endorsers: readonly string[], pairs: readonly EndorserAgreement[]): Matrix {
  const counts = new Map(
    pairs.flatMap((pair) => [
      [`${pair.endorser.slug} ${pair.other.slug}`, pair],
      [`${pair.other.slug} ${pair.endorser.slug}`, pair],
    ]),
  )
  const names = new Map(pairs.flatMap(({ endorser, other }) => [endorser, other].map(({ slug, name }) => [slug, name])))
  const shown = endorsers.filter((slug) => names.has(slug))
  return {
    endorsers: shown.map((slug) => ({ slug, name: names.get(slug) ?? slug })),
    cells: shown.map((row) => shown.map((column) => counts.get(`${row} ${column}`) ?? null)),
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** As given, best agreement first. */
export function pairTable(view: View, pairs: readonly EndorserAgreement[], caption: string): Html {
  const { words, href } = view
  const link = ({ slug, name }: EndorserSummary) => ({
    shown: html`<a href="${href(`/explore/endorsers/${slug}`)}">${name}</a>`,
    value: name,
  })
  return sortableTable(view, {
    caption,
    columns: [
      words.endorser,
      words.otherEndorser,
      words.agreementShare,
      words.agreementInterval,
      words.agreementContests,
    ],
    rows: pairs.map((pair) => [
      link(pair.endorser),
      link(pair.other),
      { shown: percent(pair.agreement), value: String(pair.agreement) },
      {
        shown: fill(words.fromTo, { from: percent(pair.interval_low), to: percent(pair.interval_high) }),
        value: String(pair.interval_low),
      },
      { shown: countsOf(words, pair), value: String(pair.shared_contests) },
    ]),
  })
}

/** As given, most split first. */
export function splitTable(view: View, contests: readonly ContestAgreement[]): Html {
  const { words, href } = view
  return sortableTable(view, {
    caption: words.splitContests,
    columns: [words.contest, words.sides, words.agreementPairs],
    rows: contests.map(({ contest, sides, agreement }) => [
      {
        shown: html`<a href="${href(`/explore/contests/${contest.id}`)}">${contest.title}</a>`,
        value: contest.title,
      },
      {
        shown: sides.map(({ labels, position_count }) => `${labels.join(', ')}: ${position_count}`).join(' · '),
        value: String(sides[0]?.position_count ?? 0),
      },
      { shown: percent(agreement), value: String(agreement) },
    ]),
  })
}
