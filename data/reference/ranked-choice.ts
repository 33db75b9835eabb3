// Elections in which voters rank the candidates: the laws of states and cities. Every source's contests follow them.

import type { ElectionType, StateCode } from '../schema/vocabulary.ts'

interface RankedLaw {
  state: StateCode
  types: readonly ElectionType[]
  /** Dates of the first and the last election, YYYY-MM-DD. Default of the last: open. */
  first: string
  last?: string
  /** Offices, as the subjects of contests; all offices of `within` if absent. */
  offices?: readonly string[]
  /** The division whose own and whose parts' offices are meant. */
  within: string
  /** With fewer candidates nobody ranks. */
  candidates: number
  /** Ranks of the ballot. Default: one for each candidate and, unless it is a primary, one for a name that the voter writes. */
  ranks?: number
  source: string
}

const ALASKA = 'ocd-division/country:us/state:ak'
const MAINE = 'ocd-division/country:us/state:me'
const ALASKAS_OFFICES = ['president', 'us-senate', 'us-house', 'governor', 'state-senate', 'state-house'] as const
const MAINES_LAW = '21-A M.R.S. §§ 1(27-C), 723-A'

/** An office that a state elects by ranks stands here once for each kind of election. */
const LAWS: readonly RankedLaw[] = [
  {
    state: 'AK',
    types: ['special'],
    first: '2022-08-16',
    last: '2022-08-16',
    offices: ['us-house'],
    within: ALASKA,
    candidates: 0,
    source: 'AS 15.15.350 (Ballot Measure 2 of 2020)',
  },
  {
    state: 'AK',
    types: ['general'],
    first: '2022-11-08',
    offices: ALASKAS_OFFICES,
    within: ALASKA,
    candidates: 0,
    source: 'AS 15.15.350 (Ballot Measure 2 of 2020)',
  },
  {
    state: 'ME',
    types: ['general', 'special'],
    first: '2018-11-06',
    offices: ['us-senate', 'us-house'],
    within: MAINE,
    candidates: 3,
    source: MAINES_LAW,
  },
  {
    state: 'ME',
    types: ['general'],
    first: '2020-11-03',
    offices: ['president'],
    within: MAINE,
    candidates: 3,
    source: MAINES_LAW,
  },
  {
    state: 'ME',
    types: ['primary', 'special_primary'],
    first: '2018-06-12',
    offices: ['us-senate', 'us-house', 'governor', 'state-senate', 'state-house'],
    within: MAINE,
    candidates: 3,
    source: MAINES_LAW,
  },
  {
    // A declared write-in candidate was the third: Department of the Secretary of State, tabulation of November 2024.
    state: 'ME',
    types: ['general'],
    first: '2024-11-05',
    last: '2024-11-05',
    offices: ['us-house'],
    within: `${MAINE}/cd:2`,
    candidates: 2,
    source: MAINES_LAW,
  },
  {
    state: 'NY',
    types: ['primary', 'special'],
    first: '2021-01-01',
    candidates: 3,
    ranks: 5,
    within: 'ocd-division/country:us/state:ny/place:new_york',
    source: 'New York City Charter § 1057-g',
  },
  {
    state: 'OR',
    types: ['general'],
    first: '2024-11-05',
    candidates: 3,
    ranks: 6,
    offices: ['mayor', 'auditor', 'city-council', 'council', 'councilor', 'city-councilor'],
    within: 'ocd-division/country:us/state:or/place:portland',
    source: 'Charter of the City of Portland, chapter 3 (Measure 26-228 of 2022)',
  },
  {
    state: 'VA',
    types: ['general'],
    first: '2024-11-05',
    candidates: 3,
    ranks: 3,
    offices: ['board-member', 'county-board'],
    within: 'ocd-division/country:us/state:va/county:arlington',
    source: "Code of Virginia § 24.2-673.1; Arlington's ordinance of 2023 for the County Board",
  },
]

export interface RankedElection {
  state: StateCode
  /** YYYY-MM-DD */
  date: string
  type: ElectionType
}

/** @param candidates those on the ballot who have not withdrawn. @returns how many a voter may rank; null where nobody ranks */
export function ranksAllowed(
  { state, date, type }: RankedElection,
  { subject, ocd_id, candidates }: { subject: string; ocd_id: string; candidates: number },
): number | null {
  const law = LAWS.find(
    (one) =>
      one.state === state &&
      one.types.includes(type) &&
      one.first <= date &&
      date <= (one.last ?? date) &&
      (one.offices?.includes(subject) ?? true) &&
      (ocd_id === one.within || ocd_id.startsWith(`${one.within}/`)) &&
      candidates >= one.candidates,
  )
  if (!law) return null
  const written = type === 'primary' || type === 'special_primary' ? 0 : 1
  return law.ranks ?? candidates + written
}
