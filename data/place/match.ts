// Decides whether a contest is voted at a place, and the order of a ballot.

import { groupBy } from '../core/group-by.ts'
import { compareText } from '../schema/folded-name.ts'
import type { Level, Match } from '../schema/vocabulary.ts'

/** Shares are rounded to four decimals. */
export const PARTS = 10_000
/** The largest share of a district that does not cover the place. */
export const SHARE_MAX = (PARTS - 1) / PARTS

/** An area's relation to a contest; contest_area in data/store/ddl/ballots.sql. */
export type Rule = 'certain' | 'possible' | 'inside' | 'near' | 'listed'

export interface AreaRule {
  rule: Rule
  /** District of the area. */
  district_id: number
  /** The district covers the whole place; always true for a point. */
  covers: boolean
  /** Share of the place that the area covers, from 0 to 1; null if unknown. */
  share: number | null
}

export interface Matched {
  match: Match
  /** Possible for lack of boundaries: several districts share the extent, or a generalised border is too near. */
  shared: boolean
}

/**
 * Decides whether a contest is voted at a place; undefined if it is not (docs/rules.md#certain-and-possible). The first
 * matching row applies:
 *
 * | relations of the place's areas                | point            | ZIP, city, county, state                                   |
 * |-----------------------------------------------|------------------|------------------------------------------------------------|
 * | certain                                       | certain          | certain where they cover it, else as below, or possible    |
 * | listed and near                               | possible, shared | possible, shared                                           |
 * | listed and inside                             | certain          | certain where inside covers it, and listed with certain do |
 * | possible                                      | possible, shared | possible, shared                                           |
 * | listed alone: the boundaries lie elsewhere    | not voted        | not voted                                                  |
 * | inside or near alone: the county lists it not | not voted        | not voted                                                  |
 *
 * `inside` and `near` come from generalised boundaries, and `listed` from a county that lists several districts of the layer:
 * none is enough alone. Areas cover a place if one of them does, or if they are all the counties that contain it.
 * @param said relations of the place's areas to the contest
 * @param counties ids of the counties that together contain the place; empty if unknown
 */
export function matchContest(
  said: readonly Omit<AreaRule, 'share'>[],
  counties: readonly number[],
): Matched | undefined {
  const has = (...names: Rule[]): boolean => names.every((name) => said.some(({ rule }) => rule === name))
  const cover = (...names: Rule[]): boolean => {
    const areas = said.filter(({ rule }) => names.includes(rule))
    const isAmong = (county: number): boolean => areas.some(({ district_id }) => district_id === county)
    return areas.some(({ covers }) => covers) || (counties.length > 0 && counties.every(isAmong))
  }
  const near = has('listed', 'near')
  const inside = has('listed', 'inside')
  if (cover('certain') || (inside && !near && cover('inside') && cover('listed', 'certain')))
    return { match: 'certain', shared: false }
  if (near || inside || has('certain') || has('possible')) return { match: 'possible', shared: near || has('possible') }
  return undefined
}

/** The facts that place a contest on a ballot. */
export interface BallotContest {
  id: number
  election_id: number
  election_date: string
  state: string
  election_slug: string
  level_rank: number
  ballot_order: number
  district_id: number
  /** 0 if the boundaries of its district are missing. */
  lines_held: number
}

/** The order of elections on a ballot. */
export function compareElections(a: BallotContest, b: BallotContest): number {
  return (
    compareText(a.election_date, b.election_date) ||
    compareText(a.state, b.state) ||
    compareText(a.election_slug, b.election_slug)
  )
}

/** The order of contests in an election. */
export function compareContests(a: BallotContest, b: BallotContest): number {
  return a.level_rank - b.level_rank || a.ballot_order - b.ballot_order || a.id - b.id
}

/**
 * Whether every one of a state's elections, and at least one, lists its candidates in a division that covers the place.
 * @param listed_in for each election, the OCD ids of the areas whose ballots are fully listed
 * @param covering OCD ids of the state and of its districts that cover the place
 */
export function isListedWithin(listed_in: readonly ReadonlySet<string>[], covering: readonly string[]): boolean {
  return listed_in.length > 0 && listed_in.every((areas) => covering.some((ocd_id) => areas.has(ocd_id)))
}

/** The contests of one level, in their order: those of every voter here before those of only some. */
export function certainFirst<Contest extends { match: Match }>(contests: readonly Contest[]): Contest[] {
  const isCertain = ({ match }: Contest): boolean => match === 'certain'
  return [...contests.filter(isCertain), ...contests.filter((contest) => !isCertain(contest))]
}

/** The contests of a ballot, with `certainFirst` within each level of each election. */
export function certainFirstInLevels<Contest extends { match: Match; level: Level; election: { slug: string } }>(
  contests: readonly Contest[],
): Contest[] {
  const groups = groupBy(contests, ({ election, level }) => `${election.slug} ${level}`)
  return [...groups.values()].flatMap(certainFirst)
}
