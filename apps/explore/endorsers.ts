// Endorsers: the list, one with all its picks, and one in a frame of another site.

import { groupBy } from '../../data/core/group-by.ts'
import type { Endorsement } from '../../data/schema/endorsement.ts'
import type { Endorser, EndorserCoverage, EndorserRecord } from '../../data/schema/endorser.ts'
import { compareText } from '../../data/schema/folded-name.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import { stateOf } from '../../data/schema/states.ts'
import { NATIONAL } from '../../data/schema/vocabulary.ts'
import type { ContestStance } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { overlayMark, overlayNote, stanceFacts } from '../web/ballot/record-marks.ts'
import { titleHtml, titleIn } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, labelOf, nameOf, placeAlone, wholeShareInWords } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { fill } from '../web/sentence.ts'
import { endorserAgreementSection, likeLinks } from './agreement.ts'
import { EXPLORER_ROWS_SHOWN } from './elections.ts'
import { choiceField, languageField, sortableTable, stateOptions } from './lists.ts'
import type { Look } from './look.ts'
import { embedPart, showEmbedded, showPage, versionOf } from './show.ts'

/** @setting Endorsers that the agreement table of an endorser's page compares. */
const AGREEMENT_ENDORSERS_SHOWN = 8

/** @setting Rows on a page of the list of endorsers. */
const EXPLORER_ENDORSERS_SHOWN = 100

/** What the list of endorsers is asked for. */
interface EndorserSearch {
  q: string | undefined
  /** A postal code or `national`. */
  state: string | undefined
  /** Slug. */
  category: string | undefined
  /** By name, or by number of endorsements. */
  order: 'endorsements' | undefined
}

export async function answerEndorsers(look: Look): Promise<Reply> {
  const { words, lang, named, query, href } = look
  const textOf = (name: string): string | undefined => query.get(name)?.trim() || undefined
  const asked: EndorserSearch = {
    ...{ q: textOf('q'), state: textOf('state'), category: textOf('category') },
    order: textOf('order') === 'endorsements' ? 'endorsements' : undefined,
  }
  const filters = { q: asked.q, states: asked.state, categories: asked.category, lang, snapshot: named }
  const { shown, more } = await loadEndorsers(look, filters, asked.order, textOf('cursor'))
  const isFiltered = [asked.q, asked.state, asked.category].some((one) => one !== undefined)
  const none = asked.q === undefined ? words.noEndorserFound : fill(words.noEndorserNamed, { name: asked.q })
  const main = html`<p class="lead">${words.endorsersLead}</p>
${endorserSearchForm(look, asked, (await look.load('listEndorserCategories', { lang, snapshot: named })).data)}
${
  shown.length === 0
    ? html`<p>${isFiltered ? none : words.noEndorsers} ${isFiltered && html`<a href="${href('/explore/endorsers')}">${words.allEndorsers}</a>`}</p>`
    : endorserTable(look, shown)
}
${more !== null && html`<p><a class="button" href="${href('/explore/endorsers', { ...asked, cursor: more })}">${words.more}</a></p>`}
${versionOf(look)}`
  return showPage(look, {
    ...{ title: words.endorsers, here: '/explore/endorsers', description: words.endorsersLead },
    ...{ isShared: true, main },
  })
}

type EndorserFilters = Readonly<Record<'q' | 'states' | 'categories' | 'lang' | 'snapshot', string | undefined>>

/**
 * A page of the list. /v1 lists endorsers by name: for another order, all of them are loaded.
 * @param cursor of /v1; in another order the number of those before
 */
