// Values that registry entries of boundaries share: publishers, addresses in repositories that mirror them, periods and precision.

import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Source, SourceFile } from '../read/source.ts'
import type { BoundaryPlan } from './shape.ts'
import { type Layout, readTiger } from './tiger.ts'

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

// Values that the registry entries of the Census Bureau's boundaries share.

export const TIGER = 'https://www2.census.gov/geo/tiger'
export const TERRITORIES: readonly StateCode[] = ['AS', 'GU', 'MP', 'PR', 'VI']
export const STATES = STATE_CODES.filter((code) => code !== 'DC' && !TERRITORIES.includes(code))

// Each year's edition moves boundaries. Of the vertices of the 118th Congress within 400 m of a county boundary of 2017, 99 % lie within 50
// m of it in NC, PA and KY. That is twice this error. The rest are boundaries of other districts.
export const FULL = { lines_precision: 'exact', error_m: 25 } as const
export const OPEN = { valid_from: null, valid_to: null } as const
/** Boundaries of an edition of Congress or of a legislature, until another one: data/reference/plans.csv says which elections use them. */
export function sinceYear(year: number): Pick<BoundaryPlan, 'valid_from' | 'valid_to'> {
  return { valid_from: `${year}-01-01`, valid_to: null }
}

/** A delegate represents the whole district or territory. */
export const DELEGATE: BoundaryPlan = { layer: 'congressional', vintage: 'cd118', ...OPEN, ...FULL }
export const CD118: BoundaryPlan = { layer: 'congressional', vintage: 'cd118', ...sinceYear(2022), ...FULL }

/**
 * Connecticut's planning regions replaced its counties (without government since 1960) with the Census Bureau's notice in the
 * Federal Register of 6 June 2022. They have their own FIPS codes, 09110 to 09190.
 */
export const REGIONS_FROM = '2022-06-06'

interface Entry {
  plan: BoundaryPlan
  layout: Layout
  published_on: string
  file: SourceFile
  replacedBy?: readonly string[]
}

export function toCensusSource(
  id: string,
  states: readonly StateCode[],
  { plan, layout, published_on, file, replacedBy }: Entry,
): Source {
  return {
    ...CENSUS,
    id,
    vintage: plan.vintage,
    published_on,
    states,
    files: [file],
    ...(replacedBy && { replacedBy }),
    needs: ['divisions'],
    read: readTiger(plan, layout),
  }
}
