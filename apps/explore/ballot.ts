// The ballot of a place: posted by the form, or linked for a city, a county, a ZIP code or a state.

import { groupBy } from '../../data/core/group-by.ts'
import { parsePointText } from '../../data/place/point.ts'
import { lastNovemberElection } from '../../data/reference/elections.ts'
import { ApiError, TooManyContests } from '../../data/schema/api-error.ts'
import type { Ballot } from '../../data/schema/ballot.ts'
import type { Election } from '../../data/schema/election.ts'
import type { Location } from '../../data/schema/location.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type HeldOffice, officeKey } from '../web/ballot/card-contest.ts'
import { createView, type View } from '../web/ballot/view.ts'
import { placeIn } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { ballotMain, fromOf, otherCity, pastNotice, placeTitle, splitByPart, titleBeside } from './ballot-page.ts'
import { listOf } from './contest.ts'
import { findLastEndorsed } from './elections.ts'
import { electionList, findNextDay } from './elections-list.ts'
import { answersAddresses, isSoon, type Look, publishersOf, todayOf } from './look.ts'
import { areaFigure, areaSubject } from './map.ts'
import { type ChosenPart, findChosen } from './narrowing.ts'
import { linkedPlace, placeQuery, requireLink, typedPlace } from './place.ts'
import { refusePlace } from './refused-place.ts'
import { languageOfPlace, showPage } from './show.ts'
import { showStart } from './start.ts'
import { readTicked } from './ticks.ts'

/** @setting Most contests on the page of an area; one with more shows only those that everybody there votes on, and links to the others. */
export const EXPLORER_CONTESTS_SHOWN = 200

/** @setting Past election days on which the last ballot of a place is looked for. */
const PAST_DAYS_SEARCHED = 8

interface BallotRequest {
  place: string
  /** Ids of districts, as `part` of /v1/ballot. */
  part: readonly string[]
  /** The area on whose map the place was chosen; empty for one that was typed. */
  from: string
  /** Slugs of the ticked endorsers and categories. */
  endorsers: readonly string[]
  categories: readonly string[]
}

/** The ballot of a posted place. */
export async function answerPostedBallot(look: Look): Promise<Reply> {
  const [endorsers, categories] = [formList(look, 'endorsers'), formList(look, 'categories')]
  try {
    const [part, from] = [formList(look, 'part'), look.form.text('from')]
    return await showBallot(look, { place: typedPlace(look), part, from, endorsers, categories })
  } catch (fault) {
    return refusePlace(look, fault, '/explore/ballot')
  }
}

/** The ballot of a linked place. */
export async function answerLinkedBallot(look: Look): Promise<Reply> {
  const { query } = look
  const place = query.get('place')
  if (place === null) return await showStart(look)
  const asked = {
    place,
    part: listOf(query, 'part'),
    from: '',
    endorsers: listOf(query, 'endorsers'),
    categories: listOf(query, 'categories'),
  }
  try {
    return await showBallot(look, asked)
  } catch (fault) {
    return refusePlace(look, fault, '/explore/ballot')
  }
}

async function showBallot(look: Look, { place, part, from, endorsers, categories }: BallotRequest): Promise<Reply> {
  const { words, lang, href, visitor, seal, exchange, named } = look
  const asked = { ...placeQuery(place), lang, snapshot: named }
  const { location, ballot, later, past, empty, part: shownPart, folds } = await loadShownBallot(look, place, part)
  const { label } = location
  requireLink(look, location)
  const linked = linkedPlace(location)
  const sealed = seal.close(place)
  const chosen = ballot && location.exact && from !== '' ? await loadChosen(look, { from, part, ballot }) : null
  const partText = shownPart.length > 0 ? shownPart.join(',') : undefined
  const ticked = readTicked(ballot?.contests ?? [], endorsers, categories)
  const kept = [...(ballot ? ticked : endorsers)].join(',')
  const [first] = ballot?.contests ?? []
  const title = placeTitle(look, location, past !== undefined || (empty !== null && first !== undefined))
  const city = location.kind === 'state' && label !== null ? look.host.data.cityNamedLike(label) : null
  const today = todayOf(look)
  const isFar = later[0] !== undefined && !isSoon(later[0].date, today)
  const nextDay = (empty || past) && later.length === 0 ? await findNextDay(look, location.state) : null
  const lastHeld = empty || past ? (past?.[0] ?? first?.election)?.date : undefined
  const voted = lastNovemberElection(location.state, today)
  const votedOn = lastHeld !== undefined && lastHeld < voted ? voted : null
  const page = {
    title: first && label !== null ? `${title} – ${titleBeside(location, first.election, lang)}` : title,
    here: '/explore',
    otherLanguage: languageOfPlace(look, '/explore/ballot', {
      label: linked,
      sealed,
      part: partText,
      ...fromOf(chosen),
      endorsers: kept,
    }),
    asked: {
      place: chosen?.linked ?? linked ?? place,
      sealed,
      ...fromOf(chosen),
      url: linked && href('/explore/ballot', { place: linked, part: partText }),
    },
    description: words.lead,
    isShared: linked !== null,
  }
  if (!ballot)
    return showPage(look, {
      ...page,
      ownHeading: true,
      main: manyContestsMain(look, { elections: later, past, nextDay, votedOn, isFar, city, location, linked }),
    })
  const snapshot = (exchange.snapshot ?? '').slice(0, 12)
  const unnamed = createView(lang, words, undefined, look.preferred)
  const links =
    linked === null
      ? null
      : {
          today: unnamed.href('/explore/ballot', { place: linked }),
          pinned: href('/explore/ballot', { place: linked, snapshot }),
        }
  const seen = {
    ...{ ballot, city, later, empty, nextDay, votedOn, isFar, ticked, sealed, links, snapshot, folds },
    isLinked: exchange.request.method !== 'POST',
    lastEndorsed: await loadLastEndorsed(look, ballot),
    answersAddresses: answersAddresses(look, location.state),
    offices: await loadOffices(look, asked),
    publishers: publishersOf(look),
    ...{ part: shownPart, chosen },
    map: chosen
      ? await areaFigure(look, {
          subject: { kind: 'area', label: chosen.label, narrow_by: chosen.narrow_by, dividing: [], part: chosen.part },
          linked: chosen.linked,
          sealed: seal.close(chosen.linked),
          chosen: pointOf(place, chosen.option),
        })
      : await areaFigure(look, { subject: areaSubject(ballot, shownPart), linked, sealed }),
    token: visitor.token,
  }
  return showPage(look, { ...page, ownHeading: true, main: ballotMain(look, seen) })
}

