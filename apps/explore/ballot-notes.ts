// The notes of a ballot: whether its list is complete, which contests are missing, its sources with their dates, and the election office.

import { parse } from 'csv-parse/sync'
import type { Ballot } from '../../data/schema/ballot.ts'
import type { Location } from '../../data/schema/location.ts'
import type { BallotKind, ContestBasis, StateCode } from '../../data/schema/vocabulary.ts'
import { readProjectFile } from '../../data/store/paths.ts'
import { namePublishers, nameSources, type Publishers, sayPublisher } from '../web/ballot/source-names.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, titleOf, type Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import { KIND_WORDS, kindsMissing } from './elections.ts'

type Contests = Ballot['contests']

/** Names the kind of a contest of which a ballot has one or few. */
function kindOfSeat({ kind, level, district, title }: Contests[number]): BallotKind | undefined {
  if (kind !== 'candidate' || (level !== 'federal' && level !== 'state')) return undefined
  if (district.type === 'congressional') return 'us_house'
  if (district.type === 'state_upper' || district.type === 'state_lower') return district.type
  return level === 'federal' && /\bSenat/.test(title) ? 'us_senate' : undefined
}

const GROUPS = ['missingKnown', 'missingUnknown', 'missingBoundary'] as const

/** One sentence for each group of reasons that the place has. @param contests those that the page shows */
export function missingNotes(
  words: Words,
  missing: Location['missing'],
  contests: Contests,
  groups: readonly (typeof GROUPS)[number][] = GROUPS,
): string[] {
  return groups.flatMap((group) => {
    const named = namesMissing(words, missing, contests, group)
    return named.length === 0 ? [] : [fill(words[group], { kinds: named.join(', ') })]
  })
}

function namesMissing(
  words: Words,
  missing: Location['missing'],
  contests: Contests,
  group: (typeof GROUPS)[number],
): string[] {
  const shown = new Set(contests.map(kindOfSeat))
  return kindsMissing(missing, group).map((kind) =>
    shown.has(kind) ? fill(words.kindAnother, { kind: words[KIND_WORDS[kind]] }) : words[KIND_WORDS[kind]],
  )
}

/** @setting Most missing kinds of contests that the line of a phone names: two lines. */
const MISSING_NAMED = 3

/** That a list is not whole: which kinds of contests are known to be missing, if any are, in a sentence and in a line for a phone. */
function incompleteNote(
  words: Words,
  missing: Location['missing'],
  contests: Contests,
  isPast: boolean,
): [string, string] {
  const known = namesMissing(words, missing, contests, 'missingKnown')
  if (known.length === 0) return [isPast ? words.incompletePast : words.incomplete, words.incompleteShort]
  const [said] = missingNotes(words, missing, contests, ['missingKnown'])
  const others = missingNotes(words, missing, contests, MAYBE)
  const note = [said, others.length > 0 && words.missingOthers, isPast ? words.officeHasAll : words.checkList]
  const kinds = known.slice(0, MISSING_NAMED).join(', ')
  const line =
    known.length <= MISSING_NAMED
      ? fill(words.missingShort, { kinds: known.join(', ') })
      : fill(words.missingShortMore, { kinds, count: known.length - MISSING_NAMED })
  return [note.filter(Boolean).join(' '), line]
}

const MAYBE = ['missingUnknown', 'missingBoundary'] as const

interface NotedBallot {
  ballot: Ballot
  /** Set for a past ballot. */
  empty: Location | null
  /** Whether a street address here has an answer. */
  answersAddresses: boolean
  publishers: Publishers
}