async function loadEndorsers(
  { load }: Look,
  filters: EndorserFilters,
  order: EndorserSearch['order'],
  cursor: string | undefined,
): Promise<{ shown: readonly Endorser[]; more: string | null }> {
  if (order === undefined) {
    const { data, next_cursor } = await load('listEndorsers', {
      ...filters,
      limit: String(EXPLORER_ENDORSERS_SHOWN),
      cursor,
    })
    return { shown: data, more: next_cursor }
  }
  const all: Endorser[] = []
  let next: string | null | undefined
  do {
    const page = await load('listEndorsers', { ...filters, limit: String(PAGE_SIZE_MAX), cursor: next ?? undefined })
    all.push(...page.data)
    next = page.next_cursor
  } while (next !== null)
  const from = Number(cursor ?? 0) || 0
  const end = from + EXPLORER_ENDORSERS_SHOWN
  // Those with as many stay in the order of /v1.
  const sorted = all.sort((a, b) => b.endorsement_count - a.endorsement_count)
  return { shown: sorted.slice(from, end), more: end < sorted.length ? String(end) : null }
}

export async function answerEndorser(look: Look): Promise<Reply> {
  const { words, lang, named, query, params, href, host } = look
  const { slug = '' } = params
  const { data: endorser } = await look.load('getEndorser', { lang, snapshot: named }, params)
  const { data: picks, next_cursor } = await look.load('listEndorsements', {
    endorsers: slug,
    lang,
    snapshot: named,
    limit: String(EXPLORER_ROWS_SHOWN),
    cursor: query.get('cursor') ?? undefined,
  })
  const usual = await loadUsual(look, slug)
  // A named version is read by the routes alone; the stances and the table are of the current one.
  const silences = named === undefined ? host.data.stancesOf(slug, lang, EXPLORER_ROWS_SHOWN + 1) : []
  const matrix = named === undefined ? host.data.agreementMatrix(slug, AGREEMENT_ENDORSERS_SHOWN) : undefined
  const path = `/explore/endorsers/${slug}`
  const main = html`${endorserFacts(look, endorser)}
<section aria-labelledby="picks-title"><h2 id="picks-title">${words.picks}</h2>${picks.length === 0 ? html`<p>${words.noPicks}</p>` : pickList(look, picks)}
${next_cursor !== null && html`<p><a class="button" href="${href(path, { cursor: next_cursor })}">${words.more}</a></p>`}</section>
${usual.length > 0 && usualSection(look, endorser.name, usual)}
${silences.length > 0 && silencesSection(look, endorser.name, silences, EXPLORER_ROWS_SHOWN)}
${matrix && endorserAgreementSection(look, matrix, endorser)}
${matrix && endorser.elections.length > 0 && likeLinks(look, endorser)}
${host.settings.publicExplorer && picks.length > 0 && embedPart(look, `/explore/embed/endorsers/${slug}`, endorser.name)}
<p class="no-print"><a href="${withLanguage(endorser.report_url, lang)}">${words.reportError}</a></p>
${versionOf(look)}`
  const description = endorser.description ?? endorser.name
  return showPage(look, { title: endorser.name, here: '/explore/endorsers', description, isShared: true, main })
}

/** Elections with contests that the endorser usually covers, newest first; none from a bundle of an earlier version. */
async function loadUsual(look: Look, slug: string): Promise<EndorserCoverage[]> {
  if (look.named !== undefined || !look.host.data.hasEndorserCoverage()) return []
  const asked = { endorsers: slug, upcoming: 'false', lang: look.lang, limit: String(PAGE_SIZE_MAX) }
  const { data } = await look.load('listEndorserCoverage', asked)
  return data.filter(({ share }) => share !== null).reverse()
}

export async function answerEmbeddedEndorser(look: Look): Promise<Reply> {
  const { lang, named, params, words } = look
  const { slug = '' } = params
  const { data: endorser } = await look.load('getEndorser', { lang, snapshot: named }, params)
  const asked = { endorsers: slug, upcoming: 'true', lang, snapshot: named, limit: String(EXPLORER_ROWS_SHOWN) }
  const { data: coming } = await look.load('listEndorsements', asked)
  const picks = coming.length > 0 ? coming : await loadLastPicks(look, endorser)
  const isPast = coming.length === 0 && picks.length > 0
  const main = html`<h1>${endorser.name}</h1>${overlayNote(look, endorser)}${isPast && html`<p class="soft">${words.lastPicks}</p>`}${picks.length === 0 ? html`<p>${words.noPicks}</p>` : pickList(look, picks)}`
  return showEmbedded(look, { title: endorser.name, main, full: `/explore/endorsers/${slug}` })
}

