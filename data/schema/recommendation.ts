import { z } from 'zod'
import { choice } from './choice.ts'
import { ballotContest, contest } from './contest.ts'
import { endorserSummary } from './endorser.ts'
import { location } from './location.ts'
import { endorsementFields, recordId } from './scalar.ts'
import { AGREEMENTS, DECIDING_RULES, type DecidingRule } from './vocabulary.ts'

/** An endorser of a choice, with the endorsement. */
export const backer = z
  .object({
    endorser: endorserSummary,
    ...endorsementFields,
  })
  .meta({ id: 'Backer', description: 'An endorser of a choice, with the endorsement.' })
export type Backer = z.infer<typeof backer>

export const recommendedChoice = z
  .object({
    ...choice.shape,
    endorsed_by: z.array(backer).meta({ description: 'Every chosen endorser who picked it, by name.' }),
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
          'Of a ranked choice: endorsers who gave it rank 1, or picked it alone without a rank. Null elsewhere.',
        examples: [2],
      }),
  })
  .meta({ id: 'RecommendedChoice', description: 'A choice with the chosen endorsers who back it.' })
export type RecommendedChoice = z.infer<typeof recommendedChoice>

/** What a contest's positions come to; server/recommend says how. */
export const recommendation = z
  .object({
    choice_ids: z.array(recordId).meta({
      description:
        'Choices to mark, most-backed first: the answer of a measure, the candidates of vote-for-N, the ranking of a ranked choice. Withdrawn choices are never among them; tied ones are left out, except inside a ranking.',
      examples: [[4503599627370497]],
    }),
    endorser_count: z
      .int()
      .nonnegative()
      .meta({ description: 'How many chosen endorsers took a position in the contest.', examples: [5] }),
    agreement: z.enum(AGREEMENTS).meta({
      description:
        'How many of them back the least-backed recommended choice (of a ranking, the first): unanimous, all; majority, more than half; plurality, fewer. split: a tie left a choice out, or in a ranking the first two tie on backers and first choices. none: no choice that may be recommended is backed.',
    }),
  })
  .meta({ id: 'Recommendation', description: 'What to mark in a contest, by the positions of the chosen endorsers.' })
export type Recommendation = z.infer<typeof recommendation>

const MEANING: Readonly<Record<DecidingRule, string>> = {
  no_position: 'no chosen endorser took a position',
  only_withdrawn: 'every choice that is backed has withdrawn',
  most_backed:
    'the most-backed choices, as many as may be marked; in a ranking, the first has more backers than the second',
  more_than_half: 'approval: every choice that more than half of the endorsers back',
  tie: 'choices tied across the last place are left out, all of them',
  first_choices: 'a ranking whose first two tie on backers: the first has more first choices',
  mean_rank: 'a ranking whose first two tie on backers and first choices: the first has the better mean rank',
  ballot_order: 'a ranking whose first two tie on everything: they stand as on the ballot',
}

/** Why this is recommended, and how easily it would be otherwise. */
export const explanation = z
  .object({
    rule: z.enum(DECIDING_RULES).meta({
      description: `What decided. ${DECIDING_RULES.map((rule) => `${rule}: ${MEANING[rule]}.`).join(' ')}`,
    }),
    margin: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description:
          'The margin to the runner-up, in endorsers: by how many backers the least-backed recommended choice leads the most-backed other one that has not withdrawn; in a ranking, the first the second. 0 where a tie left choices out; null where nothing is recommended or no choice is left to compare with.',
        examples: [1],
      }),
    pivotal_endorsers: z.array(endorserSummary).meta({
      description:
        'Each of these, left out alone, would change choice_ids: which they are or, in a ranked choice, their order too. By name.',
    }),
  })
  .meta({ id: 'Explanation', description: 'Which rule decided, and how easily the result would be another.' })
export type Explanation = z.infer<typeof explanation>

/** A contest of `/v1/recommendations`. */
export const recommendedContest = z
  .object({
    ...contest.shape,
    choices: z.array(recommendedChoice).meta({
      description:
        'Most-backed first; of a ranked choice then by first choices and mean rank; then in ballot order. Withdrawn choices stand in their place.',
    }),
    match: ballotContest.shape.match,
    recommendation,
    explanation: explanation.nullable().meta({ description: 'With explain=true; otherwise null.' }),
  })
  .meta({ id: 'RecommendedContest', description: 'A contest with what to mark in it.' })
export type RecommendedContest = z.infer<typeof recommendedContest>

export const recommendations = z
  .object({ location, contests: z.array(recommendedContest).meta({ description: 'Contests in ballot order.' }) })
  .meta({ id: 'Recommendations', description: 'What to mark on the ballot at a place.' })
export type Recommendations = z.infer<typeof recommendations>
