// The ballot of a place: posted by the form, or linked for a city, a county or a state.

import { groupBy } from '../../data/core/group-by.ts'
import { certainFirst } from '../../data/place/ballot.ts'
import { parsePointText } from '../../data/place/point.ts'
import { ApiError, PlaceRefusal, TooManyContests } from '../../data/schema/api-error.ts'
import type { Ballot } from '../../data/schema/ballot.ts'
import type { Election } from '../../data/schema/election.ts'
import type { Location } from '../../data/schema/location.ts'
import { type BallotKind, LEVELS, type MissingReason } from '../../data/schema/vocabulary.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { contestCard, type HeldOffice, officeKey } from '../web/ballot/contest-card.ts'
import { overlayNote } from '../web/ballot/record-marks.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, LEVEL_WORDS, nameOf, type Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { countOf, fill } from '../web/sentence.ts'
import { listOf } from './contest.ts'
import { electionList } from './elections.ts'
import { answersAddresses, type Look } from './look.ts'
import { areaFigure } from './map.ts'
import { narrowingQuestion } from './narrowing.ts'
import { languageOfPlace, showPage } from './show.ts'
import { formFor, showStart } from './start.ts'
import { readTicked, tickPanel } from './ticks.ts'

/** @setting Most contests on the page of an area; a state with more shows its elections instead. */
export const EXPLORER_CONTESTS_SHOWN = 200

/** Kinds of places that a link may name. */
const LINKED: readonly string[] = ['city', 'county', 'state']

/** The ballot of a posted place. */
export async function answerPostedBallot(look: Look): Promise<Reply> {
  const place = typedPlace(look)
  try {
    return await showBallot(look, place, formList(look, 'endorsers'), formList(look, 'categories'))
  } catch (fault) {
    return refusePlace(look, fault, '/explore/ballot')
  }
}

/** The ballot of a linked place. */
export async function answerLinkedBallot(look: Look): Promise<Reply> {
  const place = look.query.get('place')
  if (place === null) return await showStart(look)
  try {
    return await showBallot(look, place, listOf(look.query, 'endorsers'), listOf(look.query, 'categories'))
  } catch (fault) {
    return refusePlace(look, fault, '/explore/ballot')
  }
}

/** As typed, or as an earlier page has sealed it. */
export function typedPlace({ form, seal }: Look): string {
  return seal.open(form.secret('sealed')) ?? form.text('place')
}

/**
 * A place that is unknown or ambiguous: the form again, with the reason and the names that may be meant. The typed text is not repeated, so
 * that no page contains an address.
 * @param action the path of the page that was wanted
 */
export function refusePlace(look: Look, fault: unknown, action: string): Promise<Reply> {
  if (!(fault instanceof ApiError) || (fault.status !== 400 && fault.status !== 404)) throw fault
  const choices = fault instanceof PlaceRefusal ? fault.choices : []
  return showStart(look, { sentence: sayRefusal(look, fault, choices), status: fault.status, choices, action })
}

/** The sentences of /v1 are in English, and those with choices list them. A name that nothing has is told alike everywhere. */
function sayRefusal({ words, lang }: Look, fault: ApiError, choices: readonly string[]): string {
  const { status, message } = fault
  const isUnknownName = fault instanceof PlaceRefusal && status === 404
  if (/^Parameter `(?:lat|lng)`/.test(message)) return words.placeOffEarth
  if (lang === 'en' && choices.length === 0 && !isUnknownName) return toPageSentence(message)
  if (status === 404) return isUnknownName ? words.placeUnknown : words.placeNoAddress
  return words.placeAmbiguous
}

/** A link with an address is not ours. Throws ApiError 400. */
export function requireLink({ exchange, words }: Look, location: Location): void {
  if (exchange.request.method !== 'POST' && !isLinked(location)) throw new ApiError('invalid_parameter', words.noLink)
}

export function isLinked({ kind, label }: Location): boolean {
  return LINKED.includes(kind) && label !== null
}

