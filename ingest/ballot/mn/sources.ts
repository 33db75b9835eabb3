// The addresses of Minnesota's candidate tables: the held general election of 2024, and every other election of state offices.

import { stateOf } from '../../../data/schema/states.ts'
import { FileGone, type Source, type SourceFile, type YearlySource } from '../../read/source.ts'
import { generalElection, primaryElection } from '../election-days.ts'
import { readMn } from './mn.ts'

const TYPES = ['primary', 'general'] as const
type MnElectionType = (typeof TYPES)[number]

/** The names of the publisher's files. The reader takes them in this order. */
const NAMES = ['cand.txt', 'PartyTbl.txt', 'CntyTbl.txt', 'PrctTbl.txt'] as const

function mnCandidates(year: number, type: MnElectionType): Source {
  const election = type === 'general' ? generalElection('MN', year) : primaryElection('MN', year)
  const day = election.date.replaceAll('-', '')
  return {
    id: `mn-candidates-${year}-${type}`,
    publisher: 'Minnesota Secretary of State',
    url: `https://electionresults.sos.mn.gov/${day}`,
    licence: 'Public record',
    vintage: String(year),
    published_on: `${year}-01-01`,
    states: ['MN'],
    files: NAMES.map((name) => ({
      url: `https://electionresultsfiles.sos.mn.gov/${day}/${name}`,
      mirror: `ballots/mn_sos/${day}/${name}`,
      recognise: refuseTest,
    })),
    personal: [],
    family: 'public',
    lists: { kinds: ['candidate'], levels: ['federal', 'state', 'county'], whole_in: [stateOf('MN').ocd_id] },
    needs: ['divisions'],
    read: readMn(election),
  }
}

/** Before an election the files can hold invented results. */
function refuseTest({ name, bytes }: { name: string; bytes: Uint8Array }): void {
  if (/^\W*TEST RESULTS/i.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1')))
    throw new FileGone('holds test results; the list is not published yet', { file: name })
}

/** The tables' layout has been the same since 2020. */
export const mnYearly: YearlySource = {
  first: 2022,
  of: (year) =>
    year % 2 === 0
      ? TYPES.map((type) => ({ ...mnCandidates(year, type), living: true as const, awaited: true as const }))
      : [],
}

/** As other projects keep them. */
const HELD_2024: Readonly<Record<(typeof NAMES)[number], string>> = {
  'cand.txt': 'ballots/states_2025_2026/mn_cand_20241105.txt.gz',
  'PartyTbl.txt': 'ballots/mn_sos/2024/Parties_2024',
  'CntyTbl.txt': 'ballots/mn_sos/2024/Counties_2024',
  'PrctTbl.txt': 'ballots/mn_sos/2024/Precincts_2024',
}

const general2024 = mnCandidates(2024, 'general')

export const mnSources: readonly Source[] = [
  {
    ...general2024,
    published_on: '2025-11-21',
    files: general2024.files.map((file, at): SourceFile => ({ ...file, mirror: HELD_2024[NAMES[at] ?? 'cand.txt'] })),
  },
]
