// Published divisions of states, and their offices.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { type ContestArea, indexDivisions } from '../../../ingest/ballot/division.ts'
import { indexCounties } from '../../../ingest/ballot/office-rules/county.ts'
import { type OfficeText, readOffice } from '../../../ingest/ballot/office-rules/read-office.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions } from '../../../ingest/read/source.ts'
import { table } from '../../table.ts'

type Pairs = readonly (readonly [id: string, name: string])[]

const rootOf = (state: StateCode): string => `ocd-division/country:us/state:${state.toLowerCase()}`

/** @param pairs the id after that of the state, and the name */
export function publishedIn(state: StateCode, pairs: Pairs): Divisions {
  return publishedInAll([[state, pairs]])
}

export function publishedInAll(states: readonly (readonly [state: StateCode, pairs: Pairs])[]): Divisions {
  const more = { census_geoid: null, same_as: null, valid_through: null }
  return toDivisions(
    states.flatMap(([state, pairs]) =>
      pairs.map(([id, name]) => ({ ocd_id: `${rootOf(state)}/${id}`, name, ...more })),
    ),
  )
}

/**
 * Published divisions of states: `IN | county:lake; place:middlebury town`. The name of one is that of its id, with the word behind
 * it or "County", unless it is written out: `place:groton_city = Groton city`.
 */
export function publishedOf(text: string): (state: StateCode) => Pairs {
  const rows = table<[state: string, list: string]>(text)
  return (state) => rows.flatMap(([of, list]) => (of === state ? list.split('; ').map(toPair) : []))
}

function toPair(text: string): readonly [id: string, name: string] {
  const [, id = '', word = '', written] = /^(\S+)(?: (\w+))?(?: = (.+))?$/.exec(text) ?? []
  const [type, code = ''] = id.slice(id.lastIndexOf('/') + 1).split(':')
  const said = code.replaceAll('_', ' ')
  if (written !== undefined || type === 'school_district') return [id, written ?? said]
  const capitals = said.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return [id, `${capitals} ${type === 'county' ? 'County' : word}`.trim()]
}

/** Offices as the lines of a county write them. */
export function openOffices(state: StateCode, pairs: Pairs, divisions = publishedIn(state, pairs)) {
  const index = indexDivisions(state, divisions)
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
