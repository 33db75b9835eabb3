// Names of towns and townships whose lines are held: each means its own area instead of its county.

import { expect, test } from 'vitest'
import { ask, openInventedNames, shapeRow } from './place-names.ts'

type Shape = readonly [layer: string, state: string, path: string, geoid: string, name: string, kind: string | null]
const SHAPES: readonly Shape[] = [
  ['county', 'NJ', 'county:mercer', '34021', 'Mercer County', null],
  ['county', 'NJ', 'county:atlantic', '34001', 'Atlantic County', null],
  ['county', 'NJ', 'county:bergen', '34003', 'Bergen County', null],
  ['county', 'CT', 'planning_region:western_connecticut', '09190', 'Western Connecticut Planning Region', null],
  ['county', 'MN', 'county:pope', '27121', 'Pope County', null],
  ['place', 'NJ', 'county:mercer/place:hamilton', '3402129310', 'Hamilton Township', 'T1'],
  ['place', 'NJ', 'county:atlantic/place:hamilton', '3400129280', 'Hamilton Township', 'T1'],
  ['place', 'NJ', 'county:bergen/place:teaneck', '3400372360', 'Teaneck Township', 'T1'],
  // The list of governments has the region's code, the lines that of the old county.
  ['place', 'CT', 'place:greenwich', '0900133620', 'Greenwich', 'T1'],
  // A city and a township of one name.
  ['place', 'MN', 'place:glenwood', '2724254', 'Glenwood', 'C1'],
  ['place', 'MN', 'county:pope/place:glenwood', '2712124272', 'Glenwood Township', 'T1'],
]
const { warehouse, places } = await openInventedNames(
  {
    'core.shape': SHAPES.map(([layer, state, path, ...rest]) => shapeRow(layer, state, `/${path}`, ...rest)),
    'core.municipality': [
      ['NJ', 'Hamilton', 'township', '3429310', '34021'],
      ['NJ', 'Hamilton', 'township', '3429280', '34001'],
      ['NJ', 'Teaneck', 'township', '3472360', '34003'],
      ['NJ', 'Lodi', 'borough', '3441000', '34003'],
      ['CT', 'Greenwich', 'town', '0933620', '09190'],
      ['MN', 'Glenwood', 'city', '2724254', '27121'],
      ['MN', 'Glenwood', 'township', '2724272', '27121'],
    ].map((government) => ['s', 'f', 1, ...government, null]),
  },
  [],
)
const names = new Map(
  (
    await warehouse.all<{ key: string; ocd_id: string }>("SELECT 'district:' || id AS key, ocd_id FROM out.district")
  ).map(({ key, ocd_id }) => [key, ocd_id.replace(/^.*\/state:/, '')]),
)

test.each([
  ['Teaneck, NJ', 'nj/county:bergen/place:teaneck', 'Teaneck Township, NJ'],
  ['Town of Greenwich, CT', 'ct/place:greenwich', 'Greenwich, CT'],
  ['Hamilton, Mercer County, NJ', 'nj/county:mercer/place:hamilton', 'Hamilton Township, Mercer County, NJ'],
  ['Hamilton, Atlantic County, NJ', 'nj/county:atlantic/place:hamilton', 'Hamilton Township, Atlantic County, NJ'],
  ['Glenwood, MN', 'mn/place:glenwood', 'Glenwood, MN'],
  ['Township of Glenwood, MN', 'mn/county:pope/place:glenwood', 'Glenwood Township, Pope County, MN'],
  // Without lines, still by its county.
  ['Lodi, NJ', 'nj/county:bergen', 'Lodi, NJ'],
])('%s is %s', (text, area, label) => {
  const answer = ask(places, text)
  if (!('areas' in answer)) throw new Error(JSON.stringify(answer))
  expect([answer.areas.map((key) => names.get(key)), answer.label]).toEqual([[area], label])
})

test('of one name in several counties, a township is asked for by its county', () => {
  expect(ask(places, 'Hamilton, NJ')).toMatchObject({ refused: 400, sentence: expect.stringMatching(/add the county/) })
})