interface ChosenOn {
  from: string
  part: readonly string[]
  /** Of the point. */
  ballot: Ballot
}

/** The question that a point answers. Null if the area has none, or no longer: the ballot of the point stands without it. */
async function loadChosen(look: Look, { from, part: asked, ballot }: ChosenOn): Promise<ChosenPart | null> {
  try {
    const { location, ballot: area, part } = await loadShownBallot(look, from, asked)
    const [linked, narrow_by] = [linkedPlace(location), area?.narrow_by ?? null]
    if (linked === null || location.label === null || narrow_by === null) return null
    return { label: location.label, linked, part, narrow_by, option: findChosen(narrow_by, ballot.districts) }
  } catch (fault) {
    if (fault instanceof ApiError) return null
    throw fault
  }
}

/** On a map: the place as a point, and its part. */
function pointOf(place: string, option: number): { lng: number; lat: number; option: number } | undefined {
  const point = parsePointText(place)
  return point && { lng: Number(point.lng), lat: Number(point.lat), option }
}

/** Only if nobody takes a position on a contest of the next election day. */
async function loadLastEndorsed(look: Look, { location, contests }: Ballot): Promise<Election | undefined> {
  const [next] = contests.map(({ election }) => election.date).sort()
  const own = contests.filter(({ election }) => election.date === next)
  const isSilent = own.every(({ endorsements, stances }) => endorsements.length + stances.length === 0)
  return next !== undefined && isSilent ? findLastEndorsed(look, location.state, next) : undefined
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

interface ShownBallot {
  location: Location
  /** Null if one election day alone has more contests than a page can show, and everybody there votes on none or on too many of them. */
  ballot: Ballot | null
  /** Whether the page only links to the possible contests, because they are too many. */
  folds: boolean
  /** The state's coming elections that the ballot leaves out. */
  later: readonly Election[]
  /** Past elections, of one day, that have more contests here than a page can show, if none is coming. */
  past?: readonly Election[]
  /** The answer about the coming elections, if none has a contest there; else null. */
  empty: Location | null
  /** The part that its question is about. */
  part: readonly string[]
}

/** Throws ApiError. A part that the data no longer has is left out. @param part as of /v1/ballot */
export async function loadShownBallot(look: Look, place: string, part: readonly string[] = []): Promise<ShownBallot> {
  try {
    return { ...(await loadBallotOf(look, place, part)), part }
  } catch (fault) {
    if (part.length === 0 || !(fault instanceof ApiError && fault.message.startsWith('Parameter `part`'))) throw fault
    return { ...(await loadBallotOf(look, place, [])), part: [] }
  }
}

type WholeBallot = Omit<ShownBallot, 'part'>

async function loadBallotOf(look: Look, place: string, part: readonly string[]): Promise<WholeBallot> {
  const { lang, named } = look
  const asked = { ...placeQuery(place), part: part.join(',') || undefined, lang, snapshot: named }
  const whole = await loadUnlessTooLong(look, asked)
  if (whole && whole.contests.length > 0 && (whole.location.exact || fits(whole, part)))
    return {
      ...{ location: whole.location, ballot: await askOfNext(look, whole, asked) },
      ...{ folds: false, later: [], empty: null },
    }
  const { part: _, ...ofPlace } = asked
  const location = whole?.location ?? (await loadLocation(look, ofPlace))
  const ofState = { states: location.state, lang, snapshot: named, limit: String(PAGE_SIZE_MAX) }
  const coming = (await look.load('listElections', { ...ofState, upcoming: 'true' })).data
  if (whole?.contests.length === 0)
    return (await loadLastBallot(look, { empty: location, coming, asked, ofState, part })) ?? none(whole, coming)
  for (const [day, own] of groupBy(coming, ({ date }) => date)) {
    const ballot = await loadUnlessTooLong(look, { ...asked, elections: slugsOf(own) })
    const later = coming.filter(({ date }) => date > day)
    const folds = ballot !== undefined && !location.exact && !fits(ballot, part)
    if (!ballot || (folds && !fitsFolded(ballot)))
      return { location, ballot: null, folds: false, later: coming, empty: null }
    if (ballot.contests.length > 0) return { location, ballot, folds, later, empty: null }
  }
  return { location, ballot: null, folds: false, later: coming, empty: null }
}

/** The question is about the next election day alone, if it has one: a later day may have other boundaries, of the same names. */
async function askOfNext(look: Look, whole: Ballot, asked: PlaceRequest): Promise<Ballot> {
  const days = groupBy(whole.contests, ({ election }) => election.date)
  const [next] = [...days.keys()].sort()
  if (whole.narrow_by === null || days.size < 2 || next === undefined) return whole
  const elections = new Set(days.get(next)?.map(({ election }) => election.slug))
  const { data } = await look.load('getBallot', { ...asked, elections: [...elections].join(',') })
  return { ...whole, narrow_by: data.narrow_by ?? whole.narrow_by }
}

function none(ballot: Ballot, later: readonly Election[]): WholeBallot {
  return { location: ballot.location, ballot, folds: false, later, empty: ballot.location }
}

interface EmptyBallot {
  empty: Location
  coming: readonly Election[]
  asked: PlaceRequest
  ofState: PlaceRequest
  part: readonly string[]
}

/** The ballot of the last election day on which the place had a contest; undefined if none is known. */
async function loadLastBallot(
  look: Look,
  { empty, coming, asked, ofState, part }: EmptyBallot,
): Promise<WholeBallot | undefined> {
  const isComing = new Set(coming.map(({ slug }) => slug))
  const past = (await look.load('listElections', ofState)).data.filter(({ slug }) => !isComing.has(slug))
  const days = [...groupBy(past, ({ date }) => date)].sort(([a], [b]) => (a < b ? 1 : -1))
  for (const [, own] of days.slice(0, PAST_DAYS_SEARCHED)) {
    const ballot = await loadUnlessTooLong(look, { ...asked, elections: slugsOf(own) })
    const folds = ballot !== undefined && !ballot.location.exact && !fits(ballot, part)
    if (!ballot || (folds && !fitsFolded(ballot)))
      return { location: empty, ballot: null, folds: false, later: coming, past: own, empty }
    if (ballot.contests.length > 0) return { location: ballot.location, ballot, folds, later: coming, empty }
  }
  return undefined
}

function slugsOf(elections: readonly Election[]): string {
  return elections.map(({ slug }) => slug).join(',')
}

function fits(ballot: Ballot, part: readonly string[]): boolean {
  return splitByPart(ballot, part).here.length <= EXPLORER_CONTESTS_SHOWN
}

/** Whether a page can show the contests that everybody votes on, or ask for a part. */
function fitsFolded({ contests, narrow_by }: Ballot): boolean {
  const certain = contests.filter(({ match }) => match === 'certain').length
  return certain <= EXPLORER_CONTESTS_SHOWN && (certain > 0 || narrow_by !== null)
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

// The page of a place with more contests than a page can show: its elections, and the form above for a smaller place.

interface ManyContestsView {
  /** Those that are coming. */
  elections: readonly Election[]
  past: readonly Election[] | undefined
  nextDay: string | null
  votedOn: string | null
  isFar: boolean
  city: string | null
  location: Location
  /** The place in a URL; null if it enters none. */
  linked: string | null
}

function manyContestsMain(view: View, seen: ManyContestsView): Html {
  const { elections, past, city, location, linked } = seen
  const { words, href } = view
  const heading = past ? words.pastElections : words.elections
  return html`<h1>${placeTitle(view, location, past !== undefined)}</h1>
${otherCity(view, city)}${past && pastNotice(view, { ...seen, empty: location, later: elections, past: past[0]?.date, isListed: true })}
<div class="notes" role="note"><p>${words.manyContests}</p></div>
<section aria-labelledby="elections-title"><h2 id="elections-title">${heading}</h2>${electionList(view, past ?? elections)}</section>
${linked !== null && html`<p><a href="${href('/explore/officeholders', { place: linked })}">${fill(words.officeholdersFor, { place: placeIn(location.label ?? linked, view.lang) })}</a></p>`}`
}
