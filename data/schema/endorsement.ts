import { z } from 'zod'
import { choice, choiceSummary } from './choice.ts'
import { contest, contestSummary } from './contest.ts'
import { reportUrl } from './correction.ts'
import { electionSummary } from './election.ts'
import { endorser, endorserSummary } from './endorser.ts'
import { evidence } from './evidence.ts'
import { endorsementFields, instant, recordId } from './scalar.ts'

/** One endorser's pick of one choice, as stored in a bundle. */
export const builtEndorsement = z.object({
  id: recordId,
  ...endorsementFields,
  endorser: endorserSummary,
  contest: contestSummary,
  election: electionSummary,
  choice: choiceSummary,
})
export type BuiltEndorsement = z.infer<typeof builtEndorsement>

export const endorsement = z
  .object({
    ...builtEndorsement.shape,
    retrieved_at: instant.nullable().meta({
      description:
        'When this service first fetched the present bytes of the source of the endorsement. Null if that is not known.',
      examples: ['2026-08-05T06:00:00.000Z'],
    }),
    licence: z
      .string()
      .nullable()
      .meta({
        description:
          'License of the source of the endorsement, such as CC-BY-SA-4.0, which asks that what is made of it be passed on under the same license. Null if the bundle does not have the source.',
        examples: ['CC-BY-4.0'],
      }),
    report_url: reportUrl,
    evidence: evidence.nullable().meta({
      description: 'The strongest evidence of the endorsement. Null if the bundle does not have its source.',
    }),
  })
  .meta({ id: 'Endorsement', description: 'One pick of one choice by one endorser.' })
export type Endorsement = z.infer<typeof endorsement>

/** `/v1/endorsements/{id}`: with the whole contest, choice and endorser. */
export const endorsementRecord = z
  .object({ ...endorsement.shape, endorser, contest, choice })
  .meta({ id: 'EndorsementRecord', description: 'An endorsement with the whole contest, choice and endorser.' })
export type EndorsementRecord = z.infer<typeof endorsementRecord>
