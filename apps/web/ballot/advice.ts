// A recommendation in words. The server and the browser run this file; `recommend` alone decides.

import type { DecidingRule, VoteMethod } from '../../../data/schema/vocabulary.ts'
import { findPivotal, type RankedContest, recommend, type Tally } from '../../../server/recommend/recommend.ts'
import { countOf, fill } from '../sentence.ts'

export interface AdvisedContest {
  vote_method: VoteMethod
  votes_allowed: number
  ranks_allowed: number | null
  /** In ballot order. */
  choices: readonly { id: number; label: string; withdrawn: boolean }[]
}

export interface AdvisingPosition {
  endorser: string
  picks: readonly { choice_id: number; rank: number | null }[]
}

/** The sentences of words/ that a recommendation uses. */
export const ADVICE_WORDS = [
  'advice',
  'adviceNone',
  'adviceRanking',
  'ruleNoPosition',
  'ruleOnlyWithdrawn',
  'ruleMostBacked',
  'ruleMoreThanHalf',
  'tie',
  'rankBacked',
  'rankFirst',
  'rankByFirst',
  'rankByMean',
  'rankByBallot',
  'agreementOne',
  'agreementUnanimous',
  'agreementSome',
  'agreementOther',
  'agreementSplit',
  'pivotalOne',
  'pivotalMany',
  'endorsersOne',
  'endorsersMany',
  'moreOne',
  'moreMany',
] as const
export type AdviceWords = Readonly<Record<(typeof ADVICE_WORDS)[number], string>>

export interface Advice {
  choice_ids: readonly number[]
  heading: string
  /** Labels of the choices to mark, in the recommended order. */
  labels: readonly string[]
  /** Of a ranking, why each label has its rank; otherwise empty. */
  ranks: readonly string[]
  /** How the endorsers agree, the rule that decided, and who would change the result. */
  reasons: readonly string[]
}

/** A tie names its choices; the rules of a ranking stand beside each rank. */
const RULES: Readonly<Partial<Record<DecidingRule, keyof AdviceWords>>> = {
  no_position: 'ruleNoPosition',
  only_withdrawn: 'ruleOnlyWithdrawn',
  most_backed: 'ruleMostBacked',
  more_than_half: 'ruleMoreThanHalf',
}

/** @setting Endorsers that a sentence of a recommendation names; the others are counted. */
const ADVISERS_NAMED = 8

/** @param positions of the ticked endorsers who took one in this contest */
export function advise(contest: AdvisedContest, positions: readonly AdvisingPosition[], words: AdviceWords): Advice {
  const ranked = recommend(contest, positions)
  const { choice_ids, agreement, rule } = ranked
  const labels = choice_ids.map((id) => labelIn(contest, id))
  const isRanking = contest.vote_method === 'ranked_choice' && labels.length > 0
  const pivotal = findPivotal(contest, positions, ranked).map(({ endorser }) => endorser)
  const ruleWord = isRanking ? undefined : RULES[rule]
  return {
    choice_ids,
    heading: labels.length === 0 ? words.adviceNone : isRanking ? words.adviceRanking : words.advice,
    labels,
    ranks: isRanking ? choice_ids.map((id) => sayRank(contest, ranked, id, words)) : [],
    reasons: [
      // Each rank says how many back it.
      agreement === 'none' || isRanking ? '' : sayAgreement(contest, ranked, positions, words),
      rule === 'tie' ? sayTie(contest, ranked, words) : '',
      ruleWord === undefined || (positions.length === 1 && rule === 'most_backed') ? '' : words[ruleWord],
      // A single position decides by itself; to say so would repeat it.
      positions.length < 2 || pivotal.length === 0 ? '' : sayPivotal(pivotal, words),
    ].filter((sentence) => sentence !== ''),
  }
}

