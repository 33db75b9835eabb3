// Candidate listings and certified results. Another year of a known layout is one more line.

import type { Source } from '../source.ts'
import { readDc } from './dc/dc.ts'
import { kySources } from './ky/ky.ts'
import { losAngelesSources } from './los-angeles.ts'
import { miSources } from './mi.ts'
import { readNc } from './nc/nc.ts'
import { nvSources } from './nv/nv.ts'
import { paSources } from './pa.ts'
import { sfMeasures } from './sf/measures.ts'

/** Every column of any year that says where a candidate lives or how to reach them. */
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

/** @param published_on of the copy held; the Board dates none of its files. */
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
    // The layout of 2020 and 2021 has no e-mail.
    personal: year < 2022 ? NC_PERSONAL.filter((column) => column !== 'email') : NC_PERSONAL,
    family: 'public',
    read: readNc,
  }
}

/** @param day as the Board writes it in its file names, e.g. `November_5_2024`. */
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
    read: readDc,
  }
}

/** The Board's list of who filed for the commissions, and who withdrew, of September 24, 2024, as OpenANC keeps it. */
const DC_FILED_2024 = {
  url: 'https://raw.githubusercontent.com/devinbrady/openanc/71e87c62f93a7486089d574aa349eefea4daf29b/data/dcboe/excel-clean/dcboe-ballot-2024-09-24.xlsx',
  mirror: 'ballots/dc_boe/dcboe-ballot-2024-09-24.xlsx',
}

export const ballotSources: readonly Source[] = [
  ncCandidates(2020, '2025-10-25'),
  ncCandidates(2021, '2025-10-25'),
  ncCandidates(2022, '2025-10-25'),
  ncCandidates(2024, '2025-10-25'),
  dcResults(2022, 'November_8_2022', '2026-07-18'),
  dcResults(2024, 'November_5_2024', '2026-07-18', [DC_FILED_2024]),
  ...kySources,
  ...losAngelesSources,
  ...miSources,
  ...nvSources,
  ...paSources,
  sfMeasures,
]
