// The HTML of a ballot: the next election at a glance, the others in one line each, and whom to ask for advice.

import { groupBy } from '../../data/core/group-by.ts'
import { certainFirst } from '../../data/place/ballot.ts'
import type { Ballot } from '../../data/schema/ballot.ts'
import type { Election } from '../../data/schema/election.ts'
import type { Location } from '../../data/schema/location.ts'
import { type Language, LEVELS } from '../../data/schema/vocabulary.ts'
import type { CardOptions, HeldOffice } from '../web/ballot/card-contest.ts'
import { contestCard } from '../web/ballot/contest-card.ts'
import { groupLacks } from '../web/ballot/contest-facts.ts'
import { overlayNote, reportLink } from '../web/ballot/record-marks.ts'
import type { Publishers } from '../web/ballot/source-names.ts'
import { titleHtml } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, districtNamed, LEVEL_WORDS, placeAlone, placeIn, titleOf } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import { ballotNotes, missingNotes, officeLink, sourcesOf } from './ballot-notes.ts'
import { choicesGuide, choicesPanel } from './choices.ts'
import { comparePanel } from './compare.ts'
import { lastEndorsedLine } from './elections.ts'
import { type ChosenPart, chosenPart, narrowingQuestion, placeMap } from './narrowing.ts'
import { linkedPlace } from './place.ts'
import { tickPanel } from './ticks.ts'

export interface BallotView {
  ballot: Ballot
  /** The large city that has the name of the state; null for another place. */
  city: string | null
  /** Whether the page only links to the possible contests, because they are too many. */
  folds: boolean
  /** The state's elections that the page leaves out. */
  later: readonly Election[]
  /** If nobody endorses in the next election: the last one in the state before it with an endorsement. */
  lastEndorsed: Election | undefined
  /** What is known of the coming ballot, if it has no contest, so that the page shows the last ballot of the place; else null. */
  empty: Location | null
  /** With it: the state's next election day, of which no election is listed; null if one is. YYYY-MM-DD */
  nextDay: string | null
  /** With it: the day after that of the shown ballot on which the state voted, of which we have no ballot. YYYY-MM-DD */
  votedOn: string | null
  /** Whether the first election of `later` is too far to be the next one. */
  isFar: boolean
  ticked: ReadonlySet<string>
  /** Whether a street address here has an answer. */
  answersAddresses: boolean
  offices: ReadonlyMap<string, HeldOffice>
  publishers: Publishers
  /** Of the narrowing question, or of the chosen part. */
  map: Html | null
  /** The part that the question is about. */
  part: readonly string[]
  /** The question of the area in which the point was chosen; null for a place that was typed. */
  chosen: ChosenPart | null
  token: string
  /** The sealed place. */
  sealed: string
  /** Whether a link asked for the page, and not a form. */
  isLinked: boolean
  /** Path and query of the place's ballot without ticks, today's and that of the page's version; null if they would reveal the place. */
  links: { today: string; pinned: string } | null
  snapshot: string
}

type Contests = Ballot['contests']

interface ShownBallot extends BallotView {
  /** Nobody endorses in any of its contests: the page says so once. */
  isSilent: boolean
}

/** The contests of a chosen part, as the question about it names them, and those of other parts of the place, or of pieces without an answer. */
export function splitByPart(
  { contests, narrow_by }: Ballot,
  part: readonly string[],
): { here: Contests; elsewhere: Contests } {
  if (part.length === 0 || narrow_by === null) return { here: contests, elsewhere: [] }
  const { options, unplaced_contests } = narrow_by
  const named = options.flatMap(({ certain_contests, possible_contests }) => [
    ...certain_contests,
    ...possible_contests,
  ])
  const open = new Set([...unplaced_contests, ...named])
  const isHere = ({ id, match }: Contests[number]): boolean => match === 'certain' || open.has(id)
  return { here: contests.filter(isHere), elsewhere: contests.filter((contest) => !isHere(contest)) }
}

/** Links to the contests that only some voters of the place vote on, if the page cannot show so many. */
function foldedContests({ words, lang, href }: View, place: string, contests: Contests): Html | null {
  if (contests.length === 0) return null
  const levels = LEVELS.flatMap((level) => {
    const own = contests.filter((contest) => contest.level === level)
    return own.length > 0 ? [{ level, own }] : []
  })
  return html`<details class="folded no-print"><summary>${fill(words.foldedContests, { place, count: contests.length })}</summary>${levels.map(
    ({ level, own }) =>
      html`<h3 class="level">${words[LEVEL_WORDS[level]]}</h3><ul class="links">${own.map((contest) => html`<li><a href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a></li>`)}</ul>`,
  )}</details>`
}

