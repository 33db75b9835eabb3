// One election with its contests, its map and its latest changes.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Contest } from '../../data/schema/contest.ts'
import type { Election, ElectionSummary } from '../../data/schema/election.ts'
import { type Event, event } from '../../data/schema/event.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import { type BallotKind, LEVELS, type MissingReason, type PrimarySystem } from '../../data/schema/vocabulary.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { groupLacks } from '../web/ballot/contest-facts.ts'
import { overlayMark, overlayNote } from '../web/ballot/record-marks.ts'
import { districtIn, titleHtml } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { partyIn, partyOf } from '../web/ballot/words/parties.ts'
import { dayInWords, instantInWords, LEVEL_WORDS, labelOf, titleOf, type Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import { countsOf } from './elections-list.ts'
import type { Look } from './look.ts'
import { electionFigure } from './map.ts'
import { showPage, versionOf } from './show.ts'

/** @setting Seconds after which an open election's page asks for new changes. */
const EXPLORER_RENEW_SECONDS = 15
/** @setting Changes on an election's page. */
export const EXPLORER_CHANGES_SHOWN = 20

/** @setting The last events of the feed in which an election's page looks for its changes. */
const CHANGES_SEARCHED = 2000
/** @setting Rows on a page of the explorer: contests of an election, picks of an endorser. */
export const EXPLORER_ROWS_SHOWN = 200
/** `nc-2024-11-05-general` */
const SLUG = /^(?<state>[a-z]{2})-(?<date>\d{4}-\d{2}-\d{2})-[a-z_]+$/

/** Throws ApiError 404. */
export async function findElection({ words, lang, named, load }: Look, slug: string): Promise<Election> {
  const { state, date } = SLUG.exec(slug)?.groups ?? {}
  if (state === undefined || date === undefined) throw new ApiError('not_found', words.notFound)
  const asked = { states: state.toUpperCase(), from: date, to: date, lang, snapshot: named }
  const election = (await load('listElections', asked)).data.find((one) => one.slug === slug)
  if (!election) throw new ApiError('not_found', words.notFound)
  return election
}

/** The day of an election, or that it is over. */
export async function dayOf(
  { load, words, lang, named }: Look,
  election: ElectionSummary,
): Promise<{ text: string; isOver: boolean }> {
  const { state, date, slug } = election
  const asked = { states: state, from: date, to: date, upcoming: 'true', lang, snapshot: named }
  const isOver = (await load('listElections', asked)).data.every((one) => one.slug !== slug)
  const sentence = isOver ? words.electionOver : words.electionDay
  return { text: fill(sentence, { date: dayInWords(date, lang) }), isOver }
}

export async function answerElection(look: Look): Promise<Reply> {
  const { words, lang, named, params, query, href } = look
  const { slug = '' } = params
  const election = await findElection(look, slug)
  const id = query.get('district')
  const district = id === null ? undefined : (await look.load('getDistrict', { snapshot: named }, { id })).data
  const shown = await look.load('listContests', {
    elections: slug,
    districts: district?.ocd_id,
    lang,
    snapshot: named,
    limit: String(EXPLORER_ROWS_SHOWN),
    cursor: query.get('cursor') ?? undefined,
  })
  const title = titleOf(election, lang)
  const layer = query.get('layer')
  const map = await electionFigure(look, { election, title, layer, ...(district && { here: district.id }) })
  const { text: day, isOver } = await dayOf(look, election)
  const contests = html`${map && html`<p class="no-print"><a href="#map">${words.mapJump}</a></p>`}
<h2 id="contests">${district ? fill(words.contestsOf, { district: districtIn(district.name, lang) }) : words.contests}</h2>
${district && html`<p><a href="${href(`/explore/districts/${district.id}`)}">${words.districtPage}</a> · <a href="${href(`/explore/elections/${slug}`)}">${words.allContests}</a></p>`}
${shown.data.length === 0 ? html`<p>${isOver ? words.contestsNone : words.contestsUnknown}</p>` : listedContests(look, shown.data)}
${shown.next_cursor !== null && html`<p><a class="button" href="${href(`/explore/elections/${slug}`, { cursor: shown.next_cursor, district: id ?? undefined })}">${words.more}</a></p>`}`
  const main = html`<p class="lead">${day}</p>
${electionFacts(look, election)}
${electionLacks(look, election, shown.data)}
${election.endorsement_count === 0 && html`<p class="soft">${words.nobodyEndorses}${lastEndorsedLine(look, await findLastEndorsed(look, election.state, election.date))}</p>`}
${election.endorsement_count > 0 && look.host.data.hasAgreement() && html`<p><a href="${href(`/explore/elections/${slug}/agreement`)}">${words.agreementLink}</a></p>`}
${contests}
${map}
${named === undefined && changeList(look, await findChanges(look.host, slug), isOver)}
<p class="no-print"><a href="${withLanguage(election.report_url, lang)}">${words.reportError}</a></p>
${versionOf(look)}`
  return showPage(look, {
    title,
    here: '/explore/elections',
    description: `${title}. ${day}`,
    isShared: true,
    main,
  })
}

// Where nobody endorses: the last election with an endorsement.

/** In the state, before the day; undefined if none is known. @param day YYYY-MM-DD */
export async function findLastEndorsed(look: Look, state: string, day: string): Promise<Election | undefined> {
  const asked = { states: state, to: day, lang: look.lang, snapshot: look.named, limit: String(PAGE_SIZE_MAX) }
  const { data } = await look.load('listElections', asked)
  return data.filter(({ date, endorsement_count }) => endorsement_count > 0 && date < day).at(-1)
}

export function lastEndorsedLine({ words, lang, href }: View, last: Election | undefined): Html | null {
  if (!last) return null
  const link = html`<a href="${href(`/explore/elections/${last.slug}`)}">${titleOf(last, lang)}</a>`
  return html` ${fillHtml(words.lastEndorsed, { election: link })}`
}

const PRIMARY_WORDS: Readonly<Record<PrimarySystem, keyof Words | null>> = {
  none: null,
  closed: 'primaryClosed',
  semi_closed: 'primarySemiClosed',
  open: 'primaryOpen',
  top_two: 'primaryTopTwo',
  nonpartisan: 'primaryNonpartisan',
}

function electionFacts(view: View, election: Election): Html {
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

/** @setting Contests of a level that an election's page lists at once on a phone; more are folded there. */
const LEVEL_LISTED = 20

/** Contests by level, in ballot order, with their choices in a line. */
export function listedContests(view: View, contests: readonly Contest[]): Html {
  const { words, lang, href } = view
  return html`${LEVELS.map((level) => {
    const own = contests.filter((contest) => contest.level === level)
    if (own.length === 0) return null
    const title = html`<h3 class="level">${words[LEVEL_WORDS[level]]}</h3>`
    const lacks = groupLacks(view, own, { asked: ['lackCandidates', 'surnamesOnly', 'someSurnamesOnly'] })
    const list = html`${lacks}<ul class="elections columns">${own.map(
      (
        contest,
      ) => html`<li><a href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a>${overlayMark(view, contest)}
<span class="soft">${contest.party !== null && html`${fill(words.primaryOf, { party: partyIn(contest.party, lang) })} · `}${contest.choices.map((choice) => choiceInLine(view, contest, choice)).join(', ')}</span></li>
`,
    )}</ul>`
    return own.length > LEVEL_LISTED
      ? html`<section>${title}<details class="fold"><summary>${countOf(own.length, words.contestsOne, words.contestsMany)}</summary>${list}</details></section>`
      : html`<section>${title}${list}</section>`
  })}`
}

/** A choice with its party, which the primary of a party has said. */
function choiceInLine({ words, lang }: View, { party: primary }: Contest, choice: Contest['choices'][number]): string {
  const party = primary === null ? partyOf(choice, lang) : null
  return `${labelOf(choice, words)}${party === null ? '' : ` (${party})`}`
}

// The kinds of contests that are missing in an election.

export const KIND_WORDS: Readonly<Record<BallotKind, keyof Words>> = {
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

/** The kinds of contests with a reason of the group, each once. */
export function kindsMissing(
  missing: readonly { kind: BallotKind; reason: MissingReason }[],
  group: (typeof REASON_WORDS)[MissingReason],
): BallotKind[] {
  return [...new Set(missing.filter(({ reason }) => REASON_WORDS[reason] === group).map(({ kind }) => kind))]
}

const ELECTION_GROUPS = [
  ['missingKnown', 'electionMissingKnown'],
  ['missingUnknown', 'electionMissingUnknown'],
] as const

/** Which contests the election lacks, and that candidates may be missing. @param shown its contests on the page */
function electionLacks({ words }: View, election: Election, shown: readonly Contest[]): Html | null {
  const { missing, contest_basis, contest_count } = election
  if (missing === undefined || contest_count === 0) return null
  const contests = ELECTION_GROUPS.flatMap(([group, sentence]) => {
    const kinds = kindsMissing(missing, group).map((kind) => words[KIND_WORDS[kind]])
    return kinds.length === 0 ? [] : [fill(words[sentence], { kinds: kinds.join(', ') })]
  })
  const { returns = 0, feed = 0 } = contest_basis ?? {}
  const isShort = feed > 0 || shown.some(({ details }) => details.choices_incomplete || details.winners_only)
  const lacks = [
    contests.join(' '),
    [
      returns > 0 && fill(words.electionReturns, { contests: countOf(returns, words.contestsOne, words.contestsMany) }),
      isShort && words.electionCandidates,
    ]
      .filter((sentence) => typeof sentence === 'string')
      .join(' '),
  ].filter((paragraph) => paragraph !== '')
  if (lacks.length === 0) return html`<p class="sure">${words.completePast}</p>`
  return html`<div class="notes" role="note">${lacks.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`
}

export function electionLinks({ lang, href }: View, elections: readonly ElectionSummary[]): Html {
  return html`<ul class="elections">${elections.map(
    (election) => html`<li><a href="${href(`/explore/elections/${election.slug}`)}">${titleOf(election, lang)}</a>
<span class="soft">${dayInWords(election.date, lang)}</span></li>
`,
  )}</ul>`
}

/** Newest first: those among the last CHANGES_SEARCHED events that every server may answer with. */
async function findChanges({ state }: Pick<Host, 'state'>, election_slug: string): Promise<Event[]> {
  const released = await state.released()
  if (!released) return []
  const after = Math.max(0, released.seq - CHANGES_SEARCHED)
  const events = await state.events({ after, through: released.seq, limit: CHANGES_SEARCHED })
  return events
    .filter((one) => one.election_slug === election_slug)
    .slice(-EXPLORER_CHANGES_SHOWN)
    .reverse()
    .map(({ body }) => event.parse(JSON.parse(body)))
}

const SENTENCES = {
  'endorsement.created': 'changeCreated',
  'endorsement.updated': 'changeUpdated',
  'endorsement.deleted': 'changeDeleted',
} as const

function changeList({ words, lang, href }: View, changes: readonly Event[], isOver: boolean): Html {
  return html`<section class="card" data-live="${EXPLORER_RENEW_SECONDS}">
<h2>${words.latestChanges}</h2>
${!isOver && html`<p class="soft">${words.latestChangesHint}</p>`}
<ol class="elections" aria-live="polite" data-renewed="changes">${changes.map(
    ({
      type,
      occurred_at,
      endorser,
      choice,
      contest,
    }) => html`<li><a href="${href(`/explore/endorsers/${endorser.slug}`)}">${endorser.name}</a>
${fill(words[SENTENCES[type]], { choice: labelOf(choice, words) })}: <a href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a>
<span class="soft"><time datetime="${occurred_at}">${instantInWords(occurred_at, lang)}</time></span></li>
`,
  )}</ol>
</section>`
}
