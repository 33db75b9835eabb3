// A recommendation in words. The server and the browser run this file; `recommend` alone decides.

import type { Agreement, DecidingRule, VoteMethod } from '../../../data/schema/vocabulary.ts'
import { findPivotal, recommend } from '../../../server/recommend/recommend.ts'

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
  'adviceFirst',
  'adviceNone',
  'adviceRanking',
  'ruleNoPosition',
  'ruleOnlyWithdrawn',
  'ruleMostBacked',
  'ruleMoreThanHalf',
  'ruleTie',
  'ruleFirstChoices',
  'ruleMeanRank',
  'ruleBallotOrder',
  'agreementUnanimous',
  'agreementMajority',
  'agreementPlurality',
  'agreementSplit',
  'pivotalOne',
  'pivotalMany',
] as const
export type AdviceWords = Readonly<Record<(typeof ADVICE_WORDS)[number], string>>

export interface Advice {
  choice_ids: readonly number[]
  heading: string
  /** Labels of the choices to mark, in the recommended order. */
  labels: readonly string[]
  /** True if the order of the labels is a ranking. */
  isRanking: boolean
  /** How the endorsers agree, the rule that decided, and who would change the result. */
  reasons: readonly string[]
}

const RULES: Readonly<Record<DecidingRule, keyof AdviceWords>> = {
  no_position: 'ruleNoPosition',
  only_withdrawn: 'ruleOnlyWithdrawn',
  most_backed: 'ruleMostBacked',
  more_than_half: 'ruleMoreThanHalf',
  tie: 'ruleTie',
  first_choices: 'ruleFirstChoices',
  mean_rank: 'ruleMeanRank',
  ballot_order: 'ruleBallotOrder',
}

const AGREEMENTS: Readonly<Record<Exclude<Agreement, 'none'>, keyof AdviceWords>> = {
  unanimous: 'agreementUnanimous',
  majority: 'agreementMajority',
  plurality: 'agreementPlurality',
  split: 'agreementSplit',
}

/** @param positions of the ticked endorsers who took one in this contest */
export function advise(contest: AdvisedContest, positions: readonly AdvisingPosition[], words: AdviceWords): Advice {
  const ranked = recommend(contest, positions)
  const { choice_ids, agreement, rule } = ranked
  const labels = choice_ids.map((id) => contest.choices.find((choice) => choice.id === id)?.label ?? '')
  const isRanking = contest.vote_method === 'ranked_choice' && labels.length > 1
  const pivotal = findPivotal(contest, positions, ranked).map(({ endorser }) => endorser)
  // Of a ranking, both speak of the first choice alone.
  const ofFirst = (sentence: string): string =>
    isRanking && agreement !== 'split' ? words.adviceFirst.replace('{sentence}', () => sentence) : sentence
  return {
    choice_ids,
    heading: labels.length === 0 ? words.adviceNone : words.advice,
    labels,
    isRanking,
    reasons: [
      agreement === 'none' ? '' : ofFirst(words[AGREEMENTS[agreement]]),
      rule === 'most_backed' ? ofFirst(words[RULES[rule]]) : words[RULES[rule]],
      // A single position decides by itself; to say so would repeat it.
      positions.length < 2 || pivotal.length === 0 ? '' : sayPivotal(pivotal, words),
    ].filter((sentence) => sentence !== ''),
  }
}

function sayPivotal([first = '', ...others]: readonly string[], words: AdviceWords): string {
  if (others.length === 0) return words.pivotalOne.replace('{name}', () => first)
  return words.pivotalMany.replace('{names}', () => [first, ...others].join(', '))
}
