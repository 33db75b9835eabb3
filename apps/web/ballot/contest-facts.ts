// How to vote in a contest, the facts that its ballot prints, and those that its source lacks, in words.

import type { Language } from '../../../data/schema/vocabulary.ts'
import { type Html, html } from '../html.ts'
import { fill, fillHtml } from '../sentence.ts'
import type { CardContest, CardOptions } from './card-contest.ts'
import { nameSources, type Publishers } from './source-names.ts'
import { titleHtml, titleIn } from './titles.ts'
import type { View } from './view.ts'
import { partyIn, partyOf } from './words/parties.ts'
import { dayInWords, dollarsInWords, type Words } from './words/words.ts'

type VotedContest = Pick<CardContest, 'vote_method' | 'votes_allowed' | 'ranks_allowed' | 'choices' | 'details'>

export function howToVote(words: Words, contest: VotedContest): string {
  const { vote_method, votes_allowed, details } = contest
  if (details.votes_allowed_is_minimum) return words.votesUnknown
  switch (vote_method) {
    case 'plurality':
      return words.voteOne
    case 'multi_seat':
      return fill(words.voteUpTo, { count: votes_allowed })
    case 'ranked_choice':
      return howToRank(words, contest)
    case 'approval':
      return words.voteApproval
    case 'yes_no':
      return words.voteYesNo
    default:
      return vote_method satisfies never
  }
}

/** No more ranks than there are choices, if they are all known. */
function howToRank(words: Words, { ranks_allowed, choices, details }: VotedContest): string {
  const standing = choices.filter(({ withdrawn }) => !withdrawn).length
  const isWhole = standing > 0 && !details.choices_incomplete && !details.winners_only
  const count = isWhole ? Math.min(ranks_allowed ?? standing, standing) : ranks_allowed
  if (count === 1) return words.voteOne
  return count === null || ranks_allowed === null ? words.voteRankAll : fill(words.voteRank, { count })
}

/** What a voter must know before the choices: how to vote if it is not for one, and what a measure needs. */
export function factsAtOnce(view: View, contest: CardContest): string[] {
  const { words, lang } = view
  const { vote_method, kind, party, details, title, measure_code } = contest
  return [
    !details.votes_allowed_is_minimum && !['plurality', 'yes_no'].includes(vote_method) && howToVote(words, contest),
    kind === 'measure' && measure_code !== null && measureName(words, lang, { title, measure_code }),
    party !== null && fill(words.primaryOf, { party: partyIn(party, lang) }),
    ...neededFor(words, lang, contest),
    details.write_in_only && words.writeInOnly,
    details.short_term && words.shortTerm,
  ].filter((fact) => typeof fact === 'string')
}

/** What its details add to that. */
export function furtherFacts(view: View, contest: CardContest): string[] {
  const { words, lang } = view
  const { details } = contest
  const said = factsAtOnce(view, contest)
  return [
    !details.votes_allowed_is_minimum && howToVote(words, contest),
    details.uncontested && words.uncontested,
    details.runoff_date !== undefined && fill(words.runoff, { date: dayInWords(details.runoff_date, lang) }),
  ].flatMap((fact) => (typeof fact === 'string' && !said.includes(fact) ? [fact] : []))
}

/** The votes that a measure needs, and the amount of a bond. */
function neededFor(
  words: Words,
  lang: Language,
  { kind, details }: Pick<CardContest, 'kind' | 'details'>,
): (string | false)[] {
  const { vote_required, majority_required, amount } = details
  return [
    vote_required !== undefined && fill(words.voteRequired, { share: vote_required }),
    kind === 'measure' && majority_required === true && vote_required === undefined && words.majorityRequired,
    amount !== undefined && fill(words.amount, { amount: dollarsInWords(amount, lang) }),
  ]
}

/** False if the title says it: `California Proposition 51`, `Question 1: An Act`, `Amendment No 3` of `Amendment 3`. */
export function measureName(
  words: Words,
  lang: Language,
  { title, measure_code }: { title: string; measure_code: string },
): string | false {
  const isNamed = /^\p{L}{3,} /u.test(measure_code)
  const name = isNamed ? titleIn({ title: measure_code }, lang).text : fill(words.measure, { code: measure_code })
  const [said, code] = [numbered(title), numbered(measure_code)]
  // The article `a` does not say that the code is A.
  const isSaid = isNamed ? said.toLowerCase().includes(code.toLowerCase()) : said.includes(code)
  return !isSaid && name
}

/** The words of a title, each between spaces, without those that only announce a number. */
function numbered(title: string): string {
  const said = title.split(/[^\p{L}\p{N}]+/u)
  return ` ${said.filter((word) => !/^(?:no|number)?$/i.test(word)).join(' ')} `
}

/** Facts that the source of a contest lacks, and that a voter must not take for granted. */
const LACKS = [
  'lackCandidates',
  'votesUnknown',
  'severalSeats',
  'choicesIncomplete',
  'surnamesOnly',
  'someSurnamesOnly',
  'partiesNotPrinted',
  'lackParties',
  'lackSomeParties',
  'lackSummary',
] as const satisfies readonly (keyof Words)[]
type Lack = (typeof LACKS)[number]
/** They change how the choices are read: each contest says them itself. */
const AT_CONTEST: ReadonlySet<Lack> = new Set(['severalSeats', 'choicesIncomplete'])

/** What is lacking of all candidates, and the same of some of them. */
const OF_SOME: Partial<Readonly<Record<Lack, Lack>>> = {
  lackParties: 'lackSomeParties',
  surnamesOnly: 'someSurnamesOnly',
}

/** A contest as any page has it. */
type LackingContest = Pick<
  CardContest,
  'id' | 'title' | 'district' | 'kind' | 'details' | 'choices' | 'party' | 'description' | 'source_url'
