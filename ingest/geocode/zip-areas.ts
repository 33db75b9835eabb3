// Sources of ZIP areas: exact ones of 2010 for six states, simplified ones of 2020 for the others.

import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { OPEN, TERRITORIES } from '../boundary/census.ts'
import * as layouts from '../boundary/layout.ts'
import { CENSUS, rawUrl } from '../boundary/publisher.ts'
import type { LinesPlan } from '../boundary/shape.ts'
import { readTiger } from '../boundary/tiger.ts'
import type { Source } from '../read/source.ts'

/** The states whose exact files are available. */
const ZIP_AREA_STATES = [
  ['DC', 'district_of_columbia'],
  ['DE', 'delaware'],
  ['HI', 'hawaii'],
  ['NH', 'new_hampshire'],
  ['RI', 'rhode_island'],
  ['CT', 'connecticut'],
] as const

const ZCTA_2010: LinesPlan = {
  layer: 'zcta',
  vintage: '2010',
  valid_from: null,
  valid_to: null,
  lines_precision: 'exact',
  error_m: 50,
}

const ZCTA_2020: LinesPlan = {
  layer: 'zcta',
  vintage: 'current',
  ...OPEN,
  lines_precision: 'generalised',
  // Simplified to 15 % of the vertices. Of random points of DC, CT, DE, NH and RI in the exact areas of 2010, 5 % lie in another area here.
  // At 500 m and more from these borders, 0.2 % to 1.3 % do that do not at 1,000 m, where only areas that changed since 2010 are left.
  error_m: 500,
}

export const zipAreaSources: readonly Source[] = [
  ...ZIP_AREA_STATES.map(toZipAreas2010),
  ...STATE_CODES.filter(isSimplified).map(toZipAreas2020),
]

function isSimplified(code: StateCode): boolean {
  return !TERRITORIES.includes(code) && !ZIP_AREA_STATES.some(([exact]) => exact === code)
}

function toZipAreas2010([code, name]: (typeof ZIP_AREA_STATES)[number]): Source {
  const file = `${code.toLowerCase()}_${name}_zip_codes_geo.min.json`
  return {
    ...CENSUS,
    id: `zcta-${code.toLowerCase()}`,
    vintage: ZCTA_2010.vintage,
    published_on: '2016-11-01',
    replacedBy: ['tiger-zcta'],
    states: [code],
    files: [
      {
        url: rawUrl('OpenDataDE/State-zip-code-GeoJSON', '4cc2657044efd08477465aed1912dca30198d441', file),
        mirror: `boundaries/zcta_tiger2010/${file}.gz`,
      },
    ],
    needs: ['divisions'],
    read: readTiger(ZCTA_2010, layouts.ZCTA),
  }
}

function toZipAreas2020(code: StateCode): Source {
  return {
    ...CENSUS,
    id: `zcta-${code.toLowerCase()}`,
    publisher: 'Housing Affordability, from the U.S. Census Bureau',
    url: 'https://github.com/NC1107/housing-affordability',
    vintage: '2020',
    // The file gives no date of its own, so this is the date of its lines.
    published_on: '2020-01-01',
    replacedBy: ['tiger-zcta'],
    states: [code],
    files: [
      {
        url: rawUrl(
          'NC1107/housing-affordability',
          'bc162a3c4691d114eb31b8ac34550fc5d95f78f9',
          `public/data/zcta/${code}.json`,
        ),
        mirror: `boundaries/zcta2020_simplified/${code}.json.gz`,
      },
    ],
    needs: ['divisions'],
    read: readTiger(ZCTA_2020, layouts.zipOnly(code)),
  }
}
