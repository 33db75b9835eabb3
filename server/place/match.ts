import type { Match } from '../../data/schema/vocabulary.ts'

/** What an area says of a contest; contest_area in data/store/ddl/ballots.sql. */
export type Rule = 'certain' | 'possible' | 'inside' | 'near' | 'listed'

export interface AreaRule {
  rule: Rule
  /** Whose area says it. */
  district_id: number
  /** The district covers the whole place; always true for a point. */
  covers: boolean
}

export interface Matched {
  match: Match
  /** Possible for want of lines: the place lies in an extent that several districts share, or too near a generalised border. */
  shared: boolean
}

/**
 * Whether a contest is voted at a place, undefined where it is not (docs/rules.md#certain-and-possible). The first line that fits decides:
 *
 * | the place's areas say                         | point            | ZIP, city, county, state                                   |
 * |-----------------------------------------------|------------------|------------------------------------------------------------|
 * | certain                                       | certain          | certain where they cover it, else as below, or possible    |
 * | listed and near                               | possible, shared | possible, shared                                           |
 * | listed and inside                             | certain          | certain where inside covers it, and listed with certain do |
 * | possible                                      | possible, shared | possible, shared                                           |
 * | listed alone: the lines lie elsewhere         | not voted        | not voted                                                  |
 * | inside or near alone: the county lists it not | not voted        | not voted                                                  |
 *
 * `inside` and `near` are of generalised lines, `listed` of a county that lists several districts of the layer: neither is
 * enough alone. Areas cover a place where one of them does, or where they are all the counties in which it lies.
 * @param said what the place's areas say of the contest
 * @param counties ids of the counties in which all of the place lies; none where that is not known
 */
export function matchContest(said: readonly AreaRule[], counties: readonly number[]): Matched | undefined {
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
