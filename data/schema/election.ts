import { z } from 'zod'
import { reportUrl } from './correction.ts'
import { ballotKind, missingReason } from './location.ts'
import { overlayMembers } from './overlay.ts'
import { date, electionType, ocdId, recordId, stateCode } from './scalar.ts'
import { type ContestBasis, type Level, PRIMARY_SYSTEMS } from './vocabulary.ts'

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
    type: electionType.meta({ description: 'Type of the election.' }),
    ...overlayMembers,
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
      .meta({ id: 'PrimarySystem' })
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

const contestLevels = z
  .object({
    federal: contestCount('at the federal level'),
    state: contestCount('at the state level'),
    county: contestCount('at the county level'),
    city: contestCount('at the city level'),
    school: contestCount('of school districts'),
    special: contestCount('of special districts'),
  } satisfies Record<Level, z.ZodType>)
  .meta({ id: 'ContestsByLevel' })
  .optional()
  .meta({ description: 'Number of its contests here, by level. Absent in a bundle of an earlier release.' })

const contestBasis = z
  .object({
    candidate_list: contestCount('from a list of candidates'),
    feed: contestCount('from a feed in a standard format or of endorsements'),
    returns: contestCount('from returns, which may lack a seat that nobody contested'),
  } satisfies Record<ContestBasis, z.ZodType>)
  .meta({ id: 'ContestsByBasis' })
  .optional()
  .meta({
    description: 'Number of its contests here, by what they were read from. Absent in a bundle of an earlier release.',
  })

function contestCount(which: string) {
  return z
    .int()
    .nonnegative()
    .meta({ description: `Contests ${which}.`, examples: [12] })
}

export const electionGap = z
  .object({
    kind: ballotKind,
    reason: missingReason,
    districts: z
      .array(ocdId)
      .nullable()
      .meta({
        description: 'Divisions whose contest is absent; null if any place of the state may lack one.',
        examples: [null],
      }),
    listed_in: z.array(ocdId).meta({
      description:
        'Areas of the state for which a source lists all contests of the kind, so that nothing is missing there.',
      examples: [[]],
    }),
  })
  .meta({ id: 'ElectionGap', description: 'A kind of contest that the ballots of an election lack, or may lack.' })
export type ElectionGap = z.infer<typeof electionGap>

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
    contest_levels: contestLevels,
    contest_basis: contestBasis,
    contests_with_lines: z
      .int()
      .nonnegative()
      .optional()
      .meta({
        description:
          'Number of its contests whose districts have lines here. Absent in a bundle of an earlier release.',
        examples: [573],
      }),
    endorsement_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of its endorsements here.', examples: [212] }),
    missing: z.array(electionGap).optional().meta({
      description:
        'Kinds of contests that its ballots lack, or may lack, in ballot order. Contests whose districts have no lines here are not among them. Absent in a bundle of an earlier release.',
    }),
    report_url: reportUrl,
  })
  .meta({ id: 'Election', description: 'An election of one state on one day.' })
export type Election = z.infer<typeof election>
