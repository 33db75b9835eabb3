// How many members of a board are elected in a year, for files that do not say it of each board.

import type { StateCode } from '../schema/vocabulary.ts'

interface BoardSeats {
  state: StateCode
  /** Years of the regular general elections of which the row is known to be true. */
  years: readonly number[]
  /** The end of the office's name, as a slug. */
  office: string
  seats: number
  source: string
}

const BOARD_SEATS: readonly BoardSeats[] = [
  {
    ...{ state: 'IA', years: [2024], office: 'agricultural-extension-council', seats: 4 },
    source: 'Iowa Code §§ 176A.5 to 176A.7: nine members with staggered terms of four years, four of them until 2024',
  },
  {
    ...{ state: 'IA', years: [2024], office: 'soil-and-water-conservation-district-commissioner', seats: 3 },
    source: 'Iowa Code § 161A.5: five commissioners with staggered terms of four years, three of them until 2024',
  },
  {
    ...{ state: 'IA', years: [2024], office: 'township-trustee', seats: 2 },
    source: 'Iowa Code § 39.22: three trustees with staggered terms of four years, two of them until 2024',
  },
]

/** Of a whole term; undefined where the law does not say it for the whole state. @param office a slug */
export function boardSeats(state: StateCode, year: number, office: string): number | undefined {
  return BOARD_SEATS.find(
    (row) => row.state === state && row.years.includes(year) && `-${office}`.endsWith(`-${row.office}`),
  )?.seats
}
