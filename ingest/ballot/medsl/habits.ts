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
  /**
   * Meaning of the column of seats: `of a text`, one number for all counties whose offices have the same text; `of partisans`, 1 for each
   * office without parties.
   */
  magnitude?: 'of a text' | 'of partisans'
  /** The file lost lines: a contest may have more names. */
  incomplete?: true
  /** Seats of each district of the lower house, where the file says 1. Source: the state's constitution. */
  house_seats?: number
  /** One text of an office for those that some counties write in another way, as `OFFICE` or `OFFICE DISTRICT`. */
  offices?: Readonly<Record<string, string>>
  /** The district of an office of which the file gives none, by a candidate. */
  districts?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** A cell has the parties of a candidate in the order of the ballot. */
  parties_as_printed?: true
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
  /** Counties that list every name that was written. */
  IA: {
    magnitude: 'of a text',
    unmarked_write_ins: [
      ...['ALLAMAKEE', 'APPANOOSE', 'BUENA VISTA', 'CHEROKEE', 'CRAWFORD', 'SHELBY', 'TAMA', 'WRIGHT'],
    ],
  },
  /** The question that the whole state decided, and the two judges of the Court of Appeals. Source: Indiana Election Division, 2024. */
  IN: {
    districts: {
      'COURT OF APPEALS RETENTION: PETER FOLEY': { YES: '1', NO: '1' },
      'COURT OF APPEALS RETENTION: RUDOLPH PYLE': { YES: '4', NO: '4' },
    },
    offices: {
      'COURT OF APPEALS JUDICIAL RETENTION 001': 'COURT OF APPEALS RETENTION: PETER FOLEY',
      'COURT OF APPEALS JUDICIAL RETENTION 004': 'COURT OF APPEALS RETENTION: RUDOLPH PYLE',
      'INDIANA COURT OF APPEALS 001': 'COURT OF APPEALS RETENTION: PETER FOLEY',
      'INDIANA COURT OF APPEALS 004': 'COURT OF APPEALS RETENTION: RUDOLPH PYLE',
      'RETAIN FOLEY HANCOCK': 'COURT OF APPEALS RETENTION: PETER FOLEY',
      'CONSTITUTIONAL AMENDMENT QUESTION': 'CONSTITUTIONAL AMENDMENT',
      'PUBLIC QUESTION #1': 'CONSTITUTIONAL AMENDMENT',
      'PUBLIC QUESTION-CONST AMENDMENT': 'CONSTITUTIONAL AMENDMENT',
    },
  },
  /** La. R.S. 18:511: the first and the second of all parties go on. */
  LA: { party_rivals: true },
  /** 21-A Maine Revised Statutes 723-A: federal offices. */
  ME: { ranked: 'federal', incomplete: true },
  /** The candidates' own districts: Montana Secretary of State, 2024. */
  MT: {
    districts: {
      'US HOUSE': {
        ...{ 'RYAN K ZINKE': '1', 'MONICA TRANEL': '1', 'DENNIS HAYES': '1' },
        ...{ 'TROY DOWNING': '2', 'JOHN B DRISCOLL': '2' },
      },
    },
  },
  /** The candidates' own districts: Nebraska Secretary of State, official report of the general election, 2024. */
  NE: {
    districts: {
      'MEMBER OF THE STATE BOARD OF EDUCATION': {
        ...{ 'KRISTIN CHRISTENSEN': '1', 'LIZ DAVIDS': '1', 'MAGGIE DOUGLAS': '2', 'LINDA VERMOOTEN': '2' },
        ...{ 'LISA SCHONHOFF': '3', 'BILL MCALLISTER': '3', 'LIZ RENNER': '4', 'LEDONNA WHITE GRIFFIN': '4' },
      },
      'PUBLIC SERVICE COMMISSIONER': { 'DAN WATERMEIER': '1', 'TIM SCHRAM': '3' },
    },
  },
  NJ: { unmarked_write_ins: ['MERCER', 'SALEM', 'CUMBERLAND'] },
  OR: { unmarked_write_ins: 'all' },
  RI: { magnitude: 'of partisans' },
  /** Salt Lake County's name of the one amendment of 2022. Source: Utah Lieutenant Governor, voter information pamphlet of 2022. */
  UT: { offices: { 'STATE CONSTITUTIONAL AMENDMENT': 'CONSTITUTIONAL AMENDMENT A' } },
  VT: { parties_as_printed: true },
  /** RCW 29A.52.112: the first two of all parties go on. */
  WA: { party_rivals: true },
}

/** Lines without an office: counts of voters and ballots, and one mark for all candidates of a party. */
export const NO_CONTEST =
  /^(?:STRAIGHT[ -](?:PARTY|TICKET)\b|(?:PAPER )?(?:BALLOTS|CARDS) (?:CAST|COUNTED)\b|REGISTERED VOTERS\b|TURNOUT\b|TOTAL (?:VOTERS|BALLOTS|ABSENTEE|ELECTION DAY|EARLY|PROVISIONAL|MAIL-IN|EMERGENCY|REGISTERED)\b)/
