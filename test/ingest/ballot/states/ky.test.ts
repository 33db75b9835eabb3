import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../../data/store/source-read.ts'
import { countyId, findDivision, indexDivisions, isPlace } from '../../../../ingest/ballot/division.ts'
import { findOffice } from '../../../../ingest/ballot/office-rule.ts'
import { loadOffices } from '../../../../ingest/ballot/office-table.ts'
import { ky, kyName, kyPlace } from '../../../../ingest/ballot/states/ky/ky.ts'
import { table, textsBeside } from '../../../table.ts'
import { publishedIn } from '../published.ts'
import { readText } from '../read.ts'

const text = textsBeside(import.meta.url)

const KY = 'ocd-division/country:us/state:ky'
const divisions = publishedIn('KY', [
  ['place:radcliff', 'Radcliff city'],
  ['place:central_city', 'Central City city'],
  ['place:middlesborough', 'Middlesborough city'],
  ['place:jeffersontown', 'Jeffersontown city'],
  ['place:salem_city', 'Salem city'],
  ['place:salem_town', 'Salem town'],
])
const index = indexDivisions('KY', divisions)

const textOf = (office: string, county: string, description: string, district: string) => {
  const found = kyPlace({ office, county, description, district }, index)
  return 'unknown' in found ? found.unknown : [found.county, found.place, found.district, found.body].join(', ').trim()
}
it.each(table(text('places of filings')))(
  'the district of a filing %s of %s: "%s" %s',
  (office, county, description, district, text) => {
    expect(textOf(office, county, description, district)).toBe(text)
  },
)

it.each(table(text('districts of filings')))(
  'the district of a filing a district: "%s" "%s"',
  (description, district, text) => {
    for (const office of ['CONSTABLE', 'COUNTY COMMISSIONER', 'MAGISTRATE / JUSTICE OF THE PEACE'])
      expect(textOf(office, 'ADAIR', description, district)).toBe(text)
  },
)

describe('an office of Kentucky', () => {
  const officeOf = (text: string) => findOffice(loadOffices('KY', ky.offices), text)?.office

  it('a county commissioner is nominated in a district and elected by the county', () => {
    expect(officeOf('COUNTY COMMISSIONER|BOONE||2||primary')).toMatchObject({
      title: 'Boone County Commissioner, District 2',
      area: { kind: 'county', county: 'BOONE', part: { word: 'commissioner_district', code: '2' } },
    })
    expect(officeOf('COUNTY COMMISSIONER|BOONE||2||general')).toMatchObject({
      seat: 'District 2',
      area: { kind: 'county', county: 'BOONE', part: null },
      details: { elected_at_large: true },
    })
  })

  it('a magisterial district of a consolidated county is none of its council', () => {
    const division = (county: string) => {
      const area = officeOf(`CONSTABLE|${county}||2||primary`)?.area
      return area && findDivision(area, [county], index)
    }
    expect(division('JEFFERSON')?.ocd_id).toBe(`${countyId(index, 'JEFFERSON')}/magisterial_district:2`)
    expect(division('LaRue')).toMatchObject({
      ocd_id: `${countyId(index, 'LARUE')}/council_district:2`,
      district_name: 'LaRue County Magisterial District 2',
    })
  })

  it.each([
    ['|COUNCIL', 6, true],
    ['|COMMIS', 4, undefined],
    ['|', 4, true],
    ['3|COUNCIL', undefined, undefined],
  ])(
    'seats of a council are six at least, those of a commission four, that of a district one: %s',
    (text, votes, least) => {
      const office = officeOf(`CITY LEGISLATIVE BODY|HARDIN|RADCLIFF|${text}|general`)
      expect([office?.votes_allowed, office?.details?.votes_allowed_is_minimum]).toEqual([votes, least])
    },
  )
})

it('a county outside Kentucky makes no district', async () => {
  const header =
    'County,Last Name,First Name,Middle Name,Suffix,Party,Office,Office Description,District,Unexpired,Withdrawn,Disqualified,Deceased'
  const line = (county: string) => `${county},LEE,ANN,,,REPUBLICAN PARTY,SHERIFF,,,,,,`
  const text = [header, line('ADAIR'), line('Adair County'), line('')].join('\n')
  const { contest, contest_county, issues } = await readText('ky-filings-2026', [text], divisions)
  expect(contest.map(({ ocd_id }) => ocd_id)).toEqual([`${KY}/county:adair`])
  expect(contest_county).toHaveLength(1)
  expect(issues.map(({ code, line, value }) => [code, line, value])).toEqual([
    ['unknown-county', 3, 'Adair County'],
    ['unknown-county', 4, ''],
  ])
})

it.each([
  ['PICKERELL JR', 'BILLY JOE', '"BJ"', '', 'BILLY JOE "BJ" PICKERELL JR'],
  ['WEBB', 'WILLIAM', '', '"WILMAR"', 'WILLIAM "WILMAR" WEBB'],
  ['BEGLEY', 'DONALD', '"RAMEY BEGLEY"', '"RAMEY BEGLEY"', 'DONALD "RAMEY BEGLEY" BEGLEY'],
  ['LEWIS', 'JERRY', 'FREDDIE', '"FREDDIE"', 'JERRY FREDDIE LEWIS'],
  ['CARR', 'ANDREW', '"AJ"', 'III.', 'ANDREW "AJ" CARR III.'],
  ['WHITE JR', 'PAT', '', 'JR', 'PAT WHITE JR'],
  ['TROUTWINE ', ' WILLIAM', 'BILL', '', 'WILLIAM BILL TROUTWINE'],
  ['ASH', 'TIM', '', 'MR.', 'TIM ASH'],
])('a name in reading order %s, %s %s %s', (last, first, middle, suffix, name) => {
  const issues: Issue[] = []
  const record = { 'Last Name': last, 'First Name': first, 'Middle Name': middle, Suffix: suffix }
  expect(kyName(record, { file: 'f.csv', line: 2 }, { issue: (issue) => issues.push(issue) })).toBe(name)
  const title = { file: 'f.csv', line: 2, code: 'courtesy-title', value: 'MR.', severity: 'mended' }
  expect(issues).toMatchObject(suffix === 'MR.' ? [title] : [])
})

it('a name that two places of the state share is matched to neither of them', () => {
  expect(isPlace(index, 'SALEM')).toBe(true)
  expect(findDivision({ kind: 'place', place: 'SALEM', part: null }, ['LIVINGSTON'], index)).toMatchObject({
    ocd_id: `${KY}/county:livingston/place:salem`,
    unmatched: 'unmatched-place',
  })
})
