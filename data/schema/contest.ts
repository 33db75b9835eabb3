import { z } from 'zod'
import { choice } from './choice.ts'
import { reportUrl } from './correction.ts'
import { districtSummary } from './district.ts'
import { contestElection } from './election.ts'
import { overlayMembers } from './overlay.ts'
import { endorserStances, position } from './position.ts'
import { contestKind, date, level, match, ocdId, recordId } from './scalar.ts'
import { CONTEST_BASES, VOTE_METHODS } from './vocabulary.ts'

/** A key is present only if it applies; more may be added. */
export const contestDetails = z
  .looseObject({
    all_mail: z.boolean().optional().meta({ description: 'Every voter gets a ballot by mail.' }),
    ranked_choice: z.boolean().optional().meta({ description: 'Voters rank the choices.' }),
    fusion_voting: z.boolean().optional().meta({ description: 'A candidate may appear on several party lines.' }),
    uncontested: z.boolean().optional().meta({ description: 'As many candidates stand as there are seats.' }),
    nonpartisan: z.boolean().optional().meta({ description: 'The ballot prints no parties.' }),
    short_term: z.boolean().optional().meta({ description: 'The seat is filled for the rest of a term.' }),
    majority_required: z.boolean().optional().meta({
      description: 'The measure passes, or a candidate wins without a runoff, with more than half of the votes.',
    }),
    elected_at_large: z.boolean().optional().meta({ description: 'The whole jurisdiction elects the seat.' }),
    none_of_these: z.boolean().optional().meta({ description: 'The ballot has a none-of-these-candidates line.' }),
    write_in_only: z.boolean().optional().meta({ description: 'No candidate is named on the ballot.' }),
    may_include_write_ins: z.boolean().optional().meta({
      description:
        'The source lists write-in candidates too and does not mark them, so the ballot may lack some of the choices.',
    }),
    party_office: z
      .boolean()
      .optional()
      .meta({ description: 'The winner holds a post in the party, not in government.' }),
    votes_allowed_is_minimum: z.boolean().optional().meta({
      description:
        'The source does not say how many choices a voter may mark; votes_allowed is the lowest number that the law allows.',
    }),
    name_incomplete: z.boolean().optional().meta({
      description: "The source has only a part of the name of some candidate; the choice's own details say of which.",
    }),
    choices_incomplete: z.boolean().optional().meta({ description: 'The source may lack some of the candidates.' }),
    winners_only: z.boolean().optional().meta({ description: 'The source names only the winners.' }),
    term: z
      .string()
      .optional()
      .meta({ description: 'Length of the term.', examples: ['4 years'] }),
    vote_required: z
      .string()
      .optional()
      .meta({ description: 'Share of the votes that a measure needs to pass.', examples: ['2/3', '55%'] }),
    measure_type: z
      .string()
      .optional()
      .meta({ description: 'Kind of measure, in the words of its source.', examples: ['Bond'] }),
    amount: z
      .number()
      .optional()
      .meta({ description: 'Amount of a bond, in dollars.', examples: [12500000] }),
    runoff_date: date.optional().meta({ description: 'Day of a possible runoff.', examples: ['2024-12-03'] }),
    basis: z.enum(CONTEST_BASES).meta({ id: 'ContestBasis' }).optional().meta({
      description:
        'What the contest was read from, if not a list of candidates from before the election. feed: a feed in a standard format, or of endorsements. returns: the results of the election, which prove who stood.',
    }),
    source_url: z
      .url()
      .optional()
      .meta({
        description: 'Page or file that the contest was read from.',
        examples: ['https://example.org/sample/ballot'],
      }),
    voted_within: z.array(ocdId).optional().meta({
      description:
        'For a contest whose boundary we do not have: OCD ids of the enclosing places, school districts or counties.',
    }),
  })
  .meta({
    id: 'ContestDetails',
    description: 'Voting rules and facts of a contest. A key is present only if it applies; more may be added.',
  })
