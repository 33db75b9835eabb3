// How many choices a voter may mark, and how many voted in each county, as far as a returns file says.

import { groupBy, sumBy } from '../../../data/core/group-by.ts'
import { boardSeats } from '../../../data/reference/offices.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { ListedChoice } from '../listed.ts'
import type { ListedOffice } from '../office-rule.ts'
import { splitOffice } from '../office-rules/office-text.ts'
import { type Block, linesOf, votesOf } from './block.ts'
import type { Habit } from './habits.ts'

export interface SeatsOptions {
  state: StateCode
  /** Of the election. */
  year: number
  habit: Habit
  /** No office below the state has more than one seat in the file: its column says nothing of boards. */
  unverified: boolean
  /** Whether several counties have the text of a block. */
  isShared: (block: Block) => boolean
  turnout: ReadonlyMap<string, Turnout>
}

interface SeatsAsked extends Pick<SeatsOptions, 'state' | 'year' | 'habit' | 'isShared'> {
  unexpired: boolean
}

/** Undefined if neither the file nor the law says it. */
export function seatsOf(
  blocks: readonly Block[],
  { subject }: ListedOffice,
  { state, year, habit, isShared, unexpired }: SeatsAsked,
): number | undefined {
  if (habit.house_seats !== undefined && subject === 'state-house') return habit.house_seats
  const stated = blocks.flatMap(({ office }) => splitOffice(office).votes ?? [])
  if (stated.length > 0) return Math.max(...stated)
  const seats = blocks.flatMap((block) =>
    [...block.magnitudes].filter((seat) => !(seat > 1 && habit.magnitude === 'of a text' && isShared(block))),
  )
  if (seats.length > 0) return Math.max(...seats)
  return unexpired ? undefined : boardSeats(state, year, subject)
}

/**
 * The fewest seats for which a board can have so many votes: a voter has one for each. 1 where two contests of one text may explain the
 * votes: in a file that has a number for each board, and in one without where parties nominate for each seat.
 */
export function leastSeats(
  blocks: readonly Block[],
  office: ListedOffice,
  { habit, unverified, turnout }: Pick<SeatsOptions, 'habit' | 'unverified' | 'turnout'>,
): number {
  const isTold = habit.magnitude !== 'of a text' && !(unverified && blocks.every(hasNoParty))
  if (isTold || !isBoard(office)) return 1
  return Math.max(1, Math.ceil(votesPerVoter(blocks, turnout) / (1 + VOTES_EXCESS)))
}

/** 0 where the file does not say how many voted. */
function votesPerVoter(blocks: readonly Block[], turnout: ReadonlyMap<string, Turnout>): number {
  const counties = new Set(blocks.map(({ county }) => county))
  const voters = sumBy(counties, (county) => turnout.get(county)?.votes ?? Number.POSITIVE_INFINITY)
  return voters === 0 ? 0 : sumBy(blocks, votesOf) / voters
}

/** Names of one board that show that its one seat of the column is no number of seats. */
const RIVALS_MIN = 3

/** Whether `seats` may be too few. */
export function isDoubted(
  seats: number | undefined,
  { office, choices, blocks }: { office: ListedOffice; choices: readonly ListedChoice[]; blocks: readonly Block[] },
  { habit, unverified, turnout }: SeatsOptions,
): boolean {
  const people = choices.filter(({ option, answer }) => !option && !answer)
  if (seats === undefined) return people.length !== 1 || isBoard(office)
  // Without a name to compare, the column is a filler in some files.
  if (people.length < 2) {
    const isFiller = unverified || people.length === 0
    return isFiller && seats === 1 && isBoard(office) && !isOfDistrict(office) && blocks.every(hasNoParty)
  }
  if (hasMoreVotes(blocks, seats, turnout)) return true
  if (seats > 1) return false
  if (!habit.party_rivals && nominatesTwo(people, office)) return true
  if (habit.magnitude === 'of partisans' && blocks.every(hasNoParty) && (isBoard(office) || isOfTown(office)))
    return true
  const parties = new Set(people.map(({ party }) => party ?? null))
  const rivals = people.length >= RIVALS_MIN && (parties.has(null) || parties.size < people.length)
  // A ward may fill both of its seats at once.
  if (!isBoard(office)) return unverified && rivals && isOfWard(office)
  return unverified || rivals || PLURAL.test(office.subject)
}

/** Share of the votes that a count may have beyond those of all voters. */
const VOTES_EXCESS = 0.02

/** More votes than all voters of the counties have for these seats: two contests have one text. */
function hasMoreVotes(blocks: readonly Block[], seats: number, turnout: ReadonlyMap<string, Turnout>): boolean {
  return votesPerVoter(blocks, turnout) > seats * (1 + VOTES_EXCESS)
}

/** A party names one candidate a seat: two of one party show that the file joins seats, or does not know how many there are. */
function nominatesTwo(choices: readonly ListedChoice[], { level }: ListedOffice): boolean {
  const of = (name: string): number => choices.filter(({ party }) => party === name).length
  return level !== 'federal' && (of('Democratic') > 1 || of('Republican') > 1)
}

export function hasNoParty({ persons }: Block): boolean {
  return [...persons.values()].every(({ parties }) =>
    parties.every(({ party }) => /^(?:NONPARTISAN|NA|)$/i.test(party.trim())),
  )
}

/** A member town of a regional school district may fill several seats. */
function isOfTown({ area }: ListedOffice): boolean {
  return area.kind === 'found' && /\/school_board_district:[a-z]{2}/.test(area.division.ocd_id)
}

const PLURAL =
  /\b(?:members|councilmembers|councilors|councillors|directors|trustees|commissioners|supervisors|aldermen|selectmen)\b/

function isOfWard({ area, seat }: ListedOffice): boolean {
  return area.kind === 'found' && area.division.district_type === 'council' && seat === undefined
}

function isOfDistrict({ area }: ListedOffice): boolean {
  return area.kind === 'found' && /\/district:[^/]*$/.test(area.division.ocd_id)
}

/** Bodies of which a ballot fills several seats at once. */
export function isBoard({ level, subject, seat, area }: ListedOffice): boolean {
  const part = area.kind === 'found' && /^(?:council|county_council|school_board)$/.test(area.division.district_type)
  const one = /\b(?:mayor|chair|chairman|president|clerk|treasurer|attorney)\b/
  const board =
    /\b(?:council|councilmember|councilors?|board|trustees?|commissioners?|(?:study|review|planning) commission|aldermen|alderman|committee|directors?|supervisors?|selectmen|regents?|members?)\b/
  const words = subject.replaceAll('-', ' ')
  return (
    level !== 'state' &&
    !part &&
    (seat === undefined || /^(?:at large|\d-year term)$/i.test(seat)) &&
    (level === 'special' || board.test(words)) &&
    !one.test(words)
  )
}

// How many voted in each county, as far as the contest tells in which all may vote.

export interface Turnout {
  /** Precincts with votes, one for each way of voting. */
  lines: number
  votes: number
}

/** Of the contest for President or United States Senator, by county. */
export function countTurnout(blocks: readonly Block[]): Map<string, Turnout> {
  const whole = blocks.filter(({ office }) => /^US (?:PRESIDENT|SENATE)$/.test(office))
  return new Map(
    [...groupBy(whole, ({ county }) => county)].map(([county, own]) => [
      county,
      { lines: Math.max(...own.map(linesOf)), votes: Math.max(...own.map(votesOf)) },
    ]),
  )
}
