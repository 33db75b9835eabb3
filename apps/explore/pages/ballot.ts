// The ballot of a place.

import { certainFirst } from '../../../data/place/certain-first.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import type { Election } from '../../../data/schema/election.ts'
import type { Location } from '../../../data/schema/location.ts'
import { type BallotKind, LEVELS, type Level, type MissingReason } from '../../../data/schema/vocabulary.ts'
import { type Html, html } from '../../web/html.ts'
import { countOf, fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import { dayInWords, nameOf, type Words } from '../words/words.ts'
import { contestCard, type HeldOffice } from './contest-card.ts'
import { narrowingQuestion } from './narrowing.ts'
import { overlayNote } from './overlay.ts'
import { tickPanel } from './ticks.ts'

export const LEVEL_WORDS: Readonly<Record<Level, keyof Words>> = {
  federal: 'levelFederal',
  state: 'levelState',
  county: 'levelCounty',
  city: 'levelCity',
  school: 'levelSchool',
  special: 'levelSpecial',
}

export interface BallotSeen {
  ballot: Ballot
  /** The state's elections that the page leaves out. */
  later: readonly Election[]
  ticked: ReadonlySet<string>
  /** Whether a street address here has an answer. */
  answersAddresses: boolean
  offices: ReadonlyMap<string, HeldOffice>
  token: string
  /** The sealed place. */
  sealed: string
  /** Path and query of a link to this page; null if it would reveal the place. */
  link: string | null
  snapshot: string
}

export function ballotMain(view: View, seen: BallotSeen): Html {
  const { words, href } = view
  const { ballot, ticked, token, sealed } = seen
  const { location, contests, districts } = ballot
  const elections = groupBy(contests, ({ election }) => election.slug)
  const fields = { sealed }
  return html`${heading(words, location)}
${contests.length > 0 && html`<p class="lead">${fill(words.inOf, { contests: countOf(contests.length, words.contestsOne, words.contestsMany), elections: countOf(elections.length, words.electionsOne, words.electionsMany) })}.</p>`}
${notes(words, location, contests.length, seen.answersAddresses)}
${ballot.narrow_by !== null && narrowingQuestion(view, { narrow_by: ballot.narrow_by, label: location.label ?? '', token, ticked, answersAddresses: seen.answersAddresses })}
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
<ul class="links">${groupBy(districts, ({ ocd_id }) => ocd_id).map(([, own]) => districtLine(view, own, location))}</ul></section>`
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

/** @param own one district, with the lines of the next ballot and those of the present seat if they differ */
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

/** What is uncertain, in words, before the contests. */
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

function electionPart(view: View, slug: string, contests: Contests, { ticked, offices, ballot }: BallotSeen): Html {
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

export function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return [...groups]
}
