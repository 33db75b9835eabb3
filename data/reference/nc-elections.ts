// North Carolina's election days, as dated in its candidate listings, with facts that the listings do not give.
// Source: the listings of 2020, 2021, 2022 and 2024, and the State Board's calendars (municipal elections of 2021 that
// waited for the census were held on 17 May and 26 July 2022).

import type { ElectionType, PrimarySystem } from '../schema/vocabulary.ts'

export interface NcElection {
  type: ElectionType
  /** The election's name without the state. */
  words: string
  primary_system: PrimarySystem | null
}

export interface NcElectionDay {
  /** YYYY-MM-DD */
  date: string
  /** One election, or two whose contests ingest/ballot/states/nc/nc.ts separates. */
  elections: readonly NcElection[]
}

const general = (words: string): NcElection => ({ type: 'general', words, primary_system: null })
const primary = (words: string): NcElection => ({ type: 'primary', words, primary_system: 'semi_closed' })
const second = (words: string): NcElection => ({ type: 'runoff', words, primary_system: 'semi_closed' })

export const NC_ELECTION_DAYS: readonly NcElectionDay[] = [
  { date: '2020-03-03', elections: [primary('Primary Election')] },
  { date: '2020-06-23', elections: [second('Second Primary Election')] },
  { date: '2020-11-03', elections: [general('General Election')] },
  {
    date: '2021-10-05',
    elections: [
      { type: 'primary', words: 'Municipal Primary Election', primary_system: 'nonpartisan' },
      general('Municipal Election'),
    ],
  },
  { date: '2021-11-02', elections: [general('Municipal General Election')] },
  { date: '2022-05-17', elections: [primary('Primary Election')] },
  {
    date: '2022-07-26',
    elections: [second('Second Primary and Runoff Election'), general('Municipal General Election')],
  },
  { date: '2022-11-08', elections: [general('General Election')] },
  { date: '2024-03-05', elections: [primary('Primary Election')] },
  { date: '2024-05-14', elections: [second('Second Primary Election')] },
  { date: '2024-11-05', elections: [general('General Election')] },
  { date: '2026-03-03', elections: [primary('Primary Election')] },
  { date: '2026-11-03', elections: [general('General Election')] },
]
