// A city whose own boundary reaches over that of its state or county, as those of New York, St. Louis and Miami do along water.

import { beforeAll, expect, test } from 'vitest'
import { buildBoundaries } from '../../../build/boundaries/boundaries.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { boxRings, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const STATE = 'ocd-division/country:us/state:nc'

const drawn = (layer: CoreRows['shape']['layer'], path: string, box: Parameters<typeof boxRings>) =>
  sourceRow('shape', {
    ...{ layer, state: 'NC', name: path.split(':').at(-1) ?? 'nc', vintage: '2020', rings: boxRings(...box) },
    ocd_id: `${STATE}${path}`,
  })

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await replace(warehouse, 's', [
    drawn('state', '', [-80, 36, -78, 36.5]),
    drawn('congressional', '/cd:at-large', [-80, 36, -78, 36.5]),
    drawn('county', '/county:west', [-80, 36, -79, 36.5]),
    drawn('county', '/county:east', [-79, 36, -78, 36.5]),
    drawn('place', '/place:riverside', [-79.5, 36.4, -79.25, 36.51]),
    drawn('place', '/place:both', [-79.1, 36.4, -78.9, 36.51]),
    // Districts of whole counties, of a part of one, and of two.
    drawn('court', '/court:1', [-80, 36, -79, 36.5]),
    drawn('school', '/school:part', [-79.6, 36, -79, 36.5]),
    drawn('state_upper', '/sldu:1', [-80, 36, -78, 36.5]),
  ])
  await runSteps(warehouse, '00_macro')
  await buildBoundaries(warehouse, 'f', () => {})
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent', '40_district', '84_zip_county')
  await runSteps(warehouse, '85_overlap')
})

const districtsOf = (city: string) =>
  warehouse.all<{ type: string; covers: boolean }>(
    `SELECT district.type, district.name, overlap.covers
FROM out.overlap AS overlap
JOIN out.district AS city ON area_key = 'district:' || city.id
JOIN out.district AS district ON district.id = overlap.district_id
WHERE city.ocd_id = '${STATE}/place:${city}' AND overlap.role = 'lines'
ORDER BY district.type, district.name`,
  )

test('lies entirely in its state, the one county that it meets, and each district that covers this county', async () => {
  expect((await districtsOf('riverside')).map((row) => [row.type, row.covers])).toEqual([
    ...[
      ['congressional', true],
      ['county', true],
      ['court', true],
      ['place', true],
    ],
    // It covers no county: what it leaves of the city may be land.
    ['school', false],
    ...[
      ['state', true],
      ['state_upper', true],
    ],
  ])
})

test('in two counties, lies entirely in neither, and in each district that covers both', async () => {
  const covers = (await districtsOf('both')).map((row) => [row.type, row.covers])
  expect(covers).toEqual([
    ...[
      ['congressional', true],
      ['county', false],
      ['county', false],
      ['court', false],
      ['place', true],
    ],
    ...[
      ['school', false],
      ['state', true],
      ['state_upper', true],
    ],
  ])
})
