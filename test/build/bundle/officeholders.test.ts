// From officeholder rows to the served tables: the numbered SQL over a few seats and districts of several plans.

import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { OfficeholderRow } from '../../../data/core/rows.ts'
import { officeholder } from '../../../data/schema/officeholder.ts'
import { plain, replace, runSteps, shareWarehouse, warehouse } from '../rows.ts'

const us = 'ocd-division/country:us'
/** Division, type, first and last election, whether replaced since, whether drawn, vintage. */
const DISTRICTS: readonly (readonly [string, string, string | null, string | null, boolean, boolean, string])[] = [
  [`${us}/state:nc`, 'state', null, null, false, true, '2017'],
  [`${us}/state:nc/cd:2`, 'congressional', '2022-01-01', '2023-12-31', true, true, 'cd118'],
  [`${us}/state:nc/cd:2`, 'congressional', '2024-01-01', '2025-12-31', false, true, 'cd119'],
  [`${us}/state:nc/sldu:14`, 'state_upper', '2022-01-01', '2023-12-31', false, false, '2022'],
  [`${us}/state:nc/sldu:14`, 'state_upper', '2024-01-01', null, false, true, 'sld2024'],
  [`${us}/state:wi/sldu:3`, 'state_upper', '2024-01-01', null, false, true, 'sld2024'],
  [`${us}/state:wi/sldu:4`, 'state_upper', '2024-01-01', null, false, true, 'sld2024'],
  [`${us}/state:mn/sldu:9`, 'state_upper', '2024-01-01', null, false, true, 'sld2024'],
]

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function holder(n: number, more: Pick<OfficeholderRow, 'office' | 'state' | 'ocd_id' | 'elected_on'>): OfficeholderRow {
  return plain('officeholder', {
    ...{ officeholder_key: `${uuid(n)}/${more.office}/${more.ocd_id}`, person_id: uuid(n), name: `Ángel ${n}` },
    ...{ office_title: 'Title', level: more.office.startsWith('us_') ? 'federal' : 'state' },
    ...{ term_start: '2025-01-03', social: '{"twitter":"a"}', source_urls: '["https://example.org/a"]' },
    offices: '[{"classification":"capitol","address":null,"phone":"555-0100","fax":null}]',
    ...more,
  })
}

const HOLDERS = [
  holder(1, { office: 'us_senator', state: 'NC', ocd_id: `${us}/state:nc`, elected_on: '2020-11-03' }),
  holder(2, { office: 'us_representative', state: 'NC', ocd_id: `${us}/state:nc/cd:2`, elected_on: '2022-11-08' }),
  holder(3, { office: 'us_representative', state: 'NC', ocd_id: `${us}/state:nc/cd:2`, elected_on: '2024-11-05' }),
  holder(4, { office: 'us_representative', state: 'NC', ocd_id: `${us}/state:nc/cd:2`, elected_on: null }),
  holder(5, { office: 'state_senator', state: 'NC', ocd_id: `${us}/state:nc/sldu:14`, elected_on: '2024-11-05' }),
  holder(6, { office: 'state_senator', state: 'NC', ocd_id: `${us}/state:nc/sldu:14`, elected_on: '2022-11-08' }),
  // Wisconsin's senate was redrawn between the elections of its odd districts and of its even ones; Minnesota's was not.
  holder(7, { office: 'state_senator', state: 'WI', ocd_id: `${us}/state:wi/sldu:3`, elected_on: '2022-11-08' }),
  holder(8, { office: 'state_senator', state: 'WI', ocd_id: `${us}/state:wi/sldu:4`, elected_on: '2024-11-05' }),
  holder(9, { office: 'state_senator', state: 'MN', ocd_id: `${us}/state:mn/sldu:9`, elected_on: '2022-11-08' }),
  holder(10, { office: 'state_senator', state: 'MN', ocd_id: `${us}/state:mn/sldu:99`, elected_on: '2022-11-08' }),
]