/** How many of those who took a position agree, who they are, and what the others chose. One of them is named: the other ticked endorsers are silent here. */
function sayAgreement(
  contest: AdvisedContest,
  { agreement, choice_ids }: RankedContest,
  positions: readonly AdvisingPosition[],
  words: AdviceWords,
): string {
  const [first, ...others] = positions
  if (first && others.length === 0) return fill(words.agreementOne, { name: first.endorser })
  if (agreement === 'unanimous') return fill(words.agreementUnanimous, { count: positions.length })
  if (agreement === 'split') return words.agreementSplit
  const told = choice_ids.map((id) => {
    const backers = positions.filter(({ picks }) => picks.some(({ choice_id }) => choice_id === id))
    const counts = { count: backers.length, total: positions.length, names: sayNames(backers, words) }
    const label = choice_ids.length > 1 ? `${labelIn(contest, id)}: ` : ''
    return label + fill(words.agreementSome, counts)
  })
  const byOther = new Map<string, AdvisingPosition[]>()
  for (const position of positions) {
    const left = position.picks.filter(({ choice_id }) => !choice_ids.includes(choice_id))
    const chosen = left.map(({ choice_id }) => labelIn(contest, choice_id)).join(', ')
    if (chosen !== '') byOther.set(chosen, [...(byOther.get(chosen) ?? []), position])
  }
  const rest = [...byOther].map(([choices, own]) =>
    fill(words.agreementOther, { names: sayNames(own, words), choices }),
  )
  return [...told, ...rest].join(' ')
}

function sayNames(positions: readonly AdvisingPosition[], words: AdviceWords): string {
  const names = positions.slice(0, ADVISERS_NAMED).map(({ endorser }) => endorser)
  const more = positions.length - names.length
  return names.join(', ') + (more === 0 ? '' : ` ${countOf(more, words.moreOne, words.moreMany)}`)
}

function labelIn({ choices }: AdvisedContest, id: number): string {
  return choices.find((choice) => choice.id === id)?.label ?? ''
}

/** Who is tied, with how many endorsers, and how many of them could be marked. */
function sayTie(contest: AdvisedContest, { ranked, choice_ids }: RankedContest, words: AdviceWords): string {
  const left = ranked.filter(({ choice }) => !choice.withdrawn && !choice_ids.includes(choice.id))
  const backers = left[0]?.backers ?? 0
  const tied = left.filter((one) => one.backers === backers)
  const places = contest.vote_method === 'multi_seat' ? contest.votes_allowed - choice_ids.length : 1
  return fill(words.tie, {
    names: tied.map(({ choice }) => labelIn(contest, choice.id)).join(', '),
    backers: countOf(backers, words.endorsersOne, words.endorsersMany),
    places,
  })
}

/** How many back a rank, and the rule that puts it before a next choice with as many. */
function sayRank(
  contest: AdvisedContest,
  { ranked, endorser_count }: RankedContest,
  id: number,
  words: AdviceWords,
): string {
  const standing = ranked.filter(({ choice, backers }) => !choice.withdrawn && backers > 0)
  const at = standing.findIndex(({ choice }) => choice.id === id)
  const [own, next] = [standing[at], standing[at + 1]]
  if (!own) return ''
  const counts = { count: own.backers, total: endorser_count, first: own.first_choices }
  const backed = fill(own.first_choices > 0 ? words.rankFirst : words.rankBacked, counts)
  if (!next || next.backers !== own.backers) return backed
  const rule =
    next.first_choices !== own.first_choices
      ? words.rankByFirst
      : isSameMean(own, next)
        ? words.rankByBallot
        : words.rankByMean
  return `${backed} ${fill(rule, { name: labelIn(contest, next.choice.id) })}`
}

/** Choices without a rank have no mean. */
function isSameMean(a: Tally, b: Tally): boolean {
  return a.ranks === 0 || b.ranks === 0 ? a.ranks === b.ranks : a.rank_sum * b.ranks === b.rank_sum * a.ranks
}

function sayPivotal([first = '', ...others]: readonly string[], words: AdviceWords): string {
  if (others.length === 0) return fill(words.pivotalOne, { name: first })
  return fill(words.pivotalMany, { names: [first, ...others].join(', ') })
}
