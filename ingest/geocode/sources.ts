// Sources of ZIP codes (points and counties) and of addresses.

import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { CENSUS, rawUrl } from '../boundary/publisher.ts'
import type { Source } from '../read/source.ts'
import { readDcAddresses, readOpenAddresses } from './address-points.ts'
import { readMunicipalities } from './municipality.ts'
import { readGeonames, readRangeCounties, readZctaCounties, zipAreaSources } from './zip-codes.ts'

/** Samples from the project's own tests. To add a county's file, add a line. */
const ADDRESS_FILES = [
  ['alameda', 'CA', '2016-10-20'],
  ['santa_clara', 'CA', '2016-10-20'],
  ['portland_metro', 'OR', '2016-10-24'],
] as const

export const geocodeSources: readonly Source[] = [
  {
    id: 'geonames-zip',
    publisher: 'GeoNames',
    url: 'https://download.geonames.org/export/zip/',
    licence: 'CC-BY-4.0',
    vintage: '2026',
    published_on: '2026-07-11',
    states: STATE_CODES,
    living: true,
    files: [{ url: 'https://download.geonames.org/export/zip/US.zip', mirror: 'geocode/geonames_us_zip/US.txt.gz' }],
    personal: [],
    family: 'public',
    read: readGeonames,
  },
  {
    ...CENSUS,
    id: 'zcta-county-2020',
    url: 'https://www.census.gov/geographies/reference-files/time-series/geo/relationship-files.2020.html',
    vintage: '2020',
    // The file gives no date of its own, so this is the date of its lines.
    published_on: '2020-01-01',
    states: STATE_CODES,
    files: [
      {
        url: 'https://www2.census.gov/geo/docs/maps-data/data/rel2020/zcta520/tab20_zcta520_county20_natl.txt',
        mirror: 'geocode/zip_crosswalks/zcta_crosswalk_2020.csv.gz',
      },
    ],
    read: readZctaCounties,
  },
  {
    ...CENSUS,
    id: 'zip-county-2025',
    vintage: '2025',
    published_on: '2025-09-22',
    states: STATE_CODES,
    files: [
      {
        // Counted from the address ranges of all counties in TIGER/Line 2025, because no publisher offers the counts as a file.
        url: 'https://www2.census.gov/geo/tiger/TIGER2025/ADDRFEAT/',
        mirror: 'geocode/zip_crosswalks/tiger2025_addrfeat_county_zip.parquet',
      },
    ],
    read: readRangeCounties,
  },
  {
    id: 'civic-data-municipalities',
    publisher: 'Civic-Data, from the U.S. Census Bureau',
    url: 'https://github.com/CivicMirror/Civic-Data',
    licence: 'CC0-1.0',
    vintage: '2026',
    published_on: '2026-08-22',
    states: STATE_CODES,
    files: [
      {
        url: 'https://github.com/CivicMirror/Civic-Data/archive/1e02383.tar.gz',
        mirror: 'places_civic_data/civic-data_data_1e02383.tar.gz',
      },
    ],
    personal: [],
    family: 'public',
    read: readMunicipalities,
  },
  ...zipAreaSources,
  ...ADDRESS_FILES.map(toAddresses),
]

/** Files that no mirror needs to have. */
export const currentAddresses: readonly Source[] = [
  {
    id: 'dc-addresses',
    publisher: 'District of Columbia, Office of the Chief Technology Officer',
    url: 'https://opendata.dc.gov/datasets/aa514416aaf74fdc94748f1e56e7cc8a_0',
    licence: 'CC-BY-4.0',
    // Those of the fetched bytes replace these.
    vintage: 'current',
    published_on: '1970-01-01',
    living: true,
    awaited: true,
    seen: false,
    states: ['DC'],
    files: [
      {
        url: 'https://opendata.dc.gov/api/download/v1/items/aa514416aaf74fdc94748f1e56e7cc8a/csv?layers=0',
        mirror: 'geocode/dc_addresses/Address_Points.csv.gz',
      },
    ],
    personal: [],
    family: 'public',
    read: readDcAddresses,
  },
]

function toAddresses([name, code, published_on]: (typeof ADDRESS_FILES)[number]): Source {
  return {
    id: `openaddresses-${code.toLowerCase()}-${name.replaceAll('_', '-')}`,
    publisher: 'OpenAddresses',
    url: 'https://openaddresses.io',
    licence: "ISC; each county's own terms apply",
    vintage: published_on.slice(0, 4),
    published_on,
    states: [code],
    files: [
      {
        url: rawUrl(
          'openaddresses/batch-machine',
          '8634e8e6dfc4bbb22a52e3f8fd7fcac85b1c2662',
          `openaddr/tests/outputs/${name}.zip`,
        ),
        mirror: `geocode/openaddresses_samples/outputs/${name}.zip`,
      },
    ],
    personal: [],
    family: 'public',
    read: readOpenAddresses,
  }
}
