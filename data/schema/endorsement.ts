import { z } from 'zod'
import { choice, choiceSummary } from './choice.ts'
import { contest, contestSummary } from './contest.ts'
import { electionSummary } from './election.ts'
import { endorser, endorserSummary } from './endorser.ts'
import { endorsementFields, recordId } from './scalar.ts'

/** One endorser's pick of one choice. */
export const endorsement = z
  .object({
    id: recordId,
    ...endorsementFields,
    endorser: endorserSummary,
    contest: contestSummary,
    election: electionSummary,
    choice: choiceSummary,
  })
  .meta({ id: 'Endorsement', description: 'One pick of one choice by one endorser.' })
export type Endorsement = z.infer<typeof endorsement>

/** `/v1/endorsements/{id}`: with the whole contest, choice and endorser. */
export const endorsementRecord = z
  .object({ ...endorsement.shape, endorser, contest, choice })
  .meta({ id: 'EndorsementRecord', description: 'An endorsement with the whole contest, choice and endorser.' })
export type EndorsementRecord = z.infer<typeof endorsementRecord>
