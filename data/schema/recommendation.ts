import { z } from 'zod'
import { choice } from './choice.ts'
import { ballotContest, contest } from './contest.ts'
import { endorserSummary } from './endorser.ts'
import { evidenceSummary } from './evidence.ts'
import { location } from './location.ts'
import { endorserStances } from './position.ts'
import { endorsementFields, recordId } from './scalar.ts'
import { AGREEMENTS, DECIDING_RULES, type DecidingRule } from './vocabulary.ts'

/** An endorser of a choice, with the endorsement. */
export const backer = z
  .object({
    endorser: endorserSummary,
    ...endorsementFields,
    evidence: evidenceSummary.optional(),
  })
  .meta({ id: 'Backer', description: 'An endorser of a choice, with the endorsement.' })
export type Backer = z.infer<typeof backer>

export const recommendedChoice = z
  .object({
    ...choice.shape,
    endorsed_by: z.array(backer).meta({ description: 'Every chosen endorser that picked it, by name.' }),
    endorsement_count: z
      .int()
      .nonnegative()
      .meta({ description: 'How many chosen endorsers picked it.', examples: [3] }),
    first_choice_count: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description:
          'In a ranked-choice contest: number of endorsers that gave it rank 1, or picked only this choice without a rank. Otherwise null.',
        examples: [2],
      }),
  })
  .meta({ id: 'RecommendedChoice', description: 'A choice with the chosen endorsers that back it.' })
export type RecommendedChoice = z.infer<typeof recommendedChoice>

/** The result of a contest's positions; server/recommend computes it. */
export const recommendation = z
  .object({
    choice_ids: z.array(recordId).meta({
      description:
        'Choices to mark, most-backed first: the answer of a measure, the candidates of a vote-for-N contest, or the ranking of a ranked-choice contest. Withdrawn choices are never included. Tied choices are left out, except inside a ranking.',
      examples: [[4503599627370497]],
    }),
    endorser_count: z
      .int()
      .nonnegative()
      .meta({ description: 'How many chosen endorsers took a position in the contest.', examples: [5] }),
    agreement: z.enum(AGREEMENTS).meta({
      id: 'Agreement',
      description:
        'How many of these endorsers back the least-backed recommended choice (in a ranking, the first). unanimous: all. majority: more than half. plurality: fewer. split: a tie left a choice out, or in a ranking the first two tie on backers and first choices. none: no choice that may be recommended has a backer.',
    }),
  })
  .meta({
    id: 'Recommendation',
    description: 'The choices to mark in a contest, by the positions of the chosen endorsers.',
  })
export type Recommendation = z.infer<typeof recommendation>

const MEANING: Readonly<Record<DecidingRule, string>> = {
  no_position: 'no chosen endorser took a position',
  only_withdrawn: 'every choice with a backer has withdrawn',
  most_backed:
    'the most-backed choices, as many as may be marked; in a ranking, the first has more backers than the second',
  more_than_half: 'approval: every choice that more than half of the endorsers back',
  tie: 'choices tied across the last place are left out, all of them',
  first_choices: 'a ranking whose first two tie on backers: the first has more first choices',
  mean_rank: 'a ranking whose first two tie on backers and first choices: the first has the better mean rank',
  ballot_order: 'a ranking whose first two tie on everything: they stand as on the ballot',
}

/** The rule that decided a recommendation, and how stable the result is. */
export const explanation = z
  .object({
    rule: z.enum(DECIDING_RULES).meta({
      id: 'DecidingRule',
      description: `The rule that decided. ${DECIDING_RULES.map((rule) => `${rule}: ${MEANING[rule]}.`).join(' ')}`,
    }),
    margin: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description:
          'Lead over the runner-up, in endorsers: backers of the least-backed recommended choice, minus those of the most-backed other choice that has not withdrawn. In a ranking: lead of the first over the second. 0 if a tie left choices out; null if nothing is recommended or there is no choice to compare with.',
        examples: [1],
      }),
    pivotal_endorsers: z.array(endorserSummary).meta({
      description:
        'Endorsers whose removal, each alone, would change choice_ids (in a ranked-choice contest, also their order). By name.',
    }),
  })
  .meta({ id: 'Explanation', description: 'The rule that decided, and how stable the result is.' })
export type Explanation = z.infer<typeof explanation>

/** A contest of `/v1/recommendations`. */
export const recommendedContest = z
  .object({
    ...contest.shape,
    choices: z.array(recommendedChoice).meta({
      description:
        'Most-backed first; in a ranked-choice contest then by first choices and mean rank; then in ballot order. Withdrawn choices keep their position.',
    }),
    stances: endorserStances,
    match: ballotContest.shape.match,
    share: ballotContest.shape.share,
    recommendation,
    explanation: explanation.nullable().meta({ description: 'With explain=true; otherwise null.' }),
  })
  .meta({ id: 'RecommendedContest', description: 'A contest with the choices to mark in it.' })
export type RecommendedContest = z.infer<typeof recommendedContest>

export const recommendations = z
  .object({
    location,
    endorsers_asked: z
      .int()
      .nonnegative()
      .meta({
        description:
          'How many endorsers the filters choose. Only positions count in a recommendation: its endorser_count says how many of these took one.',
        examples: [12],
      }),
    contests: z.array(recommendedContest).meta({ description: 'Contests in ballot order.' }),
  })
  .meta({ id: 'Recommendations', description: 'The choices to mark on the ballot at a place.' })
export type Recommendations = z.infer<typeof recommendations>