async function showBallot(
  look: Look,
  place: string,
  endorsers: readonly string[],
  categories: readonly string[],
): Promise<Reply> {
  const { words, lang, href, visitor, seal, exchange, named } = look
  const asked = { ...placeQuery(place), lang, snapshot: named }
  const { location, ballot, later } = await loadComingBallot(look, place)
  const { label } = location
  requireLink(look, location)
  const sealed = seal.close(place)
  const ticked = readTicked(ballot?.contests ?? [], endorsers, categories)
  const kept = [...(ballot ? ticked : endorsers)].join(',')
  const page = {
    title: label === null ? words.yourBallot : fill(words.ballotFor, { place: label }),
    here: '/explore',
    otherLanguage: languageOfPlace(look, '/explore/ballot', { label, sealed, endorsers: kept }),
  }
  if (!ballot)
    return showPage(look, {
      ...page,
      main: manyContestsMain(look, {
        elections: later,
        label,
        form: formFor(look, later),
      }),
    })
  const snapshot = exchange.snapshot ?? ''
  const link = isLinked(location)
    ? href('/explore/ballot', { place: label ?? '', snapshot: snapshot.slice(0, 12), endorsers: kept })
    : null
  const seen = {
    ballot,
    later,
    ticked,
    answersAddresses: answersAddresses(look, location.state),
    offices: await loadOffices(look, asked),
    map: await areaFigure(look, label, ballot.narrow_by),
    token: visitor.token,
    sealed,
    link,
    snapshot: snapshot.slice(0, 12),
  }
  return showPage(look, { ...page, ownHeading: true, main: ballotMain(look, seen) })
}

/** Offices of the place's holders, by name and district. A bundle may have none: then no office is shown. */
async function loadOffices(
  look: Look,
  asked: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, HeldOffice>> {
  try {
    const { data } = await look.load('getRepresentatives', asked)
    return new Map(
      data.officeholders.map(({ name, district_ocd_id, office_title, updated_at }) => [
        officeKey(name, district_ocd_id),
        { title: office_title, on: updated_at.slice(0, 10) },
      ]),
    )
  } catch (fault) {
    if (fault instanceof ApiError) return new Map()
    throw fault
  }
}

/** Slugs of a form: one field for each tick, or a list in one field, as the button of the other language sends them. */
function formList({ form }: Look, name: string): string[] {
  return form.all(name).flatMap((text) => text.split(',').filter((slug) => slug !== ''))
}

// The ballot of a place, as much of it as one page can show: everything that is coming, or the nearest election day with a contest there.

interface ComingBallot {
  location: Location
  /** Null if the nearest election day alone has more contests than a page can show. */
  ballot: Ballot | null
  /** The state's elections that the ballot leaves out. */
  later: readonly Election[]
}

/** The parameters that name a typed place. */
export function placeQuery(place: string): Readonly<Record<string, string>> {
  return parsePointText(place) ?? { location: place }
}

/** Throws ApiError. */
export async function loadComingBallot(look: Look, place: string): Promise<ComingBallot> {
  const { lang, named } = look
  const asked = { ...placeQuery(place), lang, snapshot: named }
  const whole = await loadUnlessTooLong(look, asked)
  if (whole && (whole.location.exact || fits(whole))) return { location: whole.location, ballot: whole, later: [] }
  const location = whole?.location ?? (await loadLocation(look, asked))
  const coming = await look.load('listElections', { states: location.state, upcoming: 'true', lang, snapshot: named })
  for (const [day, own] of groupBy(coming.data, ({ date }) => date)) {
    const ballot = await loadUnlessTooLong(look, { ...asked, elections: own.map(({ slug }) => slug).join(',') })
    const later = coming.data.filter(({ date }) => date > day)
    if (!ballot || !fits(ballot)) return { location, ballot: null, later: coming.data }
    if (ballot.contests.length > 0) return { location, ballot, later }
  }
  return { location, ballot: null, later: coming.data }
}

function fits({ contests }: Ballot): boolean {
  return contests.length <= EXPLORER_CONTESTS_SHOWN
}

type PlaceRequest = Readonly<Record<string, string | undefined>>

async function loadUnlessTooLong(look: Look, asked: PlaceRequest): Promise<Ballot | undefined> {
  try {
    return (await look.load('getBallot', asked)).data
  } catch (fault) {
    if (fault instanceof TooManyContests) return undefined
    throw fault
  }
}

/** A bundle without officeholders has no short answer that names the place. Throws ApiError. */
async function loadLocation(look: Look, asked: PlaceRequest): Promise<Location> {
  try {
    return (await look.load('getRepresentatives', asked)).data.location
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 503)
      throw new ApiError('invalid_parameter', look.words.manyContests)
    throw fault
  }
}

// The HTML of the ballot.