/** Those of the last day of elections on which it endorses. @param elections newest first */
async function loadLastPicks({ load, lang, named }: Look, { slug, elections }: EndorserRecord): Promise<Endorsement[]> {
  const last = elections.filter(({ date }) => date === elections[0]?.date).map(({ election }) => election)
  if (last.length === 0) return []
  const limit = String(EXPLORER_ROWS_SHOWN)
  const asked = { endorsers: slug, elections: last.join(','), lang, snapshot: named, limit }
  return (await load('listEndorsements', asked)).data
}

// The HTML: a form to search, a table of endorsers, and the facts and picks of one.

/** It works without scripts. */
function endorserSearchForm(
  look: Look,
  { q, state, category, order }: EndorserSearch,
  categories: readonly { slug: string; name: string }[],
): Html {
  const { words } = look
  const fields = [
    {
      ...{ name: 'state', label: words.state, first: words.allStates, chosen: state },
      options: [{ slug: NATIONAL, name: words.national }, ...stateOptions(look)],
    },
    { name: 'category', label: words.category, first: words.allCategories, options: categories, chosen: category },
    {
      ...{ name: 'order', label: words.order, first: words.orderName, chosen: order },
      options: [{ slug: 'endorsements', name: words.orderEndorsements }],
    },
  ]
  const isOpen = [q, state, category, order].some((one) => one !== undefined)
  return html`<details class="filters-fold no-print"${isOpen && html` open`}><summary>${words.filterList}</summary><form class="search filters" action="/explore/endorsers"><p><label for="q">${words.endorserName}</label>
<input id="q" name="q" value="${q}" maxlength="100" type="search"></p>
${fields.map(choiceField)}${languageField(look)}<p><button>${words.search}</button></p></form></details>`
}

function endorserTable(view: View, endorsers: readonly Endorser[]): Html {
  const { words, href } = view
  return sortableTable(view, {
    caption: words.endorsers,
    isDense: true,
    columns: [words.endorser, words.category, words.state, words.endorsementCount],
    rows: endorsers.map(({ slug, name, category, state, endorsement_count, overlay }) => [
      {
        shown: html`<a href="${href(`/explore/endorsers/${slug}`)}">${name}</a>${overlayMark(view, { overlay })}`,
        value: name,
      },
      { shown: category.name, value: category.name },
      { shown: areaIn(view, state), value: areaIn(view, state) },
      { shown: endorsement_count, value: String(endorsement_count) },
    ]),
  })
}

/** The state in which an endorser works, or the nation. */
function areaIn({ words, lang }: View, state: Endorser['state']): string {
  return state === NATIONAL ? words.national : placeAlone(stateOf(state).name, lang)
}

function endorserFacts(view: View, endorser: Endorser): Html {
  const { words } = view
  const { category, state, description, website_url } = endorser
  return html`${description !== null && html`<p class="lead">${description}</p>`}
<p class="soft">${category.name} · ${areaIn(view, state)}${website_url !== null && html` · <a href="${website_url}" rel="noreferrer">${words.website}</a>`}</p>
${overlayNote(view, endorser)}`
}

function byContest(a: Endorsement, b: Endorsement): number {
  return compareText(a.contest.title, b.contest.title) || a.contest.id - b.contest.id || (a.rank ?? 0) - (b.rank ?? 0)
}

/** True if the pick above has the same words for the same contest, as in a ranking. */
function repeats(sorted: readonly Endorsement[], nth: number): boolean {
  const [above, own] = [sorted[nth - 1], sorted[nth]]
  return above?.contest.id === own?.contest.id && above?.statement === own?.statement
}

