// One contest: what it decides, its choices, who endorses them and why, and the recommendation of the ticked endorsers.

import type { BallotContest } from '../../../data/schema/contest.ts'
import type { Evidence } from '../../../data/schema/evidence.ts'
import type { EndorserStance, Position } from '../../../data/schema/position.ts'
import { type Html, html } from '../html.ts'
import { countOf, fill } from '../sentence.ts'
import { type Advice, type AdvisedContest, type AdvisingPosition, advise } from './advice.ts'
import { overlayMark, overlayNote, reportLink, stanceFacts } from './record-marks.ts'
import type { View } from './view.ts'
import { dayInWords, labelOf, partyIn, shareInWords, type Words } from './words/words.ts'

export type CardContest = Omit<BallotContest, 'match' | 'share' | 'stances'> & {
  match: BallotContest['match'] | null
  share?: BallotContest['share']
  /** Absent: not known here. */
  stances?: BallotContest['stances']
}

export interface CardOptions {
  /** Slugs of the ticked endorsers. */
  ticked: ReadonlySet<string>
  /** Offices of candidates, by folded name and OCD id of the district. */
  offices?: ReadonlyMap<string, HeldOffice>
  /** Whether the place is a single point. */
  exact?: boolean
  /** Whether the endorsers of each choice are shown at once. */
  opened?: boolean
  /** Whether each endorsement has a link to report an error. */
  reports?: boolean
  /** Captured evidence by endorsement id. */
  evidence?: ReadonlyMap<number, Evidence>
  /** Whether the page recommends; default true. */
  advises?: boolean
  /** Level of the heading. */
  heading?: 'h1' | 'h4'
}

export interface HeldOffice {
  title: string
  /** The source's day, YYYY-MM-DD: who holds the office later is not known. */
  on: string
}

export function officeKey(name: string, ocdId: string): string {
  return `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()} ${ocdId}`
}

export function contestCard(view: View, contest: CardContest, options: CardOptions): Html {
  const { words, href } = view
  const { details } = contest
  const hasCandidates = contest.kind === 'candidate'
  const advice = adviceOn(contest, options.ticked, words)
  const title =
    options.heading === 'h1'
      ? html`<h1>${contest.title}</h1>`
      : html`<h4><a href="${href(`/explore/contests/${contest.id}`)}">${contest.title}</a></h4>`
  const advises = options.advises ?? true
  return html`<article class="contest" id="contest-${contest.id}"${advises && html` data-contest="${JSON.stringify(toAdvised(contest, words))}" data-positions="${JSON.stringify(contest.endorsements.map(toTold))}"`}>
${title}
${overlayNote(view, contest)}
${contest.match !== null && matchLine(view, { match: contest.match, share: contest.share ?? null }, options.exact ?? false)}
<p class="how">${[howToVote(words, contest), ...factsOf(view, contest)].join(' · ')}${contest.source_url !== null && html`<span class="no-print"> · <a href="${contest.source_url}" rel="noreferrer">${words.source}<span class="unseen">: ${contest.title}</span></a></span>`}</p>
${contest.kind === 'retention' && html`<p>${words.retention}</p>`}
${contest.description !== null && textOf(words, contest.description)}
${advises && adviceBox(advice)}
<ul class="choices">
${contest.choices.map((choice) => choiceLine(view, contest, choice, { ...options, marked: advice?.choice_ids.includes(choice.id) ?? false }))}
</ul>
${silentOnes(view, contest.stances ?? [], options.opened ?? false)}
${details.choices_incomplete && html`<p class="unsure">${words.choicesIncomplete}</p>`}
${hasCandidates && details.basis === 'returns' && html`<p class="unsure">${words.basisReturns}</p>`}
${hasCandidates && details.basis === 'feed' && html`<p class="unsure">${words.basisFeed}</p>`}
</article>
`
}

