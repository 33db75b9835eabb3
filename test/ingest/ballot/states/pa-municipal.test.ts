// Pennsylvania's municipal returns: whom a ballot names, their parties, and the offices in full.

import { describe, expect, it } from 'vitest'
import { publishedIn } from '../published.ts'
import { readText } from '../read.ts'

const divisions = publishedIn('PA', [
  ...['Greene', 'Erie', 'Clearfield', 'Cumberland', 'Clinton'].map(
    (name) => [`county:${name.toLowerCase()}`, `${name} County`] as const,
  ),
  ['county:greene/place:washington', 'Washington township'],
  ['county:erie/place:washington', 'Washington township'],
  ['place:washington', 'Washington city'],
  ['place:newburg_borough_~clearfield_county~', 'Newburg borough'],
  ['place:newburg_borough_~cumberland_county~', 'Newburg borough'],
  ['place:telford', 'Telford borough'],
])

async function read(...lines: string[]) {
  const text = ['county,office,district,party,candidate,votes', ...lines].join('\n')
  const { contest, choice, issues } = await readText('pa-municipal-2025', [text], divisions)
  return {
    ids: contest.map(({ ocd_id }) => ocd_id.replace('ocd-division/country:us/state:pa/', '')),
    titles: contest.map(({ title }) => title),
    details: contest.map(({ details }) => JSON.parse(details)),
    names: choice.map(({ label, party_label }) => (party_label === null ? label : `${label} (${party_label})`)),
    codes: issues.map(({ code }) => code),
  }
}

it('a name without a party is a candidate where the file lists no written names', async () => {
  const { names } = await read(
    'Columbia,Mayor,Berwick Borough,,TIM BURKE,900',
    'Columbia,Mayor,Berwick Borough,WI,ANN LEE,20',
    'Columbia,Mayor,Benton Borough,REP,BO RAY,300',
    'Columbia,Tax Collector,Benton Borough,,No Candidate Filed,0',
  )
  expect(names).toEqual(['BO RAY (Republican)', 'TIM BURKE'])
})

it('a name without a party is written where most of them have hardly a vote, or where it is far behind', async () => {
  const york = await read(
    'York,Mayor,Dover Borough,REP,BO RAY,300',
    ...['A A,1', 'B B,1', 'ANN LEE,290'].map((name) => `York,Mayor,Dover Borough,,${name}`),
  )
  expect(york.names).toEqual(['BO RAY (Republican)'])
  const crawford = await read(
    'Crawford,Mayor,Linesville Borough,REP,BO RAY,900',
    'Crawford,Mayor,Linesville Borough,,A A,11',
  )
  expect(crawford.names).toEqual(['BO RAY (Republican)'])
})

it('a name without a party may have the party beside it, or be missing', async () => {
  const { names, details, codes } = await read(
    'Lawrence,Mayor,Wampum Borough,,D/R BROOKE FULLER,124',
    'Lawrence,Mayor,Ellport Borough,REP,REP DAR GREG GEYER,100',
    'Lawrence,Mayor,Ellport Borough,,KAY LEE NOA,90',
    'Lawrence,Mayor,Bessemer Borough,,DEM,80',
  )
  expect(names).toEqual(['DAR GREG GEYER (Republican)', 'KAY LEE (NOA)', 'BROOKE FULLER (Democratic / Republican)'])
  expect(details[0]).toMatchObject({ choices_incomplete: true })
  expect(codes).toContain('missing-name')
})

describe('an office', () => {
  it('that two counties name in their own words is one, if the same people stand in the same place', async () => {
    const { titles } = await read(
      'Bucks,Tax Collector 4 Year Term - Telford Borough,,REP,BO RAY,90',
      'Bucks,Auditor 4 Year Term - Telford Borough,,REP,ANN LEE,90',
      'Bucks,Auditor 6 Year Term - Telford Borough,,REP,ANN LEE,90',
      'Montgomery,Telford Borough Tax Collector,,REP,BO RAY,80',
    )
    expect(titles).toEqual([
      'Telford Borough, Auditor, 4-Year Term',
      'Telford Borough, Auditor, 6-Year Term',
      'Telford Borough, Tax Collector, 4-Year Term',
    ])
  })

  // biome-ignore format: a case a line
  it.each([
    ['Franklin,Mayor,West End Shippensburg', 'Shippensburg, Mayor'],
    ['Tioga,Tax Collector,Delmar Township South', 'Delmar Township, Tax Collector'],
    ['Chester,Supervisor,E Nottingham Twp', 'East Nottingham Township, Supervisor'],
    ['Sullivan,LAP TOWN TAX COLLECTOR,', 'Laporte Township, Tax Collector'],
    ['Westmoreland,Youngstown Borough Council Youngstown Borough,', 'Youngstown Borough, Council Member'],
    ['Berks,Council President,Reading', 'Reading, Council President'],
    ['Clarion,School Director Union School District Region at Large (Vote for 4 Year Term,', 'Union School District, School Director, 4-Year Term'],
    ['Venango,City Council At Large FKLN Franklin,', 'Franklin City, Council Member, At Large'],
  ])('%s', async (office, title) => {
    expect((await read(`${office},REP,BO RAY,300`)).titles).toEqual([title])
  })
})

it.each([
  ['Greene,Supervisor,Washington Township', 'county:greene/place:washington'],
  ['Erie,Supervisor,Washington Township', 'county:erie/place:washington'],
  ['Greene,Mayor,Washington City', 'place:washington'],
  // Not the township of that name of another county.
  ['Clinton,Supervisor,Washington Township', 'county:clinton/township:washington'],
  ['Clearfield,Tax Collector,Newburg Borough', 'place:newburg_borough_~clearfield_county~'],
  ['Cumberland,Mayor,Newburg Borough', 'place:newburg_borough_~cumberland_county~'],
  ['Clearfield,Council,Newburg', 'place:newburg_borough_~clearfield_county~'],
  ['Greene,Mayor,Newburg Borough', 'county:greene/place:newburg'],
])('a municipality of a name that several have is that of its county: %s', async (line, id) => {
  expect((await read(`${line},REP,BO RAY,300`)).ids).toEqual([id])
})