/** By election, newest first; then by contest and rank. */
function pickList(view: View, picks: readonly Endorsement[]): Html {
  const { words, lang, href } = view
  const elections = [...groupBy(picks, ({ election }) => election.slug)].sort(([, [a]], [, [b]]) =>
    (b?.election.date ?? '').localeCompare(a?.election.date ?? ''),
  )
  return html`${elections.map(([slug, own]) => {
    const [first] = own
    return (
      first &&
      html`<h3 class="level"><a href="${href(`/explore/elections/${slug}`)}">${nameOf(first.election, lang)}</a>, ${dayInWords(first.election.date, lang)}</h3>
<ul class="elections">${own.toSorted(byContest).map(
        (
          { contest, choice, rank, statement, source_url, published_on },
          nth,
          sorted,
        ) => html`<li><b>${labelOf(choice, words)}</b>${choice.withdrawn && html` <span class="state revoked">${words.withdrawn}</span>`}
<span class="soft">${rank !== null && html`${fill(words.rank, { rank })} ·`}</span> <a class="inline" href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a>
${statement !== null && !repeats(sorted, nth) && html`<q class="statement">${statement}</q>`}
${source_url !== null && html`<a class="inline small" href="${source_url}" rel="noreferrer">${words.source}<span class="unseen">: ${titleIn(contest, lang).text}</span></a>`}${published_on !== null && html` <span class="soft small">${fill(words.on, { date: dayInWords(published_on, lang) })}</span>`}</li>
`,
      )}</ul>`
    )
  })}`
}

/** By election: on how many of the contests that an endorser usually covers it has spoken. */
function usualSection(view: View, name: string, usual: readonly EndorserCoverage[]): Html {
  const { words, lang, href } = view
  const number = (value: number | null) => ({ shown: value, value: String(value ?? '') })
  return html`<section aria-labelledby="usual-title"><h2 id="usual-title">${words.usual}</h2>
<p class="soft">${fill(words.usualLead, { name })}</p>
${sortableTable(view, {
  caption: words.usual,
  columns: [words.election, words.usualCount, words.usualSpoken, words.usualShare],
  rows: usual.map(({ election, usual_contest_count, covered_contest_count, share }) => [
    {
      shown: html`<a href="${href(`/explore/elections/${election.slug}`)}">${nameOf(election, lang)}</a>, ${dayInWords(election.date, lang)}`,
      value: `${election.date} ${election.slug}`,
    },
    number(usual_contest_count),
    number(covered_contest_count),
    { shown: wholeShareInWords(share ?? 0, lang), value: String(share ?? 0) },
  ]),
})}
<p class="small soft">${words.usualFormula}</p></section>`
}

/** Contests in which an endorser has a stance, by election. @param shown the most that are listed */
function silencesSection(view: View, name: string, silences: readonly ContestStance[], shown: number): Html {
  const { words, lang, href } = view
  const elections = [...groupBy(silences.slice(0, shown), ({ election }) => election.slug)]
  return html`<section aria-labelledby="silences-title"><h2 id="silences-title">${words.silences}</h2>
<p class="soft">${fill(words.silencesLead, { name })}${silences.length > shown && ` ${fill(words.silencesFirst, { count: shown })}`}</p>
${elections.map(([slug, own]) => {
  const [first] = own
  return (
    first &&
    html`<h3 class="level"><a href="${href(`/explore/elections/${slug}`)}">${nameOf(first.election, lang)}</a>, ${dayInWords(first.election.date, lang)}</h3>
<ul class="elections">${own.map(
      ({ contest, ...told }) =>
        html`<li><a class="inline" href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a>: ${stanceFacts(view, told, titleIn(contest, lang).text)}</li>
`,
    )}</ul>`
  )
})}</section>`
}
