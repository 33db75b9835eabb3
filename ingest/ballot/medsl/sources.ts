// The election returns of the MIT Election Data and Science Lab: by precinct for a state, by state for the nation.

import { isStateCode } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Source, SourceEntry } from '../../read/source.ts'
import { readReturns } from './medsl.ts'
import { readNational } from './national.ts'

const PUBLISHER = 'MIT Election Data and Science Lab'
/** The commits of the repositories, of the general elections of 2022 and 2024. */
const COMMITS: Readonly<Record<number, { commit: string; published_on: string }>> = {
  2022: { commit: 'ceac4e8', published_on: '2025-01-31' },
  2024: { commit: '7ec08dbd33e7e0d74360477aec766a72c3ecc9df', published_on: '2026-04-17' },
}

/** The other states' files are not held. */
const STATES_2024 = (
  'AK AL AR CO CT DE FL GA HI IA ID IN KS KY LA MA MD ME MI MO MS ' +
  'MT ND NE NH NJ NM NV OK OR RI SC SD TN TX VA VT WA WI WV WY'
)
  .split(' ')
  .filter(isStateCode)
/** The states of which no later returns are held. */
const STATES_2022 = 'AZ NY OH UT'.split(' ').filter(isStateCode)
/** The states that elected a senator. */
const SENATE_2024 = (
  'AZ CA CT DE FL HI IN MA MD ME MI MN MO MS MT ND NE ' + 'NJ NM NV NY OH PA RI TN TX UT VA VT WA WI WV WY'
)
  .split(' ')
  .filter(isStateCode)
/** All that choose electors. */
const PRESIDENT_2024 = (
  'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS ' +
  'MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
)
  .split(' ')
  .filter(isStateCode)

export const medslSources: readonly Source[] = [
  ...STATES_2022.map((state) => precincts(state, 2022)),
  ...STATES_2024.map((state) => precincts(state, 2024)),
  national('president', PRESIDENT_2024, 2024),
  national('senate', SENATE_2024, 2024),
]

function entry(year: number): Omit<SourceEntry, 'id' | 'states' | 'files' | 'lists'> {
  const { published_on = '' } = COMMITS[year] ?? {}
  return {
    publisher: PUBLISHER,
    url: `https://github.com/MEDSL/${year}-elections-official`,
    licence: 'Public record; cite the MIT Election Data and Science Lab',
    vintage: String(year),
    published_on,
    personal: [],
    family: 'public',
  }
}

function precincts(state: StateCode, year: 2022 | 2024): Source {
  const code = state.toLowerCase()
  const packed =
    year === 2022 ? `2022-${code}-local-precinct-general.zip` : state === 'NJ' ? 'nj24.gz' : `${code}24.zip`
  return {
    ...entry(year),
    id: `medsl-${year}-${code}`,
    states: [state],
    files: [file(year, `individual_states/${packed}`)],
    // A file has no contest that a state or a county did not report, and some leave out unopposed seats.
    lists: { basis: 'returns', kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    needs: ['divisions'],
    read: readReturns(state, year),
  }
}

function national(office: 'president' | 'senate', states: readonly StateCode[], year: number): Source {
  return {
    ...entry(year),
    id: `medsl-${year}-${office}`,
    states,
    files: [file(year, `${year}-${office}-state.csv`)],
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal'], whole_in: [] },
    needs: ['divisions'],
    read: readNational(year),
  }
}

function file(year: number, path: string): { url: string; mirror: string } {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    url: `https://raw.githubusercontent.com/MEDSL/${year}-elections-official/${COMMITS[year]?.commit ?? 'main'}/${path}`,
    mirror: `ballots/medsl_${year}/${name}`,
  }
}
