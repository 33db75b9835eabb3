// Lines of New York City's council districts, and of the congressional districts inside the city.

import { NEW_YORK_CITY } from '../../data/reference/congressional-plans.ts'
import { stateOf } from '../../data/schema/states.ts'
import { type Divisions, type Source, SourceError, type SourceReader } from '../read/source.ts'
import { sinceYear } from './census.ts'
import { loadText, readFeatures } from './feature.ts'
import { OVERLAPPING_CITY, rawUrl } from './publisher.ts'
import { addShape, type LinesPlan, type ShapeArea } from './shape.ts'

// New York City's districts, from the project The overlapping city.

/** The label that the project gives each feature; it keeps none of the publisher's properties. */
const LABEL = 'nm'

interface CityLayer {
  /** The words before the number. */
  words: string
  /** The highest number. */
  last: number
  toArea(number: number, divisions: Divisions): Pick<ShapeArea, 'ocd_id' | 'census_geoid' | 'name'>
}

const COUNCIL: CityLayer = {
  words: 'Council District',
  last: 51,
  toArea: (number) => ({
    ocd_id: `${stateOf('NY').ocd_id}/place:new_york/council_district:${number}`,
    census_geoid: null,
    name: `New York City Council District ${number}`,
  }),
}

/** The part inside the city of each congressional district that reaches into it. */
const CONGRESS: CityLayer = {
  words: 'Congressional District',
  last: 26,
  toArea: (number, divisions) => {
    const ocd_id = `${stateOf('NY').ocd_id}/cd:${number}`
    return {
      ocd_id: divisions.has(ocd_id) ? ocd_id : null,
      census_geoid: `${stateOf('NY').fips}${String(number).padStart(2, '0')}`,
      name: `Congressional District ${number}`,
    }
  },
}

/** Files: the lines as GeoJSON. Throws SourceError for a label that is not a district of the layer. */
function readCityDistricts(plan: LinesPlan, { words, last, toArea }: CityLayer): SourceReader<'divisions'> {
  return async (files, { states, divisions }, sink) => {
    if (!states.has('NY')) return
    for (const file of files)
      for await (const feature of readFeatures(file, sink)) {
        const at = { file: file.name, line: feature.line }
        const label = loadText(feature, [LABEL], file.name)
        const number = label.startsWith(`${words} `) ? label.slice(words.length + 1) : ''
        if (!/^[1-9]\d*$/.test(number) || Number(number) > last)
          throw new SourceError(`got the ${LABEL} "${label.slice(0, 40)}", expected ${words} 1 to ${last}`, at)
        addShape(sink, at, plan, {
          ...toArea(Number(number), divisions),
          ...{ state: 'NY', class: null, coordinates: feature.polygons },
        })
      }
  }
}

/**
 * Simplified to 20 % of the vertices, and cut at the shore. Of the full-detail borders between boroughs on land, 99 % lie within 47
 * m of them, all within 116 m. Of the shore's vertices in the same map's other layers, 99.9 % lie within 101 m, all within 301 m.
 */
const SIMPLIFIED = { lines_precision: 'simplified', error_m: 100 } as const

const COUNCIL_2023: LinesPlan = {
  layer: 'council',
  vintage: '2023',
  // Source: the Department of City Planning. Lines since the election of 2023, redrawn every ten years.
  valid_from: '2023-01-01',
  valid_to: '2032-12-31',
  ...SIMPLIFIED,
}

/** The plan of February 2024. build/boundaries/congressional.ts joins these parts to the rest of the state. */
const CONGRESS_119: LinesPlan = {
  layer: 'congressional',
  vintage: NEW_YORK_CITY.vintage,
  ...sinceYear(2024),
  ...SIMPLIFIED,
}

export const nycSources: readonly Source[] = [
  toSource('nyc-council-2023', COUNCIL_2023, 'council', COUNCIL),
  toSource('nyc-congress-119', CONGRESS_119, 'congress', CONGRESS),
]

function toSource(id: string, plan: LinesPlan, file: string, layer: CityLayer): Source {
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
    needs: ['divisions'],
    read: readCityDistricts(plan, layer),
  }
}