/** Whether the list is whole, and who knows; on demand what is missing or uncertain, and the sources with their day. On a phone, a line that opens. */
export function ballotNotes(
  view: View,
  { complete, missing, exact, basis, lines_differ, kind, state }: Location,
  { ballot, empty, answersAddresses, publishers }: NotedBallot,
): Html {
  const { words } = view
  const possible = ballot.contests.filter(({ match }) => match === 'possible')
  const toOneBallot = (): string => {
    if (answersAddresses) return words.areaAddress
    if (ballot.narrow_by !== null) return words.areaPart
    return kind === 'state' ? words.areaState : words.areaPoint
  }
  const area = !exact && possible.length > 0 && `${words.area} ${toOneBallot()}`
  // Beside the question, a phone need not say at once that there are several ballots.
  const isAsked = ballot.narrow_by !== null
  const open = [!isAsked && area, exact && possible.length > 0 && nearBoundary(view, possible)].filter(
    (note) => note !== false,
  )
  const lacks = missingNotes(words, missing, ballot.contests, complete ? GROUPS : MAYBE).join(' ')
  const others = [
    isAsked && area,
    lacks,
    basis === 'county' && words.basisCounty,
    lines_differ && !empty && words.linesDiffer,
  ].filter((note) => note !== false && note !== '')
  const [note, line] = complete
    ? [empty ? words.completePast : words.complete, words.completeShort]
    : incompleteNote(words, missing, ballot.contests, empty !== null)
  const [next] = ballot.contests.map(({ election }) => election.date).sort()
  const data = dataLine(
    view,
    ballot.contests.filter(({ election }) => election.date === next),
    publishers,
  )
  const folded = [...others, ...(data === null ? [] : [data])]
  const severalBallots = !isAsked && area !== false && words.areaShort
  const uncertain = exact && possible.length > 0 && countOf(possible.length, words.possibleOne, words.possibleMany)
  const brief = [uncertain, severalBallots, line].filter(Boolean)
  return html`<div class="${complete && open.length + others.length === 0 ? 'sure' : 'notes'}" role="note"><details class="fold"><summary>${brief.join(' · ')}</summary>${open.map((note) => html`<p>${note}</p>`)}
<p>${note}${officeLink({ state }, empty ? words.electionOffice : words.votingOffice)}</p>
${
  folded.length > 0 &&
  html`<details class="no-print"><summary>${complete && others.length === 0 ? words.aboutSources : words.aboutList}</summary>${folded.map((note) => html`<p>${note}</p>`)}</details>`
}</details>${folded.length > 0 && html`<p class="paper small">${lacks} ${data}</p>`}</div>`
}

/** After a sentence: the office that runs the elections of the state. @param said with `{office}` */
export function officeLink({ state }: Pick<Location, 'state'>, said: string): Html | null {
  const office = ELECTION_OFFICES.get(state)
  if (!office) return null
  return html` ${fillHtml(said, { office: html`<a href="${office.url}" rel="noreferrer">${office.name}</a>` })}`
}

/** Of a point near a boundary: why a contest is only possible, and who knows. */
function nearBoundary({ words }: View, possible: Contests): Html {
  const page = possible.find(({ election }) => election.info_url !== null)?.election.info_url
  return html`${words.nearBoundary}${page != null && html` <a href="${page}" rel="noreferrer">${words.officialPage}</a>`}`
}

// Its sources.

interface GroupOfContests {
  title: string
  election: Contests[number]['election']
  publishers: Publishers | undefined
}

/** The sources of a group of contests, once: what each is, who published it, and when. */
export function sourcesOf(
  view: View,
  contests: Contests,
  { title, election, publishers }: GroupOfContests,
): Html | null {
  const { words, lang } = view
  const named = nameSources(words, urlsOf(contests), publishers)
  if (named.length === 0) return null
  const lines = named.map(([url, name]) => {
    const basis = contests.find(({ source_url }) => source_url === url)?.details.basis ?? 'candidate_list'
    const day = publishers?.get(url)?.published_on
    return html`<li>${words[BASIS_WORDS[basis]]}: <a href="${url}" rel="noreferrer">${name}</a>${day !== undefined && `, ${fill(words.on, { date: dayInWords(day, lang) })}`}</li>`
  })
  // On paper: a name of a file says nothing.
  const printed = namePublishers(words, urlsOf(contests), publishers)
  return html`<details class="sources small soft no-print" data-publishers="${JSON.stringify(printed)}"><summary>${words.sources}<span class="unseen">: ${title}, ${titleOf(election, lang)}</span></summary><ul class="links">${lines}</ul></details>
<p class="paper small">${words.sources}: ${printed.join('; ')}</p>
`
}

const BASIS_WORDS: Readonly<Record<ContestBasis, keyof Words>> = {
  candidate_list: 'sourceList',
  feed: 'sourceFeed',
  returns: 'sourceReturns',
}

function urlsOf(contests: Contests): string[] {
  return [...new Set(contests.flatMap(({ source_url }) => source_url ?? []))]
}

/** Who published the contests, and the newest day on which one of them did. Null if that is not known. */
function dataLine({ words, lang }: View, contests: Contests, publishers: Publishers): string | null {
  const found = urlsOf(contests).flatMap((url) => publishers.get(url) ?? [])
  const newest = found
    .map(({ published_on }) => published_on)
    .sort()
    .at(-1)
  if (newest === undefined) return null
  const names = [...new Set(found.map(({ publisher }) => sayPublisher(words, publisher)))]
  return fill(words.dataOf, { date: dayInWords(newest, lang), sources: names.join('; ') })
}

// The office that runs the elections of each state, and its page.

interface ElectionOffice {
  state: StateCode
  name: string
  url: string
}

export const ELECTION_OFFICES: ReadonlyMap<StateCode, ElectionOffice> = new Map(
  parse<ElectionOffice>(readProjectFile('data', 'reference', 'election-offices.csv'), { columns: true }).map(
    (office) => [office.state, office],
  ),
)
