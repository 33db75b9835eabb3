// The days of elections that law sets by a rule, so that no year needs a change of the code. YYYY-MM-DD.

import { findPrimarySystem, novemberElection } from '../../data/reference/elections.ts'
import type { ElectionType, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { ListedElection } from './listed.ts'

/** The states whose law sets the day of the statewide primary by a rule. */
const PRIMARY_RULES = {
  /** The third Tuesday of August (AS 15.25.020). */
  AK: (year) => tuesdayOfAugust(year, 15),
  /** Eleven weeks before the general election (Fla. Stat. § 100.061). */
  FL: (year) => toDay(Date.parse(novemberElection(year)) - 77 * DAY),
  /** The Tuesday after the first Monday of August (MCL 168.534). */
  MI: (year) => tuesdayOfAugust(year, 2),
  /** The second Tuesday of August (Minn. Stat. § 204D.03). */
  MN: (year) => tuesdayOfAugust(year, 8),
  /** The second Tuesday of August (17 V.S.A. § 2351). */
  VT: (year) => tuesdayOfAugust(year, 8),
  /** The Tuesday after the third Monday of August (Wyo. Stat. § 22-2-104). */
  WY: (year) => tuesdayOfAugust(year, 16),
} satisfies Partial<Record<StateCode, (year: number) => string>>

function hasPrimaryRule(state: StateCode): state is keyof typeof PRIMARY_RULES {
  return Object.hasOwn(PRIMARY_RULES, state)
}

/** The day on which law sets an election of a year; undefined where no rule is known. */
export function lawfulDay(state: StateCode, type: ElectionType | undefined, year: number): string | undefined {
  if (type === 'general') return novemberElection(year)
  return type === 'primary' && hasPrimaryRule(state) ? primaryElectionDay(state, year) : undefined
}

/** Some states elect them at the general elections of counties. */
const OF_COURTS = /\b(?:judge|justice|chancellor|court|clerk|district attorney|prosecut\w+|solicitor|public defender)\b/

/** Offices of a whole state that law gives another day. */
const OTHER_DAYS: Partial<Record<StateCode, RegExp>> = {
  /** Educational officers are elected in April (Wis. Stat. § 5.02 (21)). */
  WI: /\bsuperintendent\b/,
}

/**
 * The day on which law sets a general election of federal and state officers, if a date is another one. Cities, counties and special
 * districts may have general elections on other days, as may courts (Tennessee in August, Wisconsin in April), and so may Louisiana.
 */
export function missedDay(
  { state, date, type }: Pick<ListedElection, 'state' | 'date' | 'type'>,
  { level, subject }: { level: Level; subject: string },
): string | undefined {
  const words = subject.replaceAll('-', ' ')
  const isBound =
    level === 'federal' || (level === 'state' && !OF_COURTS.test(words) && !OTHER_DAYS[state]?.test(words))
  if (type !== 'general' || !isBound || state === 'LA') return undefined
  const day = novemberElection(Number(date.slice(0, 4)))
  return day === date ? undefined : day
}

/**
 * The day of the primary before a general election of state offices. The rules have held since 2020, and the dates of 2020 to 2026 follow
 * them; a postponed primary does not.
 * @param year even
 */
export function primaryElectionDay(state: keyof typeof PRIMARY_RULES, year: number): string {
  return PRIMARY_RULES[state](year)
}

/** The first Tuesday of August that is not before the day `from` of the month. */
function tuesdayOfAugust(year: number, from: number): string {
  const first = new Date(Date.UTC(year, 7, from))
  return toDay(first.getTime() + ((9 - first.getUTCDay()) % 7) * DAY)
}

/** Milliseconds. */
const DAY = 86_400_000

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `2024-11-05` → `November 5, 2024`, independent of locale and time zone. */
export function longDate(date: string): string {
  return LONG.format(new Date(date))
}

/** The usual name of an election of each type. */
export const ELECTION_WORDS: Readonly<Record<ElectionType, string>> = {
  general: 'General Election',
  primary: 'Primary Election',
  special: 'Special Election',
  special_primary: 'Special Primary Election',
  runoff: 'Runoff Election',
  consolidated: 'Consolidated Election',
}

export function generalElection(state: StateCode, year: number): ListedElection {
  return { state, date: novemberElection(year), type: 'general', words: ELECTION_WORDS.general }
}

export function primaryElection(state: keyof typeof PRIMARY_RULES, year: number): ListedElection {
  const date = primaryElectionDay(state, year)
  return { state, date, type: 'primary', words: ELECTION_WORDS.primary, primary_system: findPrimarySystem(state, date) }
}
