// The congressional lines of the election of November 2026, in the states that drew new ones: a coarse file, until the Census Bureau's.

import { findDoubt } from '../../data/reference/congressional-plans.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Source } from '../read/source.ts'
import { sinceYear, toSource } from './census.ts'
import * as layouts from './layout.ts'
import type { LinesPlan } from './shape.ts'
import { readTiger } from './tiger.ts'

const CONGRESS_120: LinesPlan = {
  layer: 'congressional',
  vintage: 'cd120',
  ...sinceYear(2026),
  lines_precision: 'generalised',
  // Simplified to a tolerance of 1.5 km, on a grid of 0.0036 by 0.0005 degrees.
  error_m: 2000,
}

const layout = { ...layouts.congressional(''), object: 'districts_2026' }

/** Those whose lines of November 2026 are new; the file has no others. */
const REDRAWN_FOR_2026: readonly StateCode[] = ['AL', 'CA', 'FL', 'LA', 'MO', 'NC', 'OH', 'TN', 'TX', 'UT']

const base = toSource('cd120', REDRAWN_FOR_2026, {
  plan: CONGRESS_120,
  layout,
  published_on: '2026-08-22',
  replacedBy: [
    'tiger-congress-2026',
    ...REDRAWN_FOR_2026.filter((code) => !findDoubt(code, 2026)).map((code) => `tiger-cd-${code.toLowerCase()}-2026`),
  ],
  file: {
    // The Bureau's GeoPackage has them in full; no publisher is known of the coarse file that a mirror has.
    url: 'https://www2.census.gov/geo/tiger/TGRGPKG26/',
    mirror: 'boundaries/cd2026_simplified/cd2026_districts.topojson.gz',
  },
})

export const congress2026Sources: readonly Source[] = [
  {
    ...base,
    vintage: '2026',
    mirrored: true,
    needs: ['divisions'],
    read: readTiger((_feature, _source, { code }) => findDoubt(code, 2026) ?? CONGRESS_120, layout),
  },
]
