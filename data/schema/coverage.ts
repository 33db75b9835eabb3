import { z } from 'zod'
import { date, instant, stateCode } from './scalar.ts'

const count = z.int().nonnegative()

/** What is held of one state. */
export const coverage = z
  .object({
    state: stateCode,
    name: z.string(),
    election_count: count,
    contest_count: count,
    measure_count: count,
    endorser_count: count,
    endorsement_count: count,
    endorsed_contest_count: count,
    first_election: date.nullable(),
    last_election: date.nullable(),
    updated_at: instant.nullable().meta({ description: "The latest of its publishers' dates." }),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof coverage>
