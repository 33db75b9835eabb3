// The habits of states' returns files: what a file means that its columns do not say.

import { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'

export interface Habit {
  /** Local offices do not name their town, which stands in the column of jurisdictions. */
  towns?: true | undefined
  /**
   * Local names without a party may be names that voters wrote, and the file does not mark them. Printed names got at least a share of
   * the votes of the first one. Names of counties; `all` if it may be any.
   */
  unmarked_write_ins?: readonly string[] | 'all' | undefined
  /** The same for contests without parties that have a printed name: the file lists some names that voters wrote, such as those that won. */
  some_unmarked?: true | undefined
  /** Contests, as `OFFICE DISTRICT`, of which the file has only names that voters wrote. */
  all_written?: readonly string[] | undefined
  /** Ballots print people without a party who get hardly a vote, or two of a party: the file names only few whom voters wrote. */
  printed?: true | undefined
  /**
   * Meaning of the column of seats: `of a text`, one number for all counties whose offices have the same text; `of partisans`, 1 for each
   * office without parties; `of districts`, the number of the county's districts that elect, each one member.
   */
  magnitude?: (typeof MAGNITUDES)[number] | undefined
  /** In a contest of parties only a name that voters wrote has none. */
  blank_party?: 'write-in' | undefined
  /** The file lost lines: a contest may have more names. */
  incomplete?: true | undefined
  /** Seats of each district of the lower house, where the file says 1. Source: the state's constitution. */
  house_seats?: number | undefined
  /** Offices of a whole term that the column of special elections marks. */
  regular?: RegExp | undefined
  /** One text of an office for those that some counties write in another way, as `OFFICE` or `OFFICE DISTRICT`. */
  offices?: Readonly<Record<string, string>> | undefined
  /** Names of candidates with which the file mixes other words, such as the name of a running mate. */
  names?: Readonly<Record<string, string>> | undefined
  /** The district of an office of which the file gives none or a wrong one, by a candidate or by the file's district. */
  districts?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** The county whose board of elections counts a city apart. */
  counties?: Readonly<Record<string, string>> | undefined
  /** A cell has the parties of a candidate in the order of the ballot. */
  parties_as_printed?: true | undefined
  /** The right label of a party for one that no ballot of the state prints. */
  parties?: Readonly<Record<string, string>> | undefined
  /** The right label of a candidate's party, where the file has that of another. */
  party_of?: Readonly<Record<string, string>> | undefined
  /** The party whose line every ballot of the state prints first, as `party` names it. */
  first_line?: string | undefined
  /** Names are surnames: one with two parties is that of two people. */
  surnames?: true | undefined
  /** Two candidates of one party may stand for one seat in November. */
  party_rivals?: true | undefined
}

// habits.csv has a row a fact: `word` is what the file says and `meaning` what is meant; of a district, `of` is its office.

const MAGNITUDES = ['of a text', 'of partisans', 'of districts'] as const
const habitRow = z.strictObject({
  state: z.enum(STATE_CODES),
  habit: z.enum([
    ...(['towns', 'some_unmarked', 'printed', 'incomplete', 'parties_as_printed', 'surnames', 'party_rivals'] as const),
    ...([
      'unmarked_write_ins',
      'all_written',
      'magnitude',
      'blank_party',
      'house_seats',
      'regular',
      'first_line',
    ] as const),
    ...(['offices', 'names', 'districts', 'counties', 'parties', 'party_of'] as const),
  ]),
  of: z.string(),
  word: z.string(),
  meaning: z.string(),
  source: z.string(),
})
type HabitRow = z.output<typeof habitRow>

export const HABITS: Readonly<Partial<Record<StateCode, Habit>>> = loadHabits()

/** Throws SourceError for a row of another form. */
function loadHabits(): Readonly<Partial<Record<StateCode, Habit>>> {
  const rows = readOwnTable(habitRow, 'ingest', 'ballot', 'medsl', 'habits.csv')
  return Object.fromEntries([...groupBy(rows, ({ state }) => state)].map(([state, own]) => [state, toHabit(own)]))
}

function toHabit(rows: readonly HabitRow[]): Habit {
  const of = (habit: HabitRow['habit']): HabitRow[] => rows.filter((row) => row.habit === habit)
  const has = (habit: HabitRow['habit']): true | undefined => of(habit).length > 0 || undefined
  const words = (habit: HabitRow['habit']): string[] | undefined => has(habit) && of(habit).map(({ word }) => word)
  const meanings = (habit: HabitRow['habit']) => has(habit) && toMeanings(of(habit))
  const [written, [seats], [regular], [magnitude], [line]] = [
    words('unmarked_write_ins'),
    ...[of('house_seats'), of('regular'), of('magnitude'), of('first_line')],
  ] as const
  return {
    towns: has('towns'),
    unmarked_write_ins: written?.[0] === 'all' ? 'all' : written,
    some_unmarked: has('some_unmarked'),
    all_written: words('all_written'),
    printed: has('printed'),
    magnitude: magnitude && z.enum(MAGNITUDES).parse(magnitude.meaning),
    blank_party: has('blank_party') && 'write-in',
    incomplete: has('incomplete'),
    house_seats: seats && Number(seats.meaning),
    regular: regular && new RegExp(regular.word),
    offices: meanings('offices'),
    names: meanings('names'),
    districts: Object.fromEntries(
      [...groupBy(of('districts'), ({ of }) => of)].map(([of, own]) => [of, toMeanings(own)]),
    ),
    counties: meanings('counties'),
    parties_as_printed: has('parties_as_printed'),
    parties: meanings('parties'),
    party_of: meanings('party_of'),
    first_line: line?.meaning,
    surnames: has('surnames'),
    party_rivals: has('party_rivals'),
  }
}

function toMeanings(rows: readonly HabitRow[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ word, meaning }) => [word, meaning]))
}

/** Lines without an office: counts of voters and ballots, and one mark for all candidates of a party. */
export const NO_CONTEST =
  /^(?:MAILIN$|STRAIGHT[ -](?:PARTY|TICKET)\b|(?:PAPER )?(?:BALLOTS|CARDS) (?:CAST|COUNTED)\b|REGISTERED VOTERS\b|TURNOUT\b|TOTAL (?:STATEFED|VOTERS|BALLOTS|ABSENTEE|ELECTION DAY|EARLY|PROVISIONAL|MAIL-IN|EMERGENCY|REGISTERED)\b)/
