import { z } from 'zod'
import { date, ocdId, recordId, stateCode } from './scalar.ts'
import { ELECTION_TYPES, PRIMARY_SYSTEMS } from './vocabulary.ts'

const slug = z
  .string()
  .regex(/^[a-z]{2}-\d{4}-\d{2}-\d{2}-[a-z_]+$/)
  .meta({ description: 'State, date and type of the election.', examples: ['nc-2024-11-05-general'] })

/** Voting rules; a key is present only if it applies. */
export const electionDetails = z
  .looseObject({
    all_mail: z.boolean().optional().meta({ description: 'Every voter gets a ballot by mail.' }),
    ranked_choice: z.boolean().optional().meta({ description: 'Voters rank the choices.' }),
    fusion_voting: z.boolean().optional().meta({ description: 'A candidate may appear on several party lines.' }),
    runoff_date: date.optional().meta({ description: 'Day of a possible runoff.', examples: ['2024-12-03'] }),
  })
  .meta({ id: 'ElectionDetails', description: 'Voting rules. A key is present only if it applies.' })

export const electionSummary = z
  .object({
    id: recordId,
    slug,
    name: z.string().meta({ description: 'Name of the election.', examples: ['North Carolina General Election'] }),
    date,
    state: stateCode,
    type: z.enum(ELECTION_TYPES).meta({ description: 'Type of the election.' }),
  })
  .meta({ id: 'ElectionSummary', description: 'An election as it appears in other records.' })
export type ElectionSummary = z.infer<typeof electionSummary>

/** The election of a contest. */
export const contestElection = z
  .object({
    ...electionSummary.shape,
    short_name: z.string().meta({ description: 'Name without the state.', examples: ['General Election'] }),
    primary_system: z
      .enum(PRIMARY_SYSTEMS)
      .nullable()
      .meta({ description: 'Voters admitted to a primary; null if the election is not a primary.' }),
    info_url: z
      .url()
      .nullable()
      .meta({
        description: 'Page of the election office on this election.',
        examples: ['https://example.org/sample/elections'],
      }),
    details: electionDetails,
  })
  .meta({ id: 'ContestElection', description: 'The election of a contest, with its voting rules.' })
export type ContestElection = z.infer<typeof contestElection>

export const election = z
  .object({
    ...contestElection.shape,
    listed_in: z.array(ocdId).meta({
      description:
        'Areas for which a source lists all candidate contests of its levels. Empty if only some contests are known, such as those with an endorsement.',
      examples: [['ocd-division/country:us/state:nc']],
    }),
    contest_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of its contests here.', examples: [1151] }),
    endorsement_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of its endorsements here.', examples: [212] }),
  })
  .meta({ id: 'Election', description: 'An election of one state on one day.' })
export type Election = z.infer<typeof election>