function hasNoEndorsement({ endorsements, stances }: Contests[number]): boolean {
  return endorsements.length + stances.length === 0
}

/** Of an area: the question which part the reader lives in, or else its map. */
function placePart(view: View, seen: BallotView, isOpen: boolean): Html | null {
  const { ballot, part, token, ticked, map, chosen, answersAddresses } = seen
  const { location, narrow_by, districts } = ballot
  const kept = {
    label: placeIn(location.label ?? '', view.lang),
    linked: linkedPlace(location) ?? '',
    part,
    token,
    ticked,
    map,
  }
  if (narrow_by !== null) return narrowingQuestion(view, { ...kept, narrow_by, districts, answersAddresses, isOpen })
  return map && !chosen ? placeMap(view, kept) : null
}

export function ballotMain(view: View, seen: BallotView): Html {
  const { words } = view
  const { ballot, ticked, token, sealed, empty, map, part, chosen } = seen
  const { location, districts } = ballot
  const { here, elsewhere } = splitByPart(ballot, part)
  const contests = here.filter(({ match }) => !seen.folds || match === 'certain')
  const days = [...groupBy(contests, ({ election }) => election.date)].sort(([a], [b]) => (a < b ? -1 : 1))
  const [next, ...others] = days.map(([, own]) => [...groupBy(own, ({ election }) => election.slug).values()])
  const shown = { ...seen, isSilent: contests.length > 0 && contests.every(hasNoEndorsement) }
  const panel = tickPanel(view, contests, {
    endorsers: ticked,
    token,
    action: '/explore/ballot',
    fields: { sealed, ...fromOf(chosen) },
    isInAddress: seen.isLinked && ticked.size > 0,
    link: seen.links?.today ?? null,
  })
  return html`<h1>${placeTitle(view, location, empty !== null && contests.length > 0)}</h1>
${otherCity(view, seen.city)}${empty && pastNotice(view, { ...seen, empty, past: contests.map(({ election }) => election.date).sort()[0] })}
${placePart(view, seen, contests.length === 0)}
${chosen && chosenPart(view, { ...chosen, label: placeIn(chosen.label, view.lang), districts, token, ticked, map })}
${(!empty || ballot.contests.length > 0) && ballotNotes(view, location, seen)}
${next && ballotBar(view, next, seen, panel !== null)}
${!empty && choicesGuide(view, seen)}
<div class="guide">
<div class="contests${(next ?? []).flat().length <= ROOMY_CONTESTS && ' tall-choices'}">
${contests.length > 0 && !empty && choicesPanel(view, { prints: true })}
${next?.map((own) => electionPart(view, own, shown))}
${shown.isSilent && html`<p class="soft">${words.nobodyEndorsesHere}${lastEndorsedLine(view, seen.lastEndorsed)}</p>`}
${others.length > 0 && html`<h2 class="level">${words.laterElections}</h2>`}${others.flat().map((own) => otherElection(view, own, shown))}
${foldedContests(
  view,
  placeIn(location.label ?? '', view.lang),
  here.filter((one) => !contests.includes(one)),
)}
${elsewhere.length > 0 && html`<details class="no-print"><summary>${fill(ballot.narrow_by?.other_share === 0 ? words.narrowElsewhere : words.narrowElsewhereRest, { place: placeIn(location.label ?? '', view.lang), count: elsewhere.length })}</summary><ul class="links">${elsewhere.map((contest) => html`<li><a href="${view.href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, view.lang)}</a></li>`)}</ul></details>`}
${laterPart(view, seen.later, empty !== null && !seen.isFar)}
${panel && comparePanel(view)}
</div>
${panel && html`<div class="aside">${panel}</div>`}
</div>
${
  districts.length > 0 &&
  html`<details class="card no-print" aria-labelledby="districts-title"><summary><h2 id="districts-title">${words.districts}</h2></summary><p class="small soft">${words.districtsHint}</p>
<ul class="links">${[...groupBy(districts, ({ ocd_id }) => ocd_id).values()].map((own) => districtLine(view, own, location))}</ul></details>`
}
<section class="foot">
${seen.links === null ? html`<p class="small soft no-print">${words.noLink}</p>` : html`<p class="no-print"><a href="${seen.links.today}" data-permalink>${words.link}</a> · <a href="${seen.links.pinned}" data-pinned>${fill(words.linkPinned, { snapshot: seen.snapshot })}</a></p>`}
<p class="small soft">${fill(words.printed, { snapshot: seen.snapshot })}</p>
</section>`
}

