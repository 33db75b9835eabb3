// Finds the OCD division of a legislative seat by the district's name in Open States.

import type { UsState } from '../../data/schema/states.ts'
import { toDistrictWords } from '../boundary/legislative.ts'
import type { Divisions } from '../read/source.ts'

export type FindDivision = (state: UsState, chamber: 'sldu' | 'sldl', district: string) => string | null

/**
 * Matches by number (aliases included), as drawn lines are matched; else by the words in the division's id: `21st Middlesex`,
 * `Belknap 6`. A letter after a number without a division marks one of several seats in a district (Idaho's 16A and 16B). Members
 * at large have the whole state.
 */
export function findDivisionIn(divisions: Divisions): FindDivision {
  const indexes = new Map<string, Map<string, string | null>>()
  const indexOf = (parent: string, chamber: string): Map<string, string | null> => {
    const key = `${parent} ${chamber}`
    const known = indexes.get(key)
    if (known) return known
    const index = new Map<string, string | null>()
    for (const { ocd_id } of divisions.under(parent, chamber)) {
      const words = toDistrictWords(ocd_id.slice(ocd_id.lastIndexOf(':') + 1))
      index.set(words, index.has(words) ? null : ocd_id)
    }
    indexes.set(key, index)
    return index
  }
  const lookUp = (state: UsState, chamber: string, district: string): string | null => {
    const byCode = `${state.ocd_id}/${chamber}:${district.toLowerCase()}`
    return divisions.has(byCode) ? byCode : (indexOf(state.ocd_id, chamber).get(toDistrictWords(district)) ?? null)
  }
  return (state, chamber, district) => {
    if (/^at[- ]large$/i.test(district)) return state.ocd_id
    const [, number] = /^(\d+)[A-Z]$/i.exec(district) ?? []
    return lookUp(state, chamber, district) ?? (number === undefined ? null : lookUp(state, chamber, number))
  }
}
