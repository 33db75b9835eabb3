import { z } from 'zod'
import { choice, choiceSummary } from './choice.ts'
import { contest, contestSummary } from './contest.ts'
import { electionSummary } from './election.ts'
import { endorser, endorserSummary } from './endorser.ts'
import { date, recordId } from './scalar.ts'

/** One endorser's pick of one choice. */
export const endorsement = z
  .object({
    id: recordId,
    rank: z.int().positive().nullable().meta({ description: '1, 2, 3, … of a ranked choice.' }),
    statement: z.string().nullable(),
    source_url: z.url().nullable(),
    published_on: date.nullable(),
    endorser: endorserSummary,
    contest: contestSummary,
    election: electionSummary,
    choice: choiceSummary,
  })
  .meta({ id: 'Endorsement' })
export type Endorsement = z.infer<typeof endorsement>

/** `/v1/endorsements/{id}`: with the whole contest, choice and endorser. */
export const endorsementRecord = z
  .object({ ...endorsement.shape, endorser, contest, choice })
  .meta({ id: 'EndorsementRecord' })
export type EndorsementRecord = z.infer<typeof endorsementRecord>
