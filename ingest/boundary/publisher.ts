// Registry values for the publishers of boundary files and for the repositories that mirror them.

import type { Source } from '../read/source.ts'

type Publisher = Pick<Source, 'publisher' | 'url' | 'licence' | 'personal' | 'family'>

const PUBLIC = { personal: [], family: 'public' } as const

export const CENSUS: Publisher = {
  ...PUBLIC,
  publisher: 'U.S. Census Bureau',
  url: 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html',
  licence: 'U.S. Government work, public domain',
}

export const OCD: Publisher = {
  ...PUBLIC,
  publisher: 'Open Civic Data',
  url: 'https://github.com/opencivicdata/ocd-division-ids',
  licence: 'CC0-1.0',
}

export const OPEN_ANC: Publisher = {
  ...PUBLIC,
  publisher: 'OpenANC, from the DC Office of Planning',
  url: 'https://github.com/devinbrady/openanc',
  licence: 'CC0-1.0',
}

export const OVERLAPPING_CITY: Publisher = {
  ...PUBLIC,
  publisher: 'The overlapping city, from the New York City Department of City Planning',
  url: 'https://github.com/joshgreenman1973/nyc-district-boundaries',
  licence: 'NYC Open Data; simplified by a project that states no licence',
}

/** The file's address. @param revision a commit, whose bytes never change, or a branch, whose bytes are the current ones */
export function rawUrl(repository: string, revision: string, path: string): string {
  return `https://raw.githubusercontent.com/${repository}/${revision}/${path}`
}