shareWarehouse()
beforeAll(async () => {
  await loadReference(warehouse)
  const rows = HOLDERS.map((row) => ({ table: 'officeholder' as const, row, file: 'f', line: 1 }))
  await replace(warehouse, 'people', rows, { published_on: '2026-08-05' })
  await warehouse.run(
    'CREATE TABLE out.district (id BIGINT, ocd_id VARCHAR, type VARCHAR, valid_from DATE, valid_to DATE, retired BOOLEAN, has_boundary BOOLEAN, census_geoid VARCHAR, vintage VARCHAR)',
  )
  await warehouse.append(
    'out.district',
    DISTRICTS.map(([ocd_id, type, from, to, retired, drawn, vintage], at) => [
      ...[at + 1, ocd_id, type, from, to, retired, drawn],
      ...[drawn ? `g${at + 1}` : null, vintage],
    ]),
  )
  await runSteps(warehouse, '00_macro', '82_officeholder_body', '96_officeholder_report')
})

test('a seat has the lines of its holder’s election, and none of another plan', async () => {
  const rows = await warehouse.all<{ person_id: string; district_id: number | null; lines_held: boolean }>(
    'SELECT person_id, district_id, lines_held FROM out.officeholder_body ORDER BY person_id',
  )
  expect(rows.map(({ district_id, lines_held }) => [district_id, lines_held])).toEqual([
    [1, true],
    // Retired lines keep their holder; the next plan's holder has the next; a holder with an unknown election has the current lines.
    [2, true],
    [3, true],
    [3, true],
    [5, true],
    [4, false],
    [null, false],
    [7, true],
    [8, true],
    [null, false],
  ])
})

test('bodies are officeholders as in the API document, with the values of the rows', async () => {
  const rows = await warehouse.all<{ body: string; name_folded: string; office_rank: number; level_rank: number }>(
    'SELECT body, name_folded, office_rank, level_rank FROM out.officeholder_body ORDER BY person_id',
  )
  const bodies = rows.map(({ body }) => officeholder.omit({ report_url: true }).strict().parse(JSON.parse(body)))
  expect(bodies[4]).toEqual({
    ...{ person_id: uuid(5), name: 'Ángel 5', given_name: null, family_name: null, office: 'state_senator' },
    ...{ office_title: 'Title', level: 'state', state: 'NC', party: null, term: { start: '2025-01-03', end: null } },
    ...{ phone: null, email: null, website: null, photo: null, district: null, district_id: 5 },
    ...{ district_ocd_id: `${us}/state:nc/sldu:14`, census_geoid: 'g5', social: { twitter: 'a' } },
    offices: [{ classification: 'capitol', address: null, phone: '555-0100', fax: null }],
    ...{ source_urls: ['https://example.org/a'], updated_at: '2026-08-05T00:00:00.000Z' },
  })
  expect(rows[4]).toMatchObject({ name_folded: 'angel 5', office_rank: 10, level_rank: 2 })
})

test('the report counts holders, those with a district, and those with lines', async () => {
  expect(await warehouse.all('SELECT * FROM out.officeholder_report ORDER BY state, office_rank(office)')).toEqual([
    { state: 'MN', office: 'state_senator', holders: 2, in_a_district: 1, lines_held: 1 },
    { state: 'NC', office: 'us_senator', holders: 1, in_a_district: 1, lines_held: 1 },
    { state: 'NC', office: 'us_representative', holders: 3, in_a_district: 3, lines_held: 3 },
    { state: 'NC', office: 'state_senator', holders: 2, in_a_district: 2, lines_held: 1 },
    { state: 'WI', office: 'state_senator', holders: 2, in_a_district: 1, lines_held: 1 },
  ])
})

test('one source gives all holders of a seat: a feed those that no other source has', async () => {
  const council = {
    office: 'city_council',
    state: 'NC',
    ocd_id: `${us}/state:nc/place:example`,
    elected_on: null,
  } as const
  const rows = [
    holder(20, { office: 'us_senator', state: 'NC', ocd_id: `${us}/state:nc`, elected_on: null }),
    holder(21, council),
    holder(22, council),
  ].map((row) => ({ table: 'officeholder' as const, row, file: 'f', line: 1 }))
  const lists = { basis: 'feed', kinds: ['candidate'], whole_in: [] } as const
  await replace(warehouse, 'a-feed', rows, { published_on: '2026-08-05', lists })
  await runSteps(warehouse, '82_officeholder_body')
  const served = await warehouse.all<{ person_id: string }>(
    'SELECT person_id FROM out.officeholder_body ORDER BY person_id',
  )
  expect(served.map(({ person_id }) => Number(person_id.slice(-2)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 21, 22])
})
