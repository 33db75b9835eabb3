// The details of a contest's card, shown on demand: how to vote, each choice with its endorsers and their reasons, silent endorsers, uncertainty.

import { groupBy } from '../../../data/core/group-by.ts'
import type { Evidence } from '../../../data/schema/evidence.ts'
import { compareText } from '../../../data/schema/folded-name.ts'
import type { EndorserStance, Position } from '../../../data/schema/position.ts'
import { type Html, html } from '../html.ts'
import { countOf, fill } from '../sentence.ts'
import { type CardContest, type CardOptions, officeKey } from './card-contest.ts'
import { furtherFacts, lacksOf } from './contest-facts.ts'
import { overlayMark, stanceFacts } from './record-marks.ts'
import { nameSource } from './source-names.ts'
import { titleIn } from './titles.ts'
import type { View } from './view.ts'
import { dayInWords, labelOf } from './words/words.ts'

export function contestDetails(view: View, contest: CardContest, options: CardOptions): Html {
  const { words } = view
  const { details, kind, match, source_url } = contest
  const title = titleIn(contest, view.lang).text
  const facts = furtherFacts(view, contest)
  const hasCandidates = kind === 'candidate'
  const stances = contest.stances ?? []
  const isSilent = contest.endorsements.length === 0 && stances.length === 0
  return html`<details class="more"${options.opened && html` open`}><summary class="more-button${options.heading !== 'h1' && ' beside'}">${words.details}<span class="unseen">: ${title}</span></summary>
${facts.length > 0 && html`<p class="how">${facts.join(' · ')}</p>`}
${options.grouped && lacksOf(contest).map((lack) => html`<p class="how">${words[lack]}</p>`)}
${match === 'certain' && html`<p class="how">${options.exact ? words.certain : words.certainArea}</p>`}
${!options.opened && contest.choices.map((choice) => choicePart(view, contest, choice, options))}
${stances.length > 0 && silentOnes(view, stances)}
${isSilent && options.advises !== false && !options.isSilent && html`<p class="how">${words.nothingKnown}</p>`}
${hasCandidates && details.basis === 'returns' && html`<p class="unsure">${words.basisReturns}</p>`}
${hasCandidates && details.basis === 'feed' && html`<p class="unsure">${words.basisFeed}</p>`}
${(!options.grouped || kind === 'measure') && source_url !== null && html`<p class="how${options.grouped && ' no-print'}"><a href="${source_url}" rel="noreferrer">${words.source}<span class="unseen">: ${title}</span></a>: ${nameSource(words, source_url, options.publishers)}</p>`}
</details>`
}

/** Null for a choice of which there is no more than its line says. */
function choicePart(
  view: View,
  contest: CardContest,
  choice: CardContest['choices'][number],
  options: CardOptions,
): Html | null {
  const { words } = view
  const told = choiceFacts(view, contest, choice, options)
  const backers = backersOf(contest, choice)
  if (told.length === 0 && backers.length === 0) return null
  return html`<div class="choice-part"><p><b>${labelOf(choice, words)}</b> ${told.map((text) => html`<span class="told">${text}</span> `)}${backers.length > 0 && html`<span class="told">${countOf(backers.length, words.endorsedByOne, words.endorsedByMany)}</span>`}</p>
${backerList(view, backers, options)}</div>
`
}

/** The same below the line of a choice, in an opened card: its line has the name. */
export function choiceDetails(
  view: View,
  contest: CardContest,
  choice: CardContest['choices'][number],
  options: CardOptions,
): Html {
  const told = choiceFacts(view, contest, choice, options)
  const backers = backersOf(contest, choice)
  return html`${told.length > 0 && html`<p class="small soft">${told.join(' · ')}</p>`}${backers.length > 0 && html`<p class="small soft">${countByKind(view, backers)}</p>${backerList(view, backers, options)}`}`
}

/** What the ballot prints below the name, and the office that the candidate holds. */
function choiceFacts(
  { words, lang }: View,
  contest: CardContest,
  { ballot_designation, candidate }: CardContest['choices'][number],
  { offices }: CardOptions,
): string[] {
  const office = candidate && offices?.get(officeKey(candidate.full_name, contest.district.ocd_id))
  return [
    ballot_designation,
    // A ballot tells nothing of a later day.
    office && office.on <= contest.election.date
      ? fill(words.inOffice, { office: titleIn({ title: office.title }, lang).text, date: dayInWords(office.on, lang) })
      : null,
  ].filter((text) => text !== null)
}

export type Backer = Position['picks'][number] & { by: Position['endorser'] }

export function backersOf({ endorsements }: CardContest, { id }: CardContest['choices'][number]): Backer[] {
  return endorsements.flatMap(({ picks, endorser }) =>
    picks.filter(({ choice_id }) => choice_id === id).map((pick) => ({ ...pick, by: endorser })),
  )
}

