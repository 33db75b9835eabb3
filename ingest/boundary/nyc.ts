// New York City's districts, as the project The overlapping city has them.

import { stateOf } from '../../data/schema/states.ts'
import type { Divisions, Reader } from '../source.ts'
import { SourceError } from '../source.ts'
import { loadText, readFeatures } from './feature.ts'
import { type Area, addShape, type Plan } from './shape.ts'

/** The label that the project makes of each feature; it keeps none of the publisher's properties. */
const LABEL = 'nm'

export interface CityLayer {
  /** The words before the number. */
  words: string
  /** The highest number. */
  last: number
  toArea(number: number, divisions: Divisions): Pick<Area, 'ocd_id' | 'census_geoid' | 'name'>
}

export const COUNCIL: CityLayer = {
  words: 'Council District',
  last: 51,
  toArea: (number) => ({
    ocd_id: `${stateOf('NY').ocd_id}/place:new_york/council_district:${number}`,
    census_geoid: null,
    name: `New York City Council District ${number}`,
  }),
}

/** The part inside the city of each district of the state that reaches into it. */
export const CONGRESS: CityLayer = {
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

/** Files: the lines as GeoJSON. Throws SourceError for a label that is none of the layer's districts. */
export function readCityDistricts(plan: Plan, { words, last, toArea }: CityLayer): Reader {
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