interface BallotView {
  ballot: Ballot
  /** The state's elections that the page leaves out. */
  later: readonly Election[]
  ticked: ReadonlySet<string>
  /** Whether a street address here has an answer. */
  answersAddresses: boolean
  offices: ReadonlyMap<string, HeldOffice>
  /** Of the narrowing question. */
  map: Html | null
  token: string
  /** The sealed place. */
  sealed: string
  /** Path and query of a link to this page; null if it would reveal the place. */
  link: string | null
  snapshot: string
}

export function ballotMain(view: View, seen: BallotView): Html {
  const { words, href } = view
  const { ballot, ticked, token, sealed } = seen
  const { location, contests, districts } = ballot
  const elections = [...groupBy(contests, ({ election }) => election.slug)]
  const fields = { sealed }
  return html`${heading(words, location)}
${contests.length > 0 && html`<p class="lead">${fill(words.inOf, { contests: countOf(contests.length, words.contestsOne, words.contestsMany), elections: countOf(elections.length, words.electionsOne, words.electionsMany) })}.</p>`}
${notes(words, location, contests.length, seen.answersAddresses)}
${ballot.narrow_by !== null && narrowingQuestion(view, { narrow_by: ballot.narrow_by, label: location.label ?? '', token, ticked, answersAddresses: seen.answersAddresses, map: seen.map })}
<div class="guide">
<div class="aside">
${contests.length > LEVELS_LISTED_FROM && levelLinks(words, elections)}
${contests.length > 0 && tickPanel(view, contests, { endorsers: ticked, token, action: '/explore/ballot', fields })}
</div>
<div class="contests">
${elections.map(([slug, own]) => electionPart(view, slug, own, seen))}
</div>
</div>
${
  districts.length > 0 &&
  html`<section class="card no-print" aria-labelledby="districts-title"><h2 id="districts-title">${words.districts}</h2><p class="small soft">${words.districtsHint}</p>
<ul class="links">${[...groupBy(districts, ({ ocd_id }) => ocd_id).values()].map((own) => districtLine(view, own, location))}</ul></section>`
}
${
  seen.later.length > 0 &&
  html`<section class="card no-print" aria-labelledby="later-title"><h2 id="later-title">${words.laterElections}</h2>
<ul class="links">${seen.later.map((election) => html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${nameOf(election)}</a> <span class="soft small">${dayInWords(election.date, view.lang)}</span></li>`)}</ul></section>`
}
<section class="foot">
${seen.link === null ? html`<p class="small soft no-print">${words.noLink}</p>` : html`<p class="no-print"><a href="${seen.link}" data-permalink>${words.link}</a></p>`}
<p class="no-print"><button type="button" class="quiet" data-print hidden>${words.print}</button></p>
<p class="small soft">${fill(words.printed, { snapshot: seen.snapshot })}</p>
</section>`
}

/** @param own one district, with the boundaries of the next ballot and those of the present seat if they differ */
function districtLine(view: View, own: Ballot['districts'], { exact }: Location): Html {
  const { words, href } = view
  const next = own.find(({ lines }) => lines === 'next_ballot') ?? own[0]
  if (!next) return html``
  const pageOf = (id: number): string => href(`/explore/districts/${id}`)
  const others = own.filter((one) => one !== next)
  return html`<li><a href="${pageOf(next.id)}">${next.name}</a>${
    own.every(({ match }) => match === 'possible') &&
    html` <span class="soft small">(${exact ? words.possiblePoint : words.partOfPlace})</span>`
  }${others.map(({ id }) => html` <a class="small" href="${pageOf(id)}">${words.presentLines}<span class="unseen">: ${next.name}</span></a>`)}${overlayNote(view, next)}</li>`
}

const KIND_WORDS: Readonly<Record<BallotKind, keyof Words>> = {
  president: 'kindPresident',
  us_senate: 'kindUsSenate',
  us_house: 'kindUsHouse',
  state_office: 'kindStateOffice',
  state_upper: 'kindStateUpper',
  state_lower: 'kindStateLower',
  court: 'kindCourt',
  state_measure: 'kindStateMeasure',
  county: 'kindCounty',
  city: 'kindCity',
  school: 'kindSchool',
  special: 'kindSpecial',
  local_measure: 'kindLocalMeasure',
}

const REASON_WORDS: Readonly<Record<MissingReason, 'missingKnown' | 'missingUnknown' | 'missingBoundary'>> = {
  not_published: 'missingKnown',
  not_read: 'missingKnown',
  no_boundary: 'missingBoundary',
  unknown: 'missingUnknown',
}

/** One sentence for each group of reasons that the place has. */
function missingNotes(words: Words, missing: Location['missing']): string[] {
  return (['missingKnown', 'missingUnknown', 'missingBoundary'] as const).flatMap((group) => {
    const kinds = new Set(missing.filter(({ reason }) => REASON_WORDS[reason] === group).map(({ kind }) => kind))
    const named = [...kinds].map((kind) => words[KIND_WORDS[kind]])
    return named.length === 0 ? [] : [fill(words[group], { kinds: named.join(', ') })]
  })
}

/** A short ballot needs no list of its levels. */
const LEVELS_LISTED_FROM = 8

function levelLinks(words: Words, elections: readonly [string, Contests][]): Html {
  return html`<nav class="levels no-print" aria-labelledby="levels-title"><h2 id="levels-title">${words.onThisBallot}</h2>${elections.map(
    ([slug, own]) =>
      html`${elections.length > 1 && own[0] && html`<p>${nameOf(own[0].election)}</p>`}<ul>${LEVELS.flatMap((level) => {
        const count = own.filter((contest) => contest.level === level).length
        return count === 0
          ? []
          : [
              html`<li><a href="#${slug}-${level}">${words[LEVEL_WORDS[level]]}</a> <span class="soft">${count}</span></li>`,
            ]
      })}</ul>`,
  )}</nav>`
}

function heading(words: Words, { label }: Location): Html {
  return html`<h1>${label === null ? words.yourBallot : fill(words.ballotFor, { place: label })}</h1>`
}

/** Sentences before the contests, on what is uncertain. */
function notes(
  words: Words,
  { complete, missing, exact, basis, lines_differ }: Location,
  contests: number,
  answersAddresses: boolean,
): Html {
  const told = [
    contests === 0 && words.noContests,
    !complete && words.incomplete,
    ...missingNotes(words, missing),
    !exact && contests > 0 && `${words.area} ${answersAddresses ? words.areaAddress : words.areaPoint}`,
    basis === 'county' && words.basisCounty,
    lines_differ && words.linesDiffer,
  ].filter((note) => typeof note === 'string')
  if (told.length === 0) return html`<p class="sure">${words.complete}</p>`
  return html`<div class="notes" role="note">${told.map((note) => html`<p>${note}</p>`)}</div>`
}

type Contests = Ballot['contests']

function electionPart(view: View, slug: string, contests: Contests, { ticked, offices, ballot }: BallotView): Html {
  const { words, lang, href } = view
  const [first] = contests
  if (!first) return html``
  const { date, info_url } = first.election
  return html`<section class="election" aria-labelledby="election-${slug}">
<h2 id="election-${slug}"><a href="${href(`/explore/elections/${slug}`)}">${nameOf(first.election)}</a></h2>
<p class="soft">${fill(words.electionDay, { date: dayInWords(date, lang) })}${info_url !== null && html` · <a href="${info_url}" rel="noreferrer">${words.officialPage}</a>`}</p>
${overlayNote(view, first.election)}
${LEVELS.map((level) => {
  const own = certainFirst(contests.filter((contest) => contest.level === level))
  return (
    own.length > 0 &&
    html`<section aria-labelledby="${slug}-${level}"><h3 class="level" id="${slug}-${level}">${words[LEVEL_WORDS[level]]}</h3>
${own.map((contest) => contestCard(view, contest, { ticked, offices, exact: ballot.location.exact }))}</section>`
  )
})}
</section>
`
}

// The page of a place with more contests than a page can show: its elections, and the form for a smaller place.

interface ManyContestsView {
  elections: readonly Election[]
  /** Of the place. */
  label: string | null
  form: Html
}

function manyContestsMain(view: View, { elections, label, form }: ManyContestsView): Html {
  const { words, href } = view
  return html`<div class="notes" role="note"><p>${words.manyContests}</p></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${words.elections}</h2>${electionList(view, elections)}</section>
<section class="card place-card">${form}</section>
${label !== null && html`<p><a href="${href('/explore/officeholders', { place: label })}">${fill(words.officeholdersFor, { place: label })}</a></p>`}`
}

/** A sentence of /v1 about a place, in the words of a page: its field has no name of a parameter, and a point is typed into it. */
function toPageSentence(message: string): string {
  const sentence = message
    .replace(/^Parameter `location`: /, '')
    .replace('lat and lng', 'a point (latitude,longitude)')
    .replace(/\b([Tt])his server\b/g, '$1his service')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
