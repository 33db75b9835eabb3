// Agreement in an election: a matrix of the endorsers with most positions, the pairs that agree most, and the contests that split endorsers.

import { type ContestAgreement, type EndorserAgreement, SHARED_CONTESTS_MIN } from '../../data/schema/agreement.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { EndorserRecord, EndorserSummary } from '../../data/schema/endorser.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { titleHtml, titleIn } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { labelOf, nameOf, titleOf, type Words, wholeShareInWords } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { findElection } from './elections.ts'
import { sortableTable } from './lists.ts'
import { isSnapshotGone, type Look } from './look.ts'
import { showPage, versionOf } from './show.ts'

/** @setting Most split contests on the page of an election's agreement. */
export const SPLIT_CONTESTS_SHOWN = 20
/** @setting Pairs of endorsers on a page of an election's agreement. */
export const PAIRS_SHOWN = 50

/** @setting Endorsers in the matrix of an election's agreement; its pairs fit one page of /v1. */
const ELECTION_ENDORSERS_SHOWN = 16

export async function answerAgreement(look: Look): Promise<Reply> {
  const { words, lang, named, params, query, href } = look
  const { slug = '' } = params
  const election = await findElection(look, slug)
  const asked = { lang, snapshot: named }
  const endorser = query.get('endorser')?.trim() || undefined
  const own = endorser === undefined ? undefined : await findEndorser(look, endorser)
  const path = `/explore/elections/${slug}/agreement`
  const pairs = await look.load(
    'listEndorserAgreement',
    { ...asked, endorsers: endorser, limit: String(PAIRS_SHOWN), cursor: query.get('cursor') ?? undefined },
    { slug },
  )
  const like = own && fill(words.likeOf, { name: own.data.name })
  const main = html`<p><a href="${href(`/explore/elections/${slug}`)}">${nameOf(election, lang)}</a>${own && html` · <a href="${href(path)}">${words.agreementAll}</a>`}</p>
<p class="lead">${words.agreementMethod}</p>
<p class="soft">${words.agreementFormula}</p>
${endorser === undefined && (await matrixSection(look, slug))}
<section aria-labelledby="pairs-title"><h2 id="pairs-title">${like ?? words.agreementMost}</h2>${pairs.data.length === 0 ? html`<p>${words.agreementFew}</p>` : pairTable(look, pairs.data, like ?? words.agreementMost)}
${pairs.next_cursor !== null && html`<p><a class="button" href="${href(path, { endorser, cursor: pairs.next_cursor })}">${words.more}</a></p>`}</section>
${endorser === undefined && (await splitSection(look, slug))}
${versionOf(look)}`
  const title = fill(words.agreementIn, { election: titleOf(election, lang) })
  return showPage(look, { title, here: '/explore/elections', description: like ?? title, main })
}

/** Throws ApiError 404 with the sentence of a missing endorser: what else this page may miss is its election. */
async function findEndorser({ load, words, lang, named }: Look, slug: string) {
  try {
    return await load('getEndorser', { lang, snapshot: named }, { slug })
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404 && !isSnapshotGone(fault))
      throw new ApiError('not_found', words.missingEndorser)
    throw fault
  }
}

async function matrixSection(look: Look, slug: string) {
  const { words, lang, named } = look
  // A named version is read by the routes alone, which do not rank endorsers.
  const active = named === undefined ? look.host.data.mostActiveEndorsers(slug, ELECTION_ENDORSERS_SHOWN) : []
  if (active.length < 2) return undefined
  const limit = String((active.length * (active.length - 1)) / 2)
  const { data } = await look.load(
    'listEndorserAgreement',
    { endorsers: active.join(','), both: 'true', min_shared: String(SHARED_CONTESTS_MIN), lang, limit },
    { slug },
  )
  const matrix = toMatrix(active, data)
  if (matrix.endorsers.length < 2) return undefined
  return html`<section aria-labelledby="matrix-title"><h2 id="matrix-title">${words.agreementMatrix}</h2>
<p class="soft">${fill(words.agreementMatrixLead, { count: matrix.endorsers.length })}</p>${agreementMatrix(look, matrix, 'matrix-title')}</section>`
}

async function splitSection(look: Look, slug: string) {
  const { words, lang, named } = look
  const asked = { lang, snapshot: named, limit: String(SPLIT_CONTESTS_SHOWN) }
  const { data } = await look.load('listContestAgreement', asked, { slug })
  const split = data.filter(({ agreement }) => agreement < 1)
  return (
    split.length > 0 &&
    html`<section aria-labelledby="split-title"><h2 id="split-title">${words.splitContests}</h2>
<p class="soft">${words.splitLead}</p>${splitTable(look, split)}</section>`
  )
}

// The HTML: a matrix of endorsers, pairs of endorsers, and the contests in which endorsers are split.

type Counted = Pick<EndorserAgreement, 'shared_contests' | 'agreed_contests'>

interface Matrix {
  endorsers: readonly Pick<EndorserSummary, 'slug' | 'name'>[]
  cells: readonly (readonly (Counted | null)[])[]
}

/** Steps of the scale from none to most. */
const SHADES = 5

/** @param labelledBy id of the heading that names the table */
function agreementMatrix({ words, href }: View, { endorsers, cells }: Matrix, labelledBy: string): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${labelledBy}"><table class="matrix" aria-labelledby="${labelledBy}">
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
export function likeLinks({ words, lang, href }: View, { slug, elections }: EndorserRecord): Html {
  return html`<section aria-labelledby="like-title"><h3 id="like-title">${words.likeThis}</h3><ul class="elections">${elections.map(
    ({ election, name }) =>
      html`<li><a href="${href(`/explore/elections/${election}/agreement`, { endorser: slug })}">${titleOf({ name, date: election.slice(3, 13) }, lang)}</a></li>
`,
  )}</ul></section>`
}

/** The cells of the endorsers, in their order. @param pairs of them, in any order */
function toMatrix(endorsers: readonly string[], pairs: readonly EndorserAgreement[]): Matrix {
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

/** As given, best agreement first. */
function pairTable(view: View, pairs: readonly EndorserAgreement[], caption: string): Html {
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
      { shown: wholeShareInWords(pair.agreement, view.lang), value: String(pair.agreement) },
      {
        shown: fill(words.fromTo, {
          from: wholeShareInWords(pair.interval_low, view.lang),
          to: wholeShareInWords(pair.interval_high, view.lang),
        }),
        value: String(pair.interval_low),
      },
      { shown: countsOf(words, pair), value: String(pair.shared_contests) },
    ]),
  })
}

/** As given, most split first. */
function splitTable(view: View, contests: readonly ContestAgreement[]): Html {
  const { words, lang, href } = view
  return sortableTable(view, {
    caption: words.splitContests,
    columns: [words.contest, words.sides, words.agreementPairs],
    rows: contests.map(({ contest, sides, agreement }) => [
      {
        shown: html`<a href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a>`,
        value: titleIn(contest, lang).text,
      },
      {
        shown: sides
          .map(
            ({ labels, position_count }) =>
              `${labels.map((label) => labelOf({ label, candidate: null }, words)).join(', ')}: ${position_count}`,
          )
          .join(' · '),
        value: String(sides[0]?.position_count ?? 0),
      },
      { shown: wholeShareInWords(agreement, view.lang), value: String(agreement) },
    ]),
  })
}