/** The input of `advise`, for the browser. */
function toAdvised({ vote_method, votes_allowed, ranks_allowed, choices }: CardContest, words: Words): AdvisedContest {
  return {
    vote_method,
    votes_allowed,
    ranks_allowed,
    choices: choices.map((choice) => ({ id: choice.id, label: labelOf(choice, words), withdrawn: choice.withdrawn })),
  }
}

function toTold({ endorser, picks }: Position): AdvisingPosition & { slug: string } {
  return {
    slug: endorser.slug,
    endorser: endorser.name,
    picks: picks.map(({ choice_id, rank }) => ({ choice_id, rank })),
  }
}

/** Undefined if nobody is ticked. */
export function adviceOn(contest: CardContest, ticked: ReadonlySet<string>, words: Words): Advice | undefined {
  if (ticked.size === 0) return undefined
  const positions = contest.endorsements.filter(({ endorser }) => ticked.has(endorser.slug)).map(toTold)
  return advise(toAdvised(contest, words), positions, words)
}

/** The browser writes the same elements (explore.js). */
function adviceBox(advice: Advice | undefined): Html {
  if (!advice) return html`<div class="advice" data-advice hidden></div>`
  const { labels, isRanking, heading, reasons } = advice
  const items = labels.map((label) => html`<li>${label}</li>`)
  const list = isRanking ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
  return html`<div class="advice${labels.length === 0 && ' none'}" data-advice><p class="advice-head">${heading}</p>${labels.length > 0 && list}<p class="why">${reasons.join(' ')}</p></div>`
}

function matchLine(
  { words, lang }: View,
  { match, share }: Pick<BallotContest, 'match' | 'share'>,
  exact: boolean,
): Html {
  if (match === 'certain') return html`<p class="match">${exact ? words.certain : words.certainArea}</p>`
  const told = exact ? words.possiblePoint : words.possible
  return html`<p class="match possible">${told}${share !== null && ` (${fill(words.contestShare, { share: shareInWords(share, lang) })})`}</p>`
}

function howToVote(words: Words, { vote_method, votes_allowed, ranks_allowed }: CardContest): string {
  switch (vote_method) {
    case 'plurality':
      return words.voteOne
    case 'multi_seat':
      return fill(words.voteUpTo, { count: votes_allowed })
    case 'ranked_choice':
      return ranks_allowed === null ? words.voteRankAll : fill(words.voteRank, { count: ranks_allowed })
    case 'approval':
      return words.voteApproval
    case 'yes_no':
      return words.voteYesNo
    default:
      return vote_method satisfies never
  }
}

function factsOf({ words, lang }: View, { title, details, party, measure_code, votes_allowed }: CardContest): string[] {
  return [
    measure_code !== null && measureName(words, title, measure_code),
    party !== null && fill(words.primaryOf, { party: partyIn(party, lang) }),
    details.vote_required !== undefined && fill(words.voteRequired, { share: details.vote_required }),
    details.uncontested && words.uncontested,
    details.write_in_only && words.writeInOnly,
    details.short_term && words.shortTerm,
    details.votes_allowed_is_minimum && fill(words.votesAtLeast, { count: votes_allowed }),
    details.runoff_date !== undefined && fill(words.runoff, { date: dayInWords(details.runoff_date, lang) }),
  ].filter((fact) => typeof fact === 'string')
}

/** False if the title says it: `California Proposition 51`. */
function measureName(words: Words, title: string, code: string): string | false {
  const name = /^\p{L}{3,} /u.test(code) ? code : fill(words.measure, { code })
  return !title.includes(name) && name
}

/** Characters of a measure's text that are shown at once. */
const TEXT_SHOWN = 280

function textOf(words: Words, text: string): Html {
  if (text.length <= TEXT_SHOWN) return html`<p class="measure">${text}</p>`
  return html`<details class="measure"><summary>${words.text}</summary><p>${text}</p></details>`
}