>

export function lacksOf({ kind, details, choices, party, description }: LackingContest): Lack[] {
  const isRace = kind === 'candidate'
  const standing = choices.filter(({ candidate, withdrawn }) => candidate !== null && !withdrawn)
  const parties = standing.flatMap((choice) => choice.party ?? [])
  const unnamed = standing.filter((choice) => partyOf(choice, 'en') === null && !standsWithoutParty(choice))
  const surnames = standing.filter((choice) => choice.details?.name_incomplete).length
  const isPartisan = isRace && party === null && !details.nonpartisan
  const lacks: Readonly<Record<Lack, boolean | undefined>> = {
    lackCandidates: isRace && choices.length === 0 && !details.write_in_only,
    votesUnknown: details.votes_allowed_is_minimum,
    // A merged contest is not one for one seat.
    severalSeats: details.votes_allowed_is_minimum && party === null && new Set(parties).size < parties.length,
    // A card says itself that it has the winners alone.
    choicesIncomplete: details.choices_incomplete && !details.winners_only,
    surnamesOnly: standing.length > 0 && surnames === standing.length,
    someSurnamesOnly: details.name_incomplete && surnames < standing.length,
    partiesNotPrinted: isRace && details.nonpartisan && standing.length > 0,
    lackParties: isPartisan && standing.length > 0 && unnamed.length === standing.length,
    lackSomeParties: isPartisan && unnamed.length > 0 && unnamed.length < standing.length,
    lackSummary: kind === 'measure' && description === null,
  }
  return LACKS.filter((lack) => lacks[lack])
}

/** @param grouped whether a group of contests says the others once */
export function lacksLine(
  { words }: View,
  contest: CardContest,
  { grouped = false, publishers }: Pick<CardOptions, 'grouped' | 'publishers'>,
): Html | null {
  const lacks = lacksOf(contest).filter((lack) => !grouped || AT_CONTEST.has(lack))
  if (lacks.length === 0) return null
  const listed = lacks.includes('lackSummary') && listedBy(words, [contest], publishers)
  return html`<p class="lacks small soft">${lacks.map((lack) => words[lack]).join(' ')}${listed}</p>`
}

/** Links to the sources that list the contests. */
function listedBy(words: Words, contests: readonly LackingContest[], publishers: Publishers | undefined): Html | null {
  const named = nameSources(words, [...new Set(contests.flatMap(({ source_url }) => source_url ?? []))], publishers)
  if (named.length === 0) return null
  const links = named.map(([url, name], at) => html`${at > 0 && '; '}<a href="${url}" rel="noreferrer">${name}</a>`)
  return html` ${fillHtml(words.listedBy, { sources: html`${links}` })}`
}

/** Whether the source says that the candidate stands without a party. */
export function standsWithoutParty({ details, ...choice }: CardContest['choices'][number]): boolean {
  return details?.party_missing === 'no_party' && partyOf(choice, 'en') === null
}

/** Who stands on the same ticket; false if the source does not say, or the label names both. */
export function runningMateOf(words: Words, { label, details }: CardContest['choices'][number]): string | false {
  const name = details?.running_mate
  return name !== undefined && !label.includes(name) && fill(words.runningMate, { name })
}

/** @setting Contests of a group that a sentence on them names; more are counted. */
const LACKING_NAMED = 3

/** What the source lacks of a group of contests, each fact once. Null if it lacks nothing. @param asked the facts that the page would show */
export function groupLacks(
  { words, lang }: View,
  contests: readonly LackingContest[],
  {
    asked = LACKS.filter((lack) => !AT_CONTEST.has(lack)),
    publishers,
  }: { asked?: readonly Lack[]; publishers?: Publishers | undefined } = {},
): Html | null {
  const found = contests.map((contest) => ({ contest, lacks: lacksOf(contest) }))
  // The sentence on some candidates is true of contests without any party or first name, too.
  const has = (lack: Lack): boolean => found.some(({ lacks }) => lacks.includes(lack))
  const shown = asked.filter((lack) => {
    const ofSome = OF_SOME[lack]
    return has(lack) && !(ofSome && has(ofSome))
  })
  // Facts of the same contests stand together.
  const told = new Map<string, { contests: Html | number; facts: string[]; listed: Html | null }>()
  for (const lack of shown) {
    const own = found.filter(({ lacks }) => lacks.includes(lack)).map(({ contest }) => contest)
    const alike = contests.filter(({ kind }) => kind === own[0]?.kind)
    const isOfAll = own.length === alike.length || Object.values(OF_SOME).includes(lack)
    const sentence = lack === 'lackSummary' && own.length > 1 ? 'lackSummaries' : lack
    const key = isOfAll ? '' : own.map(({ id }) => id).join()
    const named = html`${own.map((contest, at) => html`${at > 0 && '; '}${titleHtml(contest, lang)}`)}`
    const group = told.get(key) ?? {
      contests: own.length > LACKING_NAMED ? own.length : named,
      facts: [],
      listed: null,
    }
    const listed = lack === 'lackSummary' ? listedBy(words, own, publishers) : group.listed
    told.set(key, { ...group, facts: [...group.facts, words[sentence]], listed })
  }
  const sentences = [...told].map(([key, { contests: own, facts, listed }]) => {
    const all = facts.join(' ')
    if (key === '') return html`${all}${listed} `
    const few = startLower(all)
    if (typeof own === 'number') return html`${fill(words.lackSome, { count: own, facts: few })}${listed} `
    return html`${own}: ${few}${listed} `
  })
  return sentences.length === 0 ? null : html`<p class="lacks small soft">${sentences}</p>`
}

function startLower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