export type ContestDetails = z.infer<typeof contestDetails>

export const contest = z
  .object({
    id: recordId,
    title: z
      .string()
      .meta({ description: 'Title as the ballot prints it.', examples: ['NC State Senate District 14'] }),
    short_title: z
      .string()
      .meta({ description: 'Title without the district and the level.', examples: ['State Senate'] }),
    kind: contestKind.meta({ description: "A race, a measure, or a judge's retention." }),
    vote_method: z.enum(VOTE_METHODS).meta({
      id: 'VoteMethod',
      description:
        'How a voter marks the ballot. plurality: one choice. multi_seat: up to votes_allowed choices. ranked_choice: up to ranks_allowed ranks. approval: any number of choices. yes_no: a measure or a retention.',
    }),
    votes_allowed: z
      .int()
      .positive()
      .meta({ description: 'How many choices a voter may mark.', examples: [1] }),
    ranks_allowed: z
      .int()
      .positive()
      .nullable()
      .meta({
        id: 'RanksAllowed',
        description: 'How many choices a voter may rank; null if nothing is ranked.',
        examples: [5],
      }),
    measure_code: z
      .string()
      .nullable()
      .meta({ id: 'MeasureCode', description: 'Letter or number of a measure; null for a race.', examples: ['A'] }),
    description: z
      .string()
      .nullable()
      .meta({
        description: "A measure's text or question; null if the source gives none.",
        examples: ['Shall the town borrow $12.5 million?'],
      }),
    level: level.meta({ description: "Level of the contest's office.", examples: ['state'] }),
    ballot_order: z
      .int()
      .nonnegative()
      .meta({ description: 'Position of the contest on the ballot, within its level.', examples: [12] }),
    party: z
      .string()
      .nullable()
      .meta({ description: 'Party whose primary this is; null for every other contest.', examples: ['Sample Lake'] }),
    source_url: z
      .url()
      .nullable()
      .meta({
        description: 'Page or file that the contest was read from.',
        examples: ['https://example.org/sample/ballot'],
      }),
    details: contestDetails,
    election: contestElection,
    district: districtSummary,
    choices: z.array(choice).meta({ description: 'Choices in ballot order.' }),
    ...overlayMembers,
    report_url: reportUrl,
  })
  .meta({ id: 'Contest', description: 'A race, a measure or a retention, with its choices.' })
export type Contest = z.infer<typeof contest>

/** A contest as it appears in an endorsement. */
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
    overlay: true,
    overlay_entry: true,
  })
  .meta({ id: 'ContestSummary', description: 'A contest as it appears in an endorsement.' })
export type ContestSummary = z.infer<typeof contestSummary>

/** `/v1/contests/{id}`. */
export const contestRecord = z
  .object({
    ...contest.shape,
    endorsements: z.array(position).meta({ description: 'Positions of the endorsers, by endorser name.' }),
    stances: endorserStances,
  })
  .meta({ id: 'ContestRecord', description: 'A contest with the positions of its endorsers.' })
export type ContestRecord = z.infer<typeof contestRecord>

/** A contest of `/v1/ballot`. */
export const ballotContest = z
  .object({
    ...contestRecord.shape,
    match: match.meta({
      description:
        'certain: the place lies in the district, or every voter of the area votes in the contest. possible: only some of its voters do, or the place lies in an area that several districts share.',
    }),
    share: z
      .number()
      .nullable()
      .meta({
        description:
          'Share of the area of a ZIP code, city, county or state, by size and not by people, that votes in the contest: 1 if it is certain for all of it, otherwise more than 0 and less than 1. Null for an address or a point, and if the lines of the contest or the place are not held.',
        examples: [0.3127],
      }),
  })
  .meta({ id: 'BallotContest', description: 'A contest on the ballot of a place.' })
export type BallotContest = z.infer<typeof ballotContest>
