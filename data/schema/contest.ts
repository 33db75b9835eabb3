import { z } from 'zod'
import { choice } from './choice.ts'
import { districtSummary } from './district.ts'
import { electionSummary } from './election.ts'
import { position } from './position.ts'
import { date, level, ocdId, recordId } from './scalar.ts'
import { CONTEST_KINDS, MATCHES, VOTE_METHODS } from './vocabulary.ts'

/** A key stands only where it applies; more may be added. */
export const contestDetails = z
  .looseObject({
    all_mail: z.boolean().optional(),
    ranked_choice: z.boolean().optional(),
    fusion_voting: z.boolean().optional(),
    uncontested: z.boolean().optional(),
    nonpartisan: z.boolean().optional(),
    short_term: z.boolean().optional(),
    majority_required: z.boolean().optional(),
    elected_at_large: z.boolean().optional(),
    none_of_these: z.boolean().optional(),
    write_in_only: z.boolean().optional().meta({ description: 'No candidate is named on the ballot.' }),
    votes_allowed_is_minimum: z.boolean().optional().meta({
      description:
        'The source does not say how many may be chosen; votes_allowed is the fewest that the law leaves possible.',
    }),
    choices_incomplete: z.boolean().optional().meta({ description: 'The source names some of the candidates alone.' }),
    term: z
      .string()
      .optional()
      .meta({ examples: ['4 years'] }),
    vote_required: z
      .string()
      .optional()
      .meta({ examples: ['2/3', '55%'] }),
    measure_type: z.string().optional(),
    amount: z.number().optional().meta({ description: 'Of a bond, in dollars.' }),
    runoff_date: date.optional(),
    source_url: z.url().optional(),
    voted_within: z.array(ocdId).optional().meta({
      description: 'The enclosing places, school districts or counties of a contest whose lines are not held.',
    }),
  })
  .meta({ id: 'ContestDetails' })
export type ContestDetails = z.infer<typeof contestDetails>

export const contest = z
  .object({
    id: recordId,
    title: z.string(),
    short_title: z.string(),
    kind: z.enum(CONTEST_KINDS),
    vote_method: z.enum(VOTE_METHODS),
    votes_allowed: z.int().positive(),
    ranks_allowed: z.int().positive().nullable(),
    measure_code: z.string().nullable(),
    description: z.string().nullable().meta({ description: "A measure's text or question." }),
    level: level.meta({ description: "Its office's level." }),
    ballot_order: z.int().nonnegative(),
    party: z.string().nullable().meta({ description: "A party primary's party." }),
    source_url: z.url().nullable(),
    details: contestDetails,
    election: electionSummary,
    district: districtSummary,
    choices: z.array(choice),
  })
  .meta({ id: 'Contest' })
export type Contest = z.infer<typeof contest>

/** A contest as an endorsement names it. */
export const contestSummary = contest
  .pick({
    id: true,
    title: true,
    short_title: true,
    kind: true,
    vote_method: true,
    votes_allowed: true,
    ranks_allowed: true,
    measure_code: true,
    district: true,
  })
  .meta({ id: 'ContestSummary' })
export type ContestSummary = z.infer<typeof contestSummary>

/** `/v1/contests/{id}`. */
export const contestRecord = z
  .object({ ...contest.shape, endorsements: z.array(position) })
  .meta({ id: 'ContestRecord' })
export type ContestRecord = z.infer<typeof contestRecord>

/** A contest of `/v1/ballot`. */
export const ballotContest = z
  .object({
    ...contestRecord.shape,
    match: z.enum(MATCHES).meta({
      description:
        'certain: the place lies in the lines of the district, or everyone of the area votes in it; possible: some there do, or it lies in an extent that several districts share.',
    }),
  })
  .meta({ id: 'BallotContest' })
export type BallotContest = z.infer<typeof ballotContest>
