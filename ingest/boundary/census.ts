// Values that the registry entries of the Census Bureau's lines share.

import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Source, SourceFile } from '../read/source.ts'
import { CENSUS } from './publisher.ts'
import type { LinesPlan } from './shape.ts'
import { type Layout, readTiger } from './tiger.ts'

export const TIGER = 'https://www2.census.gov/geo/tiger'
export const TERRITORIES: readonly StateCode[] = ['AS', 'GU', 'MP', 'PR', 'VI']
export const STATES = STATE_CODES.filter((code) => code !== 'DC' && !TERRITORIES.includes(code))

// Each year's edition moves lines. Of the vertices of the 118th Congress within 400 m of a county line of 2017, 99 % lie within 50
// m of it in NC, PA and KY. That is twice this error. The rest are lines of other districts.
export const FULL = { lines_precision: 'exact', error_m: 25 } as const
export const OPEN = { valid_from: null, valid_to: null } as const
/** Valid for the elections of 2024 and 2025, which use the lines of the 119th Congress. */
export const OF_2024 = { valid_from: '2024-01-01', valid_to: '2025-12-31' } as const

/** A delegate represents the whole district or territory. */
export const DELEGATE: LinesPlan = { layer: 'congressional', vintage: 'cd118', ...OPEN, ...FULL }
/** Where the plan did not change, its lines are those of the 119th Congress, too. */
export const CD118: LinesPlan = {
  layer: 'congressional',
  vintage: 'cd118',
  valid_from: '2022-01-01',
  valid_to: '2025-12-31',
  ...FULL,
}

/**
 * Connecticut's planning regions replaced its counties (without government since 1960) with the Census Bureau's notice in the
 * Federal Register of 6 June 2022. They have their own FIPS codes, 09110 to 09190.
 */
export const REGIONS_FROM = '2022-06-06'

interface Entry {
  plan: LinesPlan
  layout: Layout
  published_on: string
  file: SourceFile
  replacedBy?: readonly string[]
}

export function toSource(
  id: string,
  states: readonly StateCode[],
  { plan, layout, published_on, file, replacedBy }: Entry,
): Source {
  return {
    ...{ ...CENSUS, id, vintage: plan.vintage, published_on, states, files: [file] },
    ...(replacedBy && { replacedBy }),
    needs: ['divisions'],
    read: readTiger(plan, layout),
  }
}
