import { z } from 'zod'
import { reportUrl } from './correction.ts'
import { overlayMembers } from './overlay.ts'
import { date, endorserSlug, recordId, stateCode } from './scalar.ts'
import { NATIONAL } from './vocabulary.ts'

/** An endorser as it appears in other records. */
export const endorserSummary = z
  .object({
    id: recordId,
    slug: endorserSlug,
    name: z.string().meta({ description: 'Name of the endorser.', examples: ['The Example Herald'] }),
    category: z
      .object({
        slug: z.string().meta({ description: 'Slug of the category.', examples: ['newspaper'] }),
        name: z
          .string()
          .meta({ description: 'Name of the category, in the requested language.', examples: ['Newspapers'] }),
      })
      .meta({ description: 'Kind of endorser.' }),
    state: z
      .union([stateCode, z.literal(NATIONAL)])
      .meta({ description: 'Home state of the endorser, or national.', examples: ['NC', 'national'] }),
    ...overlayMembers,
  })
  .meta({ id: 'EndorserSummary', description: 'An endorser as it appears in other records.' })
export type EndorserSummary = z.infer<typeof endorserSummary>

export const endorser = z
  .object({
    ...endorserSummary.shape,
    description: z
      .string()
      .nullable()
      .meta({
        description: 'One sentence about the endorser; null if the source gives none.',
        examples: ['An invented newspaper.'],
      }),
    website_url: z
      .url()
      .nullable()
      .meta({ description: 'Home page of the endorser.', examples: ['https://example.org/sample/herald'] }),
    endorsement_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of choices that it endorses, over all elections.', examples: [27] }),
    report_url: reportUrl,
  })
  .meta({ id: 'Endorser', description: 'An organisation, newspaper, party or person that endorses.' })
export type Endorser = z.infer<typeof endorser>

/** An election that an endorser has endorsed in. */
export const endorsedElection = z
  .object({
    election: z.string().meta({ description: 'Slug of the election.', examples: ['nc-2024-11-05-general'] }),
    name: z.string().meta({ description: 'Name of the election.', examples: ['North Carolina General Election'] }),
    date,
    contests: z
      .int()
      .positive()
      .meta({ description: 'Number of contests of the election in which it took a position.', examples: [4] }),
  })
  .meta({ id: 'EndorsedElection', description: 'An election that an endorser has endorsed in.' })
export type EndorsedElection = z.infer<typeof endorsedElection>

/** `/v1/endorsers/{slug}`. */
export const endorserRecord = z
  .object({
    ...endorser.shape,
    elections: z.array(endorsedElection).meta({ description: 'Elections that it endorsed in, newest first.' }),
  })
  .meta({ id: 'EndorserRecord', description: 'An endorser with the elections that it endorsed in.' })
export type EndorserRecord = z.infer<typeof endorserRecord>
