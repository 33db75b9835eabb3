import { z } from 'zod'
import { date, recordId, stateCode } from './scalar.ts'
import { ELECTION_TYPES, PRIMARY_SYSTEMS } from './vocabulary.ts'

const slug = z.string().regex(/^[a-z]{2}-\d{4}-\d{2}-\d{2}-[a-z_]+$/)

/** Voting rules; a key stands only where it applies. */
export const electionDetails = z
  .looseObject({
    all_mail: z.boolean().optional(),
    ranked_choice: z.boolean().optional(),
    fusion_voting: z.boolean().optional(),
    runoff_date: date.optional(),
  })
  .meta({ id: 'ElectionDetails' })

export const electionSummary = z
  .object({
    id: recordId,
    slug,
    name: z.string(),
    date,
    state: stateCode,
    type: z.enum(ELECTION_TYPES),
  })
  .meta({ id: 'ElectionSummary' })
export type ElectionSummary = z.infer<typeof electionSummary>

export const election = z
  .object({
    ...electionSummary.shape,
    short_name: z.string(),
    primary_system: z.enum(PRIMARY_SYSTEMS).nullable(),
    info_url: z.url().nullable(),
    details: electionDetails,
    contest_count: z.int().nonnegative(),
    endorsement_count: z.int().nonnegative(),
  })
  .meta({ id: 'Election' })
export type Election = z.infer<typeof election>
