import { z } from 'zod'
import { date, instant, stateCode } from './scalar.ts'
import { BALLOT_COVERAGES } from './vocabulary.ts'

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
    next_election: date.meta({
      description:
        "The state's next election day: of the earliest election held here whose day has not ended, or the next federal election day where that is earlier.",
      examples: ['2026-11-03'],
    }),
    next_election_coverage: z.enum(BALLOT_COVERAGES).meta({
      description:
        "full: the next election's candidates are listed for the whole state; partial: for some areas, or only some contests are known; none: no ballot of that day is held. Where a place's own ballot is not listed, its answers have `complete` false.",
    }),
    updated_at: instant.nullable().meta({ description: "The latest of its publishers' dates." }),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof coverage>
