// Lines of New York City's council districts.

import type { Source } from '../source.ts'
import { readCouncilDistricts } from './nyc.ts'
import { OVERLAPPING_CITY, rawUrl } from './publisher.ts'
import type { Plan } from './shape.ts'

const COUNCIL_2023: Plan = {
  layer: 'council',
  vintage: '2023',
  // The Department of City Planning: the lines of the election of 2023; they are redrawn every ten years.
  valid_from: '2023-01-01',
  valid_to: '2032-12-31',
  lines_precision: 'simplified',
  // Simplified to 20 % of the vertices, and cut at the shore. Of full detail's borders between boroughs on land 99 % lie within 47 m of
  // them, all within 116 m; of the shore's vertices in the same map's other layers 99.9 % lie within 101 m, all within 301 m.
  error_m: 100,
}

export const nycSources: readonly Source[] = [
  {
    ...OVERLAPPING_CITY,
    id: 'nyc-council-2023',
    vintage: COUNCIL_2023.vintage,
    published_on: '2026-07-15',
    states: ['NY'],
    files: [
      {
        url: rawUrl(
          'joshgreenman1973/nyc-district-boundaries',
          'bb06304ef833a1ab2c8a7c9121224abed8eb0701',
          'docs/data/council.json',
        ),
        mirror: 'boundaries/nyc_local/council.json.gz',
      },
    ],
    read: readCouncilDistricts(COUNCIL_2023),
  },
]