interface PastNotice {
  /** What is known of the coming ballot. */
  empty: Location
  /** The state's coming elections, by day. */
  later: readonly Election[]
  nextDay: string | null
  votedOn: string | null
  isFar: boolean
  /** Day of the past ballot that the page shows; undefined if it shows none. */
  past: string | undefined
  /** Whether the page lists the elections of that day instead. */
  isListed?: boolean
}

/** First the coming election, of which the place has no contest; then that the ballot is of one that is over. A later vote that we lack comes before both. */
export function pastNotice(
  { words, lang, href }: View,
  { empty, later, nextDay, votedOn, isFar, past, isListed = false }: PastNotice,
): Html {
  const place = linkedPlace(empty)
  const day = isFar ? undefined : later[0]?.date
  const next = later.filter(({ date }) => date === day)
  const links = next.map(
    (election, at) =>
      html`${at > 0 && '; '}<a href="${href(`/explore/elections/${election.slug}`)}">${titleOf(election, lang)}</a>`,
  )
  const voted =
    votedOn !== null &&
    past !== undefined &&
    html`<p>${fill(words.votedOn, { date: dayInWords(votedOn, lang), last: dayInWords(past, lang) })}${officeLink(empty, words.electionOffice)}</p>
`
  const over =
    past === undefined || isListed ? words.noContests : fill(words.ballotOver, { date: dayInWords(past, lang) })
  return html`<div class="notice" role="status">${voted}${
    day === undefined
      ? html`<p>${nextDay === null ? words.nextUnknown : fill(words.nextDay, { date: dayInWords(nextDay, lang) })}</p>`
      : html`<p>${fillHtml(words.nextElection, { date: dayInWords(day, lang), election: html`${links}` })} ${missingNotes(words, empty.missing, []).join(' ')}</p>`
  }
${voted === false && html`<p>${over}</p>`}
${place !== null && html`<p><a href="${href('/explore/officeholders', { place })}">${fill(words.officeholdersFor, { place: placeIn(empty.label ?? place, lang) })}</a></p>`}</div>`
}

/** Fields of a form that asks for the same point again. */
export function fromOf(chosen: ChosenPart | null): { from?: string; part?: string } {
  return chosen ? { from: chosen.linked, part: chosen.part.join(',') } : {}
}

export function placeTitle(
  { words, lang }: Pick<View, 'words' | 'lang'>,
  { label }: Location,
  isPast: boolean,
): string {
  if (label === null) return isPast ? words.pastBallot : words.yourBallot
  return fill(isPast ? words.pastBallotFor : words.ballotFor, { place: placeIn(label, lang) })
}

/** A second choice, where the name of a state is that of a large city too. */
export function otherCity({ words, href }: View, city: string | null): Html | null {
  if (city === null) return null
  return html`<p class="lead">${words.cityOfName} <a href="${href('/explore/ballot', { place: city })}">${city}</a></p>
`
}

/** The title of an election beside the name of its place: that of a state stands in both, and is told once. */
export function titleBeside({ kind, label }: Location, election: Contests[number]['election'], lang: Language): string {
  const title = titleOf(election, lang)
  const state = placeAlone(label ?? '', lang)
  if (kind !== 'state' || label === null || !title.startsWith(state)) return title
  const kindOfElection = title.slice(state.length).replace(/^:? /, '')
  return kindOfElection.slice(0, 1).toUpperCase() + kindOfElection.slice(1)
}

/** Stays in sight: the place, the election, its levels, how far the reader is, print and share. */
function ballotBar(
  view: View,
  next: readonly Contests[],
  { ballot, links, empty }: BallotView,
  hasEndorsers: boolean,
): Html {
  const { words, lang } = view
  const [first] = next[0] ?? []
  const title = first ? titleBeside(ballot.location, first.election, lang) : ''
  const count = next.flat().length
  const levels = next.flatMap((own) => {
    const { sure, perhaps } = splitBySure(own, ballot.location)
    const parts = LEVELS.map((level) => ({
      ...{ part: level as string, name: words[LEVEL_WORDS[level]] },
      some: sure.filter((contest) => contest.level === level),
    }))
    return [...parts, { part: 'perhaps', name: words.perhaps, some: perhaps }].map(
      ({ part, name, some: [one, ...others] }) =>
        one &&
        html`<li><a href="#${one.election.slug}-${part}">${name}</a> <span class="soft">${others.length + 1}</span></li>
`,
    )
  })
  return html`<div class="bar no-print" data-bar>
<p class="bar-what"><b>${ballot.location.label === null ? words.yourBallot : placeAlone(ballot.location.label, lang)}</b> <span class="soft">${title}</span></p>
<nav class="levels" aria-label="${words.onThisBallot}"><ul>${levels}${hasEndorsers && html`<li class="bar-ticks"><a href="#ticks">${words.advisers}</a></li>`}</ul></nav>
<p class="bar-progress soft small"${!empty && html` data-my-progress`}>${countOf(count, words.contestsOne, words.contestsMany)}</p>
<p class="bar-do"><button type="button" class="quiet" data-print hidden>${words.print}</button>${links !== null && html`<a class="button quiet" href="${links.today}" data-permalink data-share data-copied="${words.copied}">${words.shareBallot}</a>`}</p>
${!empty && html`<progress class="bar-marks" data-my-bar hidden aria-hidden="true"></progress>`}
</div>`
}

