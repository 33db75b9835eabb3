// Lines of New York City's council districts, and of the congressional districts inside the city.

import { NEW_YORK_CITY } from '../../data/reference/congressional-plans.ts'
import type { Source } from '../source.ts'
import { OF_2024 } from './census.ts'
import { type CityLayer, CONGRESS, COUNCIL, readCityDistricts } from './nyc.ts'
import { OVERLAPPING_CITY, rawUrl } from './publisher.ts'
import type { Plan } from './shape.ts'

/**
 * Simplified to 20 % of the vertices, and cut at the shore. Of full detail's borders between boroughs on land 99 % lie within 47 m of
 * them, all within 116 m; of the shore's vertices in the same map's other layers 99.9 % lie within 101 m, all within 301 m.
 */
const SIMPLIFIED = { lines_precision: 'simplified', error_m: 100 } as const

const COUNCIL_2023: Plan = {
  layer: 'council',
  vintage: '2023',
  // The Department of City Planning: the lines of the election of 2023; they are redrawn every ten years.
  valid_from: '2023-01-01',
  valid_to: '2032-12-31',
  ...SIMPLIFIED,
}

/** The plan of February 2024. build/congressional.ts joins these parts to the rest of the state. */
const CONGRESS_119: Plan = { layer: 'congressional', vintage: NEW_YORK_CITY.vintage, ...OF_2024, ...SIMPLIFIED }

export const nycSources: readonly Source[] = [
  toSource('nyc-council-2023', COUNCIL_2023, 'council', COUNCIL),
  toSource('nyc-congress-119', CONGRESS_119, 'congress', CONGRESS),
]

function toSource(id: string, plan: Plan, file: string, layer: CityLayer): Source {
  return {
    ...OVERLAPPING_CITY,
    ...{ id, vintage: plan.vintage, published_on: '2026-07-15', states: ['NY'] },
    files: [
      {
        url: rawUrl(
          'joshgreenman1973/nyc-district-boundaries',
          'bb06304ef833a1ab2c8a7c9121224abed8eb0701',
          `docs/data/${file}.json`,
        ),
        mirror: `boundaries/nyc_local/${file}.json.gz`,
      },
    ],
    read: readCityDistricts(plan, layer),
  }
}
