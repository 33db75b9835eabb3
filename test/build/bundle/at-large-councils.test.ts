// The seats of a council that a whole city elects: a district in their title draws no line.

import { beforeAll, expect, test } from 'vitest'
import { buildBoundaries } from '../../../build/boundaries/boundaries.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import { boxRings, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const STATE = 'ocd-division/country:us/state:nc'
const [SAMPLETON, OTHERVILLE] = [`${STATE}/place:sampleton`, `${STATE}/place:otherville`]

const seat = (election: string, city: string, nth: number) =>
  sourceRow('contest', {
    ...{ contest_key: `${election}/${city}/council_district:${nth}/council`, election_key: election, level: 'city' },
    ...{ ocd_id: `${city}/council_district:${nth}`, district_type: 'council', district_level: 'city' },
    ...{ district_name: `District ${nth}`, within_ocd_id: city },
  })
const election = (date: string) =>
  sourceRow('election', { election_key: `nc-${date}-general`, state: 'NC', date, type: 'general' })
const place = (ocd_id: string, west: number) =>
  sourceRow('shape', { layer: 'place', ocd_id, class: 'C1', name: 'City', rings: boxRings(west, 36, west + 0.5, 36.4) })
const alias = (city: string, nth: number) =>
  sourceRow('division', { ocd_id: `${city}/council_district:${nth}`, same_as: city, name: 'Sampleton' })

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  await loadReference(warehouse)
  await replace(warehouse, 's', [
    sourceRow('shape', { layer: 'state', ocd_id: STATE, name: 'nc', rings: boxRings(-80, 35, -78, 37) }),
    place(SAMPLETON, -80),
    place(OTHERVILLE, -79),
    // A file draws one district of the other city, so that the list is wrong about it.
    sourceRow('shape', {
      ...{ layer: 'council', ocd_id: `${OTHERVILLE}/council_district:1`, name: 'Otherville 1' },
      rings: boxRings(-79, 36, -78.7, 36.4),
    }),
    ...[election('2026-11-03'), election('2024-11-05')],
    ...[1, 2, 9].map((nth) => seat('nc-2026-11-03-general', SAMPLETON, nth)),
    seat('nc-2024-11-05-general', SAMPLETON, 1),
    seat('nc-2026-11-03-general', OTHERVILLE, 1),
  ])
  await replace(warehouse, 'ocd-at-large-councils', [alias(SAMPLETON, 1), alias(SAMPLETON, 2), alias(OTHERVILLE, 1)])
  await runSteps(warehouse, '00_macro', '05_plan')
  await buildBoundaries(warehouse, 'f', () => {})
  await runSteps(warehouse, '12_ballot', '20_contest_district', '30_contest_extent')
})

test('are voted by the whole city from 2026 on, unless a file draws the district', async () => {
  const rows = await warehouse.all<{ contest_key: string; ocd_id: string; lines_held: boolean; at_large: boolean }>(
    `SELECT contest_key, chosen.ocd_id, lines_held, contest.details LIKE '%elected_at_large%' AS at_large
     FROM out.contest_district AS chosen
     JOIN out.contest AS contest USING (contest_key)
     ORDER BY contest_key`,
  )
  const short = (text: string): string => text.replaceAll(`${STATE}/place:`, '').replaceAll('council_district:', '')
  expect(rows.map((row) => [short(row.contest_key), short(row.ocd_id), row.lines_held, row.at_large])).toEqual([
    ['nc-2024-11-05-general/sampleton/1/council', 'sampleton/1', false, false],
    ['nc-2026-11-03-general/otherville/1/council', 'otherville/1', true, false],
    ['nc-2026-11-03-general/sampleton/1/council', 'sampleton', true, true],
    ['nc-2026-11-03-general/sampleton/2/council', 'sampleton', true, true],
    ['nc-2026-11-03-general/sampleton/9/council', 'sampleton/9', false, false],
  ])
  const rules = await warehouse.all<{ ocd_id: string }>(
    `SELECT DISTINCT ocd_id FROM out.contest_extent WHERE contest_key LIKE 'nc-2026%/place:sampleton/council_district:2/%' AND rule = 'certain'`,
  )
  expect(rules.map(({ ocd_id }) => ocd_id)).toEqual([SAMPLETON])
})
