// Published divisions of one state, and its offices as the lines of a county write them.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { type ContestArea, indexDivisions } from '../../../ingest/ballot/division.ts'
import { indexCounties } from '../../../ingest/ballot/office-rules/county.ts'
import { type OfficeText, readOffice } from '../../../ingest/ballot/office-rules/read-office.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions } from '../../../ingest/read/source.ts'

type Pairs = readonly (readonly [id: string, name: string])[]

const rootOf = (state: StateCode): string => `ocd-division/country:us/state:${state.toLowerCase()}`

/** @param pairs the id after that of the state, and the name */
export function publishedIn(state: StateCode, pairs: Pairs): Divisions {
  const more = { census_geoid: null, same_as: null, valid_through: null }
  return toDivisions(pairs.map(([id, name]) => ({ ocd_id: `${rootOf(state)}/${id}`, name, ...more })))
}

export function openOffices(state: StateCode, pairs: Pairs) {
  const index = indexDivisions(state, publishedIn(state, pairs))
  const findCounty = indexCounties(index)
  return {
    findCounty,
    read: ({ county, ...text }: Omit<OfficeText, 'county'> & { county: string }) =>
      readOffice({ ...text, county: findCounty(county) }, index),
    /** The id after that of the state, or what there is without one. */
    toId(area: ContestArea): string {
      if (area.kind === 'found') return area.division.ocd_id.replace(`${rootOf(state)}/`, '')
      return area.kind === 'numbered' ? `${area.word}:${area.code}` : area.kind
    },
  }
}
