// How far an endorser has spoken on the contests of an election that it usually covers (docs/rules.md#usual-contests).

import { z } from 'zod'
import { electionSummary } from './election.ts'
import { endorserSummary } from './endorser.ts'

/** `/v1/coverage/endorsers` */
export const endorserCoverage = z
  .object({
    endorser: endorserSummary,
    election: electionSummary,
    position_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of contests of the election in which it has a position.', examples: [9] }),
    stance_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of contests of the election in which it has a stance.', examples: [2] }),
    usual_contest_count: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description:
          'Number of contests of the election that it usually covers: it spoke on the same office, or on measures or retentions of the same district, in an earlier election of the same type. Null if no earlier election with its positions or stances is held.',
        examples: [12],
      }),
    covered_contest_count: z
      .int()
      .nonnegative()
      .nullable()
      .meta({
        description:
          'Number of these contests in which it has a position or a stance. Null where usual_contest_count is null.',
        examples: [10],
      }),
    share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({
        description:
          'covered_contest_count / usual_contest_count, to four decimals. Null if usual_contest_count is null or 0.',
        examples: [0.8333],
      }),
  })
  .meta({
    id: 'EndorserCoverage',
    description:
      'How far an endorser has spoken on the contests of an election that it usually covers, in the data that this service holds.',
  })
export type EndorserCoverage = z.infer<typeof endorserCoverage>
