// The addresses of North Carolina's candidate listings: the held years with the date of their copies, and every other year.

import { stateOf } from '../../../data/schema/states.ts'
import type { Source, YearlySource } from '../../read/source.ts'
import { readNc } from './nc.ts'

/** Every column of any year with a candidate's address or contact data. */
const NC_PERSONAL = [
  'street_address',
  'city',
  'state',
  'zip_code',
  'phone',
  'office_phone',
  'business_phone',
  'email',
] as const

/** @param published_on of the copy in use; the Board does not date its files */
function ncCandidates(year: number, published_on: string): Source {
  const name = `Candidate_Listing_${year}.csv`
  return {
    id: `nc-candidates-${year}`,
    publisher: 'North Carolina State Board of Elections',
    url: 'https://www.ncsbe.gov/results-data/candidate-lists',
    licence: 'Public record',
    vintage: String(year),
    published_on,
    states: ['NC'],
    files: [
      {
        url: `https://s3.amazonaws.com/dl.ncsbe.gov/Elections/${year}/Candidate%20Filing/${name}`,
        mirror: `ballots/nc_ncsbe/${name}.gz`,
      },
    ],
    // The layout of 2020 and 2021 has no e-mail column.
    personal: year < 2022 ? NC_PERSONAL.filter((column) => column !== 'email') : NC_PERSONAL,
    family: 'public',
    lists: { kinds: ['candidate'], whole_in: [stateOf('NC').ocd_id] },
    needs: ['divisions'],
    read: readNc,
  }
}

/** The Board rewrites the listing of a year weekly until its last election. Its layout has been the same since 2022. */
export const ncYearly: YearlySource = {
  first: 2022,
  of: (year) => [{ ...ncCandidates(year, `${year}-01-01`), living: true, awaited: true }],
}

export const ncSources: readonly Source[] = [
  ncCandidates(2020, '2025-10-25'),
  ncCandidates(2021, '2025-10-25'),
  ncCandidates(2022, '2025-10-25'),
  ncCandidates(2024, '2025-10-25'),
]
