// Invented states: two whose layers cross their common border or leave a gap there, and some with lines that are replaced.

import { expect, test } from 'vitest'
import { ballot } from '../../data/schema/ballot.ts'
import { record } from '../../data/schema/envelope.ts'
import { DISTRICT_TYPES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Box } from './box.ts'
import { idOf } from './geography.ts'
import { type Corner, fillsOf, type Record } from './lines-drawn.ts'
import { openWorld } from './world.ts'

const LAYERS = DISTRICT_TYPES.filter((type) => type !== 'state')

const corner: Corner = {
  records: [
    drawn('NC', 'state', [-82, 35, -80, 36]),
    drawn('PA', 'state', [-80, 35, -78, 36]),
    drawn('NC', 'congressional', [-82, 35, -79.98, 36]),
    drawn('PA', 'congressional', [-80, 35, -78, 36]),
    drawn('NC', 'state_lower', [-82, 35, -80, 36]),
    // 450 m short of the border.
    drawn('PA', 'state_lower', [-79.995, 35, -78, 36]),
    // The retired county has no gap, the one that replaces it has.
    drawn('MN', 'state', [-100, 35, -98, 36]),
    drawn('MN', 'county', [-99.995, 35, -98, 36]),
    { ...drawn('MN', 'county', [-100, 35, -98, 36], 9), valid_to: '2023-12-31' },
    // Every layer has lines until 2022; in Kentucky, later lines of another division begin elsewhere.
    drawn('VA', 'state', [-90, 35, -88, 36]),
    drawn('KY', 'state', [-94, 35, -91, 36]),
    ...LAYERS.flatMap((type) => [
      { ...drawn('VA', type, [-90, 35, -88, 36]), valid_to: '2022-12-31' },
      { ...drawn('KY', type, [-94, 35, -92, 36]), valid_to: '2022-12-31' },
      { ...drawn('KY', type, [-92, 35, -91, 36], 2), valid_from: '2023-01-01' },
    ]),
  ],
  zips: [{ zip: '15001', state: 'PA', box: [-79.99, 35.2, -79.8, 35.4] }],
  races: [],
}

const { read } = await openWorld({ fills: fillsOf(corner) })
const ask = async (query: string) => (await read(`/v1/ballot?${query}`, record(ballot))).data

function drawn(state: StateCode, type: Record['type'], box: Box, number = 1): Record {
  const ocd_id = `ocd-division/country:us/state:${state.toLowerCase()}${type === 'state' ? '' : `/${type}:${number}`}`
  const level = type === 'congressional' ? 'federal' : 'state'
  const id = idOf('district', `${ocd_id}/2024`)
  const summary = { id, name: `${state} ${type}`, level, type, ocd_id, state, lines_precision: 'exact' } as const
  return { summary, type, box, valid_from: null, valid_to: null, held: false }
}

const ALL = 'congressional state state_lower'

/** A possible district has a question mark. */
test.each<[what: string, query: string, state: string, complete: boolean, districts: string]>([
  ['the state that contains a point decides', 'lat=35.3&lng=-79.985', 'PA', true, ALL],
  ['the state that contains a point decides', 'lat=35.3&lng=-80.001', 'NC', true, ALL],
  ['in a gap of a layer the nearest district is possible', 'lat=35.3&lng=-79.998', 'PA', false, `${ALL}?`],
  ['an area has districts only of the states that it overlaps', 'location=15001', 'PA', true, ALL],
  ['a retired district fills no gap', 'lat=35.3&lng=-99.998', 'MN', false, 'county? state'],
])('%s: %s', async (_what, query, state, complete, expected) => {
  const { location, districts } = await ask(query)
  expect([location.state, location.complete]).toEqual([state, complete])
  const found = districts.map(({ name, match }) => `${name}${match === 'certain' ? '' : '?'}`)
  expect(found).toEqual(expected.split(' ').map((type) => `${state} ${type}`))
})

test('earlier lines are those of present seats until their plan is replaced: in some layers for the whole state', async () => {
  const seats = async (query: string) => {
    const { location, districts } = await ask(query)
    expect(location.lines_differ).toBe(false)
    expect(districts.filter(({ lines }) => lines === 'next_ballot').map(({ type }) => type)).toEqual(['state'])
    return districts.flatMap(({ lines, type }) => (lines === 'current_seat' ? [type] : [])).sort()
  }
  // A council's lines end only when others replace them.
  const kept = ['court', 'school_board']
  const redrawn = ['anc', 'congressional', 'smd', 'state_lower', 'state_upper', 'ward']
  expect(await seats('lat=35.3&lng=-89')).toEqual([...kept, ...redrawn].sort())
  expect(await seats('lat=35.3&lng=-93')).toEqual(kept)
})
