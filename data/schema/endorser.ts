import { z } from 'zod'
import { date, recordId, stateCode } from './scalar.ts'
import { NATIONAL } from './vocabulary.ts'

/** An endorser as other records name it. */
export const endorserSummary = z
  .object({
    id: recordId,
    slug: z.string(),
    name: z.string(),
    category: z.object({ slug: z.string(), name: z.string() }),
    state: z.union([stateCode, z.literal(NATIONAL)]),
  })
  .meta({ id: 'EndorserSummary' })
export type EndorserSummary = z.infer<typeof endorserSummary>

export const endorser = z
  .object({
    ...endorserSummary.shape,
    description: z.string().nullable(),
    website_url: z.url().nullable(),
    endorsement_count: z.int().nonnegative(),
  })
  .meta({ id: 'Endorser' })
export type Endorser = z.infer<typeof endorser>

/** An election that an endorser has endorsed in. */
export const endorsedElection = z
  .object({
    election: z.string().meta({ description: 'Its slug.' }),
    name: z.string(),
    date,
    contests: z.int().positive().meta({ description: 'In how many of its contests.' }),
  })
  .meta({ id: 'EndorsedElection' })
export type EndorsedElection = z.infer<typeof endorsedElection>

/** `/v1/endorsers/{slug}`. */
export const endorserRecord = z
  .object({ ...endorser.shape, elections: z.array(endorsedElection).meta({ description: 'Newest first.' }) })
  .meta({ id: 'EndorserRecord' })
export type EndorserRecord = z.infer<typeof endorserRecord>
