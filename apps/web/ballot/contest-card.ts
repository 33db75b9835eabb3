// One contest: what it decides, its choices, who endorses them and why, and the recommendation of the ticked endorsers.

import type { Position } from '../../../data/schema/position.ts'
import { type Html, html } from '../html.ts'
import { fill } from '../sentence.ts'
import { type Advice, type AdvisedContest, type AdvisingPosition, advise } from './advice.ts'
import type { CardContest, CardOptions } from './card-contest.ts'
import { BACKERS_NAMED, backersOf, choiceDetails, contestDetails, countByKind, tallies } from './contest-details.ts'
import { factsAtOnce, lacksLine, lacksOf, runningMateOf, standsWithoutParty } from './contest-facts.ts'
import { overlayNote } from './record-marks.ts'
import { titleHtml } from './titles.ts'
import type { View } from './view.ts'
import { partyOf } from './words/parties.ts'
import { labelOf, shareInWords, type Words } from './words/words.ts'

/** The contest at a glance; everything else opens on demand. */
export function contestCard(view: View, contest: CardContest, options: CardOptions): Html {
  const { words, lang, href } = view
  const advice = adviceOn(contest, options.ticked, words)
  const title =
    options.heading === 'h1'
      ? html`<h1>${titleHtml(contest, lang)}</h1>`
      : html`<h4><a href="${href(`/explore/contests/${contest.id}`)}">${titleHtml(contest, lang)}</a></h4>`
  // A reader marks neither a list of winners nor a contest in which the source mixes several seats.
  const isMarked = !contest.details.winners_only && !lacksOf(contest).includes('severalSeats')
  const advises = (options.advises ?? true) && isMarked
  const facts = factsAtOnce(view, contest)
  const stances = (contest.stances ?? []).map(({ endorser, stance }) => ({ slug: endorser.slug, stance }))
  return html`<article class="contest${contest.vote_method === 'yes_no' && ' yes-no'}" id="contest-${contest.id}"${advises && html` data-contest="${JSON.stringify(toAdvised(contest, words))}" data-positions="${JSON.stringify(contest.endorsements.map(toTold))}" ${stances.length > 0 && html` data-stances="${JSON.stringify(stances)}"`} data-election="${contest.election.slug}"${contest.details.votes_allowed_is_minimum && html` data-open`}`}>
${title}
${overlayNote(view, contest)}
${contest.match === 'possible' && possibleLine(view, contest, options.exact ?? false)}
${facts.length > 0 && html`<p class="how">${facts.join(' · ')}</p>`}
${contest.details.winners_only && html`<p class="unsure">${words.winnersOnly}</p>`}
${lacksLine(view, contest, options)}
${contest.kind === 'retention' && html`<p class="how">${words.retention}</p>`}
${contest.description !== null && html`<p class="measure">${contest.description}</p>`}
${options.opened && tallies(view, contest)}
${advises && adviceBox(advice)}
<ul class="choices">
${contest.choices.map((choice) => choiceLine(view, contest, choice, { marked: advice?.choice_ids.includes(choice.id) ?? false, options }))}
</ul>
${contestDetails(view, contest, options)}
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
  const { labels, ranks, heading, reasons } = advice
  const items = labels.map(
    (label, at) => html`<li>${label}${ranks[at] && html` <span class="why">${ranks[at]}</span>`}</li>`,
  )
  const list = ranks.length > 0 ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
  return html`<div class="advice${labels.length === 0 && ' none'}" data-advice><p class="advice-head">${heading}</p>${labels.length > 0 && list}<p class="why">${reasons.join(' ')}</p></div>`
}

function possibleLine({ words, lang }: View, { share }: CardContest, exact: boolean): Html {
  const told = exact
    ? words.possiblePoint
    : share == null
      ? words.possible
      : fill(words.contestShare, { share: shareInWords(share, lang) })
  return html`<p class="match possible">${told}</p>`
}

function choiceLine(
  view: View,
  contest: CardContest,
  choice: CardContest['choices'][number],
  { marked, options }: { marked: boolean; options: CardOptions },
): Html {
  const { words, lang } = view
  const { withdrawn, option } = choice
  const told = [
    partyOf(choice, lang),
    standsWithoutParty(choice) && words.noParty,
    runningMateOf(words, choice),
    option && words.noneOfThese,
  ]
  // An opened card lists them below the choice, with their reasons: each stands there once.
  const backed = options.opened ? '' : backedBy(view, contest, choice)
  return html`<li class="choice${withdrawn && ' gone'}${marked && ' marked'}" data-choice="${choice.id}">
<p class="choice-head">${!contest.details.winners_only && html`<span class="box" aria-hidden="true"></span>`}<b>${labelOf(choice, words)}</b>${withdrawn && html` <span class="state revoked">${words.withdrawn}</span>`}
${told.filter(Boolean).map((text) => html`<span class="told">${text}</span> `)}${backed !== '' && html`<span class="backed">${backed}</span>`}</p>
${overlayNote(view, choice)}${options.opened && choiceDetails(view, contest, choice, options)}</li>
`
}

/** Who endorses a choice: their names, or how many of which kinds. Empty if nobody does. */
function backedBy(view: View, contest: CardContest, choice: CardContest['choices'][number]): string {
  const backers = backersOf(contest, choice)
  if (backers.length === 0) return ''
  if (backers.length > BACKERS_NAMED) return countByKind(view, backers)
  return fill(view.words.endorsedBy, { names: backers.map(({ by }) => by.name).join(', ') })
}