function choiceLine(
  view: View,
  contest: CardContest,
  choice: CardContest['choices'][number],
  { offices, opened, reports, evidence, marked }: CardOptions & { marked: boolean },
): Html {
  const { words } = view
  const { party_label, ballot_designation, withdrawn, option, candidate } = choice
  const label = labelOf(choice, words)
  const office = candidate && offices?.get(officeKey(candidate.full_name, contest.district.ocd_id))
  const backers = contest.endorsements.flatMap((position) =>
    position.picks
      .filter(({ choice_id }) => choice_id === choice.id)
      .map((pick) => ({ ...pick, by: position.endorser })),
  )
  const told = [
    party_label !== null && partyIn(party_label, view.lang),
    ballot_designation,
    office && fill(words.inOffice, { office: office.title, date: dayInWords(office.on, view.lang) }),
    option && words.noneOfThese,
  ]
  return html`<li class="choice${withdrawn && ' gone'}${marked && ' marked'}" data-choice="${choice.id}">
<p class="choice-head"><span class="box" aria-hidden="true"></span><b>${label}</b>${withdrawn && html` <span class="state revoked">${words.withdrawn}</span>`}
${told.filter(Boolean).map((text) => html`<span class="told">${text}</span> `)}</p>
${overlayNote(view, choice)}
${
  backers.length > 0 &&
  html`<details${opened && html` open`}><summary>${countOf(backers.length, words.endorsedByOne, words.endorsedByMany)}<span class="unseen">: ${label}</span></summary>
<ul class="backers">${backers.map((backer) => backerLine(view, backer, { captured: evidence?.get(backer.id), reports }))}</ul></details>`
}
</li>
`
}

type Backer = Position['picks'][number] & { by: Position['endorser'] }

function backerLine(
  view: View,
  { id, by, rank, statement, source_url, published_on }: Backer,
  { captured, reports }: { captured: Evidence | undefined; reports: boolean | undefined },
): Html {
  const { words, lang, href } = view
  const facts = [by.category.name, rank !== null && fill(words.rank, { rank })].filter(Boolean).join(', ')
  return html`<li><a href="${href(`/explore/endorsers/${by.slug}`)}">${by.name}</a>${overlayMark(view, by)} <span class="soft">(${facts})</span>${statement !== null && html`<q>${statement}</q>`}
${source_url !== null && html` <a class="source" href="${source_url}" rel="noreferrer">${words.source}<span class="unseen">: ${by.name}</span></a>`}${published_on !== null && html` <span class="soft small">${fill(words.on, { date: dayInWords(published_on, lang) })}</span>`}${reports && html` ${reportLink(view, { kind: 'endorsement', id, name: by.name })}`}${captured && captureOf(view, captured)}</li>
`
}

/** Endorsers that looked at the contest and endorse no choice, and why. */
function silentOnes(view: View, stances: readonly EndorserStance[], opened: boolean): Html | null {
  if (stances.length === 0) return null
  const { words, href } = view
  return html`<details class="silent"${opened && html` open`}><summary>${countOf(stances.length, words.silentOne, words.silentMany)}</summary>
<p class="small soft">${words.silentLead}</p>
<ul class="backers">${stances.map(
    ({ endorser: by, ...told }) =>
      html`<li><a href="${href(`/explore/endorsers/${by.slug}`)}">${by.name}</a>${overlayMark(view, by)} <span class="soft">(${by.category.name})</span>: ${stanceFacts(view, told, by.name)}</li>
`,
  )}</ul></details>`
}

/** The quote from the announced page, and since when the page no longer has it. */
function captureOf(
  { words, lang }: Pick<View, 'words' | 'lang'>,
  { quote, retrieved_at, missing_since }: Evidence,
): Html | null {
  if (quote === null || retrieved_at === null) return null
  const day = (at: string): string => dayInWords(at.slice(0, 10), lang)
  return html`<p class="small capture"><span class="soft">${fill(words.captured, { date: day(retrieved_at) })}</span> <q>${quote}</q>${missing_since !== null && html` <span class="unsure">${fill(words.captureMissing, { date: day(missing_since) })}</span>`}</p>`
}
