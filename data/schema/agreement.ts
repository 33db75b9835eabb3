// How far positions agree: of two endorsers in an election, and of all endorsers in a contest (docs/rules.md#agreement).

import { z } from 'zod'
import { contestSummary } from './contest.ts'
import { endorserSummary } from './endorser.ts'
import { recordId } from './scalar.ts'

/** @setting Contests that a pair of endorsers shares at least to be compared: one contest tells nothing. build/sql/64_agreement.sql has it too. */
export const SHARED_CONTESTS_MIN = 2
/** @setting `min_shared` if it is absent. */
export const SHARED_CONTESTS_DEFAULT = 3
/** @setting `min_positions` if it is absent: two positions alone are no split of opinion. */
export const SPLIT_POSITIONS_DEFAULT = 3
/** @setting The largest `min_shared` and `min_positions`. */
export const AGREEMENT_MINIMUM_MAX = 10_000

function share(description: string, example: number) {
  return z
    .number()
    .min(0)
    .max(1)
    .meta({ description, examples: [example] })
}

/** `/v1/elections/{slug}/agreement` */
export const endorserAgreement = z
  .object({
    /** The one that the filters choose; of two, the first by name. */
    endorser: endorserSummary,
    other: endorserSummary,
    shared_contests: z
      .int()
      .min(SHARED_CONTESTS_MIN)
      .meta({ description: 'Number of contests of the election in which both took a position.', examples: [12] }),
    agreed_contests: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Number of these contests in which they agree: they support the same choices, or the same first choice of a ranking.',
        examples: [10],
      }),
    agreement: share('agreed_contests / shared_contests, to four decimals.', 0.8333),
    interval_low: share(
      "Lower end of Wilson's 95 % interval of the agreement, to four decimals. With few shared contests the interval is wide.",
      0.552,
    ),
    interval_high: share("Upper end of Wilson's 95 % interval of the agreement, to four decimals.", 0.953),
  })
  .meta({
    id: 'EndorserAgreement',
    description:
      'How far the positions of two endorsers agree in an election. `endorser` is the one that the filters choose; of two, the first by name.',
  })
export type EndorserAgreement = z.infer<typeof endorserAgreement>

/** `/v1/elections/{slug}/contest-agreement` */
export const contestAgreement = z
  .object({
    contest: contestSummary,
    position_count: z
      .int()
      .min(2)
      .meta({ description: 'Number of endorsers with a position in the contest.', examples: [5] }),
    pair_count: z
      .int()
      .positive()
      .meta({ description: 'Number of pairs of these endorsers: n (n − 1) / 2.', examples: [10] }),
    agreeing_pair_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of these pairs whose positions agree.', examples: [4] }),
    agreement: share('agreeing_pair_count / pair_count, to four decimals. 1: all agree.', 0.4),
    sides: z
      .array(
        z
          .object({
            choice_ids: z.array(recordId).meta({ description: 'Ids of the supported choices, in ballot order.' }),
            labels: z
              .array(z.string())
              .meta({ description: 'These choices as the ballot prints them.', examples: [['Avery Sample']] }),
            position_count: z
              .int()
              .positive()
              .meta({ description: 'Number of endorsers on this side.', examples: [3] }),
          })
          .meta({ id: 'AgreementSide', description: 'Endorsers of a contest whose positions agree.' }),
      )
      .meta({ description: 'The groups of positions that agree, largest first.' }),
  })
  .meta({ id: 'ContestAgreement', description: 'How far the endorsers of a contest agree with each other.' })
export type ContestAgreement = z.infer<typeof contestAgreement>
