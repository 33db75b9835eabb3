// The ids of census designated places: never those of a city or town of the same name.

import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { column, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const RI = 'ocd-division/country:us/state:ri'

/** Name, GEOID, CLASSFP, known division, and the place's own id. */
const PLACES = [
  // The centre of a town, and the town.
  ['Charlestown', '4414140', 'U1', null, 'charlestown_~4414140~'],
  ['Charlestown', '4400914140', 'T1', `${RI}/place:charlestown`, 'charlestown'],
  ['Hopkinton', '4435290', 'U2', null, 'hopkinton_~4435290~'],
  ['Westerly', '4476820', 'U', null, 'westerly_~4476820~'],
  // One of no other division's name.
  ['Misquamicut', '4446600', 'U1', null, 'misquamicut'],
  // Two of one name.
  ['Greenville', '4431600', 'U1', null, 'greenville_~4431600~'],
  ['Greenville', '4431601', 'U1', null, 'greenville_~4431601~'],
  // A city that was a town when its division was listed.
  ['Tiverton', '4470880', 'C1', null, 'tiverton'],
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
  const ids = await column(warehouse, "SELECT census_geoid || ' ' || ocd_id FROM out.shape")
  expect(ids.sort()).toEqual(PLACES.map(([, geoid, , , own]) => `${geoid} ${RI}/place:${own}`).sort())
})
