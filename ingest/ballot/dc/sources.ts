// The addresses of the District of Columbia's certified results: the held years, and every other general election.

import { novemberElection } from '../../../data/reference/election-day.ts'
import { stateOf } from '../../../data/schema/states.ts'
import type { Source, YearlySource } from '../../read/source.ts'
import { readDc } from './dc.ts'

/** @param day as in the Board's file names, e.g. `November_5_2024` */
function dcResults(year: number, day: string, published_on: string, filed: Source['files'] = []): Source {
  const name = `${day}_General_Election_Certified_Results.csv`
  return {
    id: `dc-results-${year}`,
    publisher: 'District of Columbia Board of Elections',
    url: 'https://electionresults.dcboe.org/',
    licence: 'Public record',
    vintage: String(year),
    published_on,
    states: ['DC'],
    files: [
      { url: `https://electionresults.dcboe.org/Downloads/Reports/${name}`, mirror: `ballots/dc_boe/${name}.gz` },
      ...filed,
    ],
    personal: [],
    family: 'public',
    lists: { basis: 'returns', kinds: ['candidate', 'measure'], whole_in: [stateOf('DC').ocd_id] },
    read: readDc,
  }
}

/** The Board's list of September 24, 2024, of commission candidates and withdrawals; OpenANC keeps the copy. */
const DC_FILED_2024 = {
  url: 'https://raw.githubusercontent.com/devinbrady/openanc/71e87c62f93a7486089d574aa349eefea4daf29b/data/dcboe/excel-clean/dcboe-ballot-2024-09-24.xlsx',
  mirror: 'ballots/dc_boe/dcboe-ballot-2024-09-24.xlsx',
}

export const dcSources: readonly Source[] = [
  dcResults(2022, 'November_8_2022', '2026-07-18'),
  dcResults(2024, 'November_5_2024', '2026-07-18', [DC_FILED_2024]),
]

/** General elections of even years, certified about four weeks after the day. */
export const dcYearly: YearlySource = {
  first: 2022,
  of: (year) => (year % 2 === 0 ? [awaitResults(year)] : []),
}

function awaitResults(year: number): Source {
  const day = Number(novemberElection(year).slice(-2))
  return { ...dcResults(year, `November_${day}_${year}`, `${year}-12-01`), living: true, awaited: true }
}
