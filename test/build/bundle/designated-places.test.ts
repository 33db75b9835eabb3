// The ids of census designated places: never those of a city or town of the same name.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { runSql } from '../../../build/sql/run-sql.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'

const RI = 'ocd-division/country:us/state:ri'
let warehouse: Warehouse

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

beforeAll(async () => {
  warehouse = await openWarehouse(':memory:')
  await loadReference(warehouse)
  await warehouse.append(
    'core.division',
    ['charlestown', 'hopkinton', 'westerly', 'tiverton'].map((name) => [
      ...['s', 'f', 1, `${RI}/place:${name}`, `${name} town`, `place-44009${name.length}0000`, null, null],
    ]),
  )
  await warehouse.append(
    'core.shape',
    PLACES.map(([name, geoid, kind, ocd_id], at) => [
      ...['s', 'f', at, 'place', 'RI', ocd_id, geoid, name, kind, kind === 'T1' ? 'current_town' : 'current'],
      ...[null, null, 'exact', 25, new Uint8Array(), false],
    ]),
  )
  for (const name of ['00_macro', '10_shape']) await runSql(warehouse, name)
})
afterAll(() => warehouse.close())

test('have the GEOID if a division has their name; no two places share an id', async () => {
  const rows = await warehouse.all<{ ocd_id: string }>('SELECT ocd_id FROM out.shape ORDER BY census_geoid')
  expect(rows.map(({ ocd_id }) => ocd_id.slice(RI.length + 1)).sort()).toEqual([
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
