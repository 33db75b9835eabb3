// A city whose own boundary reaches over that of its state, as New York's and St. Louis's do along water.

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
  ])
  await runSteps(warehouse, '00_macro')
  await buildBoundaries(warehouse, 'f', () => {})
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent', '40_district', '84_zip_county')
  await runSteps(warehouse, '85_overlap')
})

test('lies entirely in its state and its only House district, and not entirely in its county', async () => {
  const rows = await warehouse.all(
    `SELECT district.type, overlap.covers, overlap.size = area.size AS whole
FROM out.overlap AS overlap
JOIN out.area_size AS area USING (area_key)
JOIN out.district AS city ON area_key = 'district:' || city.id
JOIN out.district AS district ON district.id = overlap.district_id
WHERE city.type = 'place' AND overlap.role = 'lines'
ORDER BY district.type`,
  )
  expect(rows).toEqual([
    { type: 'congressional', covers: true, whole: true },
    { type: 'county', covers: false, whole: false },
    { type: 'place', covers: true, whole: true },
    { type: 'state', covers: true, whole: true },
  ])
})