function electionPart(view: View, contests: Contests, seen: ShownBallot): Html {
  const [first] = contests
  if (!first) return html``
  const { slug } = first.election
  return html`<section class="election" aria-labelledby="election-${slug}" data-day="${dayLine(view, first.election)}">
<h2 id="election-${slug}"><a href="${view.href(`/explore/elections/${slug}`)}">${titleOf(first.election, view.lang)}</a></h2>
${electionBody(view, contests, first.election, seen, true)}
</section>
`
}

/** One line, which opens. */
function otherElection(view: View, contests: Contests, seen: ShownBallot): Html {
  const { words, lang } = view
  const [first] = contests
  if (!first) return html``
  const { date, slug } = first.election
  return html`<details class="election other" id="other-${slug}" data-day="${dayLine(view, first.election)}"><summary><h2 id="election-${slug}">${titleOf(first.election, lang)}</h2> <span class="soft small">${dayInWords(date, lang)} · ${countOf(contests.length, words.contestsOne, words.contestsMany)}</span></summary>
${electionBody(view, contests, first.election, seen, false)}
</details>
`
}

function dayLine({ words, lang }: View, { date }: { date: string }): string {
  return fill(words.electionDay, { date: dayInWords(date, lang) })
}

/** @param isNext whether it is of the next election day */
function electionBody(
  view: View,
  contests: Contests,
  election: Contests[number]['election'],
  seen: ShownBallot,
  isNext: boolean,
): Html {
  const { words, lang } = view
  const { ticked, offices, publishers, ballot, empty } = seen
  const { slug, date, info_url } = election
  const isSilent = contests.every(hasNoEndorsement)
  const options = { ticked, offices, publishers, exact: ballot.location.exact, grouped: true, isSilent }
  const { sure, perhaps } = splitBySure(contests, ballot.location)
  return html`<p class="soft">${empty ? dayInWords(date, lang) : dayLine(view, election)}${info_url !== null && html` · <a href="${info_url}" rel="noreferrer">${words.officialElection}</a>`}</p>
${overlayNote(view, election)}
${isSilent && !seen.isSilent && html`<p class="soft">${words.nobodyEndorses}${isNext && lastEndorsedLine(view, seen.lastEndorsed)}</p>`}
${LEVELS.map((level) => {
  const own = certainFirst(sure.filter((contest) => contest.level === level))
  const few = own.filter((contest) => !isOfMost(contest, seen))
  const part = {
    id: `${slug}-${level}`,
    title: words[LEVEL_WORDS[level]],
    few,
    options,
    asks: isNext && ballot.narrow_by !== null,
  }
  return own.length > 0 && contestsPart(view, own, part)
})}
${perhaps.length > 0 && perhapsPart(view, perhaps, { id: `${slug}-perhaps`, title: words.perhaps, lead: words.perhapsLead, few: [], options, asks: false })}
<p class="small">${reportLink(view, { kind: 'election', id: election.id, name: titleOf(election, lang) })}</p>`
}

/** @setting Most contests of the next election with which a phone's page has room for choices as high as a finger. */
const ROOMY_CONTESTS = 30

/** @setting A contest of less than this share of an area stands in a fold, after those of its level that more people vote on. */
const FOLDED_SHARE_BELOW = 0.5

/** Whether most of the place, or of its chosen part, votes on a contest, as far as that is known. Of a place without boundaries nothing is known. */
function isOfMost(
  { id, match, share }: Contests[number],
  { ballot: { location, narrow_by }, part }: Pick<BallotView, 'ballot' | 'part'>,
): boolean {
  if (match === 'certain' || location.basis === 'county') return true
  if (part.length === 0 || narrow_by === null) return (share ?? 0) >= FOLDED_SHARE_BELOW
  const own = narrow_by.options.filter((one) => [...one.certain_contests, ...one.possible_contests].includes(id))
  return own.reduce((sum, one) => sum + one.share, 0) >= FOLDED_SHARE_BELOW
}

