// The habits of states' returns files: what a file means that its columns do not say. habits.csv has a row a fact: `word` is what the
// file says and `meaning` what is meant; of a district, `of` is its office.

import { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'

const is = z.literal(true).optional()
const words = z.array(z.string()).optional()
const patterns = z.array(z.string().transform((pattern) => new RegExp(pattern))).optional()
const meanings = z.record(z.string(), z.string()).optional()

const habitShape = z.strictObject({
  /** Local offices do not name their town, which stands in the column of jurisdictions. */
  towns: is,
  /**
   * Local names without a party may be names that voters wrote, and the file does not mark them. Printed names got at least a share of
   * the votes of the first one. Names of counties; `all` if it may be any.
   */
  unmarked_write_ins: words,
  /** The same for contests without parties that have a printed name: the file lists some names that voters wrote, such as those that won. */
  some_unmarked: is,
  /** Contests, as `OFFICE DISTRICT`, of which the file has only names that voters wrote. */
  all_written: words,
  /** Ballots print people without a party who get hardly a vote, or two of a party: the file names only few whom voters wrote. */
  printed: is,
  /**
   * Meaning of the column of seats: `of a text`, one number for all counties whose offices have the same text; `of partisans`, 1 for each
   * office without parties; `of districts`, the number of the county's districts that elect, each one member.
   */
  magnitude: z.enum(['of a text', 'of partisans', 'of districts']).optional(),
  /** In a contest of parties only a name that voters wrote has none: `write-in`. */
  blank_party: z.literal('write-in').optional(),
  /** The file lost lines: a contest may have more names. */
  incomplete: is,
  /** Seats of each district of the lower house, where the file says 1. Source: the state's constitution. */
  house_seats: z.coerce.number().optional(),
  /** Patterns of offices of a whole term that the column of special elections marks. */
  regular: patterns,
  /** One text of an office for those that some counties write in another way, as `OFFICE` or `OFFICE DISTRICT`. */
  offices: meanings,
  /** Names of candidates with which the file mixes other words, such as the name of a running mate. */
  names: meanings,
  /** The district of an office of which the file gives none or a wrong one, by a candidate or by the file's district. */
  districts: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  /** The county whose board of elections counts a city apart. */
  counties: meanings,
  /** A cell has the parties of a candidate in the order of the ballot. */
  parties_as_printed: is,
  /** The right label of a party for one that no ballot of the state prints. */
  parties: meanings,
  /** The right label of a candidate's party, where the file has that of another. */
  party_of: meanings,
  /** The party whose line every ballot of the state prints first, as `party` names it. */
  first_line: z.string().optional(),
  /** Names are surnames: one with two parties is that of two people. */
  surnames: is,
  /** Two candidates of one party may stand for one seat in November. */
  party_rivals: is,
})

export type Habit = z.output<typeof habitShape>

const habitRow = z.strictObject({
  state: z.enum(STATE_CODES),
  habit: habitShape.keyof(),
  of: z.string(),
  word: z.string(),
  meaning: z.string(),
  source: z.string(),
})
type HabitRow = z.output<typeof habitRow>

export const HABITS: Readonly<Partial<Record<StateCode, Habit>>> = loadHabits()

/** Throws SourceError for a row of another form, and ZodError for rows that are no such habit together. */
function loadHabits(): Readonly<Partial<Record<StateCode, Habit>>> {
  const states = groupBy(readOwnTable(habitRow, 'ingest', 'ballot', 'medsl', 'habits.csv'), ({ state }) => state)
  return Object.fromEntries([...states].map(([state, rows]) => [state, habitShape.parse(toHabit(rows))]))
}

function toHabit(rows: readonly HabitRow[]): object {
  return Object.fromEntries([...groupBy(rows, ({ habit }) => habit)].map(([habit, own]) => [habit, toValue(own)]))
}

/** The kind of value follows from the cells that the rows of one habit fill. */
function toValue(rows: readonly HabitRow[]): unknown {
  const [first] = rows
  if (first?.of) return Object.fromEntries([...groupBy(rows, ({ of }) => of)].map(([of, own]) => [of, toMeanings(own)]))
  if (first?.word && first.meaning) return toMeanings(rows)
  if (first?.word) return rows.map(({ word }) => word)
  return first?.meaning || true
}

function toMeanings(rows: readonly HabitRow[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ word, meaning }) => [word, meaning]))
}
