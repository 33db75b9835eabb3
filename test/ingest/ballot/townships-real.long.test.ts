// Townships and boroughs of Pennsylvania and Iowa in the real files: each contest finds the id that the Census Bureau's lines of county
// subdivisions get, by GEOID or by county and name.

import { expect, it } from 'vitest'
import { HAS_REAL, readReal, realDivisions } from './read.ts'

it.skipIf(!HAS_REAL)('all but a few contests of municipalities in Pennsylvania have a GEOID', async () => {
  const divisions = realDivisions('pa')
  const { contest } = await readReal('pa-municipal-2025', divisions)
  const PA = 'ocd-division/country:us/state:pa'
  const geoids = new Map(divisions.under(PA, 'place').map(({ ocd_id, census_geoid }) => [ocd_id, census_geoid]))
  const municipal = contest.filter(({ district_type }) => district_type === 'place')
  const known = municipal.filter(({ ocd_id }) => /^place-(?:42\d{8}|42\d{5})$/.test(geoids.get(ocd_id) ?? ''))
  const townships = known.filter(({ ocd_id }) => ocd_id.includes('/county:'))
  // The rest: places of two municipalities, parts of Johnstown, and names that no municipality of the county has.
  expect([municipal.length, known.length, townships.length]).toEqual([8154, 8118, 4934])
})

it.skipIf(!HAS_REAL)('all contests of townships in Iowa name a township of a published county', async () => {
  const divisions = realDivisions('ia')
  const { contest } = await readReal('medsl-2024-ia', divisions)
  const IA = 'ocd-division/country:us/state:ia'
  const townships = contest.filter(({ ocd_id }) => ocd_id.includes('/township:'))
  const named = townships.filter(({ ocd_id, district_name }) => {
    const [, county, name = ''] = new RegExp(`^${IA}/(county:[^/]+)/township:([^/]+)$`).exec(ocd_id) ?? []
    return county !== undefined && divisions.has(`${IA}/${county}`) && name !== '' && / Township$/.test(district_name)
  })
  expect([townships.length, named.length]).toEqual([1312, 1312])
})