/** At a point, the contests on its ballot, and those of districts in which the point only may lie. Of an area, all are on some ballot. */
function splitBySure(contests: Contests, { exact }: Location): { sure: Contests; perhaps: Contests } {
  const isSure = ({ match }: Contests[number]): boolean => !exact || match === 'certain'
  return { sure: contests.filter(isSure), perhaps: contests.filter((contest) => !isSure(contest)) }
}

interface LevelPart {
  id: string
  title: string
  /** Of all contests, below the heading; their cards then need not say it. */
  lead?: string
  /** Those that only few people of the area vote on, as far as is known. */
  few: Contests
  options: CardOptions
  /** Whether the page asks in which part of the area the reader lives. */
  asks: boolean
}

/** Contests under one heading, with what their sources lack; those of few people in a fold. */
function contestsPart(view: View, contests: Contests, { id, title, lead, few, options, asks }: LevelPart): Html {
  const { words } = view
  const { publishers } = options
  const [first] = contests
  const cardsOf = (own: Contests): Html =>
    html`${groupLacks(view, own, { publishers })}${own.map((contest) => contestCard(view, contest, options))}`
  return html`<section aria-labelledby="${id}"${lead !== undefined && html` class="perhaps"`}><h3 class="level" id="${id}">${title}</h3>
${lead !== undefined && html`<p class="small soft">${lead}</p>`}
${cardsOf(contests.filter((contest) => !few.includes(contest)))}${few.length > 0 && html`<details class="few"><summary>${countOf(few.length, words.contestOfPart, words.contestsOfParts)}</summary>${asks && html`<p class="small no-print"><a href="#part">${words.narrowTitle}</a></p>`}${cardsOf(few)}</details>`}${first && sourcesOf(view, contests, { title, election: first.election, publishers })}</section>`
}

/** Contests near a boundary as others; those of districts without a boundary in one line, which opens to a row for each. */
function perhapsPart(view: View, contests: Contests, part: LevelPart): Html {
  const { words, lang } = view
  const unplaced = contests.filter(({ details }) => details.voted_within !== undefined)
  const near = contests.filter((contest) => !unplaced.includes(contest))
  const [first] = unplaced
  if (!first) return contestsPart(view, near, part)
  const { id, title, options } = part
  const rows = unplaced.map(
    (contest) =>
      html`<details class="few single"><summary>${titleHtml(contest, lang)}</summary>${contestCard(view, contest, options)}</details>
`,
  )
  return html`${near.length > 0 && contestsPart(view, near, part)}
<section class="perhaps"><details class="few unplaced"><summary${near.length === 0 && html` id="${id}"`}>${countOf(unplaced.length, words.unplacedOne, words.unplacedMany)}</summary>${groupLacks(view, unplaced, options)}${rows}${sourcesOf(view, unplaced, { title, election: first.election, publishers: options.publishers })}</details></section>`
}

/** The elections of the state that the page leaves out: the dates that are known. The notice of a past ballot names the first. */
function laterPart({ words, lang, href }: View, later: readonly Election[], isPast: boolean): Html | null {
  if (later.every(({ date }) => isPast && date === later[0]?.date)) return null
  return html`<section class="no-print" aria-labelledby="later-title"><h2 id="later-title">${isPast ? words.knownDates : words.laterElections}</h2>
<ul class="links">${later.map((election) => html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${titleOf(election, lang)}</a> <span class="soft small">${dayInWords(election.date, lang)}</span></li>`)}</ul></section>`
}

/** @param own one district, with the boundaries of the next ballot and those of the present seat if they differ */
function districtLine(view: View, own: Ballot['districts'], { exact }: Location): Html {
  const { words, lang, href } = view
  const next = own.find(({ lines }) => lines === 'next_ballot') ?? own[0]
  if (!next) return html``
  const pageOf = (id: number): string => href(`/explore/districts/${id}`)
  const others = own.filter((one) => one !== next)
  return html`<li><a href="${pageOf(next.id)}">${districtNamed(next, lang)}</a>${
    own.every(({ match }) => match === 'possible') &&
    html` <span class="soft small">(${exact ? words.possiblePoint : words.partOfPlace})</span>`
  }${others.map(({ id }) => html` <a class="small" href="${pageOf(id)}">${words.presentLines}<span class="unseen">: ${districtNamed(next, lang)}</span></a>`)}${overlayNote(view, next)}</li>`
}
