// Finds the election of a San Francisco measure by its date.

import { findPrimarySystem } from '../../../data/reference/primaries.ts'
import { CA_PRIMARIES, CA_SPECIALS, SF_RUNOFFS } from '../../../data/reference/sf-measures.ts'
import type { ListedElection } from '../listed.ts'

/** The reference table does not say how California nominated before the top-two primary. */
const FIRST_TOP_TWO = '2012-01-01'

/**
 * The statewide election of the date, if the state held one; else the city's own. General elections are on the Tuesday after
 * November's first Monday: the state's in even years, the city's in odd years.
 * @param date YYYY-MM-DD
 */
export function sfElection(date: string): ListedElection {
  if (CA_PRIMARIES.direct.includes(date) || CA_PRIMARIES.presidential.includes(date)) {
    const words = CA_PRIMARIES.direct.includes(date) ? 'Primary Election' : 'Presidential Primary Election'
    const system = date < FIRST_TOP_TWO ? null : findPrimarySystem('CA', date)
    return { state: 'CA', date, type: 'primary', words, ...(system ? { primary_system: system } : {}) }
  }
  if (CA_SPECIALS.includes(date)) return { state: 'CA', date, type: 'special', words: 'Special Election' }
  const ofTheCity = { state: 'CA', date, place: 'San Francisco' } as const
  if (SF_RUNOFFS.includes(date)) return { ...ofTheCity, type: 'runoff', words: 'Runoff Election' }
  if (!isNovembersElectionDay(date)) return { ...ofTheCity, type: 'special', words: 'Special Election' }
  if (Number(date.slice(0, 4)) % 2 === 0) return { state: 'CA', date, type: 'general', words: 'General Election' }
  return { ...ofTheCity, type: 'general', words: 'Municipal Election' }
}

function isNovembersElectionDay(date: string): boolean {
  const day = Number(date.slice(8))
  return date.slice(5, 7) === '11' && day > 1 && day < 9 && new Date(`${date}T00:00:00Z`).getUTCDay() === 2
}
