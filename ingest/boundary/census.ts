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

interface Entry {
  plan: LinesPlan
  layout: Layout
  published_on: string
  file: SourceFile
}

export function toSource(
  id: string,
  states: readonly StateCode[],
  { plan, layout, published_on, file }: Entry,
): Source {
  return {
    ...{ ...CENSUS, id, vintage: plan.vintage, published_on, states, files: [file] },
    needs: ['divisions'],
    read: readTiger(plan, layout),
  }
}