/** How many endorse each choice, before their names. Null if nobody endorses any of them. */
export function tallies({ words }: View, contest: CardContest): Html | null {
  if (contest.endorsements.length === 0) return null
  const told = contest.choices.map(
    (choice) => html`<li>${labelOf(choice, words)} <b>${backersOf(contest, choice).length}</b></li> `,
  )
  return html`<div class="tallies small"><p>${words.tallies}</p><ul>${told}</ul></div>`
}

/** @setting Endorsers of a choice that are named at once; more are counted by kind. */
export const BACKERS_NAMED = 2

/** `Endorsed by 24: Labor groups 9, …`; a few are only counted. */
export function countByKind({ words }: Pick<View, 'words'>, backers: readonly { by: Backer['by'] }[]): string {
  const count = countOf(backers.length, words.endorsedByOne, words.endorsedByMany)
  if (backers.length <= BACKERS_NAMED) return count
  return `${count}: ${[...byKind(backers)].map(([kind, own]) => `${kind} ${own.length}`).join(', ')}`
}

/** The largest kind first. */
function byKind<One extends { by: Backer['by'] }>(backers: readonly One[]): [string, readonly One[]][] {
  return [...groupBy(backers, ({ by }) => by.category.name)].sort(
    ([a, own], [b, other]) => other.length - own.length || compareText(a, b),
  )
}

/** The names, a line for each kind; who says why has a line of its own. A source is told once for all who have it. */
function backerList(view: View, backers: readonly Backer[], options: CardOptions): Html | null {
  if (backers.length === 0) return null
  const bySource = groupBy(backers, sourceKey)
  const isShared = bySource.size === 1 && backers.length > 1
  const lines = byKind(backers).map(([kind, own]) => {
    const says = (one: Backer): boolean => one.statement !== null || options.evidence?.has(one.id) === true
    const named = own.filter((one) => !says(one))
    const parts = [...groupBy(named, sourceKey).values()].map(
      (part, at) =>
        html`${at > 0 && '; '}${part.map((one, n) => html`${n > 0 && ', '}${nameOfBacker(view, one)}`)}${!isShared && sourceOf(view, part[0], options)}`,
    )
    return html`${
      named.length > 0 &&
      html`<li><b>${kind}</b>: ${parts}</li>
`
    }${own.filter(says).map((one) => statementLine(view, one, options, isShared))}`
  })
  return html`<ul class="backers">${lines}${isShared && html`<li>${sourceOf(view, backers[0], options)}</li>`}</ul>`
}

/** Of the source and day of an endorsement. */
function sourceKey({ source_url, published_on }: Backer): string {
  return `${source_url} ${published_on}`
}

function nameOfBacker(view: View, { by, rank }: Backer): Html {
  const { words, href } = view
  return html`<a href="${href(`/explore/endorsers/${by.slug}`)}">${by.name}</a>${overlayMark(view, by)}${rank !== null && html` <span class="soft">(${fill(words.rank, { rank })})</span>`}`
}

function statementLine(view: View, backer: Backer, options: CardOptions, isShared: boolean): Html {
  const captured = options.evidence?.get(backer.id)
  return html`<li>${nameOfBacker(view, backer)} <span class="soft">(${backer.by.category.name})</span>${backer.statement !== null && html`<q>${backer.statement}</q>`}${!isShared && sourceOf(view, backer, options)}${captured && captureOf(view, captured)}</li>
`
}

function sourceOf({ words, lang }: View, backer: Backer | undefined, { publishers }: CardOptions): Html | null {
  const { source_url: url = null, published_on: day = null } = backer ?? {}
  if (url === null && day === null) return null
  const told = day !== null && fill(words.on, { date: dayInWords(day, lang) })
  return html` <span class="soft small">${url !== null && html`${words.source}: <a class="source" href="${url}" rel="noreferrer">${nameSource(words, url, publishers)}</a>`} ${told}</span>`
}

/** Endorsers that looked at the contest and endorse no choice, and why. */
function silentOnes(view: View, stances: readonly EndorserStance[]): Html {
  const { words, href } = view
  return html`<div class="silent"><p><b>${countOf(stances.length, words.silentOne, words.silentMany)}</b></p>
<p class="small soft">${words.silentLead}</p>
<ul class="backers">${stances.map(
    ({ endorser: by, ...told }) =>
      html`<li><a href="${href(`/explore/endorsers/${by.slug}`)}">${by.name}</a>${overlayMark(view, by)} <span class="soft">(${by.category.name})</span>: ${stanceFacts(view, told, by.name)}</li>
`,
  )}</ul></div>`
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
