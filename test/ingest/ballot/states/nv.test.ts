import { describe, expect, it } from 'vitest'
import { findOffice } from '../../../../ingest/ballot/office-rule.ts'
import { loadOffices } from '../../../../ingest/ballot/office-table.ts'
import { readText } from '../read.ts'

const nvOffices = loadOffices('NV')

describe("Nevada's offices", () => {
  it.each(
    // biome-ignore format: a case a line
    [
      ['Elko: County Comm Dist. 2 (CW)', 'county', 'Elko County Commissioner, District 2', 'district-2', null],
      ['Elko: County Commissioner District 3', 'county', 'Elko County Commissioner, District 3', null, '3'],
      ['Elko: County Clerk', 'county', 'Elko County Clerk', null, null],
      ['Carson City: Sheriff', 'place', 'Carson City Sheriff', null, null],
      ['Carson City: Supervisor, Ward 1', 'place', 'Carson City Supervisor, Ward 1', 'ward-1', null],
      ['Carson City: School Trustee District 4', 'school', 'Carson City School Trustee, District 4', 'district-4', null],
      ['Washoe: School Board Trustee District A', 'school', 'Washoe County School Trustee, District A', null, 'a'],
      ['Washoe: School Board Trustee District G-AL', 'school', 'Washoe County School Trustee, At Large (G)', 'at-large-G', null],
      ['Washoe: Mayor Reno', 'place', 'Reno Mayor', null, null],
      ['Washoe: Sparks Mayor', 'place', 'Sparks Mayor', null, null],
      ['Washoe: Reno Council Ward 2', 'place', 'Reno Council Ward 2', 'ward-2', null],
      ['Elko: Wells Council Seat 1', 'place', 'Wells Council, Seat 1', 'Seat-1', null],
      ['Elko: Wells Council Seat', 'place', 'Wells Council', null, null],
      ['Washoe: Sparks City Attorney', 'place', 'Sparks City Attorney', null, null],
      ['Elko: Jackpot Constable', 'special', 'Jackpot Township Constable', null, null],
      ['Washoe: Reno Justice of the Peace Dept. 3', 'special', 'Reno Township Justice of the Peace, Department 3', 'Department-3', null],
      ['Elko: Elko TV Seat A', 'special', 'Elko Television District Board, Seat A', 'Seat-A', null],
      ['Elko: Elko Rec Seat 2', 'special', 'Elko Recreation District Board, Seat 2', 'Seat-2', null],
    ],
  )('%s', (text, kind, title, seat, part) => {
    const { office } = findOffice(nvOffices, text) ?? {}
    expect(office).toMatchObject({ title, area: { kind } })
    expect(office?.seat ?? null).toBe(seat)
    expect(office && 'part' in office.area ? (office.area.part?.code ?? null) : null).toBe(part)
  })

  it.each([
    ['Elko: Carlin Council, 2 Seats', 2],
    ['Elko: Carlin Council Seats 1, 3, 4', 3],
    ['Washoe: Sun Valley GID - vote for 2', 2],
    ['Washoe: Truckee FPD - vote for 3', 3],
  ])('%s gives several votes', (text, votes_allowed) => {
    expect(findOffice(nvOffices, text)?.office.votes_allowed).toBe(votes_allowed)
  })
})

it('tallies are left out, and none of these is an option', async () => {
  const lines = ['"Hansen, Ann J",5', 'Over Votes,1', 'none of these candidates,2'].map((line) => `1,Governor,,${line}`)
  const text = ['precinct,office,district,candidate,votes', ...lines, ''].join('\n')
  const { choice, issues } = await readText('nv-results-2014', [text])
  expect(issues).toEqual([])
  expect(choice).toMatchObject([{ label: 'Ann J Hansen' }, { option: 'none_of_these' }])
})
