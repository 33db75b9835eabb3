import { z } from 'zod'
import { date, instant, stateCode } from './scalar.ts'
import { BALLOT_COVERAGES, type DataKind } from './vocabulary.ts'

function count(of: string) {
  return z
    .int()
    .nonnegative()
    .meta({ description: `How many ${of} we have.`, examples: [12] })
}

const age = z
  .object({
    updated_at: instant
      .nullable()
      .meta({ description: "The latest of its publishers' dates; null if we have nothing of this kind." }),
    sources_checked_at: instant.nullable().meta({
      description:
        'Each of its sources was read, or found unchanged, at this time or later. Null if one never was, if the server has no record of its runs, and if the request names a snapshot.',
    }),
    held_back_since: instant.nullable().meta({
      description:
        'Since when one of its sources is held back, because it lost too many rows at once: its last good rows are served. Null if none is, and where `sources_checked_at` is null for want of a record.',
    }),
    stale_since: date.nullable().meta({
      description:
        'Since when the content of one of its sources has not changed, if that is longer than expected. Null if there is none, and where `sources_checked_at` is null for want of a record.',
      examples: [null],
    }),
  })
  .meta({ id: 'KindAge', description: 'Age of one kind of data of the state.' })

/** The kinds of data whose age is served for each state. */
export const AGED_KINDS = ['ballots', 'endorsements', 'officeholders', 'lines'] as const satisfies readonly DataKind[]
export type AgedKind = (typeof AGED_KINDS)[number]

/** Counts and dates of the data for one state. */
export const coverage = z
  .object({
    state: stateCode,
    name: z.string().meta({ description: 'Name of the state or territory.', examples: ['North Carolina'] }),
    election_count: count('elections'),
    contest_count: count('contests, measures among them,'),
    measure_count: count('measures'),
    endorser_count: count('endorsers with endorsements in contests of the state'),
    endorsement_count: count('endorsements in contests of the state'),
    endorsed_contest_count: count('contests with an endorsement'),
    first_election: date
      .nullable()
      .meta({ description: 'Day of the first counted election; null if none is counted.', examples: ['2020-03-03'] }),
    last_election: date
      .nullable()
      .meta({ description: 'Day of the last counted election; null if none is counted.', examples: ['2024-11-05'] }),
    next_election: date.meta({
      description:
        "The state's next election day: the day of the earliest listed election that has not ended, or the next federal election day if that is earlier.",
      examples: ['2026-11-03'],
    }),
    next_election_coverage: z.enum(BALLOT_COVERAGES).meta({
      id: 'BallotCoverage',
      description:
        "full: the next election's candidates are listed for the whole state, and its `missing` is empty. partial: some areas or contests are listed. none: no ballot of that day is listed. If a place's own ballot is not listed, its responses have `complete` false.",
    }),
    updated_at: instant.nullable().meta({ description: "The latest of its publishers' dates." }),
    freshness: z
      .object({ ballots: age, endorsements: age, officeholders: age, lines: age })
      .meta({ id: 'Freshness', description: 'Age of each kind of data.' }),
  })
  .meta({ id: 'Coverage', description: 'The data held for one state.' })
export type Coverage = z.infer<typeof coverage>
