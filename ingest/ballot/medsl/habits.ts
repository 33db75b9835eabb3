// The habits of states' returns files: what a file means that its columns do not say.

import type { StateCode } from '../../../data/schema/vocabulary.ts'

export interface Habit {
  /** Local offices do not name their town, which stands in the column of jurisdictions. */
  towns?: true
  /**
   * Local names without a party may be names that voters wrote, and the file does not mark them. Printed names got at least a share of
   * the votes of the first one. Names of counties; `all` if it may be any.
   */
  unmarked_write_ins?: readonly string[] | 'all'
  /** Seats of each district of the lower house, where the file says 1. Source: the state's constitution. */
  house_seats?: number
  /** The district of an office of which the file gives none, by a candidate. */
  districts?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Two candidates of one party may stand for one seat in November. */
  party_rivals?: true
  /** Contests whose candidates voters rank. */
  ranked?: 'all' | 'federal'
}

export const HABITS: Readonly<Partial<Record<StateCode, Habit>>> = {
  /** Alaska Statutes 15.15.350: every office of the general election. */
  AK: { ranked: 'all' },
  /** Arizona Constitution, article 4, part 2, section 1: two representatives a district. */
  AZ: { house_seats: 2 },
  CT: { towns: true },
  /** La. R.S. 18:511: the first and the second of all parties go on. */
  LA: { party_rivals: true },
  /** 21-A Maine Revised Statutes 723-A: federal offices. */
  ME: { ranked: 'federal' },
  /** The candidates' own districts: Montana Secretary of State, 2024. */
  MT: {
    districts: {
      'US HOUSE': {
        ...{ 'RYAN K ZINKE': '1', 'MONICA TRANEL': '1', 'DENNIS HAYES': '1' },
        ...{ 'TROY DOWNING': '2', 'JOHN B DRISCOLL': '2' },
      },
    },
  },
  NJ: { unmarked_write_ins: ['MERCER', 'SALEM', 'CUMBERLAND'] },
  OR: { unmarked_write_ins: 'all' },
  /** RCW 29A.52.112: the first two of all parties go on. */
  WA: { party_rivals: true },
}

/** Lines without an office: counts of voters and ballots, and one mark for all candidates of a party. */
export const NO_CONTEST =
  /^(?:STRAIGHT[ -](?:PARTY|TICKET)\b|(?:PAPER )?(?:BALLOTS|CARDS) (?:CAST|COUNTED)\b|REGISTERED VOTERS\b|TURNOUT\b|TOTAL (?:VOTERS|BALLOTS|ABSENTEE|ELECTION DAY|EARLY|PROVISIONAL|MAIL-IN|EMERGENCY|REGISTERED)\b)/
