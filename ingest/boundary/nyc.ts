// New York City's council districts, as the project The overlapping city has them.

import { stateOf } from '../../data/schema/states.ts'
import type { Reader } from '../source.ts'
import { SourceError } from '../source.ts'
import { loadText, readFeatures } from './feature.ts'
import { addShape, type Plan } from './shape.ts'

/** The label that the project makes of each feature; it keeps none of the publisher's properties. */
const LABEL = 'nm'

/** Files: the lines as GeoJSON. Throws SourceError for a label that is none of the 51 districts. */
export function readCouncilDistricts(plan: Plan): Reader {
  return async (files, { states }, sink) => {
    if (!states.has('NY')) return
    for (const file of files)
      for await (const feature of readFeatures(file, sink)) {
        const at = { file: file.name, line: feature.line }
        const label = loadText(feature, [LABEL], file.name)
        const ocd_id = findOcdId(label)
        if (ocd_id === null)
          throw new SourceError(`got the ${LABEL} "${label.slice(0, 40)}", expected Council District 1 to 51`, at)
        addShape(sink, at, plan, {
          state: 'NY',
          ocd_id,
          census_geoid: null,
          name: `New York City ${label}`,
          class: null,
          coordinates: feature.polygons,
        })
      }
  }
}

function findOcdId(label: string): string | null {
  const [, number] = /^Council District ([1-9]|[1-4]\d|5[01])$/.exec(label) ?? []
  return number === undefined ? null : `${stateOf('NY').ocd_id}/place:new_york/council_district:${number}`
}
