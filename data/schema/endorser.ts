import { z } from 'zod'
import { reportUrl } from './correction.ts'
import { electionSummary } from './election.ts'
import { overlayMembers } from './overlay.ts'
import { date, endorserSlug, endorserState, recordId } from './scalar.ts'

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
      .meta({ id: 'CategorySummary', description: 'Kind of endorser.' }),
    state: endorserState.meta({
      description: 'Home state of the endorser, or national.',
      examples: ['NC', 'national'],
    }),
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
  .meta({ id: 'Endorser', description: 'An organization, newspaper, party or person that endorses.' })
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

/** `/v1/endorsers/{slug}`. */
export const endorserRecord = z
  .object({
    ...endorser.shape,
    elections: z.array(endorsedElection).meta({ description: 'Elections that it endorsed in, newest first.' }),
  })
  .meta({ id: 'EndorserRecord', description: 'An endorser with the elections that it endorsed in.' })
export type EndorserRecord = z.infer<typeof endorserRecord>

export const endorserCategory = z
  .object({
    slug: z.string().meta({ description: 'Slug of the category.', examples: ['newspaper'] }),
    name: z
      .string()
      .meta({ description: 'Plural name of the category, in the requested language.', examples: ['Newspapers'] }),
    singular_name: z.string().meta({
      description: 'Name of one endorser of the category, in the requested language.',
      examples: ['Newspaper'],
    }),
    endorser_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of its endorsers here.', examples: [12] }),
  })
  .meta({ id: 'EndorserCategory', description: 'A kind of endorser.' })
export type EndorserCategory = z.infer<typeof endorserCategory>

// How far an endorser has spoken on the contests of an election that it usually covers (docs/rules.md#usual-contests).

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
