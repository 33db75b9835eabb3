// The ids of census designated places: never those of a city or town of the same name.

import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { column, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const RI = 'ocd-division/country:us/state:ri'

/** Name, GEOID, CLASSFP and known division. */
const PLACES = [
  // The centre of a town, and the town.
  ['Charlestown', '4414140', 'U1', null],
  ['Charlestown', '4400914140', 'T1', `${RI}/place:charlestown`],
  ['Hopkinton', '4435290', 'U2', null],
  ['Westerly', '4476820', 'U', null],
  // One of no other division's name.
  ['Misquamicut', '4446600', 'U1', null],
  // Two of one name.
  ['Greenville', '4431600', 'U1', null],
  ['Greenville', '4431601', 'U1', null],
  // A city that was a town when its division was listed.
  ['Tiverton', '4470880', 'C1', null],
] as const

shareWarehouse()
beforeAll(async () => {
  await loadReference(warehouse)
  const divisions = ['charlestown', 'hopkinton', 'westerly', 'tiverton'].map((name) =>
    sourceRow('division', { ocd_id: `${RI}/place:${name}`, name: `${name} town`, census_geoid: `place-44009${name}` }),
  )
  const shapes = PLACES.map(([name, census_geoid, kind, ocd_id]) =>
    sourceRow('shape', {
      ...{ layer: 'place', state: 'RI', ocd_id, census_geoid, name, class: kind },
      vintage: kind === 'T1' ? 'current_town' : 'current',
    }),
  )
  await replace(warehouse, 's', [...divisions, ...shapes])
  await runSteps(warehouse, '00_macro', '10_shape')
})

test('have the GEOID if a division has their name; no two places share an id', async () => {
  const ids = await column(warehouse, 'SELECT ocd_id FROM out.shape')
  expect(ids.map((ocd_id) => ocd_id.slice(RI.length + 1)).sort()).toEqual([
    'place:charlestown',
    'place:charlestown_~4414140~',
    'place:greenville_~4431600~',
    'place:greenville_~4431601~',
    'place:hopkinton_~4435290~',
    'place:misquamicut',
    'place:tiverton',
    'place:westerly_~4476820~',
  ])
})
