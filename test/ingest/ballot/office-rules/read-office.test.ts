import { describe, expect, it } from 'vitest'
import type { OfficeText } from '../../../../ingest/ballot/office-rules/read-office.ts'
import { loadRules } from '../../../../ingest/ballot/office-rules/tables.ts'
import { table, textsBeside } from '../../../table.ts'
import { openOffices } from '../published.ts'

const text = textsBeside(import.meta.url)

const {
  findCounty,
  read: readOffice,
  toId,
} = openOffices('IA', [
  ['county:adair', 'Adair County'],
  ['county:o~brien', "O'Brien County"],
  ['county:adair/place:lee', 'Lee township'],
  ['place:greenfield', 'Greenfield city'],
  ['place:mount_vernon', 'Mount Vernon city'],
])

function read(office: string, more: Omit<Partial<OfficeText>, 'county'> = {}): unknown[] {
  const reading = readOffice({ office, county: 'ADAIR', ...more })
  if (!reading) return []
  const { title, level, subject, seat = '', area, measure_code } = reading.office
  const known = area.kind === 'found' ? area.division.unmatched === null : true
  return [title, level, subject, seat, toId(area), known, ...(measure_code === undefined ? [] : [measure_code])]
}

describe('The rules for offices', () => {
  it.each(table(text('offices')))('read %s %s', (office, district, title, level, subject, seat, id, known) => {
    expect(read(office, { district })).toEqual([title, level, subject, seat, id, known === 'known'])
  })

  // biome-ignore format: a case a line
  it.each<[string, Omit<Partial<OfficeText>, 'county'>, unknown[]]>([
    ['TREASURER', {}, ['State Treasurer', 'state', 'state-treasurer', '', 'state', true]],
    ['SUPREME COURT', { district: '002' }, ['Supreme Court, No. 2', 'state', 'supreme-court-justice', 'No. 2']],
    ['SUPREME COURT RETENTION', { judge: 'Ann "Kay" Lee' }, ['Supreme Court Retention: Ann "Kay" Lee']],
    ['CONSTITUTIONAL AMENDMENT 1', { measure: true }, ['Constitutional Amendment 1', 'state', 'constitutional-amendment-1', '', 'state', true, 'Constitutional Amendment 1']],
  ])('read the office or measure %s of the whole state', (office, more, said) => {
    expect(read(office, { statewide: true, ...more }).slice(0, said.length)).toEqual(said)
  })

  it.each(
    table(`
    CITY OF GREENFIELD - PUBLIC MEASURE MX | place:greenfield | true | Public Measure MX
    LEE TOWNSHIP - PUBLIC MEASURE PIL | county:adair/place:lee | true |
    LEE TOWNSHIP FIRE LEVY | county:adair/special:lee_township_fire_levy | false |
    ADAIR COUNTY LIBRARY LEVY | county:adair | true |
    MUSEUM LEVY | county:adair/special:museum_levy | false |
  `),
  )('find the area that a measure names, and invent none: %s', (office, ...expected) => {
    expect(read(office, { measure: true }).slice(-3).map(String)).toEqual(expected)
  })

  it('leave the words of a measure, other than its area, as they are', () => {
    expect(read('GREENFIELD-QUESTION 1 ON A&P OR SALES AT LARGE', { measure: true })[0]).toBe(
      'Greenfield Question 1 on A&P or Sales At Large',
    )
  })

  it('name the judge whom voters keep or not', () => {
    const reading = readOffice({ office: 'SUPREME COURT RETENTION', county: '', judge: 'Ann Lee' })
    const title = 'Supreme Court Retention: Ann Lee'
    expect(reading?.office).toMatchObject({ title, seat: 'Ann Lee', retention: true })
  })

  it('match counties in any spelling', () => {
    const ocd_id = 'ocd-division/country:us/state:ia/county:o~brien'
    expect(findCounty('OBRIEN')).toEqual({ ocd_id, name: "O'Brien", full_name: "O'Brien County" })
  })
})

it('A census area without a published id has its name in its id, as in its lines', () => {
  const { findCounty: find } = openOffices('AK', [])
  const chugach = { ocd_id: 'ocd-division/country:us/state:ak/county:chugach', name: 'Chugach' }
  expect(find('CHUGACH CENSUS AREA')).toEqual({ ...chugach, full_name: 'Chugach Census Area' })
})

it.each(['spellings.csv', 'terms.csv'])('each row of %s finds its own example', (name) => {
  const others = loadRules(name).filter(({ pattern, cells }) => !pattern.test(cells.example ?? ''))
  expect(others.map(({ cells }) => cells.example)).toEqual([])
})
